// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The check of one convolution, in one precision.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/convolution.hpp>
#include <random>
#include <string_view>
#include <vector>

#include "verify/check/checker.hpp"
#include "verify/check/device_memory.hpp"
#include "verify/reference/convolution_groups.hpp"
#include "verify/reference/convolution_reference.hpp"

namespace papilio::verify {

/// The host's side. Kept for the next problem: its vectors and the reference.
template <class T, class Real>
class ConvolutionExaminer {
 public:
  ConvolutionExaminer(CheckPlace& place, std::shared_ptr<const Fftw<Real>> library)
      : place_(place), reference_(std::move(library)) {}

  CheckResult check(const ConvolutionProblem& problem, const CheckInputs& inputs);

 private:
  void make_numbers(Inputs distribution);
  void run(std::vector<T>& to);
  void check_written();
  void check_gaps();
  void check_input();
  void check_isolation();
  void compare();
  void fault(std::string_view what) { result_.faults.emplace_back(what); }
  [[nodiscard]] bool in_place() const { return problem_.placement == Placement::in_place; }
  /// Numbers of a buffer and the guard behind it; in place, of the one that both sides share.
  [[nodiscard]] std::size_t room(const SideLayout& side) const;

  CheckPlace& place_;
  ConvolutionReference<Real> reference_;
  Convolution convolution_;
  Filter filter_;
  ConvolutionProblem problem_;
  Stored stored_in_;
  Stored stored_out_;
  T poison_in_{};  ///< as it comes back from memory
  T poison_out_{};
  ConvolutionGroups groups_;
  CheckResult result_;
  std::mt19937_64 engine_;
  std::vector<T> kernels_;  ///< numbers, as all of these
  std::vector<T> input_;
  std::vector<T> first_;
  std::vector<T> again_;
};

extern template class ConvolutionExaminer<float, long double>;
extern template class ConvolutionExaminer<double, long double>;
#if LDBL_MANT_DIG < 113
extern template class ConvolutionExaminer<double, QuadReal>;
#endif

}  // namespace papilio::verify
