// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Streams, events and kernels of the fake driver. Commands complete when they are enqueued; a callback runs on a
// separate thread, immediately or in cuStreamSynchronize.
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <regex>
#include <string>
#include <thread>
#include <utility>

#include "support/fake_cuda/fake_driver.hpp"

namespace papilio::test {
namespace {

/// As many as Papilio's launches have.
constexpr int most_parameters = 32;

struct Callback {
  CUstream stream;
  cu::CUhostFn function;
  void* data;
};

struct FakeLink {
  std::string image;
  char* log = nullptr;
  void** log_size = nullptr;
  /// Writes the size of the log, as the driver does at any time until the link is destroyed.
  void tell_size() const {
    if (log_size != nullptr) *log_size = reinterpret_cast<void*>(log != nullptr ? std::strlen(log) : 0);
  }
};

std::vector<Callback>& waiting() {
  static std::vector<Callback> list;
  return list;
}

void run(const Callback& callback) {
  std::thread([&] {
    in_callback() = true;
    callback.function(callback.data);
  }).join();
}

/// The default stream (null) belongs to the current context.
bool is_stream(CUstream stream) { return stream == nullptr || state().streams.contains(stream); }

template <typename T>
T new_handle() {
  return reinterpret_cast<T>(new char);
}

CUresult move_bytes(const char* name, CUstream stream, void* to, const void* from, std::size_t bytes) {
  const Call call(name, stream);
  if (!call.failed()) std::memmove(to, from, bytes);
  return call.status;
}

/// A kernel is identified by its name, which is never freed.
const std::string& name_of(CUfunction function) { return *reinterpret_cast<const std::string*>(function); }

/// Images of the linker are this, the kernel's name, a 0, and the PTX that was linked.
const std::string image_head = "\177ELF with its PTX .text.";

bool is_linked_here(const char* image) { return std::strncmp(image, image_head.c_str(), image_head.size()) == 0; }

void keep_text(const char* image) {
  if (!is_linked_here(image)) return;
  const std::string name = image + image_head.size();
  state().texts[name] = image + image_head.size() + name.size() + 1;
}

/// Does what a stream is given: at once, or, if the stream is captured, when the graph is replayed.
void submit(CUstream stream, std::function<void()> work) {
  if (is_captured(stream)) {
    state().graph.push_back(std::move(work));
  } else {
    work();
  }
}

/// The driver's rule for the default stream: it cannot be used while a stream that synchronises with it is captured.
bool default_stream_is_blocked() {
  return std::any_of(state().blocking.begin(), state().blocking.end(), [](CUstream stream) {
    return state().streams[stream] == context_stack().back() && is_captured(stream);
  });
}

}  // namespace

CUresult begin_on(const char* name, CUstream stream) {
  const CUresult status = begin(name, Needs::working_context);
  if (status != CUDA_SUCCESS) return status;
  if (!is_stream(stream)) return cu::CUDA_ERROR_INVALID_HANDLE;
  if (stream != nullptr && state().streams[stream] != context_stack().back()) return cu::CUDA_ERROR_INVALID_HANDLE;
  return CUDA_SUCCESS;
}

bool is_captured(CUstream stream) {
  const auto found = state().capture.find(stream);
  return found != state().capture.end() && found->second != cu::CU_STREAM_CAPTURE_STATUS_NONE;
}

}  // namespace papilio::test

using namespace papilio::test;  // NOLINT: the functions below are the library's exports

extern "C" {

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  return move_bytes("cuMemcpyHtoDAsync_v2", stream, reinterpret_cast<void*>(to), from, bytes);  // NOLINT
}

CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return move_bytes("cuMemcpyDtoHAsync_v2", stream, to, reinterpret_cast<const void*>(from), bytes);  // NOLINT
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return move_bytes("cuMemcpyDtoDAsync_v2", stream, reinterpret_cast<void*>(to),  // NOLINT
                    reinterpret_cast<const void*>(from), bytes);                  // NOLINT
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream stream) {
  const Call call("cuMemsetD8Async", stream);
  if (!call.failed()) submit(stream, [=] { std::memset(reinterpret_cast<void*>(to), value, bytes); });  // NOLINT
  return call.status;
}

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  const Call call("cuStreamCreate", Needs::working_context);
  if (call.failed()) return call.status;
  *stream = new_handle<CUstream>();
  state().streams[*stream] = context_stack().back();
  if (flags != cu::CU_STREAM_NON_BLOCKING) state().blocking.insert(*stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  const Call call("cuStreamDestroy_v2", Needs::context);
  if (call.failed()) return call.status;
  if (state().streams.erase(stream) == 0) return cu::CUDA_ERROR_INVALID_HANDLE;
  state().blocking.erase(stream);
  state().capture.erase(stream);
  delete reinterpret_cast<char*>(stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream) {
  std::vector<Callback> due;
  {
    const std::lock_guard lock(mutex());
    const CUresult status = begin_on("cuStreamSynchronize", stream);
    if (status != CUDA_SUCCESS) return status;
    if (is_captured(stream)) return cu::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    std::erase_if(waiting(), [&](const Callback& callback) {
      if (callback.stream == stream) due.push_back(callback);
      return callback.stream == stream;
    });
  }
  for (const Callback& callback : due) run(callback);
  return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream stream, cu::CUstreamCaptureStatus* status) {
  const Call call("cuStreamIsCapturing", Needs::context);
  if (call.failed()) return call.status;
  if (!is_stream(stream)) return cu::CUDA_ERROR_INVALID_HANDLE;
  if (stream == nullptr && default_stream_is_blocked()) return cu::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  const auto found = state().capture.find(stream);
  *status = found == state().capture.end() ? cu::CU_STREAM_CAPTURE_STATUS_NONE : found->second;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  const std::lock_guard lock(mutex());
  if (context_stack().empty() || !is_stream(stream)) return cu::CUDA_ERROR_INVALID_CONTEXT;
  *context = stream == nullptr ? context_stack().back() : state().streams[stream];
  return CUDA_SUCCESS;
}

CUresult cuLaunchHostFunc(CUstream stream, cu::CUhostFn function, void* data) {
  {
    const std::lock_guard lock(mutex());
    const CUresult status = begin_on("cuLaunchHostFunc", stream);
    if (status != CUDA_SUCCESS) return status;
    if (!state().callbacks_at_once) {
      waiting().push_back({stream, function, data});
      return CUDA_SUCCESS;
    }
  }
  run({stream, function, data});
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  const Call call("cuEventCreate", Needs::working_context);
  if (call.failed()) return call.status;
  *event = new_handle<CUevent>();
  state().events.insert(*event);
  constexpr unsigned of_several_processes = 6;  // CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING
  if (flags == of_several_processes) state().shareable.insert(*event);
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event) {
  const Call call("cuEventDestroy_v2", Needs::context);
  if (call.failed()) return call.status;
  if (state().events.erase(event) == 0) return cu::CUDA_ERROR_INVALID_HANDLE;
  state().shareable.erase(event);
  forget_event(event);
  delete reinterpret_cast<char*>(event);
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  const std::lock_guard lock(mutex());
  if (!state().events.contains(event)) return cu::CUDA_ERROR_INVALID_HANDLE;
  const CUresult status = begin_on("cuEventRecord", stream);
  if (status == CUDA_SUCCESS) tell_record(event);
  return status;
}

CUresult cuEventSynchronize(CUevent event) {
  const std::lock_guard lock(mutex());
  return state().events.contains(event) ? begin("cuEventSynchronize", Needs::working_context)
                                        : cu::CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned /*flags*/) {
  const std::lock_guard lock(mutex());
  if (!state().events.contains(event)) return cu::CUDA_ERROR_INVALID_HANDLE;
  const CUresult status = begin_on("cuStreamWaitEvent", stream);
  if (status == CUDA_SUCCESS) state().waits.emplace_back(stream, event);
  if (status == CUDA_SUCCESS) note_wait(event);
  return status;
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent first, CUevent last) {
  const std::lock_guard lock(mutex());
  *milliseconds = 2.5F;
  const bool known = state().events.contains(first) && state().events.contains(last);
  return known ? begin("cuEventElapsedTime", Needs::working_context) : cu::CUDA_ERROR_INVALID_HANDLE;
}

// NOLINTNEXTLINE(readability-non-const-parameter): the signature is CUDA's
CUresult cuLinkCreate_v2(unsigned option_count, cu::CUjit_option* options, void** values, cu::CUlinkState* state) {
  const Call call("cuLinkCreate_v2", Needs::working_context);
  if (call.failed()) return call.status;
  auto* link = new FakeLink;
  for (unsigned i = 0; i < option_count; ++i) {
    if (options[i] == cu::CU_JIT_ERROR_LOG_BUFFER) link->log = static_cast<char*>(values[i]);
    if (options[i] == cu::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) link->log_size = &values[i];
  }
  *state = reinterpret_cast<cu::CUlinkState>(link);
  return CUDA_SUCCESS;
}

/// A line "nonsense" in the text is an error.
CUresult cuLinkAddData_v2(cu::CUlinkState state, cu::CUjitInputType /*type*/, void* data, std::size_t /*bytes*/,
                          const char* /*name*/, unsigned /*option_count*/, cu::CUjit_option* /*options*/,
                          void** /*values*/) {
  const Call call("cuLinkAddData_v2", Needs::working_context);
  if (call.failed()) return call.status;
  auto* link = reinterpret_cast<FakeLink*>(state);
  const std::string source = static_cast<const char*>(data);
  if (source.find("nonsense") != std::string::npos) {
    std::strcpy(link->log, "ptxas application ptx input, line 7; error   : Unexpected nonsense");
    return cu::CUDA_ERROR_INVALID_PTX;
  }
  std::smatch entry;
  if (std::regex_search(source, entry, std::regex("\\.entry (\\w+)"))) {
    link->image = image_head + entry[1].str() + '\0' + source;
  }
  return CUDA_SUCCESS;
}

CUresult cuLinkComplete(cu::CUlinkState state, void** image, std::size_t* bytes) {
  const std::lock_guard lock(mutex());
  auto* link = reinterpret_cast<FakeLink*>(state);
  link->tell_size();
  *image = link->image.data();
  *bytes = link->image.size() + 1;
  return begin("cuLinkComplete", Needs::working_context);
}

CUresult cuLinkDestroy(cu::CUlinkState state) {
  const std::lock_guard lock(mutex());
  reinterpret_cast<FakeLink*>(state)->tell_size();
  delete reinterpret_cast<FakeLink*>(state);
  return begin("cuLinkDestroy", Needs::context);
}

/// Images start like ELF files or with a PTX comment.
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  const Call call("cuModuleLoadData", Needs::working_context);
  if (call.failed()) return call.status;
  const char* text = static_cast<const char*>(image);
  if (std::memcmp(text, "\177ELF", 4) != 0 && std::memcmp(text, "//", 2) != 0) return cu::CUDA_ERROR_INVALID_IMAGE;
  if (state().run && !is_linked_here(text)) return cu::CUDA_ERROR_INVALID_IMAGE;  // of NVRTC: nothing here runs it
  *module = new_handle<CUmodule>();
  state().modules.insert(*module);
  keep_text(text);
  return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule module) {
  const Call call("cuModuleUnload", Needs::context);
  if (call.failed()) return call.status;
  if (state().modules.erase(module) == 0) return cu::CUDA_ERROR_INVALID_HANDLE;
  delete reinterpret_cast<char*>(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  static std::set<std::string> names;
  const Call call("cuModuleGetFunction", Needs::working_context);
  if (call.failed()) return call.status;
  if (!state().modules.contains(module)) return cu::CUDA_ERROR_INVALID_HANDLE;
  if (std::strcmp(name, "missing") == 0) return cu::CUDA_ERROR_NOT_FOUND;
  *function = reinterpret_cast<CUfunction>(const_cast<std::string*>(&*names.insert(name).first));
  return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int* value, cu::CUfunction_attribute attribute, CUfunction /*function*/) {
  const std::lock_guard lock(mutex());
  static const std::map<cu::CUfunction_attribute, int> values = {{cu::CU_FUNC_ATTRIBUTE_NUM_REGS, 40},
                                                                 {cu::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 16},
                                                                 {cu::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 1000},
                                                                 {cu::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 256}};
  const auto found = values.find(attribute);
  if (found == values.end()) return cu::CUDA_ERROR_INVALID_VALUE;
  *value = found->second;
  return begin("cuFuncGetAttribute", Needs::context);
}

CUresult cuFuncSetAttribute(CUfunction function, cu::CUfunction_attribute attribute, int value) {
  const Call call("cuFuncSetAttribute", Needs::context);
  if (call.failed()) return call.status;
  if (attribute != cu::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return cu::CUDA_ERROR_INVALID_VALUE;
  state().attributes_set[name_of(function)] = value;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned dynamic_shared, CUstream stream, void** parameters,
                        void** /*extra*/) {
  const Call call("cuLaunchKernel", stream);
  if (call.failed()) return call.status;
  if (grid_x == 0 || grid_y != 1 || grid_z != 1 || block_x == 0 || block_x > 1024 || block_y != 1 || block_z != 1) {
    return cu::CUDA_ERROR_INVALID_VALUE;
  }
  const auto opted = state().attributes_set.find(name_of(function));
  const int allowed = opted == state().attributes_set.end() ? 49152 : std::max(49152, opted->second);
  if (dynamic_shared > static_cast<unsigned>(allowed)) return cu::CUDA_ERROR_INVALID_VALUE;
  FakeLaunch launch{name_of(function), grid_x, block_x, dynamic_shared, stream, {}};
  for (int i = 0; i < 8; ++i) launch.parameters.push_back(*static_cast<const std::uint64_t*>(parameters[i]));
  state().launches.push_back(std::move(launch));
  if (state().run == nullptr) return CUDA_SUCCESS;
  FakeRun run{state().texts[name_of(function)], {}, grid_x, dynamic_shared};
  for (int i = 0; i < most_parameters; ++i) run.parameters.push_back(*static_cast<const std::uint64_t*>(parameters[i]));
  submit(stream, [run = std::move(run)] { state().run(run); });
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction /*function*/, int block_size,
                                                     std::size_t /*dynamic_shared*/) {
  const std::lock_guard lock(mutex());
  *blocks = 2048 / block_size;
  return begin("cuOccupancyMaxActiveBlocksPerMultiprocessor", Needs::context);
}

}  // extern "C"
