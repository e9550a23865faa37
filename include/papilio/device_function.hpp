// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// device_function(): a transform as a function for the caller's own kernel, in OpenCL C, CUDA C++, GLSL or WGSL. The
// numbers are in the registers of the work-items of one work-group before the call, and after it.
// docs/device-functions.md.
#pragma once

#include <cstdint>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/function_language.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

/// Meaning of the complex number in a register.
enum class FunctionElement {
  complex,    ///< a complex number
  real_pair,  ///< two neighbouring real numbers, the first one in the real part
  real,       ///< a real number in the real part; the imaginary part is not read, or has no meaning
};
/// "complex", "real pair", "real".
PAPILIO_API std::string_view to_string(FunctionElement element);

/// The registers of the work-items on one side of the function, before the call or after it.
struct FunctionSide {
  FunctionElement element = FunctionElement::complex;
  int registers = 0;          ///< registers of a work-item that hold elements: x[0] to x[registers-1]
  std::int64_t elements = 0;  ///< of one transform: N complex numbers or reals, N/2 pairs, N/2+1 of a half spectrum
  /// indices[work_item * registers + r]: the element in x[r], or -1: none. The elements of all transforms of the
  /// work-group are counted, transform after transform: e of transform t is t*elements + e.
  std::vector<std::int64_t> indices;
  /// The same as expressions in the function's language, one for each register, in the variable work_item.
  std::vector<std::string> formulas;
};

/// A transform as a function for kernels. A value; it needs no device any more.
struct DeviceFunction {
  FunctionLanguage language = FunctionLanguage::opencl;
  std::string name;                ///< of the function; a prefix of everything else that the text defines
  std::string token;               ///< of the problem; its batch is the number of transforms that a work-group computes
  std::string text;                ///< constants, the functions of indices and the function itself
  int work_items = 1;              ///< of the work-group, in one dimension
  int registers = 1;               ///< complex numbers of each work-item, the larger number of both sides
  std::int64_t transforms = 1;     ///< of a work-group
  std::int64_t scratch_bytes = 0;  ///< local memory that the caller passes; 0: it is not used
  int barriers = 0;                ///< that every work-item meets in a call
  /// GLSL and WGSL: the numbers of the buffer NAME_tables, which are rounded to the problem's precision already; empty:
  /// there is no such buffer. The other languages have them in the text.
  std::vector<double> tables;
  FunctionSide input;
  FunctionSide output;
  /// The function of the other direction (c2c forward and inverse, r2c and c2r) for the same device takes the registers
  /// as this one leaves them.
  bool chains = false;
  /// Radices and work-items as FunctionOptions::shape takes them; of c2r and inverse functions that of the other
  /// direction.
  std::string shape;
};

/// How a function is made.
struct FunctionOptions {
  /// The shape of the function, as `papilio plan` prints shapes of kernels for GPUs: radices, and options behind
  /// colons, "16x16x16:threads=256:pad=16:interleaved:twiddles=products" (docs/device-functions.md). Empty: the planner
  /// chooses. Radices are those of c2c forward and of r2c; the function of the other direction has them in reverse
  /// order, so that one string serves both. `tile` is the problem's batch. `prefetch`, `resident` and `staged` are for
  /// kernels and have no effect; a `cluster` is refused.
  std::string shape;
};

/// The transform of one work-group as a function. The problem is a c2c, r2c or c2r along one axis, packed, stored in
/// its own precision; its batch is the number of transforms of a work-group. Direction and scale are the problem's.
/// A CPU's functions are those of a GPU with its local memory and work-items. In WGSL the device is not looked at, and
/// need not be there: functions are made for the limits that every WebGPU device has, 256 work-items and 16 KiB of
/// local memory. Nothing is compiled, and no device memory allocated. Any thread may call it. Throws Error(unsupported)
/// that names what a function cannot do, or a length or a batch that does not fit a work-group of the device, or a
/// shape that the length or the device does not permit; TokenError for a shape that is none.
///
/// Algorithms: Stockham's for lengths with small prime factors, else Rader's or Bluestein's; real transforms of even
/// length as complex ones of half the length (docs/how-a-kernel-is-made.md). The statements are those of the kernels of
/// a Plan.
PAPILIO_API DeviceFunction device_function(const Problem& problem, const Device& device, FunctionLanguage language,
                                           const FunctionOptions& options = {});

}  // namespace papilio
