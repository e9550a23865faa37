// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Device, Buffer and Stream: handles to one backend's objects. Copies share the object; a default-constructed handle
// means "none". All three may be used from several threads; a Stream's commands run in the order of submission.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/export.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

namespace runtime {
class Device;
class Event;
class Memory;
class Stream;
}  // namespace runtime
namespace api {
struct HandleAccess;
}  // namespace api

/// The driver interface by which a device is reached.
enum class Backend { cuda, opencl, vulkan };
/// The kind of a device, as its driver says.
enum class DeviceKind { cpu, gpu, other };
/// The enumerator's name, "opencl" or "gpu".
PAPILIO_API std::string_view to_string(Backend backend);
PAPILIO_API std::string_view to_string(DeviceKind kind);

/// Properties of a device. Its id selects it: "opencl:0".
struct DeviceInfo {
  std::string id;
  std::string name;
  Backend backend = Backend::opencl;
  std::string platform;  ///< "Portable Computing Language"
  std::string driver;
  DeviceKind kind = DeviceKind::other;
  int compute_units = 0;           ///< 0: the driver does not report them
  std::int64_t global_memory = 0;  ///< bytes
  std::int64_t local_memory = 0;   ///< bytes for one work-group
  std::int64_t max_allocation = 0;
  bool f64 = false;
};

/// All devices of all backends, and the drivers that were not found.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::vector<std::string> notes;  ///< e.g. "libOpenCL.so.1 not found: install ocl-icd-libopencl1 …"
};
/// Lists what `papilio devices` prints.
PAPILIO_API DeviceList list_devices();

/// While a handle to a device exists (every plan holds one), the device caches the kernels and tables that plans used
/// last: at most 64 MiB of its memory, or 1/256 of it if that is less. The cache is dropped when an allocation fails.
class PAPILIO_API Device {
 public:
  Device() = default;
  /// selector: "auto", a backend ("cuda", "vulkan"), or an id ("cuda:1"). "auto" is the first GPU of CUDA, Vulkan or
  /// OpenCL, else a CPU of OpenCL, else of Vulkan; devices that do not open, or compute wrong results, are skipped.
  /// The environment variable PAPILIO_DEVICE selects another device for "auto".
  /// Throws Error(no_device) saying what was looked for and which package provides it.
  explicit Device(std::string_view selector);

  [[nodiscard]] const DeviceInfo& info() const;
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend struct api::HandleAccess;
  explicit Device(std::shared_ptr<runtime::Device> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<runtime::Device> impl_;
};

/// Device memory. Freed when the last copy of the handle is destroyed; a wrapped native buffer is never freed by
/// Papilio.
class PAPILIO_API Buffer {
 public:
  Buffer() = default;
  /// Throws Error(out_of_memory) with the size asked for and the device's limit.
  Buffer(const Device& device, std::size_t bytes);

  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend struct api::HandleAccess;
  explicit Buffer(std::shared_ptr<runtime::Memory> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<runtime::Memory> impl_;
};

/// A point in the order of a stream's commands (Stream::record()). It is reached when the commands before it have
/// finished.
class PAPILIO_API Event {
 public:
  Event() = default;
  /// Returns when the event is reached; throws Error(device_failed) if the device failed.
  void wait() const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend struct api::HandleAccess;
  explicit Event(std::shared_ptr<runtime::Event> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<runtime::Event> impl_;
};

/// Seconds from one event to a later one of the same device, by the device's clock. Waits for both. In OpenCL the clock
/// needs queues with CL_QUEUE_PROFILING_ENABLE, which Papilio's own are; for queues without it, the host's clock is
/// read when the driver reports the event. Throws Error(unsupported) for one event of each kind.
PAPILIO_API double seconds_between(const Event& begin, const Event& end);

/// An in-order queue of commands on one device.
class PAPILIO_API Stream {
 public:
  Stream() = default;
  explicit Stream(const Device& device);

  /// Copies between host and device, ordered after all earlier commands; they return when the copy has finished.
  /// `offset` is in the buffer, in bytes.
  void upload(const Buffer& to, const void* from, std::size_t bytes, std::size_t offset = 0) const;
  void download(const Buffer& from, void* to, std::size_t bytes, std::size_t offset = 0) const;
  /// Enqueued copies. The host memory must stay valid and unchanged (for downloads: untouched) until the copy
  /// has finished, which synchronize() or an event tells. Any host memory will do, but CUDA copies asynchronously only
  /// to and from page-locked ("pinned") memory of cudaMallocHost or cudaHostRegister: with other memory an upload
  /// returns when the driver has its own copy of the data, and a download when it has finished.
  void upload_async(const Buffer& to, const void* from, std::size_t bytes, std::size_t offset = 0) const;
  void download_async(const Buffer& from, void* to, std::size_t bytes, std::size_t offset = 0) const;
  /// An event after all commands submitted so far.
  [[nodiscard]] Event record() const;
  /// Commands submitted from now on begin after the event, which may be of another stream of the device. Returns at
  /// once.
  void wait(const Event& event) const;
  /// Returns when every command submitted so far has finished; throws Error(device_failed) if one failed.
  void synchronize() const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend struct api::HandleAccess;
  explicit Stream(std::shared_ptr<runtime::Stream> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<runtime::Stream> impl_;
};

}  // namespace papilio
