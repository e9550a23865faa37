// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/device_arena.hpp"

#include <chrono>
#include <complex>
#include <optional>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <papilio/plan.hpp>

#include "api/access.hpp"
#include "backend/cuda/device.hpp"
#include "backend/cuda/status.hpp"
#include "backend/opencl/device.hpp"
#include "backend/opencl/status.hpp"
#include "backend/vulkan/device.hpp"
#include "bench/time_ahead.hpp"

namespace papilio::bench {
namespace {

namespace cu = backend::cuda;
namespace cl = backend::opencl;
namespace vk = backend::vulkan;

/// cuFFT and VkFFT work in the thread's current context, so it stays current as long as the arena lives.
class CudaArena final : public DeviceArena {
 public:
  CudaArena(const Device& device, const cu::CuDevice& impl)
      : DeviceArena(device), impl_(impl), current_(*impl.context()) {
    // Not a non-blocking stream: VkFFT's uploads run on the default stream, and this one waits for them.
    cu::check(impl_.cuda(), impl_.cuda().cuStreamCreate(&queue_, cu::CU_STREAM_DEFAULT), "making a stream");
    set_queue(cuda::wrap_stream(device, queue_),
              {Driver::cuda, impl_.context()->get(), reinterpret_cast<void*>(std::intptr_t{impl_.context()->device()}),
               queue_});
  }
  ~CudaArena() override {
    set_queue({}, {});
    impl_.cuda().cuStreamDestroy_v2(queue_);
  }

  [[nodiscard]] void* native_of(const Buffer& buffer) const override {
    return reinterpret_cast<void*>(cu::address_in(*impl_.context(), api::HandleAccess::pointer(buffer).get()));
  }

 private:
  const cu::CuDevice& impl_;
  cu::ContextGuard current_;
  cu::CUstream queue_ = nullptr;
};

class OpenClArena final : public DeviceArena {
 public:
  OpenClArena(const Device& device, const cl::ClDevice& impl) : DeviceArena(device), impl_(impl) {
    cl_int status = CL_SUCCESS;
    queue_ = impl_.cl().clCreateCommandQueue(impl_.context(), impl_.native(), CL_QUEUE_PROFILING_ENABLE, &status);
    cl::check(status, "clCreateCommandQueue");
    set_queue(opencl::wrap_queue(device, queue_), {Driver::opencl, impl_.context(), impl_.native(), queue_});
  }
  ~OpenClArena() override {
    set_queue({}, {});
    impl_.cl().clReleaseCommandQueue(queue_);
  }

  [[nodiscard]] void* native_of(const Buffer& buffer) const override {
    return dynamic_cast<const cl::ClMemory&>(api::unwrap(buffer)).native();
  }

 private:
  const cl::ClDevice& impl_;
  cl_command_queue queue_ = nullptr;
};

/// All streams of a Vulkan device submit to one queue, and so do the peers.
class VulkanArena final : public DeviceArena {
 public:
  VulkanArena(const Device& device, const vk::VulkanDevice& impl) : DeviceArena(device) {
    set_queue(Stream(device), {Driver::vulkan, impl.physical(), impl.native(), impl.queue(), impl.family()});
  }

  [[nodiscard]] void* native_of(const Buffer& buffer) const override {
    return dynamic_cast<const vk::VulkanMemory&>(api::unwrap(buffer)).native();
  }
  /// GPUs copy with a kernel, because vkCmdCopyBuffer has a fifth of its speed on an H200 (docs/adr/0141).
  void copy(std::size_t bytes) override {
    if (device().info().kind != DeviceKind::gpu || bytes < bytes_of_point()) return DeviceArena::copy(bytes);
    const auto points = static_cast<std::int64_t>(bytes / bytes_of_point());
    if (!copier_ || copier_->problem().batch != points) {
      Problem transforms;
      transforms.precision = device().info().f64 ? Precision::f64 : Precision::f32;
      transforms.lengths = {1};
      transforms.batch = points;
      copier_.emplace(device(), transforms);
    }
    copier_->execute(stream(), buffer(Part::input), buffer(Part::output));
  }
  /// Also waits for what peers have submitted; the stream alone would wait for its own commands only.
  void finish() override { api::unwrap(stream()).record()->wait(); }

 private:
  /// The widest type that a work-item loads at once.
  [[nodiscard]] std::size_t bytes_of_point() const {
    return device().info().f64 ? sizeof(std::complex<double>) : sizeof(std::complex<float>);
  }

  std::optional<Plan> copier_;  ///< transforms of one point
};

}  // namespace

void DeviceArena::set_queue(Stream stream, const NativeHandles& native) {
  stream_ = std::move(stream);
  native_ = native;
}

void DeviceArena::reserve(std::size_t bytes) {
  if (bytes <= capacity_) return;
  capacity_ = 0;
  input_ = {};
  output_ = {};
  try {
    input_ = allocate(bytes);
    output_ = allocate(bytes);
  } catch (const Error&) {
    input_ = {};
    throw;
  }
  capacity_ = bytes;
}

void DeviceArena::write(Part part, std::size_t offset, std::span<const std::byte> from) {
  stream_.upload(buffer(part), from.data(), from.size(), offset);
}

void DeviceArena::read(Part part, std::size_t offset, std::span<std::byte> to) {
  stream_.download(buffer(part), to.data(), to.size(), offset);
}

void DeviceArena::copy(std::size_t bytes) {
  api::unwrap(stream_).copy(api::unwrap(input_), api::unwrap(output_), bytes);
}

void DeviceArena::finish() { stream_.synchronize(); }

Took DeviceArena::time(const std::function<void()>& enqueue, std::size_t count) {
  if (clock_ == TimingSide::host) {
    const auto before = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) enqueue();
    finish();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count(), std::nullopt};
  }
  runtime::Stream& stream = api::unwrap(stream_);
  const auto run = [&](std::size_t executions) {
    const auto begin = stream.record();
    const auto before = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < executions; ++i) enqueue();
    const double calling = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    const auto end = stream.record();
    return Started{end->seconds_since(*begin), calling};
  };
  return time_ahead(count, run, [this](double seconds) { return keep_busy(seconds); });
}

bool DeviceArena::keep_busy(double seconds) {
  constexpr std::size_t bytes = std::size_t{64} << 20;
  constexpr int most = 500;
  runtime::Stream& stream = api::unwrap(stream_);
  const auto clear = [&](const Buffer& memory, int times) {
    for (int i = 0; i < times; ++i) stream.clear(api::unwrap(memory), 0, bytes);
  };
  if (!clear_seconds_) {
    clear_seconds_ = 0;
    // Keeping a CPU device busy would also take the processor from the calling thread.
    if (device_.info().kind != DeviceKind::gpu) return false;
    try {
      Buffer memory = allocate(bytes);
      clear(memory, 1);
      const auto begin = stream.record();
      clear(memory, 10);
      clear_seconds_ = stream.record()->seconds_since(*begin) / 10;
      cleared_ = std::move(memory);
    } catch (const Error&) {
      return false;  // out of memory
    }
  }
  if (*clear_seconds_ <= 0 || seconds > most * *clear_seconds_) return false;
  clear(cleared_, 1 + static_cast<int>(seconds / *clear_seconds_));
  return true;
}

std::unique_ptr<DeviceArena> make_device_arena(const Device& device) {
  if (const auto* cuda = dynamic_cast<const cu::CuDevice*>(api::HandleAccess::pointer(device).get())) {
    return std::make_unique<CudaArena>(device, *cuda);
  }
  if (const auto* opencl = dynamic_cast<const cl::ClDevice*>(api::HandleAccess::pointer(device).get())) {
    return std::make_unique<OpenClArena>(device, *opencl);
  }
  if (const auto* vulkan = dynamic_cast<const vk::VulkanDevice*>(api::HandleAccess::pointer(device).get())) {
    return std::make_unique<VulkanArena>(device, *vulkan);
  }
  throw Error::internal("a benchmark on " + device.info().id, "its backend has no arena");
}

}  // namespace papilio::bench
