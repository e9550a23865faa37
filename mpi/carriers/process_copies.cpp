// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "process_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <thread>
#include <utility>

#include "mpi/memory/cuda_driver.hpp"
#include "mpi/ranks/agreement.hpp"

namespace papilio::mpi {
namespace {

// What the next sender is told: constants, because MPI may read them until the exchange ends.
constexpr char recorded = 1;
constexpr char not_recorded = 0;

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
    : comm_(comm),
      messages_(comm),
      peers_(std::move(peers)),
      turns_(turns),
      rank_(messages_.rank()),
      ranks_(messages_.ranks()) {
  try {
    start(device);
  } catch (...) {  // every rank comes here, or none
    release();
    throw;
  }
}

PushTransport::~PushTransport() { release(); }

void PushTransport::start(const Device& device) {
  const std::size_t each = events_of_a_rank();
  std::vector<CudaIpcHandle> own(each);
  handles_.resize(each * static_cast<std::size_t>(ranks_));
  events_.resize(handles_.size());
  agree(comm_, attempt([&] {
          pushes_.emplace(device, rank_, ranks_);
          context_ = cuda::native_context(device);
          const CurrentContext current(context_);
          for (std::size_t i = 0; i < each; ++i) {
            if (i >= sent_event({0, 0}, rank_) && i < sent_event({0, 0}, rank_ + 1)) continue;  // kept_
            void*& event = events_[free_event(rank_) + i];
            require_ipc(cuda_driver().cuEventCreate(&event, cuda_event_disable_timing | cuda_event_interprocess),
                        "cuEventCreate");
            require_ipc(cuda_driver().cuIpcGetEventHandle(&own[i], event), "cuIpcGetEventHandle");
          }
        }));
  const int bytes = static_cast<int>(each * sizeof(CudaIpcHandle));
  const std::optional<Failure> failure = attempt([&] {
    check_mpi(MPI_Allgather(own.data(), bytes, MPI_BYTE, handles_.data(), bytes, MPI_BYTE, comm_), "MPI_Allgather");
    const CurrentContext current(context_);
    for (int peer = 0; peer < ranks_; ++peer) {
      if (peer == rank_) continue;
      (void)event(free_event(peer));
      for (int turn = 0; turn < turns_; ++turn) (void)event(sent_event({peer, turn}, rank_));
    }
  });
  agree(comm_, failure);
}

void* PushTransport::event(std::size_t number) {
  void*& event = events_[number];
  if (event == nullptr) {
    require_ipc(cuda_driver().cuIpcOpenEventHandle(&event, handles_[number]), "cuIpcOpenEventHandle");
  }
  return event;
}

void PushTransport::destroy_events(bool opened) noexcept {
  (void)attempt([&] {
    if (context_ == nullptr) return;
    const CurrentContext current(context_);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const bool own = i / events_of_a_rank() == static_cast<std::size_t>(rank_);
      if (own != opened && events_[i] != nullptr) cuda_driver().cuEventDestroy_v2(std::exchange(events_[i], nullptr));
    }
  });
}

/// As opened events go before the ones that they are, and pushes end before the memory that they write is closed.
void PushTransport::release() noexcept {
  if (pushes_) pushes_->quiesce();
  destroy_events(true);
  if (mpi_is_running()) {
    int all_taken = 1;
    MPI_Testall(static_cast<int>(under_way_.size()), under_way_.data(), &all_taken, MPI_STATUSES_IGNORE);
    if (all_taken == 0) (void)made_.release();  // MPI may still read them
    if (is_lost(comm_)) {
      messages_.abandon();
    } else {
      MPI_Barrier(comm_);
    }
  }
  destroy_events(false);
}

/// Whatever fails, the senders get the offers: they wait for them.
void PushTransport::expect(std::span<const Message> receives, std::byte* to, const Stream& stream) {
  if (aborted_) return;  // send() tells
  stream_ = stream;
  to_ = to;
  receives_.assign(receives.begin(), receives.end());
  kept_.assign(static_cast<std::size_t>(turns_), {});
  taken_.assign(static_cast<std::size_t>(ranks_), {});
  made_ = std::make_unique<Offer[]>(static_cast<std::size_t>(ranks_));
  const std::optional<std::size_t> array = peers_->array_at(to);
  lands_ = !array;
  std::vector<bool> sends(static_cast<std::size_t>(ranks_));
  for (const OrderedReceive& receive : pushes_->from_others(receives)) {
    const auto peer = static_cast<std::size_t>(receive.message.peer);
    made_[peer].array = array.value_or(GpuPeers::landing);
    made_[peer].turns[static_cast<std::size_t>(receive.message.turn)] = {receive.message.offset, receive.before,
                                                                         receive.next};
    sends[peer] = true;
  }
  const std::optional<Failure> failure = attempt([&] { record(free_event(rank_), stream); });
  for (int peer = 0; peer < ranks_; ++peer) {
    const auto index = static_cast<std::size_t>(peer);
    if (sends[index]) tell(peer, offer_tag, &made_[index], sizeof(Offer));
  }
  if (failure) throw Error(failure->code, "an exchange through peer memory", failure->message);
}

void PushTransport::wait_for(std::size_t event_number, const Stream& stream) {
  const CurrentContext current(context_);
  require(cuda_driver().cuStreamWaitEvent(cuda::native_stream(stream), event(event_number), 0), "cuStreamWaitEvent");
}

void PushTransport::record(std::size_t event_number, const Stream& stream) {
  const CurrentContext current(context_);
  require(cuda_driver().cuEventRecord(event(event_number), cuda::native_stream(stream)), "cuEventRecord");
}

void PushTransport::tell(int peer, int tag, const void* what, std::size_t bytes) {
  check_mpi(MPI_Isend(what, static_cast<int>(bytes), MPI_BYTE, peer, tag, messages_.get(), &under_way_.emplace_back()),
            "MPI_Isend");
}

void PushTransport::hear(int peer, int tag, void* what, std::size_t bytes) {
  const double limit = wait_limit();
  const auto begin = std::chrono::steady_clock::now();
  for (int there = 0; there == 0;) {
    check_mpi(MPI_Iprobe(peer, tag, messages_.get(), &there, MPI_STATUS_IGNORE), "MPI_Iprobe");
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    late_ = late_ || (there == 0 && limit > 0 && waited.count() > limit);
    if (there == 0 && late_) {
      throw Error::device_failed(fmt::format("rank {}", peer),
                                 fmt::format("it has not come to it within {} s (PAPILIO_MPI_TIMEOUT)", limit));
    }
    if (there == 0) std::this_thread::yield();
  }
  check_mpi(MPI_Recv(what, static_cast<int>(bytes), MPI_BYTE, peer, tag, messages_.get(), MPI_STATUS_IGNORE),
            "MPI_Recv");
}

const PushTransport::Offer& PushTransport::offer_of(int peer) {
  std::optional<Offer>& offer = taken_[static_cast<std::size_t>(peer)];
  if (offer) return *offer;
  Offer heard;
  hear(peer, offer_tag, &heard, sizeof(Offer));
  return offer.emplace(heard);
}

/// Whatever fails, the next sender is told: it waits for that.
void PushTransport::push(const Message& message, const Event& ready, const std::byte* from) {
  const Offer& offer = offer_of(message.peer);
  const std::optional<SenderTurn> next = offer.turns[static_cast<std::size_t>(message.turn)].next;
  const std::optional<Failure> failure = attempt([&] { enqueue(message, offer, ready, from); });
  if (next) tell(next->sender, record_tag(message.turn, message.peer), failure ? &not_recorded : &recorded, 1);
  if (failure) throw Error(failure->code, failure->message);
}

void PushTransport::enqueue(const Message& message, const Offer& offer, const Event& ready, const std::byte* from) {
  const Stream& stream = pushes_->stream_to(message.peer);
  const Offer::OfTurn& place = offer.turns[static_cast<std::size_t>(message.turn)];
  char before = not_recorded;
  if (place.before) hear(place.before->sender, record_tag(place.before->turn, message.peer), &before, 1);
  stream.wait(ready);
  wait_for(free_event(message.peer), stream);
  if (before == recorded) wait_for(sent_event(*place.before, message.peer), stream);
  pushes_->copy(message, peers_->array(message.peer, offer.array).address + place.offset, from);
  record(sent_event({rank_, message.turn}, message.peer), stream);
}

/// What a rank sends to itself.
void PushTransport::keep(const Message& message, const Event& ready, const std::byte* from) {
  const auto there = std::ranges::find_if(
      receives_, [&](const Message& other) { return other.peer == rank_ && other.turn == message.turn; });
  if (there == receives_.end()) return;
  const Stream& stream = pushes_->stream_to(rank_);
  stream.wait(ready);
  pushes_->copy(message, to_ + there->offset, from);
  kept_[static_cast<std::size_t>(message.turn)] = stream.record();
}

/// All offers are taken, whatever fails, so that none is left for a later exchange.
void PushTransport::send(std::span<const Message> messages, int /*turn*/, const std::byte* from) {
  if (aborted_) {
    throw Error::device_failed("an exchange through peer memory", "an earlier one has failed", "make another plan");
  }
  if (messages.empty()) return;
  Event ready;
  std::optional<Failure> failure = attempt([&] { ready = stream_.record(); });
  for (const Message& message : pushes_->in_order(messages)) {
    std::optional<Failure> of_message =
        attempt([&] { message.peer == rank_ ? keep(message, ready, from) : push(message, ready, from); });
    if (!failure) failure = std::move(of_message);
  }
  if (failure) throw Error(failure->code, "an exchange through peer memory", failure->message);
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
    wait_for(sent_event({message.peer, turn}, rank_), stream_);
    if (!lands_) continue;
    const CurrentContext current(context_);
    const std::byte* const landed = peers_->array(rank_, GpuPeers::landing).address;
    require(cuda_driver().cuMemcpyDtoDAsync_v2(cuda_address(to_ + message.offset), cuda_address(landed + message.offset),
                                               static_cast<std::size_t>(message.bytes), cuda::native_stream(stream_)),
            "a copy on the device");
  }
}

void PushTransport::finish() {
  pushes_->join(stream_);
  check_mpi(MPI_Waitall(static_cast<int>(under_way_.size()), under_way_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  under_way_.clear();
}

/// The copies that are enqueued still store in other ranks' memory.
void PushTransport::abort() noexcept {
  aborted_ = true;
  pushes_->quiesce();
}

}  // namespace papilio::mpi
