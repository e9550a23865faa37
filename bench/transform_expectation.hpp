// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The expected result of a transform, of a part of it: FFTW in long double (verify/reference/sampled_transform.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "bench/expectation.hpp"
#include "verify/reference/sampled_transform.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::bench {

class TransformExpectation final : public Expectation {
 public:
  /// Throws what verify::expected_elements() does.
  TransformExpectation(const Problem& problem, std::span<const std::byte> input);

  void poison(Arena& arena) const override;
  [[nodiscard]] double error(Arena& arena) const override;

 private:
  /// Numbers of the output that expected elements lie among.
  struct OutputExtent {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  [[nodiscard]] OutputExtent extent_of(const verify::ExpectedElements& expected) const;
  /// For each of expected_, or one for all of them where they are wide apart or planar.
  [[nodiscard]] std::vector<OutputExtent> extents() const;

  Problem problem_;
  verify::SideLayout out_;
  std::vector<verify::ExpectedElements> expected_;
};

}  // namespace papilio::bench
