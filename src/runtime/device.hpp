// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a backend is: four small interfaces. Implementations live in src/backend; all are safe to use from several
// threads. Objects keep their device alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/device_caps.hpp"
#include "runtime/shared_objects.hpp"

namespace papilio::runtime {

/// Bytes of device memory; freed by the destructor unless wrapped.
class Memory {
 public:
  virtual ~Memory() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// True when a write to one may change the other: wrapped handles may name the same memory twice.
  [[nodiscard]] virtual bool overlaps(const Memory& other) const { return this == &other; }
};

/// What a kernel takes of its device. Nothing stands for what the driver does not tell.
struct Resources {
  std::optional<int> registers;  ///< 32-bit, of a work-item
  /// Bytes of a work-item outside registers. Where registers are told these are spills and stack, which a kernel should
  /// not have; elsewhere all of its private variables may be in them.
  std::optional<std::int64_t> private_memory;
  std::int64_t local_memory = 0;       ///< bytes of a work-group, given at the launch included
  int max_threads = 0;                 ///< work-items that a work-group may have
  std::optional<int> thread_multiple;  ///< work-groups are best a multiple of so many work-items
  std::optional<int> groups_per_unit;  ///< work-groups that one compute unit runs at once (occupancy)
};

/// A compiled kernel, loaded on its device.
class Program {
 public:
  virtual ~Program() = default;
  /// For launches of this shape (see Launch); nothing where the driver does not tell.
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
  /// Bytes of local memory that the kernel uses but does not declare: CUDA's dynamic shared memory. Others ignore it.
  std::int64_t local_memory = 0;
  /// The kernel begins with a wait for what the stream did before (emit/cuda), so that its launch need not.
  bool waits = false;
};

/// A moment in a stream's order, for timing.
class Event {
 public:
  virtual ~Event() = default;
};

class Stream {
 public:
  virtual ~Stream() = default;
  virtual void launch(const Launch& launch) = 0;
  /// Blocking, ordered after earlier commands.
  virtual void write(Memory& to, std::size_t offset, const void* from, std::size_t bytes) = 0;
  virtual void read(const Memory& from, std::size_t offset, void* to, std::size_t bytes) = 0;
  virtual void copy(const Memory& from, Memory& to, std::size_t bytes) = 0;
  /// Zeros, in the stream's order. The range is on multiples of four bytes.
  virtual void clear(const Memory& memory, std::size_t offset, std::size_t bytes) = 0;
  virtual void synchronize() = 0;
  /// Calls `done` (from any thread) once all commands submitted so far have finished, whether they failed or not.
  virtual void on_completion(std::function<void()> done) = 0;
  /// Marks this point; seconds_between() waits for both.
  virtual std::unique_ptr<Event> record() = 0;
  virtual double seconds_between(const Event& begin, const Event& end) = 0;
  /// Memory for commands of this stream, taken and given back in the stream's own order: it may be used at once, and
  /// may go as soon as the commands that use it are submitted; neither waits for anything. Null where the backend has
  /// no such memory. Not while capturing(). Throws Error(out_of_memory).
  virtual std::shared_ptr<Memory> temporary(std::size_t /*bytes*/) { return nullptr; }
  /// True while commands are recorded for a later replay (CUDA graphs) and not executed. launch() and copy() may then
  /// be called; everything else throws Error(invalid_argument).
  [[nodiscard]] virtual bool capturing() const { return false; }
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
  [[nodiscard]] virtual const DeviceCaps& caps() const = 0;
  /// "opencl" or "cuda", what emit::parse_dialect() takes: the language of people, and of the user's callbacks.
  [[nodiscard]] virtual std::string_view dialect() const = 0;
  /// The dialect of kernels without callbacks: "ptx", where the driver compiles it sooner.
  [[nodiscard]] virtual std::string_view quick_dialect() const { return dialect(); }
  /// Everything besides the source, which is in this dialect, that a compiled binary depends on: driver, compiler,
  /// architecture, options.
  [[nodiscard]] virtual std::string compiler_identity(std::string_view dialect) const = 0;

  /// Source in one of its dialects to a binary that load() accepts later, also in another process. Throws
  /// Error(build_failed) with the compiler's first message. It may launch the kernel once with every scalar 0 and every
  /// buffer null: a kernel with a work-group of one work-item must then touch no memory (a CPU kernel's `repeat` is 0,
  /// so that its loop over tiles is empty).
  virtual std::vector<std::byte> compile(std::string_view dialect, const std::string& source,
                                         const std::string& entry) = 0;
  /// Returns null when the binary is not acceptable to this device: a cache miss, never an error.
  virtual std::unique_ptr<Program> load(std::span<const std::byte> binary, const std::string& entry) = 0;

  virtual std::shared_ptr<Memory> allocate(std::size_t bytes) = 0;
  virtual std::shared_ptr<Stream> make_stream() = 0;
  /// True while a stream of this device is captured, as far as the backend can see: compiling, loading and allocating
  /// have no place in a graph, so no plan is made then.
  [[nodiscard]] virtual bool capturing() const { return false; }

  /// Programs and tables that plans of this device share.
  SharedObjects& shared_objects() { return shared_objects_; }

 private:
  SharedObjects shared_objects_;
};

}  // namespace papilio::runtime
