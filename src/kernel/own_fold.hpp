// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short transforms that fold, each of one work-item (spec/pairing.hpp: folds_alone): between the numbers of memory,
// which the exchange brings and takes in their order, and the DFT stand constants only. Of half spectra of m+1 numbers
// the last one is read apart.
#pragma once

#include <vector>

#include "kernel/complex.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

class OwnFold {
 public:
  OwnFold(Builder& b, const KernelSpec& spec) : b_(b), spec_(spec), m_(spec.length) {}

  /// m complex numbers of memory, or pairs of real ones, become what the DFT takes. `last`: X[m] of a half spectrum.
  std::vector<Complex> before(const std::vector<Complex>& memory, Complex last);
  /// And its results what memory takes: staged_results().
  std::vector<Complex> after(const std::vector<Complex>& z);

 private:
  Complex root(std::int64_t k, std::int64_t n, Type type);
  Complex twiddle(Value k, Type type);
  std::vector<Complex> folded(const std::vector<Complex>& x);
  std::vector<Complex> unfolded(const std::vector<Complex>& z);

  Builder& b_;
  const KernelSpec& spec_;
  std::int64_t m_;
};

}  // namespace papilio::kernel
