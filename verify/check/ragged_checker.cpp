// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/ragged_checker.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <map>

#include "core/error_bound.hpp"
#include "verify/check/errors.hpp"
#include "verify/reference/ragged_rows.hpp"
#include "verify/reference/scale_of.hpp"

namespace papilio::verify {
namespace {

/// The bound of Bluestein's algorithm, whatever the factors of the lengths: classes are convolutions.
double bound_of(const RaggedProblem& problem) {
  const std::int64_t longest = *std::ranges::max_element(problem.lengths);
  const auto above = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(longest)));
  return 3 * error_bound(above, problem.precision) + (problem.scale == Scale::none ? 0 : 2 * DBL_EPSILON);
}

}  // namespace

template <class T, class Real>
CheckResult RaggedExaminer<T, Real>::check(const RaggedProblem& problem, const CheckInputs& inputs) {
  constexpr std::int64_t max_compared = 256;  // each has a plan of FFTW's
  constexpr std::int64_t max_points = std::int64_t{1} << 22;
  const RaggedPlan plan(place_.device, problem);
  const RaggedRows rows(problem);
  const auto side = [&](End end) {
    return RowSide{rows.numbers(end), rows.width(end), [&rows, end](std::int64_t t) { return rows.row(end, t); }};
  };
  const RowBatch batch{
      problem.token(),
      problem.precision,
      rows.transforms(),
      side(End::input),
      side(End::output),
      [&plan](const Stream& stream, const Buffer& in, const Buffer& out) { plan.execute(stream, in, out); }};
  RowExaminer<T> examiner(place_);
  CheckResult result = examiner.check(batch, inputs.seed);
  Errors errors({bound_of(problem), 0, 0});
  const std::int64_t longest = *std::ranges::max_element(problem.lengths);
  const std::set<std::int64_t> chosen =
      sample(rows.transforms(), std::min(max_compared, max_points / longest), examiner.engine());
  std::map<std::int64_t, FftwTransform<Real>> references;  // by length
  for (const std::int64_t t : chosen) {
    const Problem single = rows.single(t);
    FftwTransform<Real>& reference =
        references.try_emplace(single.lengths.front(), library_, shape_of(single)).first->second;
    std::ranges::copy(examiner.input_of(t), reference.input());
    reference.run();
    errors.add<T, Real>({.got = examiner.result_of(t),
                         .exact = reference.output(),
                         .scale = scale_of<Real>(single),
                         .width = rows.width(End::output)});
  }
  result.compared = static_cast<std::int64_t>(chosen.size());
  result.take(errors, Storage::native, problem.summary());
  return result;
}

template class RaggedExaminer<float, long double>;
template class RaggedExaminer<double, long double>;
#if LDBL_MANT_DIG < 113
template class RaggedExaminer<double, QuadReal>;
#endif

}  // namespace papilio::verify
