// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Storage::shared_exponent: complex numbers of f32 as words of 32 bits, which is what passes store for each other with
// scratch=f16. Bits 0 to 11 are the real part and bits 20 to 31 the imaginary part, both plus 2048, in units of
// 2^(e-139), where e is in bits 12 to 19; the larger part has 1024 to 2047 units. Stored at the place of a float's
// mantissa, below e as its exponent, a part is that float minus 1.5 * 2^(e-127). Parts beyond 2^126, infinities and NaN
// have e = 255, which makes both parts NaN. Zero and the numbers below 2^-126 have e = 2.
//
// Each direction takes some ten instructions. Results have the same bits on every device, where fma rounds twice, too,
// but for numbers below 2^-103 on devices that flush subnormal numbers to zero.
#pragma once

#include "kernel/complex.hpp"

namespace papilio::kernel {

/// The words, i32, of complex numbers, lane by lane. Each part is rounded to the nearest unit, ties to even.
Value words_of(Complex z);
/// The numbers of words, exactly.
Complex numbers_of(Value words);

}  // namespace papilio::kernel
