// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/checker.hpp"

#include <fmt/format.h>

#include <cfloat>
#include <papilio/error.hpp>

#include "verify/check/convolution_checker.hpp"
#include "verify/check/examiner.hpp"
#include "verify/check/nufft_checker.hpp"
#include "verify/check/ragged_checker.hpp"

namespace papilio::verify {
namespace {

/// It has 11 bits more than f64 on x86, and 60 on AArch64; none with some compilers.
constexpr bool long_double_is_wide = LDBL_MANT_DIG >= 64;

/// The error of a long double reference, less than a thousandth of the bound, could change the verdict. This is the
/// only reason to execute again: another fault might not occur a second time.
bool is_doubtful(const CheckResult& result) {
  const std::size_t of_error = result.relative_l2 > result.bound ? 1 : 0;
  return result.relative_l2 > 0.99 * result.bound && result.faults.size() == of_error;
}

}  // namespace

void CheckResult::take(const Errors& errors, Storage storage, const std::string& token) {
  constexpr long double end_of_f16 = 65504;
  if (storage == Storage::f16 && errors.largest() > end_of_f16) {
    throw Error::unsupported(token,
                             fmt::format("results of up to {:.3g} are beyond f16, which ends at 65504",
                                         static_cast<double>(errors.largest())),
                             "scale them, by scale=1/n or factor=, or check another out=");
  }
  relative_l2 = errors.relative_l2();
  max_error = errors.max_error();
  ppm_rms = errors.ppm_rms();
  bound = errors.bound();
  if (!(relative_l2 <= bound)) faults.emplace_back("the error is above its bound");
}

struct Checker::Impl {
  CheckPlace place;
  CheckInputs inputs;
  Examiner<float, long double> f32;
  Examiner<double, QuadReal> f64;
  Examiner<PairNumber<float>, long double> f32x2;
  Examiner<PairNumber<double>, QuadReal> f64x2;
  ConvolutionExaminer<float, long double> convolutions_f32;
  ConvolutionExaminer<double, QuadReal> convolutions_f64;
  RaggedExaminer<float, long double> ragged_f32;
  RaggedExaminer<double, QuadReal> ragged_f64;
  Examiner<double, long double> f64_first;
  ConvolutionExaminer<double, long double> convolutions_f64_first;
  RaggedExaminer<double, long double> ragged_f64_first;
  bool first;  ///< f64 is compared with long double first

  Impl(const Device& device, const References& references, const CheckInputs& with)
      : place(device),
        inputs(with),
        f32(place, references.f32),
        f64(place, references.f64),
        f32x2(place, references.f32),
        f64x2(place, references.f64),
        convolutions_f32(place, references.f32),
        convolutions_f64(place, references.f64),
        ragged_f32(place, references.f32),
        ragged_f64(place, references.f64),
        f64_first(place, references.f32),
        convolutions_f64_first(place, references.f32),
        ragged_f64_first(place, references.f32),
        first(references.for_f64 == F64Reference::long_double_first && long_double_is_wide) {}
};

Checker::Checker(const Device& device, const References& references, const CheckInputs& inputs)
    : impl_(std::make_unique<Impl>(device, references, inputs)) {}

Checker::~Checker() = default;

CheckResult Checker::check(const CheckProblem& problem) {
  const auto examine = [&](auto& f32, auto& f64_first, auto& f64, const auto& value) {
    if (value.precision == Precision::f32) return f32.check(value, impl_->inputs);
    if (impl_->first) {
      CheckResult result = f64_first.check(value, impl_->inputs);
      if (!is_doubtful(result)) return result;
    }
    return f64.check(value, impl_->inputs);
  };
  if (const auto* const convolution = std::get_if<ConvolutionProblem>(&problem)) {
    return examine(impl_->convolutions_f32, impl_->convolutions_f64_first, impl_->convolutions_f64, *convolution);
  }
  if (const auto* const ragged = std::get_if<RaggedProblem>(&problem))
    return examine(impl_->ragged_f32, impl_->ragged_f64_first, impl_->ragged_f64, *ragged);
  if (const auto* const nufft = std::get_if<PlacedNufft>(&problem))
    return check_nufft(impl_->place, *nufft, impl_->inputs);
  const Problem& transform = std::get<Problem>(problem);
  if (transform.precision == Precision::f32x2) return impl_->f32x2.check(transform, impl_->inputs);
  if (transform.precision == Precision::f64x2) return impl_->f64x2.check(transform, impl_->inputs);
  return examine(impl_->f32, impl_->f64_first, impl_->f64, transform);
}

bool References::open(const std::vector<CheckProblem>& problems) {
  bool opened = false;
  for (const CheckProblem& problem : problems) {
    if (std::holds_alternative<PlacedNufft>(problem)) continue;  // sums by their definition
    const Precision precision = precision_of(problem);
    const bool in_long_double = part_of(precision) == Precision::f32;
    const bool is_f64 = precision == Precision::f64;
    if (!f32 && (in_long_double || (is_f64 && for_f64 == F64Reference::long_double_first && long_double_is_wide))) {
      f32 = open_fftw<long double>();
      opened = true;
    }
    if (!f64 && !in_long_double) {
      f64 = open_fftw<QuadReal>();
      opened = true;
    }
  }
  return opened;
}

}  // namespace papilio::verify
