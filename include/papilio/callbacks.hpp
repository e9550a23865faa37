// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Callbacks: source text that is applied to every number between memory and the transform. It becomes part of the
// kernels, so it causes no further memory traffic.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace papilio {

/// Texts in the subset that OpenCL C, CUDA C++ and GLSL (Vulkan) share, or in the language of the device that a plan is
/// for. `load` defines the function papilio_load, `store` papilio_store; on a complex side
///
///   PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) { ... }
///
/// and on a real side the same with papilio_real. x is the number as it is read (converted from its storage), or about
/// to be written (scaled already, not yet converted); the result takes its place. i counts elements from the beginning
/// of the buffer. user is load_data or store_data of Operands or HostOperands; the text must not use it if none is
/// given.
///
/// Texts may use: papilio_real, float or double as the precision says; papilio_complex with members x and y, made by
/// PAPILIO_COMPLEX(re, im); papilio_index, an integer of 64 bits, on Vulkan of 32; papilio_data, a pointer to constant
/// papilio_reals; and the functions that all languages have (sqrt, log10, cos, fabs, ...).
///
/// GLSL has no pointers and no casts as in C. There the last parameter's name is a macro for a buffer: use it as in
/// user[i], for nothing else in the text, and do not pass it to a function. Integers become real numbers by themselves,
/// as in `x * i`, and cos, log and the like exist in single precision only. Vulkan needs the compiler glslang
/// (docs/vulkan.md); without it plans with callbacks throw Error(unsupported).
///
/// A callback may be called more than once for a number, in any order, so its result must depend on its arguments
/// alone. Both texts may be in one kernel, so their helper functions need different names. Callbacks are not called for
/// zeros of Problem::zero, nor for skipped elements. Problem::window multiplies what `load` returns; a problem with an
/// out_map takes no `store`. Errors name lines of the text: "load callback:2:10: ...".
struct Callbacks {
  std::string load;
  std::string store;
  /// Constants, defined as macros for the texts: {"GAIN", 0.5}. Macros that a text defines itself stay defined, so
  /// their names must not occur in the rest of a kernel; names in capitals are safe.
  std::vector<std::pair<std::string, double>> parameters;
};

}  // namespace papilio
