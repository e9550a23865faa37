// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "gpu_peers.hpp"

#include <fmt/format.h>

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <utility>

#include "mpi/memory/peer_access.hpp"

namespace papilio::mpi {
namespace {

/// The driver cuts small allocations out of blocks of 2 MiB, and a whole block is opened: it should have nothing else.
std::size_t whole_blocks(std::size_t bytes) {
  constexpr std::size_t block = std::size_t{1} << 21;
  return (bytes + block - 1) / block * block;
}

void require_shared(cu::CUresult status, const char* call, int rank) {
  if (status == cu::CUDA_SUCCESS) return;
  throw Error::unsupported(fmt::format("the GPU memory of rank {} in another process", rank),
                           fmt::format("{} says CUDA error {}", call, static_cast<int>(status)),
                           "use nccl, or processes that share their ids (in containers: --pid=host --ipc=host)");
}

}  // namespace

GpuPeers::GpuPeers(Team& team, const Device& device, const Bytes& bytes, std::size_t landing_bytes) : team_(team) {
  ranks_.resize(static_cast<std::size_t>(team.ranks()));
  try {
    start(device, {bytes[0], bytes[1], bytes[2], team.one_process() ? 0 : landing_bytes});
  } catch (...) {  // every rank comes here, or none
    release();
    throw;
  }
}

GpuPeers::~GpuPeers() { release(); }

void GpuPeers::start(const Device& device, const std::array<std::size_t, arrays>& bytes) {
  const bool one_host = team_.hosts() == 1;
  MemoryOffer local;
  team_.agree(attempt([&] {
    require_cuda(device);
    if (!one_host) {
      throw Error::unsupported("exchanges through the peer memory of " + device.info().id,
                               "the ranks are on several hosts", "use another carrier");
    }
    context_ = context_of(device);
    local = make_offer(device, bytes);
  }));
  const std::optional<Failure> failure = attempt([&] { find_others(device, gathered(team_, local)); });
  team_.agree(failure);  // all have it, or none needs it
  events_ = make_peer_events(team_, device, 2);
}

GpuPeers::MemoryOffer GpuPeers::make_offer(const Device& device, const std::array<std::size_t, arrays>& bytes) {
  const bool one_process = team_.one_process();
  MemoryOffer offer;
  offer.context = context_;
  for (std::size_t i = 0; i < arrays; ++i) {
    local_[i] = Region(device, one_process ? bytes[i] : whole_blocks(bytes[i]), MessageMemory::device);
    offer.bytes[i] = bytes[i];
    offer.addresses[i] = local_[i].device_address();
  }
  const ContextScope current(context_);
  for (std::size_t i = 0; i < arrays && !one_process; ++i) {
    if (bytes[i] == 0) continue;
    require_shared(cuda_driver().cuIpcGetMemHandle(&offer.handles[i], cuda_address(offer.addresses[i])),
                   "cuIpcGetMemHandle", team_.rank());
  }
  return offer;
}

void GpuPeers::find_others(const Device& device, const std::vector<MemoryOffer>& offers) {
  std::vector<cu::CUcontext> contexts;
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    const MemoryOffer& offer = offers[static_cast<std::size_t>(rank)];
    contexts.push_back(offer.context);
    if (rank != team_.rank() && !team_.one_process()) {
      open(offer, rank);
      continue;
    }
    for (std::size_t i = 0; i < arrays; ++i) {
      ranks_[static_cast<std::size_t>(rank)][i] = {offer.addresses[i], static_cast<std::size_t>(offer.bytes[i]), {}};
    }
  }
  if (team_.one_process()) enable_peer_access(device, contexts);
}

void GpuPeers::open(const MemoryOffer& offer, int rank) {
  const ContextScope current(context_);
  for (std::size_t i = 0; i < arrays; ++i) {
    if (offer.bytes[i] == 0) continue;
    cu::CUdeviceptr address = 0;
    require_shared(
        cuda_driver().cuIpcOpenMemHandle_v2(&address, offer.handles[i], cu::CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS),
        "cuIpcOpenMemHandle", rank);
    ranks_[static_cast<std::size_t>(rank)][i] = {
        reinterpret_cast<std::byte*>(address), static_cast<std::size_t>(offer.bytes[i]), {}};
  }
}

/// Other ranks' arrays are closed before any of them is freed.
void GpuPeers::release() noexcept {
  events_.reset();
  (void)attempt([&] {
    if (context_ == nullptr || team_.one_process()) return;
    const ContextScope current(context_);
    for (int rank = 0; rank < team_.ranks(); ++rank) {
      if (rank == team_.rank()) continue;
      for (PeerArray& array : ranks_[static_cast<std::size_t>(rank)]) {
        if (array.address != nullptr) cuda_driver().cuIpcCloseMemHandle(cuda_address(std::exchange(array.address, {})));
      }
    }
  });
  team_.wait_at_end();
}

/// After the agreement all events of this meeting have been recorded.
void GpuPeers::barrier(const Stream& stream, std::optional<Failure>& failure) {
  const auto slot = static_cast<std::size_t>(barriers_++ % 2);
  const std::optional<Failure> late = attempt([&] { events_->record(slot, stream); });
  team_.agree(failure ? failure : late);
  failure = attempt([&] {  // there was none
    for (int rank = 0; rank < team_.ranks(); ++rank) {
      if (rank != team_.rank()) events_->wait(rank, slot, stream);
    }
  });
}

std::uint64_t GpuPeers::name_of(const std::byte* memory) const {
  if (team_.one_process()) return cuda_address(memory);
  const PeerArrays& mine = ranks_[static_cast<std::size_t>(team_.rank())];
  for (std::size_t i = 0; i < landing; ++i) {
    if (mine[i].bytes > 0 && mine[i].address == memory) return i;
  }
  return landing;
}

std::byte* GpuPeers::find(int rank, std::uint64_t name) const {
  if (team_.one_process()) return reinterpret_cast<std::byte*>(name);
  std::byte* const address = ranks_[static_cast<std::size_t>(rank)][name].address;
  if (address != nullptr) return address;
  throw Error(ErrorCode::internal, fmt::format("messages to rank {}", rank), "no memory for them is open");
}

const std::byte* GpuPeers::landing_of(std::uint64_t name) const {
  const bool lands = !team_.one_process() && name == landing;
  return lands ? ranks_[static_cast<std::size_t>(team_.rank())][landing].address : nullptr;
}

}  // namespace papilio::mpi
