// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FFTW as the reference of `papilio check`, opened by name at run time.
#pragma once

#include <cfloat>
#include <cstdint>
#include <memory>
#include <papilio/problem.hpp>
#include <string>

namespace papilio::tool {

// f64 needs a reference of more than long double's 64 bits. Where long double has 113 bits already (AArch64, RISC-V),
// GCC offers no __float128 and Debian no libfftw3q, and libfftw3l serves both precisions.
#if LDBL_MANT_DIG >= 113
using Quad = long double;
#else
__extension__ typedef __float128 Quad;
#endif

/// The library for one number type; safe to use from several threads, and shared by all of them.
template <class Real>
class Fftw;

/// One length and direction, and the memory that it transforms in place. Used by one thread at a time.
template <class Real>
class FftwTransform {
 public:
  FftwTransform(std::shared_ptr<const Fftw<Real>> library, std::int64_t length, Direction direction);
  ~FftwTransform();
  FftwTransform(const FftwTransform&) = delete;
  FftwTransform& operator=(const FftwTransform&) = delete;

  /// `length` pairs: re, im. What run() reads and overwrites.
  [[nodiscard]] Real* data() noexcept { return data_; }
  /// The unscaled DFT.
  void run();
  [[nodiscard]] std::int64_t length() const noexcept { return length_; }
  [[nodiscard]] Direction direction() const noexcept { return direction_; }

 private:
  std::shared_ptr<const Fftw<Real>> library_;
  std::int64_t length_;
  Direction direction_;
  Real* data_ = nullptr;
  void* plan_ = nullptr;
};

/// libfftw3l.so.3 for long double, libfftw3q.so.3 for __float128, or the library `name`. Throws Error(unsupported) with
/// the Debian package to install.
template <class Real>
std::shared_ptr<const Fftw<Real>> open_fftw(const std::string& name = {});

}  // namespace papilio::tool
