// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peers_of_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <utility>

#include "mpi/ranks/agreement.hpp"
#include "mpi/ranks/communicator.hpp"
#include "mpi/ranks/host_ranks.hpp"

namespace papilio::mpi {
namespace {

/// The driver cuts small allocations out of blocks of 2 MiB, and a whole block is opened: it should have nothing else.
std::size_t whole_blocks(std::size_t bytes) {
  constexpr std::size_t block = std::size_t{1} << 21;
  return (bytes + block - 1) / block * block;
}

void require(int status, const char* call, int rank) {
  if (status == cuda_success) return;
  throw Error::unsupported(fmt::format("the GPU memory of rank {} in another process", rank),
                           fmt::format("{} says CUDA error {}", call, status),
                           "use nccl, or processes that share their ids (in containers: --pid=host --ipc=host)");
}

void require_cuda(const Device& device) {
  if (device.info().backend != Backend::cuda) {
    throw Error::unsupported("exchanges between GPUs by " + device.info().id, "it is no device of CUDA",
                             "use another carrier");
  }
  if (!cuda_driver().problem.empty()) {
    throw Error::unsupported("exchanges between GPUs", cuda_driver().problem, "use another carrier");
  }
}

/// Which GPU of which host, as text of one length.
using GpuName = std::array<char, MPI_MAX_PROCESSOR_NAME + 32>;

GpuName name_of_gpu(const Device& device) {
  GpuName name = {};
  int length = 0;
  check_mpi(MPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
  const CurrentContext current(cuda::native_context(device));
  int number = 0;
  std::array<char, 31> bus = {};
  int status = cuda_driver().cuCtxGetDevice(&number);
  if (status == cuda_success) {
    status = cuda_driver().cuDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), number);
  }
  if (status != cuda_success) throw Error::device_failed("cuDeviceGetPCIBusId", fmt::format("CUDA error {}", status));
  std::strcat(name.data(), " ");
  std::strcat(name.data(), bus.data());
  return name;
}

}  // namespace

bool have_gpus_of_one_host(MPI_Comm comm, const Device& device) {
  int own = on_one_host(comm) && device.info().backend == Backend::cuda ? 1 : 0;
  int all = 0;
  check_mpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return all == 1;
}

void require_own_gpus(MPI_Comm comm, const Device& device) {
  GpuName own = {};
  agree(comm, attempt([&] {
          require_cuda(device);
          own = name_of_gpu(device);
        }));
  std::vector<GpuName> names(static_cast<std::size_t>(MpiTeam(comm).ranks()));
  const int size = static_cast<int>(sizeof(GpuName));
  check_mpi(MPI_Allgather(own.data(), size, MPI_CHAR, names.data(), size, MPI_CHAR, comm), "MPI_Allgather");
  for (auto name = names.begin(); name != names.end(); ++name) {
    const auto other = std::find(name + 1, names.end(), *name);
    if (other == names.end()) continue;
    throw Error::unsupported(
        "exchanges by NCCL",
        fmt::format("ranks {} and {} have the same GPU, {}", name - names.begin(), other - names.begin(), name->data()),
        "give each rank a GPU of its own, or use another carrier");
  }
}

GpuPeers::GpuPeers(MPI_Comm comm, const Device& device, const Bytes& bytes, std::size_t landing_bytes)
    : comm_(comm), rank_(MpiTeam(comm).rank()) {
  ranks_.resize(static_cast<std::size_t>(MpiTeam(comm).ranks()));
  try {
    start(device, {bytes[0], bytes[1], bytes[2], landing_bytes});
  } catch (...) {  // every rank comes here, or none
    release();
    throw;
  }
}

GpuPeers::~GpuPeers() { release(); }

void GpuPeers::start(const Device& device, const AllBytes& bytes) {
  const bool one_host = on_one_host(comm_);
  Offer own;
  agree(comm_, attempt([&] {
          require_cuda(device);
          if (!one_host) {
            throw Error::unsupported("exchanges through the peer memory of " + device.info().id,
                                     "the ranks are on several hosts", "use another carrier");
          }
          context_ = cuda::native_context(device);
          own = make_offer(device, bytes);
        }));
  std::vector<Offer> offers(ranks_.size());
  const int size = static_cast<int>(sizeof(Offer));
  std::optional<Failure> failure = attempt([&] {
    check_mpi(MPI_Allgather(&own, size, MPI_BYTE, offers.data(), size, MPI_BYTE, comm_), "MPI_Allgather");
    const CurrentContext current(context_);
    for (int rank = 0; rank < static_cast<int>(offers.size()); ++rank) {
      if (rank != rank_) open(offers[static_cast<std::size_t>(rank)], rank);
    }
  });
  agree(comm_, failure);  // all have it, or none needs it
}

GpuPeers::Offer GpuPeers::make_offer(const Device& device, const AllBytes& bytes) {
  Offer offer;
  const CudaDriver& driver = cuda_driver();
  for (std::size_t i = 0; i < own_.size(); ++i) {
    own_[i] = Region(device, whole_blocks(bytes[i]), MessageMemory::device);
    offer.bytes[i] = bytes[i];
    mine().arrays[i] = {own_[i].device_address(), bytes[i], {}};
  }
  const CurrentContext current(context_);
  for (std::size_t i = 0; i < own_.size(); ++i) {
    if (bytes[i] > 0) {
      const auto address = reinterpret_cast<unsigned long long>(own_[i].device_address());
      require(driver.cuIpcGetMemHandle(&offer.arrays[i], address), "cuIpcGetMemHandle", rank_);
    }
  }
  for (std::size_t i = 0; i < offer.events.size(); ++i) {
    void*& event = mine().events[i];
    require(driver.cuEventCreate(&event, cuda_event_disable_timing | cuda_event_interprocess), "cuEventCreate", rank_);
    require(driver.cuIpcGetEventHandle(&offer.events[i], event), "cuIpcGetEventHandle", rank_);
  }
  return offer;
}

void GpuPeers::open(const Offer& offer, int rank) {
  OfRank& other = ranks_[static_cast<std::size_t>(rank)];
  for (std::size_t i = 0; i < other.arrays.size(); ++i) {
    if (offer.bytes[i] > 0) {
      unsigned long long address = 0;
      require(cuda_driver().cuIpcOpenMemHandle_v2(&address, offer.arrays[i], cuda_ipc_enable_peer_access),
              "cuIpcOpenMemHandle", rank);
      other.arrays[i] = {reinterpret_cast<std::byte*>(address), static_cast<std::size_t>(offer.bytes[i]), {}};
    }
  }
  for (std::size_t i = 0; i < other.events.size(); ++i) {
    require(cuda_driver().cuIpcOpenEventHandle(&other.events[i], offer.events[i]), "cuIpcOpenEventHandle", rank);
  }
}

std::optional<std::size_t> GpuPeers::array_at(const std::byte* address) const {
  for (std::size_t i = 0; i < landing; ++i) {
    const PeerArray& own = ranks_[static_cast<std::size_t>(rank_)].arrays[i];
    if (own.bytes > 0 && own.address == address) return i;
  }
  return std::nullopt;
}

/// As other ranks' arrays are closed before any of them is freed, so are their events.
void GpuPeers::release() noexcept {
  const auto destroy_events = [](OfRank& rank) {
    for (void*& event : rank.events) {
      if (event != nullptr) cuda_driver().cuEventDestroy_v2(std::exchange(event, nullptr));
    }
  };
  (void)attempt([&] {
    if (context_ == nullptr) return;
    const CurrentContext current(context_);
    for (OfRank& rank : ranks_) {
      if (&rank == &mine()) continue;
      for (PeerArray& array : rank.arrays) {
        if (array.address == nullptr) continue;
        const auto address = reinterpret_cast<unsigned long long>(std::exchange(array.address, nullptr));
        cuda_driver().cuIpcCloseMemHandle(address);
      }
      destroy_events(rank);
    }
  });
  if (mpi_is_running() && !is_lost(comm_)) MPI_Barrier(comm_);
  (void)attempt([&] {
    if (context_ == nullptr) return;
    const CurrentContext current(context_);
    destroy_events(mine());
  });
}

/// After the agreement all events of this meeting have been recorded; a wait for an event that has not been recorded
/// would return at once.
void GpuPeers::meet(const Stream& stream, std::optional<Failure>& failure) {
  const auto slot = static_cast<std::size_t>(meetings_++ % 2);
  const CudaDriver& driver = cuda_driver();
  void* const native = cuda::native_stream(stream);
  const std::optional<Failure> late = attempt([&] {
    const CurrentContext current(context_);
    const int status = driver.cuEventRecord(mine().events[slot], native);
    if (status != cuda_success) throw Error::device_failed("cuEventRecord", fmt::format("CUDA error {}", status));
  });
  agree_within(comm_, failure ? failure : late, wait_limit());
  failure = attempt([&] {  // there was none
    const CurrentContext current(context_);
    for (const OfRank& rank : ranks_) {
      if (&rank == &mine()) continue;
      const int status = driver.cuStreamWaitEvent(native, rank.events[slot], 0);
      if (status != cuda_success) throw Error::device_failed("cuStreamWaitEvent", fmt::format("CUDA error {}", status));
    }
  });
}

}  // namespace papilio::mpi
