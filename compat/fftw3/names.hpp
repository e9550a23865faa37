// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Names and types of the precision that is being compiled: each file of the interface is compiled once for libfftw3 and
// once, with PAPILIO_FFTW_SINGLE, for libfftw3f.
#pragma once

#if defined(PAPILIO_FFTW_SINGLE)
#define PAPILIO_FFTW(name) fftwf_##name
#define PAPILIO_FORTRAN(name) sfftw_##name
#else
#define PAPILIO_FFTW(name) fftw_##name
#define PAPILIO_FORTRAN(name) dfftw_##name
#endif

namespace papilio::fftw3 {
#if defined(PAPILIO_FFTW_SINGLE)
using Real = float;
#else
using Real = double;
#endif
/// fftw_complex
using Complex = Real[2];
}  // namespace papilio::fftw3
