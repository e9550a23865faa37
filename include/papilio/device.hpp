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
class Memory;
class Stream;
}  // namespace runtime
namespace api {
struct Access;
}  // namespace api

/// What a person wants to know of a device. Its id selects it: "opencl:0".
struct DeviceInfo {
  std::string id;
  std::string name;
  std::string backend;   ///< "cuda" or "opencl"
  std::string platform;  ///< "Portable Computing Language"
  std::string driver;
  std::string kind;  ///< "cpu", "gpu" or "other"
  int compute_units = 0;
  std::int64_t global_memory = 0;  ///< bytes
  std::int64_t local_memory = 0;   ///< bytes for one work-group
  std::int64_t max_allocation = 0;
  bool f64 = false;
};

/// Every device of every backend, and what was looked for where nothing was found.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::vector<std::string> notes;  ///< e.g. "libOpenCL.so.1 not found: install ocl-icd-libopencl1 …"
};
PAPILIO_API DeviceList list_devices();

/// While a handle to a device lives, a plan's included, the device keeps what plans used last for those to come: at
/// most 64 MiB of its memory, or a 256th where that is less. It goes where the driver refuses an allocation of
/// Papilio's.
class PAPILIO_API Device {
 public:
  Device() = default;
  /// selector: "auto", a backend ("cuda", "opencl"), or an id ("cuda:1"). "auto" is the first CUDA GPU, else the first
  /// OpenCL GPU, else the first CPU; what does not open is passed over.
  /// Throws Error(no_device) saying what was looked for and which package provides it.
  explicit Device(std::string_view selector);

  [[nodiscard]] const DeviceInfo& info() const;
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend struct api::Access;
  explicit Device(std::shared_ptr<runtime::Device> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<runtime::Device> impl_;
};

/// Device memory. Freed when the last copy of the handle goes; a wrapped native buffer is never freed by Papilio.
class PAPILIO_API Buffer {
 public:
  Buffer() = default;
  /// Throws Error(out_of_memory) with the size asked for and the device's limit.
  Buffer(const Device& device, std::size_t bytes);

  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend struct api::Access;
  explicit Buffer(std::shared_ptr<runtime::Memory> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<runtime::Memory> impl_;
};

/// An in-order queue of commands on one device.
class PAPILIO_API Stream {
 public:
  Stream() = default;
  explicit Stream(const Device& device);

  /// Blocking copies between host and device, ordered after all earlier commands.
  void upload(const Buffer& to, const void* from, std::size_t bytes, std::size_t offset = 0) const;
  void download(const Buffer& from, void* to, std::size_t bytes, std::size_t offset = 0) const;
  /// Returns when every command submitted so far has finished; throws Error(device_failed) if one failed.
  void synchronize() const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend struct api::Access;
  explicit Stream(std::shared_ptr<runtime::Stream> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<runtime::Stream> impl_;
};

}  // namespace papilio
