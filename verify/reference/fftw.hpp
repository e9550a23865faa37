// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FFTW, opened by name at run time: the reference of `papilio check` and `papilio bench`.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/problem.hpp>
#include <string>

#include "core/quad.hpp"
#include "verify/reference/dft_shape.hpp"

namespace papilio::verify {

// f64 and f64x2 need a reference of more than long double's 64 bits. Where long double has 113 bits already (AArch64,
// RISC-V), GCC offers no __float128 and Debian no libfftw3q, and libfftw3l serves all precisions.

/// The library for one number type; safe to use from several threads, and shared by all of them.
template <class Real>
class Fftw;

/// fftw_r2r_kind of fftw3.h, of a real-to-real kind.
int fftw_kind(Kind kind);

/// The transform of one shape, and its memory. Used by one thread at a time.
template <class Real>
class FftwTransform {
 public:
  FftwTransform(std::shared_ptr<const Fftw<Real>> library, const DftShape& shape);
  ~FftwTransform();
  FftwTransform(const FftwTransform&) = delete;
  FftwTransform& operator=(const FftwTransform&) = delete;

  /// Packed, row-major; complex elements are pairs: re, im. What run() reads, and overwrites.
  [[nodiscard]] Real* input() noexcept { return input_; }
  /// Likewise; for c2c and real-to-real kinds it is the same memory.
  [[nodiscard]] const Real* output() const noexcept { return output_; }
  /// The unscaled DFT. c2r as NumPy's irfftn has it: inverse complex transforms along all axes but the last, then that
  /// of the last, which ignores the imaginary parts of the elements 0 and n/2 that it is then given.
  void run();
  [[nodiscard]] const DftShape& shape() const noexcept { return shape_; }

 private:
  void make_plans();
  void weigh(bool input);
  void forget();

  std::shared_ptr<const Fftw<Real>> library_;
  DftShape shape_;
  Real* input_ = nullptr;
  Real* output_ = nullptr;
  void* outer_ = nullptr;  ///< c2r of several axes: all but the last
  void* plan_ = nullptr;
};

/// The one that fftw_library.hpp names for long double or __float128, or the library `name`. Throws Error(unsupported)
/// with what to install.
template <class Real>
std::shared_ptr<const Fftw<Real>> open_fftw(const std::string& name = {});

/// The one for long double, opened by the first call that finds it and never closed: FFTW keeps what its planner has
/// learnt until the process ends. Throws as open_fftw() does.
const std::shared_ptr<const Fftw<long double>>& shared_fftw();

}  // namespace papilio::verify
