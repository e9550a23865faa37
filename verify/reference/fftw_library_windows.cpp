// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/fftw_library.hpp"

namespace papilio::verify {

FftwLibrary fftw_long() { return {"libfftw3l-3.dll", "put it beside papilio.exe (fftw.org has it for Windows)"}; }

FftwLibrary fftw_quad() {
  return {"libfftw3q-3.dll", "build FFTW with --enable-quad-precision and put it beside papilio.exe, or check f32"};
}

}  // namespace papilio::verify
