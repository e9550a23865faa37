// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>

#include "backend/opencl/declarations.hpp"
#include "backend/opencl/pocl_cache.hpp"
#include "backend/opencl/pocl_cache_lock.hpp"
#include "backend/opencl/pocl_compiler.hpp"
#include "backend/opencl/pocl_pack.hpp"
#include "backend/opencl/specialise.hpp"
#include "backend/opencl/status.hpp"
#include "runtime/binary.hpp"

namespace papilio::backend::opencl {
namespace {

/// The guard of clang's opencl-c.h, so that PoCL includes nothing of it.
constexpr const char* options_without_header = "-cl-std=CL1.2 -cl-kernel-arg-info -w -D_OPENCL_H_";

/// PoCL has one version of a kernel for grids below this many work-items, and one for all grids.
constexpr std::size_t large_grid = 65535;

std::string build_log(const ClDevice& device, cl_program program) {
  const ClSymbols& cl = device.cl();
  std::size_t size = 0;
  if (cl.clGetProgramBuildInfo(program, device.native(), CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) {
    return {};
  }
  std::string log(size, '\0');
  if (cl.clGetProgramBuildInfo(program, device.native(), CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  log.resize(std::min(log.find('\0'), size));
  return log;
}

ClKernelHandle make_kernel(const ClSymbols& cl, cl_program program, const std::string& entry) {
  cl_int status = CL_SUCCESS;
  return {&cl, cl.clCreateKernel(program, entry.c_str(), &status)};
}

/// Calls clBuildProgram; on PoCL only one thread of a process may do so at a time, and only one process for a program.
cl_int build(const ClDevice& device, ClProgramHandle& program, std::string_view text, const char* options) {
  cl_device_id native = device.native();
  const auto call = [&] { return device.cl().clBuildProgram(program.get(), 1, &native, options, nullptr, nullptr); };
  if (!device.is_pocl()) return call();
  const PoclCacheLock lock(text);
  try {
    return PoclCompiler::of_process().run(PoclCompiler::Activity::build, call);
  } catch (...) {
    program.detach();  // its lock may be taken, and its release would wait for ever
    throw;
  }
}

struct Built {
  ClProgramHandle program;
  cl_int status = CL_SUCCESS;
};

Built build_text(const ClDevice& device, const std::string& source, const char* options) {
  const ClSymbols& cl = device.cl();
  const char* text = source.data();
  const std::size_t size = source.size();
  cl_int status = CL_SUCCESS;
  Built built{{&cl, cl.clCreateProgramWithSource(device.context(), 1, &text, &size, &status)}};
  check(status, "clCreateProgramWithSource");
  built.status = build(device, built.program, source, options);
  return built;
}

/// On PoCL the source's own declarations replace the whole header, if all functions are known.
Built build_source(const ClDevice& device, const std::string& source, const std::string& entry) {
  const auto declarations = device.is_pocl() ? declarations_for(source, entry) : std::nullopt;
  if (declarations) {
    Built built = build_text(device, *declarations + source, options_without_header);
    if (built.status != CL_BUILD_PROGRAM_FAILURE) return built;
  }
  return build_text(device, source, build_options);
}

void require_built(const ClDevice& device, const Built& built, const std::string& entry) {
  if (built.status == CL_BUILD_PROGRAM_FAILURE) {
    const std::string log = build_log(device, built.program.get());
    std::string why = runtime::first_message(log);
    // When PoCL cannot write to its cache directory, its log says only that the build failed.
    if (device.info().platform.starts_with(pocl) && log.find("error") == std::string::npos) {
      why += fmt::format(" ({})", pocl_cache_remedy);
    }
    runtime::throw_build_failed(device.info(), entry, why, log);
  }
  check(built.status, "clBuildProgram");
}

ClProgramHandle program_of_source(const ClDevice& device, const std::string& source, const std::string& entry) {
  Built built = build_source(device, source, entry);
  require_built(device, built, entry);
  return std::move(built.program);
}

ClKernelHandle kernel_of_source(const ClDevice& device, cl_program program, const std::string& entry) {
  ClKernelHandle kernel = make_kernel(device.cl(), program, entry);
  if (!kernel) runtime::throw_build_failed(device.info(), entry, "the source has no kernel of this name", {});
  return kernel;
}

/// Null if the driver does not accept it.
ClProgramHandle program_from_binary(const ClDevice& device, std::span<const std::byte> binary) {
  const ClSymbols& cl = device.cl();
  cl_device_id native = device.native();
  const std::size_t size = binary.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  cl_int status = CL_SUCCESS;
  ClProgramHandle program(&cl,
                          cl.clCreateProgramWithBinary(device.context(), 1, &native, &size, &bytes, nullptr, &status));
  if (!program || build(device, program, runtime::as_text(binary), build_options) != CL_SUCCESS) return {};
  return program;
}

/// PoCL only: builds what compile_program() returned.
std::unique_ptr<runtime::Program> load_source(std::shared_ptr<const ClDevice> device, const std::string& source,
                                              const std::string& entry) {
  trim_pocl_cache_hourly();
  unpack_pocl_programs_once(device->compiler_identity(device->dialect()));
  PoclCompiler::of_process().admit(entry, source);
  ClProgramHandle program = program_of_source(*device, source, entry);
  ClKernelHandle kernel = kernel_of_source(*device, program.get(), entry);
  auto loaded = std::make_unique<ClProgram>(std::move(device), std::move(program), std::move(kernel));
  loaded->specialise(source);
  return loaded;
}

/// The binary for one device. A context made by the caller may have several devices; the program has a slot for each.
std::vector<std::byte> binary_of(const ClDevice& device, cl_program program) {
  const ClSymbols& cl = device.cl();
  cl_uint count = 0;
  check(cl.clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(count), &count, nullptr), "CL_PROGRAM_NUM_DEVICES");
  std::vector<cl_device_id> devices(count);
  check(cl.clGetProgramInfo(program, CL_PROGRAM_DEVICES, count * sizeof(cl_device_id), devices.data(), nullptr),
        "CL_PROGRAM_DEVICES");
  const auto slot = std::find(devices.begin(), devices.end(), device.native()) - devices.begin();
  std::vector<std::size_t> sizes(count);
  check(cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof(std::size_t), sizes.data(), nullptr),
        "CL_PROGRAM_BINARY_SIZES");
  std::vector<std::byte> binary(sizes.at(slot));
  std::vector<unsigned char*> pointers(count, nullptr);  // a null slot is skipped
  pointers.at(slot) = reinterpret_cast<unsigned char*>(binary.data());
  check(cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof(unsigned char*), pointers.data(), nullptr),
        "CL_PROGRAM_BINARIES");
  return binary;
}

cl_mem memory_argument(const runtime::Memory* memory) {
  const auto* own = dynamic_cast<const ClMemory*>(memory);
  if (own == nullptr)
    throw Error::invalid_argument("buffer", "it is none, or belongs to another backend than the plan");
  return own->native();
}

}  // namespace

ClProgram::~ClProgram() {
  if (runtime::is_forked() || !device_->is_pocl() || !PoclCompiler::of_process().lost()) return;
  kernel_.detach();  // their release would wait for a lock that PoCL's compiler holds for ever
  program_.detach();
}

void ClProgram::specialise(std::string_view text) {
  const PoclCacheLock lock(text);
  specialised_ = opencl::specialise(*device_, kernel_.get());
}

void ClProgram::launch(cl_command_queue queue, const runtime::Launch& launch) const {
  const ClSymbols& cl = device_->cl();
  const std::size_t local = static_cast<std::size_t>(launch.threads);
  const std::size_t global = local * static_cast<std::size_t>(launch.groups);
  const std::lock_guard lock(mutex_);
  for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
    const runtime::Argument& argument = launch.arguments[i];
    if (const auto* number = std::get_if<std::int64_t>(&argument)) {
      const cl_long value = *number;
      check(cl.clSetKernelArg(kernel_.get(), i, sizeof(value), &value), fmt::format("setting kernel argument {}", i));
    } else {
      cl_mem value = memory_argument(std::get<const runtime::Memory*>(argument));
      check(cl.clSetKernelArg(kernel_.get(), i, sizeof(value), &value), fmt::format("setting kernel argument {}", i));
    }
  }
  const auto enqueue = [&] {
    return cl.clEnqueueNDRangeKernel(queue, kernel_.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr);
  };
  check(device_->is_pocl() ? launch_on_pocl(global, enqueue) : enqueue(), "launching a kernel");
}

/// PoCL compiles at the first launch of a work-group size, and at the first of a large grid.
template <typename Enqueue>
cl_int ClProgram::launch_on_pocl(std::size_t global, const Enqueue& enqueue) const {
  bool& compiled = global < large_grid ? specialised_ : specialised_for_large_grids_;
  PoclCompiler& compiler = PoclCompiler::of_process();
  if (compiled) {
    compiler.require_launch(compiled);
    return enqueue();
  }
  const cl_int status = compiler.run(PoclCompiler::Activity::launch, enqueue);
  compiled = status == CL_SUCCESS;
  return status;
}

std::optional<runtime::Resources> ClProgram::resources(int /*threads*/, std::int64_t /*local_memory*/) const {
  const auto ask = [&]<typename T>(cl_kernel_work_group_info what, T fallback) {
    T value = fallback;
    const cl_int status =
        device_->cl().clGetKernelWorkGroupInfo(kernel_.get(), device_->native(), what, sizeof(value), &value, nullptr);
    return status == CL_SUCCESS ? value : fallback;
  };
  constexpr cl_ulong unknown = std::numeric_limits<cl_ulong>::max();
  runtime::Resources result;
  if (const cl_ulong bytes = ask(CL_KERNEL_PRIVATE_MEM_SIZE, unknown); bytes != unknown) {
    result.private_memory = static_cast<std::int64_t>(bytes);
  }
  result.local_memory = static_cast<std::int64_t>(ask(CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong{0}));
  result.max_threads = static_cast<int>(ask(CL_KERNEL_WORK_GROUP_SIZE, std::size_t{0}));
  const auto multiple = static_cast<int>(ask(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, std::size_t{0}));
  if (multiple > 0) result.thread_multiple = multiple;
  return result;
}

std::vector<std::byte> compile_program(const ClDevice& device, const std::string& source, const std::string& entry) {
  if (device.is_pocl()) return runtime::seal(std::as_bytes(std::span(source)));
  const ClProgramHandle program = program_of_source(device, source, entry);
  (void)kernel_of_source(device, program.get(), entry);
  return runtime::seal(binary_of(device, program.get()));
}

std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const ClDevice> device,
                                               std::span<const std::byte> sealed, const std::string& entry) {
  const std::span<const std::byte> binary = runtime::unseal(sealed);
  if (binary.empty()) return nullptr;
  if (device->is_pocl()) return load_source(std::move(device), std::string(runtime::as_text(binary)), entry);
  ClProgramHandle program = program_from_binary(*device, binary);
  if (!program) return nullptr;
  ClKernelHandle kernel = make_kernel(device->cl(), program.get(), entry);
  if (!kernel) return nullptr;
  return std::make_unique<ClProgram>(std::move(device), std::move(program), std::move(kernel));
}

}  // namespace papilio::backend::opencl
