// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/ragged_spec.hpp"

#include <fmt/format.h>

namespace papilio {

std::string RaggedSpec::name() const {
  const char* const of = kind == Kind::c2c ? "c2c" : kind == Kind::r2c ? "r2c" : "c2r";
  return fmt::format("ragged_{}_{}{}_{}", of, convolves ? "chirp" : "whole", strided ? "_strided" : "", dft.name());
}

RaggedNumbers ragged_numbers(const RaggedSpec& spec, std::int64_t points) {
  RaggedNumbers numbers;
  numbers.roots = numbers.chirp + (spec.convolves ? points : 0);
  numbers.spectrum = numbers.roots + (spec.kind == Kind::c2c ? 0 : points + 1);
  numbers.count = numbers.spectrum + (spec.convolves ? spec.dft.length : 0);
  return numbers;
}

}  // namespace papilio
