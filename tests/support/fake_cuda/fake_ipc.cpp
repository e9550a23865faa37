// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory and events that processes share. Allocations of whole blocks of 2 MiB are files in memory, which another
// process opens; the real driver takes others too, but opens all of the block that they are in.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "support/fake_cuda/fake_driver.hpp"

namespace driver {
extern "C" papilio::test::CUresult cuEventCreate(papilio::test::CUevent* event, unsigned flags);
}

namespace papilio::test {
namespace {

constexpr std::size_t block = std::size_t{1} << 21;
constexpr auto not_supported = static_cast<CUresult>(801);

/// The files of allocations by address.
std::map<CUdeviceptr, int>& files() {
  static std::map<CUdeviceptr, int> instance;
  return instance;
}

/// An event of several processes: how often it has been recorded is in a file that they share.
struct SharedEvent {
  int file = -1;  ///< of the process that has made the event
  std::atomic<std::int64_t>* records = nullptr;
  std::int64_t seen = 0;
  bool opened = false;
};
constexpr std::size_t event_bytes = sizeof(std::int64_t);

std::map<CUevent, SharedEvent>& shared_events() {
  static std::map<CUevent, SharedEvent> instance;
  return instance;
}

/// CUipcMemHandle and CUipcEventHandle.
struct Handle {
  int process = 0;
  int file = -1;
  std::size_t bytes = 0;
  char unused[48] = {};
};
static_assert(sizeof(Handle) == 64);

void* map(int file, std::size_t bytes) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void* open_and_map(const Handle& handle) {
  const std::string path = "/proc/" + std::to_string(handle.process) + "/fd/" + std::to_string(handle.file);
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  void* const memory = file >= 0 ? map(file, handle.bytes) : nullptr;
  if (file >= 0) ::close(file);
  return memory;
}

}  // namespace

void tell_record(CUevent event) {
  const auto found = shared_events().find(event);
  if (found != shared_events().end()) ++*found->second.records;
}

void note_wait(CUevent event) {
  const auto found = shared_events().find(event);
  if (found == shared_events().end() || !found->second.opened) return;
  const std::int64_t records = *found->second.records;
  if (records == 0) ++state().vain_waits;
  if (records > found->second.seen) ++state().fresh_waits;
  found->second.seen = records;
}

void forget_event(CUevent event) {
  const auto found = shared_events().find(event);
  if (found == shared_events().end()) return;
  ::munmap(found->second.records, event_bytes);
  if (found->second.file >= 0) ::close(found->second.file);
  shared_events().erase(found);
}

CUdeviceptr allocate_memory(std::size_t bytes) {
  if (bytes % block != 0) return reinterpret_cast<CUdeviceptr>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  const int file = ::memfd_create("fake-cuda", MFD_CLOEXEC);
  void* const memory = file >= 0 && ::ftruncate(file, static_cast<off_t>(bytes)) == 0 ? map(file, bytes) : nullptr;
  if (memory == nullptr) std::abort();
  files()[reinterpret_cast<CUdeviceptr>(memory)] = file;
  return reinterpret_cast<CUdeviceptr>(memory);
}

void free_memory(CUdeviceptr address, std::size_t bytes) {
  void* const memory = reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
  const auto found = files().find(address);
  if (found == files().end()) return std::free(memory);
  ::munmap(memory, bytes);
  ::close(found->second);
  files().erase(found);
}

}  // namespace papilio::test

using namespace papilio::test;  // NOLINT: the functions below are the library's exports

extern "C" {

CUresult cuDeviceGetPCIBusId(char* id, int size, cu::CUdevice device) {
  std::snprintf(id, static_cast<std::size_t>(size), "0000:%02x:00.0", static_cast<unsigned>(device));
  return begin("cuDeviceGetPCIBusId", Needs::nothing);
}

CUresult cuIpcGetMemHandle(Handle* handle, CUdeviceptr address) {
  const Call call("cuIpcGetMemHandle", Needs::working_context);
  if (call.failed()) return call.status;
  const auto allocation = state().allocations.find(address);
  if (allocation == state().allocations.end()) return cu::CUDA_ERROR_INVALID_VALUE;
  const auto file = files().find(address);
  if (file == files().end()) return not_supported;
  *handle = {::getpid(), file->second, allocation->second.first};
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr* address, Handle handle, unsigned flags) {
  const Call call("cuIpcOpenMemHandle_v2", Needs::working_context);
  if (call.failed()) return call.status;
  if (flags != 1) return cu::CUDA_ERROR_INVALID_VALUE;
  if (handle.process == ::getpid()) return cu::CUDA_ERROR_INVALID_CONTEXT;
  void* const memory = open_and_map(handle);
  if (memory == nullptr) return cu::CUDA_ERROR_INVALID_VALUE;
  *address = reinterpret_cast<CUdeviceptr>(memory);
  state().opened[*address] = handle.bytes;
  return CUDA_SUCCESS;
}

CUresult cuIpcCloseMemHandle(CUdeviceptr address) {
  const Call call("cuIpcCloseMemHandle", Needs::context);
  if (call.failed()) return call.status;
  const auto found = state().opened.find(address);
  if (found == state().opened.end()) return cu::CUDA_ERROR_INVALID_VALUE;
  ::munmap(reinterpret_cast<void*>(address), found->second);  // NOLINT(performance-no-int-to-ptr)
  state().opened.erase(found);
  return CUDA_SUCCESS;
}

CUresult cuIpcGetEventHandle(Handle* handle, CUevent event) {
  const Call call("cuIpcGetEventHandle", Needs::working_context);
  if (call.failed()) return call.status;
  if (!state().shareable.contains(event)) return cu::CUDA_ERROR_INVALID_HANDLE;
  SharedEvent& shared = shared_events()[event];
  if (shared.file < 0) {
    shared.file = ::memfd_create("fake-event", MFD_CLOEXEC);
    void* const memory = ::ftruncate(shared.file, event_bytes) == 0 ? map(shared.file, event_bytes) : nullptr;
    if (memory == nullptr) std::abort();
    shared.records = static_cast<std::atomic<std::int64_t>*>(memory);
  }
  *handle = {::getpid(), shared.file, event_bytes};
  return CUDA_SUCCESS;
}

/// Commands complete when they are enqueued, so a wait for an event of another process has nothing to wait for, if it
/// has been recorded.
CUresult cuIpcOpenEventHandle(CUevent* event, Handle handle) {
  const Call call("cuIpcOpenEventHandle", Needs::working_context);
  if (call.failed()) return call.status;
  if (handle.process == ::getpid()) return cu::CUDA_ERROR_INVALID_CONTEXT;
  void* const memory = open_and_map(handle);
  if (memory == nullptr) return cu::CUDA_ERROR_INVALID_VALUE;
  const CUresult made = driver::cuEventCreate(event, 0);
  if (made == CUDA_SUCCESS) shared_events()[*event] = {-1, static_cast<std::atomic<std::int64_t>*>(memory), 0, true};
  return made;
}

}  // extern "C"
