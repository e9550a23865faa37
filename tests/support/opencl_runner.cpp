// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/opencl_runner.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

// The function of that name in libOpenCL, with its type from cl.h.
#define PAPILIO_CL(library, name) (library).get<decltype(&(name))>(#name)

namespace papilio::test {
namespace {

void check(cl_int status, const std::string& what) {
  if (status != CL_SUCCESS) throw std::runtime_error(what + " failed with status " + std::to_string(status));
}

/// Owns a handle; releases it with the library's function.
template <typename Handle, typename Release>
class Owned {
 public:
  Owned(Handle handle, Release release) : handle_(handle), release_(release) {}
  ~Owned() { release_(handle_); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  [[nodiscard]] Handle get() const { return handle_; }

 private:
  Handle handle_;
  Release release_;
};

std::string info(const Library& library, cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  const auto query = PAPILIO_CL(library, clGetDeviceInfo);
  query(device, what, 0, nullptr, &size);
  std::string text(size, '\0');
  query(device, what, size, text.data(), nullptr);
  return text.substr(0, text.find('\0'));
}

void build(const Library& library, cl_program program, cl_device_id device) {
  if (PAPILIO_CL(library, clBuildProgram)(program, 1, &device, "-cl-std=CL1.2 -w", nullptr, nullptr) == CL_SUCCESS)
    return;
  std::size_t size = 0;
  const auto query = PAPILIO_CL(library, clGetProgramBuildInfo);
  query(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  query(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  throw std::runtime_error("clBuildProgram failed: " + log);
}

}  // namespace

std::optional<OpenClRunner> OpenClRunner::first_device() {
  const std::string names[] = {"libOpenCL.so.1", "libOpenCL.so"};
  // Never closed: threads of PoCL go on, and what it keeps would count as leaks.
  static const Library& library = *new Library(Library::first_of(names));
  if (!library) return std::nullopt;
  cl_uint count = 0;
  if (PAPILIO_CL(library, clGetPlatformIDs)(0, nullptr, &count) != CL_SUCCESS || count == 0) return std::nullopt;
  std::vector<cl_platform_id> platforms(count);
  PAPILIO_CL(library, clGetPlatformIDs)(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    cl_device_id device = nullptr;
    const auto devices = PAPILIO_CL(library, clGetDeviceIDs);
    if (devices(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS) return OpenClRunner(library, device);
  }
  return std::nullopt;
}

std::string OpenClRunner::device_name() const {
  return info(library_, static_cast<cl_device_id>(device_), CL_DEVICE_NAME);
}

bool OpenClRunner::has_f64() const {
  const std::string extensions = info(library_, static_cast<cl_device_id>(device_), CL_DEVICE_EXTENSIONS);
  return extensions.find("cl_khr_fp64") != std::string::npos;
}

void OpenClRunner::run(const std::string& source, const OpenClLaunch& launch, std::span<std::vector<std::byte>> buffers,
                       std::span<const std::int64_t> scalars) const {
  auto device = static_cast<cl_device_id>(device_);
  cl_int status = CL_SUCCESS;
  const Owned context(PAPILIO_CL(library_, clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &status),
                      PAPILIO_CL(library_, clReleaseContext));
  check(status, "clCreateContext");
  const Owned queue(PAPILIO_CL(library_, clCreateCommandQueue)(context.get(), device, 0, &status),
                    PAPILIO_CL(library_, clReleaseCommandQueue));
  check(status, "clCreateCommandQueue");
  const char* text = source.c_str();
  const Owned program(PAPILIO_CL(library_, clCreateProgramWithSource)(context.get(), 1, &text, nullptr, &status),
                      PAPILIO_CL(library_, clReleaseProgram));
  check(status, "clCreateProgramWithSource");
  build(library_, program.get(), device);
  const Owned kernel(PAPILIO_CL(library_, clCreateKernel)(program.get(), launch.kernel.c_str(), &status),
                     PAPILIO_CL(library_, clReleaseKernel));
  check(status, "clCreateKernel");

  using Memory = Owned<cl_mem, decltype(&clReleaseMemObject)>;
  std::vector<std::unique_ptr<Memory>> memory;
  cl_uint argument = 0;
  const auto set = PAPILIO_CL(library_, clSetKernelArg);
  for (std::vector<std::byte>& bytes : buffers) {
    memory.push_back(std::make_unique<Memory>(
        PAPILIO_CL(library_, clCreateBuffer)(context.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                             bytes.data(), &status),
        PAPILIO_CL(library_, clReleaseMemObject)));
    check(status, "clCreateBuffer");
    cl_mem handle = memory.back()->get();
    check(set(kernel.get(), argument++, sizeof(handle), &handle), "clSetKernelArg");
  }
  for (const std::int64_t scalar : scalars) check(set(kernel.get(), argument++, 8, &scalar), "clSetKernelArg");
  const std::size_t global = launch.groups * launch.threads;
  check(PAPILIO_CL(library_, clEnqueueNDRangeKernel)(queue.get(), kernel.get(), 1, nullptr, &global, &launch.threads, 0,
                                                     nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    check(PAPILIO_CL(library_, clEnqueueReadBuffer)(queue.get(), memory[i]->get(), CL_TRUE, 0, buffers[i].size(),
                                                    buffers[i].data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
}

}  // namespace papilio::test
