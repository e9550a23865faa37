// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/ragged_rows.hpp"

namespace papilio::verify {

RaggedRows::RaggedRows(const RaggedProblem& problem)
    : problem_(problem), in_offsets_(problem.offsets(true)), out_offsets_(problem.offsets(false)) {}

std::int64_t RaggedRows::width(End side) const {
  return problem_.kind == (side == End::input ? Kind::r2c : Kind::c2r) ? 1 : 2;
}

std::int64_t RaggedRows::numbers(End side) const { return width(side) * problem_.all_elements(side == End::input); }

ElementRow RaggedRows::row(End side, std::int64_t transform) const {
  const bool input = side == End::input;
  const auto i = static_cast<std::size_t>(transform % lengths());
  const std::int64_t first = (input ? in_offsets_ : out_offsets_)[i] + transform / lengths() * problem_.distance(input);
  return {width(side) * first, width(side) * (input ? problem_.in_stride : problem_.out_stride),
          problem_.elements(i, input)};
}

Problem RaggedRows::single(std::int64_t transform) const {
  Problem single;
  single.kind = problem_.kind;
  single.precision = problem_.precision;
  single.lengths = {problem_.lengths[static_cast<std::size_t>(transform % lengths())]};
  single.direction = problem_.direction;
  single.scale = problem_.scale;
  return single.normalised();
}

}  // namespace papilio::verify
