// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/stream.hpp"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <papilio/error.hpp>

#include "backend/opencl/program.hpp"
#include "backend/opencl/status.hpp"
#include "runtime/copies.hpp"

namespace papilio::backend::opencl {
namespace {

using HostTime = std::chrono::steady_clock::time_point;

/// Its times are those of the device's clock, taken from a command that needs almost no time; or, if the queue has no
/// profiling, the time at which the driver reported the event as complete.
class ClEvent final : public runtime::Event {
 public:
  ClEvent(std::shared_ptr<const ClDevice> device, ClEventHandle event, std::shared_future<HostTime> host = {})
      : device_(std::move(device)), event_(std::move(event)), host_(std::move(host)) {}

  void wait() const override {
    cl_event event = event_.get();
    check(device_->cl().clWaitForEvents(1, &event), "waiting for an event");
  }
  [[nodiscard]] double seconds_since(const runtime::Event& earlier) const override;
  [[nodiscard]] cl_event native() const { return event_.get(); }
  [[nodiscard]] const ClDevice& device() const { return *device_; }

 private:
  /// An integer, because a driver may count from 1970: a double would lose the last quarter of a microsecond.
  [[nodiscard]] std::int64_t nanoseconds(cl_profiling_info what) const {
    wait();
    if (host_.valid()) return std::chrono::nanoseconds(host_.get().time_since_epoch()).count();
    cl_ulong time = 0;
    check(device_->cl().clGetEventProfilingInfo(event_.get(), what, sizeof(time), &time, nullptr),
          "clGetEventProfilingInfo");
    return static_cast<std::int64_t>(time);
  }

  std::shared_ptr<const ClDevice> device_;
  ClEventHandle event_;
  std::shared_future<HostTime> host_;  ///< without profiling only
};

const ClEvent& own(const runtime::Event& event) {
  const auto* own = dynamic_cast<const ClEvent*>(&event);
  if (own != nullptr) return *own;
  throw Error::invalid_argument("event", "it belongs to another backend than the stream",
                                "use one of an OpenCL stream");
}

double ClEvent::seconds_since(const runtime::Event& earlier) const {
  const ClEvent& begin = own(earlier);
  if (begin.host_.valid() != host_.valid()) {
    throw Error::unsupported("seconds between two events", "one of the queues has no profiling, the other one has",
                             "make both queues with CL_QUEUE_PROFILING_ENABLE");
  }
  // From when the commands after the first event could start, until all commands before the second one had finished.
  const std::int64_t from = begin.nanoseconds(CL_PROFILING_COMMAND_END);
  return 1e-9 * static_cast<double>(nanoseconds(CL_PROFILING_COMMAND_START) - from);
}

void CL_CALLBACK take_time(cl_event /*event*/, cl_int /*status*/, void* data) noexcept {
  const std::unique_ptr<std::promise<HostTime>> time(static_cast<std::promise<HostTime>*>(data));
  time->set_value(std::chrono::steady_clock::now());
}

/// Drivers do not have to detect an object of another context: PoCL 3.1 computes with it, others may crash.
const ClMemory& own(const ClDevice& device, const runtime::Memory& memory) {
  const auto* own = dynamic_cast<const ClMemory*>(&memory);
  if (own == nullptr) throw Error::invalid_argument("buffer", "it belongs to another backend than the stream");
  if (own->device().context() != device.context()) {
    throw Error::invalid_argument("buffer", "it belongs to another context than the stream",
                                  "make both with the same device");
  }
  return *own;
}

void CL_CALLBACK call_back(cl_event /*event*/, cl_int /*status*/, void* data) noexcept {
  const std::unique_ptr<std::function<void()>> done(static_cast<std::function<void()>*>(data));
  (*done)();
}

}  // namespace

ClStream::ClStream(std::shared_ptr<const ClDevice> device, ClQueueHandle queue)
    : device_(std::move(device)), queue_(std::move(queue)) {
  cl_command_queue_properties properties = 0;
  check(
      device_->cl().clGetCommandQueueInfo(queue_.get(), CL_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr),
      "CL_QUEUE_PROPERTIES");
  has_clock_ = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
  if (!has_clock_) return;
  cl_int status = CL_SUCCESS;
  ticked_ = ClMemoryHandle(&device_->cl(), device_->cl().clCreateBuffer(device_->context(), CL_MEM_READ_WRITE,
                                                                        sizeof(cl_uint), nullptr, &status));
  check(status, "clCreateBuffer");
}

void ClStream::launch(const runtime::Launch& launch) {
  const auto* program = dynamic_cast<const ClProgram*>(launch.program);
  if (program == nullptr || launch.threads < 1 || launch.groups < 0) {
    throw Error::invalid_argument("stream", "it belongs to another backend than the plan");
  }
  if (program->device().context() != device_->context() || program->device().native() != device_->native()) {
    throw Error::invalid_argument("plan", "it was made for another device or context than the stream",
                                  "make both with the same device");
  }
  for (const runtime::Argument& argument : launch.arguments) {
    const auto* memory = std::get_if<const runtime::Memory*>(&argument);
    if (memory != nullptr && *memory != nullptr) own(*device_, **memory);
  }
  if (launch.groups == 0) return;  // OpenCL before 2.1 rejects an empty range
  program->launch(queue_.get(), launch);
}

void ClStream::enqueue_write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes,
                             cl_bool blocking) {
  runtime::check_copy(to, offset, from, bytes);
  if (bytes == 0) return;
  check(device_->cl().clEnqueueWriteBuffer(queue_.get(), own(*device_, to).native(), blocking, offset, bytes, from, 0,
                                           nullptr, nullptr),
        "copying to the device");
}

void ClStream::enqueue_read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes,
                            cl_bool blocking) {
  runtime::check_copy(from, offset, to, bytes);
  if (bytes == 0) return;
  check(device_->cl().clEnqueueReadBuffer(queue_.get(), own(*device_, from).native(), blocking, offset, bytes, to, 0,
                                          nullptr, nullptr),
        "copying from the device");
}

void ClStream::write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) {
  enqueue_write(to, offset, from, bytes, CL_TRUE);
}

void ClStream::read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) {
  enqueue_read(from, offset, to, bytes, CL_TRUE);
}

void ClStream::write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) {
  enqueue_write(to, offset, from, bytes, CL_FALSE);
  submit_copy();
}

void ClStream::read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) {
  enqueue_read(from, offset, to, bytes, CL_FALSE);
  submit_copy();
}

void ClStream::copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                         const runtime::CopyPlaces& places) {
  runtime::check_range(from, places.from, bytes);
  runtime::check_range(to, places.to, bytes);
  const cl_mem source = own(*device_, from).native();
  const cl_mem target = own(*device_, to).native();
  if (bytes == 0 || (source == target && places.from == places.to)) return;
  check(device_->cl().clEnqueueCopyBuffer(queue_.get(), source, target, places.from, places.to, bytes, 0, nullptr,
                                          nullptr),
        "copying on the device");
}

void ClStream::clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) {
  runtime::check_range(memory, offset, bytes);
  if (bytes == 0) return;
  const cl_uint zero = 0;
  check(device_->cl().clEnqueueFillBuffer(queue_.get(), own(*device_, memory).native(), &zero, sizeof(zero), offset,
                                          bytes, 0, nullptr, nullptr),
        "clearing memory of the device");
}

void ClStream::synchronize() { check(device_->cl().clFinish(queue_.get()), "waiting for the stream"); }

/// Only while a buffer is mapped does OpenCL promise that the host sees what kernels wrote to its memory. PoCL's
/// kernels write there and nowhere else.
void ClStream::return_to_host(const runtime::Memory& shared) {
  if (device_->is_pocl()) return synchronize();
  const ClSymbols& cl = device_->cl();
  const cl_mem memory = own(*device_, shared).native();
  cl_int status = CL_SUCCESS;
  void* const mapped =
      cl.clEnqueueMapBuffer(queue_.get(), memory, CL_TRUE, CL_MAP_READ, 0, shared.size(), 0, nullptr, nullptr, &status);
  check(status, "mapping memory of the host");
  check(cl.clEnqueueUnmapMemObject(queue_.get(), memory, mapped, 0, nullptr, nullptr), "unmapping memory of the host");
  synchronize();
}

ClEventHandle ClStream::marker() {
  cl_event event = nullptr;
  check(device_->cl().clEnqueueMarkerWithWaitList(queue_.get(), 0, nullptr, &event), "clEnqueueMarkerWithWaitList");
  return {&device_->cl(), event};
}

ClEventHandle ClStream::tick() {
  cl_event event = nullptr;
  const cl_uint zero = 0;
  check(device_->cl().clEnqueueFillBuffer(queue_.get(), ticked_.get(), &zero, sizeof(zero), 0, sizeof(zero), 0, nullptr,
                                          &event),
        "clEnqueueFillBuffer");
  return {&device_->cl(), event};
}

void ClStream::on_completion(std::function<void()> done) {
  const ClSymbols& cl = device_->cl();
  auto data = std::make_unique<std::function<void()>>(std::move(done));
  const ClEventHandle event = marker();
  check(cl.clSetEventCallback(event.get(), CL_COMPLETE, call_back, data.get()), "clSetEventCallback");
  static_cast<void>(data.release());  // call_back() owns it from here on
  submit();                           // else the standard allows a driver never to start the commands
}

std::unique_ptr<runtime::Event> ClStream::record() {
  if (has_clock_) return std::make_unique<ClEvent>(device_, tick());
  ClEventHandle event = marker();
  auto time = std::make_unique<std::promise<HostTime>>();
  std::shared_future<HostTime> host = time->get_future().share();
  check(device_->cl().clSetEventCallback(event.get(), CL_COMPLETE, take_time, time.get()), "clSetEventCallback");
  static_cast<void>(time.release());  // take_time() owns it from here on
  return std::make_unique<ClEvent>(device_, std::move(event), std::move(host));
}

void ClStream::wait_for(const runtime::Event& event) {
  const ClEvent& point = own(event);
  if (point.device().context() != device_->context()) {
    throw Error::invalid_argument("event", "it belongs to another context than the stream",
                                  "make both with the same device");
  }
  const cl_event native = point.native();
  check(device_->cl().clEnqueueBarrierWithWaitList(queue_.get(), 1, &native, nullptr), "clEnqueueBarrierWithWaitList");
}

/// Even when this throws, the copy must have ended: the caller then reuses the host memory.
void ClStream::submit_copy() {
  try {
    submit();
  } catch (...) {
    device_->cl().clFinish(queue_.get());
    throw;
  }
}

void ClStream::submit() { check(device_->cl().clFlush(queue_.get()), "clFlush"); }

}  // namespace papilio::backend::opencl
