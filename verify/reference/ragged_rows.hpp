// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The transforms of a ragged batch, one by one: all lengths of field 0, then those of field 1, ...
#pragma once

#include <papilio/ragged_problem.hpp>
#include <vector>

#include "verify/reference/side_layout.hpp"

namespace papilio::verify {

class RaggedRows {
 public:
  explicit RaggedRows(const RaggedProblem& problem);

  [[nodiscard]] std::int64_t transforms() const { return problem_.batch * lengths(); }
  /// Numbers of an element: 1 where it is real, 2 where it is complex.
  [[nodiscard]] std::int64_t width(End side) const;
  /// Numbers of a side's buffer.
  [[nodiscard]] std::int64_t numbers(End side) const;
  /// The places of a transform's elements, in numbers.
  [[nodiscard]] ElementRow row(End side, std::int64_t transform) const;
  /// The same transform as a problem of its own, packed.
  [[nodiscard]] Problem single(std::int64_t transform) const;

 private:
  [[nodiscard]] std::int64_t lengths() const { return static_cast<std::int64_t>(problem_.lengths.size()); }

  RaggedProblem problem_;
  std::vector<std::int64_t> in_offsets_;
  std::vector<std::int64_t> out_offsets_;
};

}  // namespace papilio::verify
