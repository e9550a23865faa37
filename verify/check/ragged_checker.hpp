// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The check of one ragged batch, in one precision.
#pragma once

#include <papilio/ragged.hpp>

#include "verify/check/inputs.hpp"
#include "verify/check/row_examiner.hpp"
#include "verify/reference/fftw.hpp"

namespace papilio::verify {

template <class T, class Real>
class RaggedExaminer {
 public:
  RaggedExaminer(CheckPlace& place, std::shared_ptr<const Fftw<Real>> library)
      : place_(place), library_(std::move(library)) {}

  CheckResult check(const RaggedProblem& problem, const CheckInputs& inputs);

 private:
  CheckPlace& place_;
  std::shared_ptr<const Fftw<Real>> library_;
};

extern template class RaggedExaminer<float, long double>;
extern template class RaggedExaminer<double, long double>;
#if LDBL_MANT_DIG < 113
extern template class RaggedExaminer<double, QuadReal>;
#endif

}  // namespace papilio::verify
