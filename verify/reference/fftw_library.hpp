// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FFTW's files as systems call them: fftw_library_posix.cpp, fftw_library_windows.cpp.
#pragma once

namespace papilio::verify {

struct FftwLibrary {
  const char* file;
  const char* remedy;  ///< where it is missing
};

/// For long double.
FftwLibrary fftw_long();
/// For __float128.
FftwLibrary fftw_quad();

}  // namespace papilio::verify
