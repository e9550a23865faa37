// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "push_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <thread>
#include <utility>

#include "agreement.hpp"
#include "communicator.hpp"
#include "cuda_driver.hpp"

namespace papilio::mpi {
namespace {

constexpr int offer_tag = 1;

unsigned long long address_of(const std::byte* place) { return reinterpret_cast<unsigned long long>(place); }

void require(int status, const char* call) {
  if (status != cuda_success) throw Error::device_failed(call, fmt::format("CUDA error {}", status));
}

void require_ipc(int status, const char* call) {
  if (status == cuda_success) return;
  throw Error::unsupported("turns through the memory of other processes' GPUs",
                           fmt::format("{} says CUDA error {}", call, status), "leave the turns out, or use nccl");
}

}  // namespace

PushTransport::PushTransport(MPI_Comm comm, const Device& device, std::shared_ptr<GpuPeers> peers, int turns)
    : comm_(comm), peers_(std::move(peers)), turns_(turns), rank_(MpiTeam(comm).rank()), ranks_(MpiTeam(comm).ranks()) {
  try {
    start(device);
  } catch (...) {  // every rank comes here, or none
    release();
    throw;
  }
}

PushTransport::~PushTransport() { release(); }

void PushTransport::start(const Device& device) {
  const auto ranks = static_cast<std::size_t>(ranks_);
  const std::size_t each = 1 + static_cast<std::size_t>(turns_);  // of a pair: the free one, and one a turn
  free_.resize(ranks);
  sent_.resize(ranks * static_cast<std::size_t>(turns_));
  arrived_.resize(sent_.size());
  std::vector<CudaIpcHandle> own(ranks * each);
  std::vector<CudaIpcHandle> theirs(own.size());
  const auto make = [](void*& event, CudaIpcHandle& handle) {
    require_ipc(cuda_driver().cuEventCreate(&event, cuda_event_disable_timing | cuda_event_interprocess),
                "cuEventCreate");
    require_ipc(cuda_driver().cuIpcGetEventHandle(&handle, event), "cuIpcGetEventHandle");
  };
  agree(comm_, attempt([&] {
          context_ = cuda::native_context(device);
          for (int peer = 0; peer < ranks_; ++peer) pushes_.emplace_back(device);
          const CurrentContext current(context_);
          CudaIpcHandle free;
          make(free_[static_cast<std::size_t>(rank_)], free);
          for (int peer = 0; peer < ranks_; ++peer) {
            CudaIpcHandle* const handles = own.data() + static_cast<std::size_t>(peer) * each;
            handles[0] = free;
            for (int turn = 0; turn < turns_ && peer != rank_; ++turn) {
              make(sent_[event_of(peer, turn)], handles[1 + turn]);
            }
          }
        }));
  const int bytes = static_cast<int>(each * sizeof(CudaIpcHandle));
  std::optional<Failure> failure = attempt([&] {
    check_mpi(MPI_Alltoall(own.data(), bytes, MPI_BYTE, theirs.data(), bytes, MPI_BYTE, comm_), "MPI_Alltoall");
    const CurrentContext current(context_);
    const auto open = [](void*& event, const CudaIpcHandle& handle) {
      require_ipc(cuda_driver().cuIpcOpenEventHandle(&event, handle), "cuIpcOpenEventHandle");
    };
    for (int peer = 0; peer < ranks_; ++peer) {
      if (peer == rank_) continue;
      const CudaIpcHandle* const handles = theirs.data() + static_cast<std::size_t>(peer) * each;
      open(free_[static_cast<std::size_t>(peer)], handles[0]);
      for (int turn = 0; turn < turns_; ++turn) open(arrived_[event_of(peer, turn)], handles[1 + turn]);
    }
  });
  agree(comm_, failure);
}

/// As opened events go before the ones that they are, and pushes end before the memory that they write is closed.
void PushTransport::release() noexcept {
  for (const Stream& push : pushes_) (void)attempt([&] { push.synchronize(); });
  const auto destroy = [&](std::vector<void*>& events, bool own) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      const bool opened = &events == &arrived_ || (&events == &free_ && static_cast<int>(i) != rank_);
      if (opened != own && events[i] != nullptr) cuda_driver().cuEventDestroy_v2(std::exchange(events[i], nullptr));
    }
  };
  const auto destroy_all = [&](bool own) {
    (void)attempt([&] {
      if (context_ == nullptr) return;
      const CurrentContext current(context_);
      for (std::vector<void*>* events : {&free_, &sent_, &arrived_}) destroy(*events, own);
    });
  };
  destroy_all(false);
  if (mpi_is_running() && !is_lost(comm_)) MPI_Barrier(comm_);
  destroy_all(true);
}

/// Whatever fails, the senders get the offers: they wait for them.
void PushTransport::expect(std::span<const Message> receives, std::byte* to, const Stream& stream) {
  if (aborted_) return;  // send() tells
  stream_ = stream;
  to_ = to;
  receives_.assign(receives.begin(), receives.end());
  done_.clear();
  kept_.assign(static_cast<std::size_t>(turns_), {});
  taken_.assign(static_cast<std::size_t>(ranks_), {});
  made_.assign(static_cast<std::size_t>(ranks_), {});
  std::optional<std::size_t> array = peers_->array_at(to);
  lands_ = !array;
  std::vector<bool> sends(static_cast<std::size_t>(ranks_));
  for (const Message& message : receives_) {
    Offer& offer = made_[static_cast<std::size_t>(message.peer)];
    offer.array = array.value_or(GpuPeers::landing);
    offer.offsets[static_cast<std::size_t>(message.turn)] = message.offset;
    sends[static_cast<std::size_t>(message.peer)] = message.peer != rank_;
  }
  const std::optional<Failure> failure = attempt([&] {
    const CurrentContext current(context_);
    require(cuda_driver().cuEventRecord(free_[static_cast<std::size_t>(rank_)], cuda::native_stream(stream)),
            "cuEventRecord");
  });
  for (int peer = 0; peer < ranks_; ++peer) {
    if (!sends[static_cast<std::size_t>(peer)]) continue;
    check_mpi(MPI_Isend(&made_[static_cast<std::size_t>(peer)], static_cast<int>(sizeof(Offer)), MPI_BYTE, peer,
                        offer_tag, comm_, &under_way_.emplace_back()),
              "MPI_Isend");
  }
  if (failure) throw Error(failure->code, "an exchange through peer memory", failure->message);
}

const PushTransport::Offer& PushTransport::offer_of(int peer) {
  std::optional<Offer>& offer = taken_[static_cast<std::size_t>(peer)];
  if (offer) return *offer;
  const double limit = wait_limit();
  const auto begin = std::chrono::steady_clock::now();
  for (int there = 0; there == 0;) {
    check_mpi(MPI_Iprobe(peer, offer_tag, comm_, &there, MPI_STATUS_IGNORE), "MPI_Iprobe");
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    if (there == 0 && limit > 0 && waited.count() > limit) {
      throw Error::device_failed(
          "an exchange through peer memory",
          fmt::format("rank {} has not come to it within {} s (PAPILIO_MPI_TIMEOUT)", peer, limit));
    }
    if (there == 0) std::this_thread::yield();
  }
  offer.emplace();
  check_mpi(MPI_Recv(&*offer, static_cast<int>(sizeof(Offer)), MPI_BYTE, peer, offer_tag, comm_, MPI_STATUS_IGNORE),
            "MPI_Recv");
  return *offer;
}

void PushTransport::push(const Message& message, std::byte* to, const std::byte* from) {
  const Stream& stream = pushes_[static_cast<std::size_t>(message.peer)];
  const CurrentContext current(context_);
  require(cuda_driver().cuMemcpyDtoDAsync_v2(address_of(to), address_of(from + message.offset),
                                             static_cast<std::size_t>(message.bytes), cuda::native_stream(stream)),
          "a copy to another GPU's memory");
}

/// What a rank sends to itself.
void PushTransport::keep(const Message& message, const std::byte* from) {
  const auto there = std::ranges::find_if(
      receives_, [&](const Message& other) { return other.peer == rank_ && other.turn == message.turn; });
  if (there == receives_.end()) return;
  push(message, to_ + there->offset, from);
  kept_[static_cast<std::size_t>(message.turn)] = pushes_[static_cast<std::size_t>(rank_)].record();
}

void PushTransport::send(std::span<const Message> messages, int turn, const std::byte* from) {
  if (aborted_) {
    throw Error::device_failed("an exchange through peer memory", "an earlier one has failed", "make another plan");
  }
  if (messages.empty()) return;
  const Event ready = stream_.record();
  for (const Message& message : messages) {
    const Stream& stream = pushes_[static_cast<std::size_t>(message.peer)];
    stream.wait(ready);
    if (message.peer == rank_) {
      keep(message, from);
    } else {
      const Offer& offer = offer_of(message.peer);
      void* const native = cuda::native_stream(stream);
      {
        const CurrentContext current(context_);
        require(cuda_driver().cuStreamWaitEvent(native, free_[static_cast<std::size_t>(message.peer)], 0),
                "cuStreamWaitEvent");
      }
      push(message, peers_->array(message.peer, offer.array).address + offer.offsets[static_cast<std::size_t>(turn)],
           from);
      const CurrentContext current(context_);
      require(cuda_driver().cuEventRecord(sent_[event_of(message.peer, turn)], native), "cuEventRecord");
    }
    done_.push_back(stream.record());
  }
}

/// All ranks have agreed that everything of this exchange is enqueued, so the events that it waits for are recorded.
void PushTransport::wait(int turn) {
  for (const Message& message : receives_) {
    if (message.turn != turn) continue;
    if (message.peer == rank_) {
      const Event& kept = kept_[static_cast<std::size_t>(turn)];
      if (kept) stream_.wait(kept);
      continue;
    }
    void* const native = cuda::native_stream(stream_);
    const CurrentContext current(context_);
    require(cuda_driver().cuStreamWaitEvent(native, arrived_[event_of(message.peer, turn)], 0), "cuStreamWaitEvent");
    if (!lands_) continue;
    const std::byte* const landed = peers_->array(rank_, GpuPeers::landing).address;
    require(cuda_driver().cuMemcpyDtoDAsync_v2(address_of(to_ + message.offset), address_of(landed + message.offset),
                                               static_cast<std::size_t>(message.bytes), native),
            "a copy on the device");
  }
}

void PushTransport::finish() {
  for (const Event& event : done_) stream_.wait(event);
  check_mpi(MPI_Waitall(static_cast<int>(under_way_.size()), under_way_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  under_way_.clear();
}

/// The copies that are enqueued still store in other ranks' memory. Offers that nobody takes stay where they are.
void PushTransport::abort() noexcept {
  aborted_ = true;
  for (const Stream& push : pushes_) (void)attempt([&] { push.synchronize(); });
}

}  // namespace papilio::mpi
