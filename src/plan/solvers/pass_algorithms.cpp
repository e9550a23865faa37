// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/pass_algorithms.hpp"

#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/solvers/convolution_length.hpp"

namespace papilio::plan {
namespace {

std::vector<PassAlgorithm> algorithms_of(std::int64_t length) {
  std::vector<PassAlgorithm> algorithms;
  if (prime_factors(length).back() <= largest_looped_prime) algorithms.push_back({Algorithm::stockham, length});
  if (is_prime(length) && has_codelets(length - 1)) algorithms.push_back({Algorithm::rader, length - 1});
  for (const std::int64_t points : padded_lengths(2 * length - 2, DeviceClass::cpu))
    algorithms.push_back({Algorithm::bluestein, points});
  return algorithms;
}

}  // namespace

std::vector<PassAlgorithm> algorithms_of(const KernelSpec& spec) {
  std::vector<PassAlgorithm> algorithms = algorithms_of(spec.length);
  if (spec.paired_columns || spec.in.form == Form::pairs || spec.out.form == Form::pairs)
    std::erase_if(algorithms, [](const PassAlgorithm& one) { return one.algorithm != Algorithm::stockham; });
  return algorithms;
}

std::vector<std::int64_t> points_of_passes(std::int64_t length, DeviceClass device_class) {
  if (has_codelets(length) || device_class != DeviceClass::cpu) return {length};
  std::vector<std::int64_t> points;
  for (const PassAlgorithm& one : algorithms_of(length)) {
    points.push_back(one.work_length);
    if (one.algorithm == Algorithm::bluestein) break;  // others hardly differ from the shortest
  }
  return points;
}

}  // namespace papilio::plan
