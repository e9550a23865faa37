// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/fftw_library.hpp"

namespace papilio::verify {

FftwLibrary fftw_long() { return {"libfftw3l.so.3", "install it (Debian: libfftw3-long3)"}; }

FftwLibrary fftw_quad() { return {"libfftw3q.so.3", "install it (Debian: libfftw3-quad3)"}; }

}  // namespace papilio::verify
