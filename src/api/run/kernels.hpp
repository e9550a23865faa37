// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// From a KernelSpec to something a device can run: build, verify, emit, compile, or find it in a cache.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dialect.hpp"
#include "emit/emit.hpp"
#include "ir/ir.hpp"
#include "kernel/tables/tables.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/device.hpp"
#include "spec/fused_launch.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::api {

/// The kernel in the IR. Throws Error(internal) for one that does not verify.
ir::Module verified_module(const Kernel& kernel);
/// The kernel in a dialect. A kernel that does not verify never reaches a compiler. `architecture` is
/// DeviceCaps::architecture, for PTX.
Source source_of(const Kernel& kernel, Dialect dialect, const emit::Target& target);

/// How a kernel reaches its buffers: as the backend passes them, or by address where they are larger than Vulkan's
/// bindings.
enum class BufferReach { bound, addresses };

/// The program of a kernel: one that is on this device, else from the compile cache, else compiled and stored there.
std::shared_ptr<runtime::Program> program_of(runtime::Device& device, const Kernel& kernel,
                                             BufferReach reach = BufferReach::bound);
/// Only a program that is on this device already; else null.
std::shared_ptr<runtime::Program> loaded_program_of(runtime::Device& device, const Kernel& kernel,
                                                    BufferReach reach = BufferReach::bound);

/// Identity of machine code that was made without a driver, apart from its source: "cuda|sm_90|any driver".
std::string shipped_identity(const DeviceCaps& caps);
/// The key of this kernel's machine code in packs that were made without the device (kernel_pack.hpp): it counts for
/// every driver. Empty for GPUs other than NVIDIA's, and for kernels with callbacks.
std::string shipped_key(const DeviceCaps& caps, const Kernel& kernel);

/// The program of a module that is no FFT kernel; its name says everything that decides its text.
std::shared_ptr<runtime::Program> program_of_module(runtime::Device& device, const std::string& name,
                                                    const std::function<ir::Module()>& build);

/// Resources of that program for each work-group; nullopt if the driver does not report it.
std::optional<runtime::Resources> resources_of(runtime::Device& device, const Kernel& kernel);

std::int64_t bytes_of(const kernel::TableSpec& spec);
/// Returns the contents of a table. Tables of convolutions that take longer to make than to read are kept in the cache,
/// as long as they take no more than an eighth of it.
std::vector<std::byte> contents_of(const kernel::TableSpec& spec, const runtime::CompileCache& cache);

/// A stream for uploads, made at the first upload: warm plans need none.
class UploadStream {
 public:
  explicit UploadStream(runtime::Device& device) : device_(device) {}
  runtime::Stream& get();

 private:
  runtime::Device& device_;
  std::shared_ptr<runtime::Stream> stream_;
};

/// The table's contents in device memory, shared by all plans of the device.
std::shared_ptr<runtime::Memory> table_of(runtime::Device& device, UploadStream& stream, const kernel::TableSpec& spec);

/// Real operations of one transform's part in this kernel: codelets and twiddles, a fused multiply-add counted as two.
double flops_of(const KernelSpec& spec);

}  // namespace papilio::api
