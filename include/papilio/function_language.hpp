// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The languages of device functions (device_function.hpp).
#pragma once

#include <papilio/export.hpp>
#include <string_view>

namespace papilio {

enum class FunctionLanguage {
  opencl,  ///< OpenCL C 1.2
  cuda,    ///< CUDA C++, for nvcc and NVRTC
  glsl,    ///< GLSL 4.50, compute shaders
  wgsl,    ///< WGSL, compute shaders of WebGPU
};
/// "opencl", "cuda", "glsl", "wgsl".
PAPILIO_API std::string_view to_string(FunctionLanguage language);
/// Throws Error(invalid_argument) with the list of names if there is no such language.
PAPILIO_API FunctionLanguage parse_function_language(std::string_view name);

}  // namespace papilio
