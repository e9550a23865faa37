// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/array_axes.hpp"

#include "core/number_theory.hpp"

namespace papilio {

std::int64_t later_axes(const std::vector<std::int64_t>& lengths, std::int64_t s) {
  std::int64_t later = product(lengths);
  std::int64_t done = 1;
  for (const std::int64_t length : lengths) {
    done *= length;
    later /= length;
    if (s < done) break;
  }
  return later;
}

std::int64_t earlier_axes(const std::vector<std::int64_t>& lengths, std::int64_t s) {
  std::int64_t earlier = 1;
  for (const std::int64_t length : lengths) {
    if (s < earlier * length) break;
    earlier *= length;
  }
  return earlier;
}

std::int64_t result_run(const KernelSpec& spec) {
  return (spec.several_axes() ? row_axis(spec) : spec.length) / spec.radices.back();
}

std::vector<std::int64_t> butterfly_digits(const KernelSpec& spec) {
  std::vector<std::int64_t> digits(spec.axis_lengths.rbegin(), spec.axis_lengths.rend());
  digits.front() = result_run(spec);
  return digits;
}

bool radices_split_axes(const KernelSpec& spec) {
  auto radix = spec.radices.begin();
  for (std::int64_t left : spec.axis_lengths) {
    for (; left > 1; left /= *radix++) {
      if (radix == spec.radices.end() || left % *radix != 0) return false;
    }
  }
  return radix == spec.radices.end();
}

}  // namespace papilio
