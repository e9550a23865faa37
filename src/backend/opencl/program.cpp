// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <papilio/error.hpp>

#include "backend/opencl/specialise.hpp"
#include "backend/opencl/status.hpp"
#include "core/hash.hpp"

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

/// The first line that mentions an error, else the first that is not blank.
std::string first_message(const std::string& log) {
  const auto line_at = [&](std::size_t position) {
    const std::size_t newline = log.rfind('\n', position);
    const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
    return log.substr(begin, log.find('\n', position) - begin);
  };
  if (const std::size_t error = log.find("error"); error != std::string::npos) return line_at(error);
  const std::size_t text = log.find_first_not_of(" \t\r\n");
  return text != std::string::npos ? line_at(text) : "the compiler gave no reason";
}

[[noreturn]] void throw_build_failed(const ClDevice& device, const std::string& entry, const std::string& why,
                                     const std::string& log) {
  const char* debug = std::getenv("PAPILIO_DEBUG");
  const bool whole = debug != nullptr && *debug != '\0' && !log.empty();
  throw Error::build_failed(
      fmt::format("compiling kernel '{}' for {} ({})", entry, device.info().id, device.info().name), why,
      whole ? "the whole log follows\n" + log : "set PAPILIO_DEBUG=1 to see the compiler's whole log");
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
  status = cl.clBuildProgram(program.get(), 1, &native, build_options, nullptr, nullptr);
  if (status == CL_BUILD_PROGRAM_FAILURE) {
    const std::string log = build_log(device, program.get());
    throw_build_failed(device, entry, first_message(log), log);
  }
  check(status, "clBuildProgram");
  return program;
}

std::string hash_of(std::span<const std::byte> bytes) {
  return hash_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// A binary as Papilio hands it out: its hash, then the driver's bytes. PoCL 3.1 ends the process with a failed
/// assertion when it is given a truncated binary, so load_program() must know before it asks.
std::vector<std::byte> seal(std::span<const std::byte> native) {
  const std::string hash = hash_of(native);
  std::vector<std::byte> sealed(hash.size() + native.size());
  const auto* begin = reinterpret_cast<const std::byte*>(hash.data());
  std::copy(native.begin(), native.end(), std::copy(begin, begin + hash.size(), sealed.begin()));
  return sealed;
}

/// The driver's bytes, or none when the seal is broken.
std::span<const std::byte> unseal(std::span<const std::byte> sealed) {
  constexpr std::size_t hash_size = 32;
  if (sealed.size() <= hash_size) return {};
  const std::string_view hash(reinterpret_cast<const char*>(sealed.data()), hash_size);
  const std::span<const std::byte> native = sealed.subspan(hash_size);
  return hash == hash_of(native) ? native : std::span<const std::byte>();
}

/// The binary of one device. A context that the user made may have several, and a program has a slot for each.
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
  if (own == nullptr) throw Error::internal("kernel argument", "a buffer that is none, or of another backend");
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

std::vector<std::byte> compile_program(const ClDevice& device, const std::string& source, const std::string& entry) {
  const ProgramHandle program = build(device, source, entry);
  const KernelHandle kernel = make_kernel(device.cl(), program.get(), entry);
  if (!kernel) throw_build_failed(device, entry, "the source has no kernel of this name", {});
  if (device.specialises_late()) specialise(device, kernel.get());
  return seal(binary_of(device, program.get()));
}

std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const ClDevice> device,
                                               std::span<const std::byte> sealed, const std::string& entry) {
  const std::span<const std::byte> binary = unseal(sealed);
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
