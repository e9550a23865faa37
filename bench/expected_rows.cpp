// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/expected_rows.hpp"

#include <algorithm>
#include <random>

#include "bench/input.hpp"
#include "verify/check/nufft_checker.hpp"
#include "verify/reference/fftw.hpp"
#include "verify/reference/nonuniform_sum.hpp"
#include "verify/reference/ragged_rows.hpp"
#include "verify/reference/sampled_transform.hpp"
#include "verify/reference/scale_of.hpp"
#include "verify/reference/stored_numbers.hpp"

namespace papilio::bench {

std::vector<ExpectedRow> expected_rows(const verify::PlacedNufft& problem, std::span<const std::byte> input) {
  const verify::PlacedPoints at = bench_points(problem);
  const verify::Angles points = verify::in_long_double(at.points);
  const verify::Angles frequencies = verify::in_long_double(at.frequencies);
  const verify::StoredNumbers numbers(input, Storage::native, problem.precision);
  std::mt19937_64 engine(1);
  const std::vector<std::int64_t> chosen = verify::compared_results(problem, engine);
  std::vector<ExpectedRow> rows;
  for (const std::int64_t t : {std::int64_t{0}, problem.batch - 1}) {
    if (t == 0 && !rows.empty()) break;  // a batch of one
    std::vector<LongComplex> in;
    for (std::int64_t i = 0; i < problem.inputs(); ++i) {
      const std::int64_t number = 2 * (t * problem.inputs() + i);
      in.emplace_back(numbers[number], numbers[number + 1]);
    }
    const std::vector<LongComplex> sums = some_nonuniform_sums(problem, points, in, frequencies, chosen);
    ExpectedRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const std::int64_t number = 2 * (t * problem.outputs() + chosen[i]);
      row.numbers.insert(row.numbers.end(), {number, number + 1});
      row.exact.insert(row.exact.end(), {sums[i].real(), sums[i].imag()});
    }
  }
  return rows;
}

std::vector<ExpectedRow> expected_rows(const RaggedProblem& problem, std::span<const std::byte> input) {
  constexpr std::int64_t most = 32;
  const verify::RaggedRows rows(problem);
  const verify::StoredNumbers numbers(input, Storage::native, problem.precision);
  std::vector<ExpectedRow> result;
  for (const std::int64_t t : verify::evenly_spread(rows.transforms(), std::min(most, rows.transforms()))) {
    const Problem single = rows.single(t);
    verify::FftwTransform<long double> reference(verify::shared_fftw(), verify::shape_of(single));
    const verify::ElementRow from = rows.row(verify::End::input, t);
    long double* next = reference.input();
    for (std::int64_t k = 0; k < from.count; ++k) {
      for (std::int64_t i = 0; i < rows.width(verify::End::input); ++i)
        *next++ = numbers[from.first + k * from.step + i];
    }
    reference.run();
    const auto scale = verify::scale_of<long double>(single);
    const verify::ElementRow to = rows.row(verify::End::output, t);
    const long double* exact = reference.output();
    ExpectedRow& row = result.emplace_back();
    for (std::int64_t k = 0; k < to.count; ++k) {
      for (std::int64_t i = 0; i < rows.width(verify::End::output); ++i) {
        row.numbers.push_back(to.first + k * to.step + i);
        row.exact.push_back(*exact++ * scale);
      }
    }
  }
  return result;
}

}  // namespace papilio::bench
