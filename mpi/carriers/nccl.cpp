// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "nccl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "mpi/memory/cuda_driver.hpp"
#include "mpi/program/program.hpp"
#include "peer_events.hpp"

namespace papilio::mpi {
namespace {

/// Higher than any device offers; the driver clamps it to the highest priority.
constexpr int highest_priority = -100;

/// Which GPU of which host, as text of one length.
using GpuName = std::array<char, 288>;

GpuName name_of_gpu(const Team& team, const Device& device) {
  const ContextScope current(context_of(device));
  int number = 0;
  std::array<char, 31> bus = {};
  cu::CUresult status = cuda_driver().cuCtxGetDevice(&number);
  if (status == cu::CUDA_SUCCESS) {
    status = cuda_driver().cuDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), number);
  }
  if (status != cu::CUDA_SUCCESS)
    throw Error::device_failed("cuDeviceGetPCIBusId", fmt::format("CUDA error {}", static_cast<int>(status)));
  GpuName name = {};
  const std::string host = team.host_name();
  const std::string text = host.empty() ? bus.data() : fmt::format("{} {}", host, bus.data());
  std::copy_n(text.begin(), std::min(text.size(), name.size() - 1), name.begin());
  return name;
}

/// Throws Error(unsupported), which names two ranks with the same GPU, on every rank or on none: NCCL refuses that, but
/// not always on all of them. Collective.
void require_own_gpus(Team& team, const Device& device) {
  GpuName local = {};
  team.agree(attempt([&] { local = name_of_gpu(team, device); }));
  const std::vector<GpuName> names = gathered(team, local);
  for (auto name = names.begin(); name != names.end(); ++name) {
    const auto other = std::find(name + 1, names.end(), *name);
    if (other == names.end()) continue;
    throw Error::unsupported(
        "exchanges by NCCL",
        fmt::format("ranks {} and {} have the same GPU, {}", name - names.begin(), other - names.begin(), name->data()),
        "give each rank a GPU of its own, or use another carrier");
  }
}

std::optional<std::string> nccl_unavailable(Team& team, const Device& device, int /*chunks*/) {
  if (team.ranks() > 1 && team.hosts() == 1 && all_ranks(team, is_of_cuda(device))) return std::nullopt;
  return "the ranks do not have a GPU of CUDA each, on one host";
}

Carriage make_nccl(const CarrierOf& of) {
  of.team.agree(attempt([&] {
    if (is_of_cuda(of.device)) return require_cuda(of.device);
    throw Error::unsupported("messages from the memory of " + of.device.info().id, "it is no device of CUDA",
                             "use Carrier::mpi_host");
  }));
  require_own_gpus(of.team, of.device);
  return {std::make_unique<NcclTransport>(of.team, of.device)};
}

bool has_peers(std::span<const Message> messages, int rank) {
  return std::ranges::any_of(messages, [&](const Message& message) { return message.peer != rank; });
}

}  // namespace

NcclTransport::NcclTransport(Team& team, const Device& device) : library_(nccl_library()), rank_(team.rank()) {
  try {
    start(team, device);
  } catch (...) {
    abort();
    release();
    throw;
  }
}

void NcclTransport::start(Team& team, const Device& device) {
  team.agree(attempt([&] {
    if (!cuda_driver().problem.empty()) throw Error::unsupported("exchanges by NCCL", cuda_driver().problem);
    if (!library_.problem.empty()) {
      throw Error::unsupported("exchanges by NCCL", library_.problem,
                               "install NCCL (libnccl2), or name its file in PAPILIO_NCCL_LIBRARY");
    }
    context_ = context_of(device);
    link_ = make_stream(device);
    copies_ = make_stream(device);
  }));
  NcclUniqueId id{};
  team.agree(attempt([&] {
    const ContextScope current(context_);
    if (rank_ == 0) check(library_.nccl.ncclGetUniqueId(&id), "ncclGetUniqueId");
  }));
  team.broadcast(std::as_writable_bytes(std::span(id.internal)));
  team.agree(attempt([&] {
    const ContextScope current(context_);
    const int status = library_.nccl.ncclCommInitRank(&comm_, team.ranks(), id, rank_);
    if (status == nccl_success) return;
    throw Error::unsupported("ncclCommInitRank", "NCCL says: " + words_of(status), "use another carrier");
  }));
}

NcclTransport::~NcclTransport() { release(); }

void NcclTransport::release() noexcept {
  try {
    link_.handle = copies_.handle = stream_ = {};
    if (context_ == nullptr) return;
    const ContextScope current(context_);
    if (comm_ != nullptr) library_.nccl.ncclCommDestroy(comm_);
    for (const OwnStream* stream : {&link_, &copies_}) {
      if (stream->native != nullptr) cuda_driver().cuStreamDestroy_v2(stream->native);
    }
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // The context is gone, and so are the objects that would be destroyed here.
  }
}

NcclTransport::OwnStream NcclTransport::make_stream(const Device& device) const {
  OwnStream stream;
  {
    const ContextScope current(context_);
    const cu::CUresult status =
        cuda_driver().cuStreamCreateWithPriority(&stream.native, cu::CU_STREAM_NON_BLOCKING, highest_priority);
    if (status != cu::CUDA_SUCCESS) {
      throw Error::device_failed("making a stream for exchanges",
                                 fmt::format("the driver says {}", static_cast<int>(status)));
    }
  }
  stream.handle = cuda::wrap_stream(device, stream.native);
  return stream;
}

std::string NcclTransport::words_of(int status) const {
  std::string why = library_.nccl.ncclGetErrorString(status);
  if (library_.nccl.ncclGetLastError != nullptr) {
    const char* const last = library_.nccl.ncclGetLastError(comm_);
    if (last != nullptr && *last != 0) why += fmt::format(": {}", last);
  }
  return why;
}

void NcclTransport::check(int status, const char* call) const {
  if (status == nccl_success || status == nccl_in_progress) return;
  throw Error::device_failed(call, "NCCL says: " + words_of(status));
}

void NcclTransport::expect(std::span<const Message> receives, std::byte* to, const Stream& stream) {
  stream_ = stream;
  to_ = to;
  receives_.assign(receives.begin(), receives.end());
  arrivals_.clear();
}

void NcclTransport::enqueue_group(std::span<const Message> sends, std::span<const Message> receives,
                                  const std::byte* from) {
  const NcclSymbols& nccl = library_.nccl;
  int status = nccl.ncclGroupStart();
  check(status, "ncclGroupStart");
  const char* call = "ncclSend";
  for (const Message& message : sends) {
    if (message.peer == rank_ || status != nccl_success) continue;
    status = nccl.ncclSend(from + message.offset, static_cast<std::size_t>(message.bytes), nccl_bytes, message.peer,
                           comm_, link_.native);
  }
  if (status == nccl_success) call = "ncclRecv";
  for (const Message& message : receives) {
    if (message.peer == rank_ || status != nccl_success) continue;
    status = nccl.ncclRecv(to_ + message.offset, static_cast<std::size_t>(message.bytes), nccl_bytes, message.peer,
                           comm_, link_.native);
  }
  // The group must be ended even if a call in it has failed.
  const int ended = nccl.ncclGroupEnd();
  check(status, call);
  check(ended, "ncclGroupEnd");
}

void NcclTransport::send(std::span<const Message> messages, int chunk, const std::byte* from) {
  if (aborted_) {
    throw Error::device_failed("an exchange by NCCL", "an earlier failure has ended the communicator",
                               "make another plan");
  }
  const std::span<const Message> receives = of_chunk(receives_, chunk);
  const Event ready = stream_.record();
  const ContextScope current(context_);
  ChunkArrival arrival;
  if (has_peers(messages, rank_) || has_peers(receives, rank_)) {
    link_.handle.wait(ready);
    enqueue_group(messages, receives, from);
    arrival.messages = link_.handle.record();
  }
  const auto local = std::ranges::find(messages, rank_, &Message::peer);
  const auto kept = std::ranges::find(receives, rank_, &Message::peer);
  if (local != messages.end() && kept != receives.end()) {
    copies_.handle.wait(ready);
    const cu::CUresult status =
        cuda_driver().cuMemcpyDtoDAsync_v2(cuda_address(to_ + kept->offset), cuda_address(from + local->offset),
                                           static_cast<std::size_t>(local->bytes), copies_.native);
    if (status != cu::CUDA_SUCCESS)
      throw Error::device_failed("a copy on the device", fmt::format("CUDA error {}", static_cast<int>(status)));
    arrival.copies = copies_.handle.record();
  }
  if (static_cast<std::size_t>(chunk) >= arrivals_.size()) arrivals_.resize(static_cast<std::size_t>(chunk) + 1);
  arrivals_[static_cast<std::size_t>(chunk)] = std::move(arrival);
}

void NcclTransport::wait(int chunk) {
  if (static_cast<std::size_t>(chunk) >= arrivals_.size()) return;
  const ChunkArrival& arrival = arrivals_[static_cast<std::size_t>(chunk)];
  if (arrival.messages) stream_.wait(arrival.messages);
  if (arrival.copies) stream_.wait(arrival.copies);
}

void NcclTransport::finish() {
  for (std::size_t chunk = 0; chunk < arrivals_.size(); ++chunk) wait(static_cast<int>(chunk));
}

bool NcclTransport::finished(const Stream& stream) {
  if (aborted_) return true;
  int status = nccl_success;
  {
    const ContextScope current(context_);
    library_.nccl.ncclCommGetAsyncError(comm_, &status);
  }
  check(status, "an exchange by NCCL");
  return has_finished(context_, stream);
}

void NcclTransport::abort() noexcept {
  if (aborted_ || comm_ == nullptr) return;
  aborted_ = true;
  cuda_driver().cuCtxPushCurrent_v2(context_);
  library_.nccl.ncclCommAbort(comm_);
  cu::CUcontext popped = nullptr;
  cuda_driver().cuCtxPopCurrent_v2(&popped);
  comm_ = nullptr;
}

extern const CarrierKind nccl_carrier{"nccl", Carrier::nccl, "NCCL", nccl_unavailable, make_nccl};

}  // namespace papilio::mpi
