// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/c_source/program_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/version.hpp>

#include "tools/c_source/c_text.hpp"

namespace papilio::tool {
namespace {

std::string compile_line(const ProgramRequest& request) {
  switch (request.dialect) {
    case Dialect::opencl:
      return "cc -O2 fft.c -lOpenCL -lm -o fft";
    case Dialect::cuda:
      return fmt::format("nvcc -O2{} --fmad=false fft.cu -lcuda -o fft",
                         request.caps.architecture > 0 ? fmt::format(" -arch=sm_{}", request.caps.architecture) : "");
    default:
      return "cc -O2 -I/usr/local/cuda/include fft.c -lcuda -lm -o fft     (or: nvcc -O2 fft.cu -lcuda -o fft)";
  }
}

/// As functions, each in a namespace, because each may have helpers of the same names.
std::string functions(std::span<const NamedText> kernels) {
  std::string text;
  std::string list;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    text += fmt::format("\nnamespace kernel_{} {{\n{}}}\n", i, kernels[i].text);
    list += fmt::format("    (const void *)kernel_{}::{},\n", i, kernels[i].name);
  }
  return text +
         fmt::format(
             "\nstatic const void *const kernels[KERNELS] = {{\n{}}};\n\n"
             "static CUfunction load_kernel(int number) {{\n  cudaFunction_t function = NULL;\n"
             "  const cudaError_t status = cudaGetFuncBySymbol(&function, kernels[number]);\n"
             "  if (status != cudaSuccess) {{\n"
             "    fprintf(stderr, \"loading a kernel: %s\\n\", cudaGetErrorString(status));\n    exit(1);\n  }}\n"
             "  return (CUfunction)function;\n}}\n",
             list);
}

std::string strings(Dialect dialect, std::span<const NamedText> kernels) {
  std::string text;
  std::string list;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    text += fmt::format("\nstatic const char *const kernel_{}[] = {{\n{}}};\n", i, c_lines(kernels[i].text));
    list += fmt::format("    {{{}, kernel_{}, sizeof(kernel_{}) / sizeof(kernel_{}[0])}},\n", c_string(kernels[i].name),
                        i, i, i);
  }
  text += fmt::format(
      "\nstruct kernel {{\n  const char *name;\n  const char *const *text; /* lines */\n  size_t lines;\n}};\n\n"
      "static const struct kernel kernels[KERNELS] = {{\n{}}};\n",
      list);
  return dialect == Dialect::ptx ? text + "\n" + std::string(host_text("ptx.c.in")) : text;
}

}  // namespace

std::string heading_text(const ProgramRequest& request) {
  const bool opencl = request.dialect == Dialect::opencl;
  std::string text = fmt::format(
      "/* {}, planned for {}. Written by papilio {}.\n *\n"
      " * Transforms random numbers and compares results with the definition: prints PASS or FAIL. An argument\n"
      " * is the number of the device to use.\n *\n *     {}\n *\n"
      " * SPDX-FileCopyrightText: The Papilio authors\n * SPDX-License-Identifier: MIT\n */\n",
      request.problem.token(), request.device, version(), compile_line(request));
  if (opencl) text += "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n";
  if (request.dialect == Dialect::cuda) text += "#include <cuda_runtime.h>\n";
  if (!opencl) text += "#include <cuda.h>\n";
  for (const char* header : {"math", "stdint", "stdio", "stdlib", "string", "time"}) {
    text += fmt::format("#include <{}.h>\n", header);
  }
  return text;
}

std::string kernels_text(Dialect dialect, std::span<const NamedText> kernels) {
  return dialect == Dialect::cuda ? functions(kernels) : strings(dialect, kernels);
}

std::string planned_for_text(DeviceClass device_class) {
  return fmt::format("static const cl_device_type planned_for = CL_DEVICE_TYPE_{};\n\n",
                     device_class == DeviceClass::cpu ? "CPU" : "GPU");
}

std::string_view host_text(std::string_view name) {
  const std::span<const EmbeddedText> files = embedded_host_texts();
  const auto found = std::ranges::find(files, name, &EmbeddedText::name);
  if (found == files.end()) throw Error::internal("a program", fmt::format("no text {}", name));
  return found->text;
}

}  // namespace papilio::tool
