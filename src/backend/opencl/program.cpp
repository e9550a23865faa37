// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>

#include "backend/opencl/specialise.hpp"
#include "backend/opencl/status.hpp"
#include "runtime/binary.hpp"

namespace papilio::backend::opencl {
namespace {

std::string build_log(const ClDevice& device, cl_program program) {
  const Symbols& cl = device.cl();
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

KernelHandle make_kernel(const Symbols& cl, cl_program program, const std::string& entry) {
  cl_int status = CL_SUCCESS;
  return {cl, cl.clCreateKernel(program, entry.c_str(), &status)};
}

ProgramHandle build(const ClDevice& device, const std::string& source, const std::string& entry) {
  const Symbols& cl = device.cl();
  const char* text = source.data();
  const std::size_t size = source.size();
  cl_int status = CL_SUCCESS;
  ProgramHandle program(cl, cl.clCreateProgramWithSource(device.context(), 1, &text, &size, &status));
  check(status, "clCreateProgramWithSource");
  cl_device_id native = device.native();
  try {
    status = cl.clBuildProgram(program.get(), 1, &native, build_options, nullptr, nullptr);
  } catch (...) {
    // PoCL 3.1 lets LLVM's std::bad_alloc escape with the program's lock held; releasing the program would wait
    // forever.
    program.detach();
    throw;
  }
  if (status == CL_BUILD_PROGRAM_FAILURE) {
    const std::string log = build_log(device, program.get());
    std::string why = runtime::first_message(log);
    // When PoCL cannot write to its cache directory, its log says only that the build failed.
    if (device.info().platform.starts_with(pocl) && log.find("error") == std::string::npos) {
      why += fmt::format(" ({})", pocl_cache_remedy);
    }
    runtime::throw_build_failed(device.info(), entry, why, log);
  }
  check(status, "clBuildProgram");
  return program;
}

/// The binary for one device. A context made by the caller may have several devices; the program has a slot for each.
std::vector<std::byte> binary_of(const ClDevice& device, cl_program program) {
  const Symbols& cl = device.cl();
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

void ClProgram::launch(cl_command_queue queue, const runtime::Launch& launch) const {
  const Symbols& cl = device_->cl();
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
  check(cl.clEnqueueNDRangeKernel(queue, kernel_.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "launching a kernel");
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
  const ProgramHandle program = build(device, source, entry);
  const KernelHandle kernel = make_kernel(device.cl(), program.get(), entry);
  if (!kernel) runtime::throw_build_failed(device.info(), entry, "the source has no kernel of this name", {});
  if (device.specialises_late()) specialise(device, kernel.get());
  return runtime::seal(binary_of(device, program.get()));
}

std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const ClDevice> device,
                                               std::span<const std::byte> sealed, const std::string& entry) {
  const std::span<const std::byte> binary = runtime::unseal(sealed);
  if (binary.empty()) return nullptr;
  const Symbols& cl = device->cl();
  cl_device_id native = device->native();
  const std::size_t size = binary.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  cl_int status = CL_SUCCESS;
  ProgramHandle program(cl,
                        cl.clCreateProgramWithBinary(device->context(), 1, &native, &size, &bytes, nullptr, &status));
  if (!program) return nullptr;
  if (cl.clBuildProgram(program.get(), 1, &native, build_options, nullptr, nullptr) != CL_SUCCESS) return nullptr;
  KernelHandle kernel = make_kernel(cl, program.get(), entry);
  if (!kernel) return nullptr;
  return std::make_unique<ClProgram>(std::move(device), std::move(program), std::move(kernel));
}

}  // namespace papilio::backend::opencl
