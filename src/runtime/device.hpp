// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The interfaces that a backend implements (src/backend). Implementations are safe to use from several threads. Objects
// keep their device alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/device_caps.hpp"
#include "core/dialect.hpp"
#include "runtime/shared_objects.hpp"

namespace papilio::runtime {

/// Device memory; the destructor frees it unless it is wrapped.
class Memory {
 public:
  virtual ~Memory() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// True when a write to one may change the other: two wrapped handles may name the same memory.
  [[nodiscard]] virtual bool overlaps(const Memory& other) const { return this == &other; }
};

/// Resources that a kernel uses. Empty where the driver does not report a value.
struct Resources {
  std::optional<int> registers;  ///< 32-bit, per work-item
  /// Bytes per work-item outside registers. Where `registers` is reported these are spills and stack, which a kernel
  /// should not have; elsewhere they may include all private variables.
  std::optional<std::int64_t> private_memory;
  std::int64_t local_memory = 0;       ///< bytes per work-group, including those that the launch requests
  int max_threads = 0;                 ///< maximum work-items per work-group
  std::optional<int> thread_multiple;  ///< preferred multiple of the work-group size
  std::optional<int> groups_per_unit;  ///< resident work-groups per compute unit (occupancy)
};

/// A compiled kernel, loaded on its device.
class Program {
 public:
  virtual ~Program() = default;
  /// Resources for launches of this shape (see Launch); empty where the driver does not report them.
  [[nodiscard]] virtual std::optional<Resources> resources(int /*threads*/, std::int64_t /*local_memory*/) const {
    return std::nullopt;
  }
};

using Argument = std::variant<const Memory*, std::int64_t>;

struct Launch {
  const Program* program = nullptr;
  std::int64_t groups = 1;
  int threads = 1;
  std::span<const Argument> arguments;
  /// Bytes of local memory that the kernel uses but does not declare: CUDA's dynamic shared memory. Other backends
  /// ignore it.
  std::int64_t local_memory = 0;
  /// The kernel starts with a wait for earlier work of the stream (src/emit/c/cuda.cpp). A backend may then let it
  /// start early; by default none does (docs/adr/0026).
  bool waits = false;
};

/// A point in a stream's order.
class Event {
 public:
  virtual ~Event() = default;
  /// Blocks until the commands before the event have finished. Throws Error(device_failed) if the device failed.
  virtual void wait() const = 0;
  /// Seconds since an earlier event of the same backend; waits for both.
  [[nodiscard]] virtual double seconds_since(const Event& earlier) const = 0;
};

/// The places where a copy of device memory begins, in bytes.
struct CopyPlaces {
  std::size_t from = 0;
  std::size_t to = 0;
};

class Stream {
 public:
  virtual ~Stream() = default;
  virtual void launch(const Launch& launch) = 0;
  /// Blocking, ordered after earlier commands.
  virtual void write(Memory& to, std::size_t offset, const void* from, std::size_t bytes) = 0;
  virtual void read(const Memory& from, std::size_t offset, void* to, std::size_t bytes) = 0;
  /// The same, enqueued. The host memory must not change until the copy has finished.
  virtual void write_async(Memory& to, std::size_t offset, const void* from, std::size_t bytes) = 0;
  virtual void read_async(const Memory& from, std::size_t offset, void* to, std::size_t bytes) = 0;
  virtual void copy_part(const Memory& from, Memory& to, std::size_t bytes, const CopyPlaces& places) = 0;
  void copy(const Memory& from, Memory& to, std::size_t bytes) { copy_part(from, to, bytes, {}); }
  /// Fills with zeros, in stream order. Offset and size are multiples of four bytes.
  virtual void clear(const Memory& memory, std::size_t offset, std::size_t bytes) = 0;
  virtual void synchronize() = 0;
  /// Returns when earlier commands have finished and the host sees what they wrote to memory of Device::share_host().
  virtual void return_to_host(const Memory& /*shared*/) { synchronize(); }
  /// Calls `done`, from any thread, once all commands submitted so far have finished or failed.
  virtual void on_completion(std::function<void()> done) = 0;
  /// Records an event at this point of the stream.
  virtual std::unique_ptr<Event> record() = 0;
  /// Later commands of this stream begin after the event, which another stream may have recorded and submitted.
  virtual void wait_for(const Event& event) = 0;
  /// Hands all commands to the device, for backends that may hold them back until a wait.
  virtual void submit() {}
  /// Stream-ordered memory for commands of this stream: usable at once, and it may be released as soon as the commands
  /// that use it are submitted. Neither waits. Null where the backend has no such memory. Must not be called while
  /// capturing(). Throws Error(out_of_memory).
  virtual std::shared_ptr<Memory> temporary(std::size_t /*bytes*/) { return nullptr; }
  /// True while commands are captured for a later replay (CUDA graphs) and not executed. Only launch() and copies may
  /// then be called; everything else throws Error(invalid_argument).
  [[nodiscard]] virtual bool capturing() const { return false; }
};

class BorrowedMemory;

/// Memory that commands write and the host reads, zeros at first.
struct HostVisible {
  std::shared_ptr<Memory> memory;
  std::byte* host = nullptr;  ///< where the host sees it, once commands that write it have finished
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
  [[nodiscard]] virtual const DeviceCaps& caps() const = 0;
  /// Sets DeviceCaps::exact_fma, which a self-test has found, before the device is given to anybody.
  virtual void trust_fma() {}
  /// The dialect of printed source and of user callbacks.
  [[nodiscard]] virtual Dialect dialect() const = 0;
  /// The dialect of kernels without callbacks: PTX where the driver compiles that faster.
  [[nodiscard]] virtual Dialect quick_dialect() const { return dialect(); }
  /// Everything that a compiled binary depends on apart from its source in this dialect: driver, compiler,
  /// architecture, options.
  [[nodiscard]] virtual std::string compiler_identity(Dialect dialect) const = 0;

  /// Compiles source in one of the device's dialects to a binary that load() accepts later, also in another process.
  /// Throws Error(build_failed) with the compiler's first message, and Error(internal) for another dialect.
  virtual std::vector<std::byte> compile(const Source& source, const std::string& entry) = 0;
  /// True if the driver keeps on disk what load() compiles, and finds it by the text, so that Papilio's cache would
  /// hold a kernel twice (PoCL).
  [[nodiscard]] virtual bool keeps_programs() const { return false; }
  /// Compiles the text of emit::callbacks_in_glsl() to words of SPIR-V, where callbacks have a compiler of their own
  /// (Vulkan: glslang). Throws Error(unsupported) where the compiler is missing, Error(build_failed) with its
  /// first message, and Error(internal) on other devices.
  virtual std::vector<std::uint32_t> compile_callbacks(const std::string& glsl, const std::string& entry);
  /// The identity of that compiler; empty on other devices.
  [[nodiscard]] virtual std::string callback_compiler_identity() const { return {}; }
  /// Returns null when the device does not accept the binary. That is a cache miss, not an error. A driver that
  /// compiles here (PoCL) throws Error(build_failed) as compile() does. It may launch the kernel once with every scalar
  /// 0 and every buffer null: a kernel whose work-group is one work-item must then touch no memory (a CPU kernel's
  /// `repeat` is 0, so its loop over tiles is empty).
  virtual std::unique_ptr<Program> load(std::span<const std::byte> binary, const std::string& entry) = 0;

  virtual std::shared_ptr<Memory> allocate(std::size_t bytes) = 0;
  /// The host's memory as memory of the device, without a copy, until it is released: while commands use it the host
  /// must not write it, nor read what they write before Stream::return_to_host(). Memory that the host may only read
  /// will do where no command writes it. Null where the device has memory of its own, or would copy memory of this
  /// address or size.
  virtual std::shared_ptr<Memory> share_host(void* /*memory*/, std::size_t /*bytes*/) const { return nullptr; }
  /// Memory of the host that the device writes without a copy, for few numbers. Null where there is none.
  virtual HostVisible allocate_visible(std::size_t /*bytes*/) { return {}; }
  /// Makes a view of the caller's memory: of `bytes` bytes at a device pointer (CUDA), of a whole cl_mem (OpenCL). It
  /// may be released as soon as the commands that use it are submitted. Throws Error(invalid_argument) for a handle
  /// that cannot be one, as far as that is cheap to tell.
  virtual void borrow(void* native, std::size_t bytes, BorrowedMemory& memory) const;
  virtual std::shared_ptr<Stream> make_stream() = 0;
  /// True while a stream of this device is being captured, as far as the backend can see. Compiling, loading and
  /// allocating cannot be part of a graph, so no plan is made then.
  [[nodiscard]] virtual bool capturing() const { return false; }

  /// Decisions, programs and tables that plans of this device share.
  SharedObjects& shared_objects() { return shared_objects_; }

 private:
  SharedObjects shared_objects_;
};

}  // namespace papilio::runtime
