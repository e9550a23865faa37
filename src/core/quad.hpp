// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// QuadReal: IEEE binary128, for constants and references of more digits than f64x2 has. On x86 compilers compute with
// it in software, some 50 ns an operation.
#pragma once

#include <cfloat>

/// Defined where QuadReal is a type of its own, which templates are instantiated for beside long double.
#if LDBL_MANT_DIG < 113 && defined(__SIZEOF_FLOAT128__)
#define PAPILIO_FLOAT128
#endif

namespace papilio {

#ifdef PAPILIO_FLOAT128
__extension__ typedef __float128 QuadReal;  // NOLINT(modernize-use-using)
#else
using QuadReal = long double;
#endif

/// False with compilers that have no type of 113 bits: they cannot make the tables of f64x2.
#if LDBL_MANT_DIG >= 113 || defined(PAPILIO_FLOAT128)
inline constexpr bool has_quad = true;
#else
inline constexpr bool has_quad = false;
#endif

}  // namespace papilio
