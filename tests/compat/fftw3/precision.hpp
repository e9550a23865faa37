// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Names of FFTW in the precision that a test is compiled for: X(plan_dft) is fftw_plan_dft, or fftwf_plan_dft with
// PAPILIO_TEST_SINGLE, or fftwl_plan_dft with PAPILIO_TEST_LONG. F(plan_dft) is dfftw_plan_dft_, sfftw_plan_dft_ or
// lfftw_plan_dft_.
#pragma once

#include <fftw3.h>

#if defined(PAPILIO_TEST_SINGLE)
#define X(name) FFTW_MANGLE_FLOAT(name)
#define F(name) sfftw_##name##_
using Real = float;
#elif defined(PAPILIO_TEST_LONG)
#define X(name) FFTW_MANGLE_LONG_DOUBLE(name)
#define F(name) lfftw_##name##_
using Real = long double;
#else
#define X(name) FFTW_MANGLE_DOUBLE(name)
#define F(name) dfftw_##name##_
using Real = double;
#endif
using Complex = X(complex);
using Plan = X(plan);
