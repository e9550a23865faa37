// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Names and types of the library that is being compiled: each file of the interface is compiled once for each row of
// CMakeLists.txt's table, whose entries are the definitions below. The defaults are libfftw3's.
#pragma once

#if !defined(PAPILIO_FFTW_PREFIX)
#define PAPILIO_FFTW_PREFIX fftw
#define PAPILIO_FORTRAN_PREFIX dfftw
#define PAPILIO_FFTW_REAL double
#endif

#define PAPILIO_JOIN_NAMES(prefix, name) prefix##_##name
#define PAPILIO_JOIN(prefix, name) PAPILIO_JOIN_NAMES(prefix, name)
#define PAPILIO_QUOTE_NAME(name) #name
#define PAPILIO_QUOTE(name) PAPILIO_QUOTE_NAME(name)
#define PAPILIO_FFTW(name) PAPILIO_JOIN(PAPILIO_FFTW_PREFIX, name)
#define PAPILIO_FORTRAN(name) PAPILIO_JOIN(PAPILIO_FORTRAN_PREFIX, name)

namespace papilio::fftw3 {
using Real = PAPILIO_FFTW_REAL;
/// fftw_complex
using Complex = Real[2];
}  // namespace papilio::fftw3
