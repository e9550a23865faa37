// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/nufft_checker.hpp"

#include <algorithm>

#include "verify/check/errors.hpp"
#include "verify/reference/nonuniform_sum.hpp"

namespace papilio::verify {
namespace {

RowBatch batch_of(const PlacedNufft& problem, const Nufft& nufft) {
  const auto side = [&](std::int64_t numbers) {
    return RowSide{2 * numbers * problem.batch, 2, [numbers](std::int64_t t) {
                     return ElementRow{2 * numbers * t, 2, numbers};
                   }};
  };
  return {problem.token(),
          problem.precision,
          problem.batch,
          side(problem.inputs()),
          side(problem.outputs()),
          [&nufft](const Stream& stream, const Buffer& in, const Buffer& out) { nufft.execute(stream, in, out); }};
}

template <class T>
CheckResult check_in(CheckPlace& place, const PlacedNufft& problem, const CheckInputs& inputs) {
  const PlacedPoints at = placed_points(problem, inputs.seed);
  const Nufft nufft = nufft_at(place.device, problem, at);
  RowExaminer<T> examiner(place);
  const RowBatch batch = batch_of(problem, nufft);
  CheckResult result = examiner.check(batch, inputs.seed);
  const Angles points = in_long_double(at.points);
  const Angles frequencies = in_long_double(at.frequencies);
  Errors errors({problem.tolerance, 0, 0});
  const std::vector<std::int64_t> chosen = compared_results(problem, examiner.engine());
  std::set<std::int64_t> transforms = {0, problem.batch - 1};
  for (const std::int64_t t : transforms) {
    const std::vector<T> numbers = examiner.input_of(t);
    std::vector<LongComplex> in;
    long double energy = 0;
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
      in.emplace_back(numbers[i], numbers[i + 1]);
      energy += std::norm(in.back());
    }
    const std::vector<T> all = examiner.result_of(t);
    std::vector<T> got;
    std::vector<long double> exact;
    const std::vector<LongComplex> sums = some_nonuniform_sums(problem, points, in, frequencies, chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      exact.insert(exact.end(), {sums[i].real(), sums[i].imag()});
      got.insert(got.end(),
                 {all[static_cast<std::size_t>(2 * chosen[i])], all[static_cast<std::size_t>(2 * chosen[i] + 1)]});
    }
    const auto outputs = static_cast<std::size_t>(problem.outputs());
    errors.add<T, long double>({.got = got,
                                .exact = exact.data(),
                                .width = 2,
                                .whole = WholeResult{energy * static_cast<long double>(outputs), outputs}});
  }
  result.compared = static_cast<std::int64_t>(transforms.size());
  result.take(errors, Storage::native, problem.token());
  return result;
}

}  // namespace

std::vector<std::vector<long double>> in_long_double(const std::vector<std::vector<double>>& rows) {
  std::vector<std::vector<long double>> result;
  for (const std::vector<double>& row : rows) result.emplace_back(row.begin(), row.end());
  return result;
}

std::vector<std::int64_t> compared_results(const PlacedNufft& problem, std::mt19937_64& engine) {
  constexpr std::int64_t max_terms = std::int64_t{1} << 21;
  constexpr std::int64_t least = 24;
  const std::int64_t all = problem.outputs();
  const std::int64_t affordable = std::max(least, max_terms / std::max<std::int64_t>(1, problem.inputs()));
  std::vector<std::int64_t> chosen;
  if (affordable >= all) {
    for (std::int64_t i = 0; i < all; ++i) chosen.push_back(i);
    return chosen;
  }
  std::set<std::int64_t> drawn;
  while (std::ssize(drawn) < affordable) drawn.insert(random_below(engine, all));
  return {drawn.begin(), drawn.end()};
}

CheckResult check_nufft(CheckPlace& place, const PlacedNufft& problem, const CheckInputs& inputs) {
  return problem.precision == Precision::f32 ? check_in<float>(place, problem, inputs)
                                             : check_in<double>(place, problem, inputs);
}

}  // namespace papilio::verify
