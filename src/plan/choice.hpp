// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes that the caller has chosen for the kernels of a plan. Without a choice, the planner searches.
#pragma once

#include <algorithm>
#include <optional>
#include <papilio/error.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan_node.hpp"
#include "spec/shape_token.hpp"

namespace papilio::plan {

struct ChosenPass {
  ChosenShape chosen;
  bool fused = false;       ///< with the next pass, in one launch
  std::int64_t points = 0;  ///< not 0: the planner's own shape, in place of `chosen`, for a DFT of so many points
};

/// Why a kernel whose shape has the right number of points could not be made.
struct Refusal {
  std::string what;
  std::string why;
  std::string remedy;
};

/// The shapes of the kernels that are still to be planned, in order of execution.
class Choice {
 public:
  Choice() = default;
  /// `refusal` keeps the first one: another algorithm may still find a kernel for the shape.
  Choice(std::span<const ChosenPass> passes, std::optional<Refusal>& refusal)
      : made_(!passes.empty()), passes_(passes), refusal_(&refusal) {}

  /// False: the planner searches.
  [[nodiscard]] bool made() const { return made_; }
  /// The shape of the next kernel; nullptr where no shape is left.
  [[nodiscard]] const ChosenPass* next() const { return passes_.empty() ? nullptr : &passes_.front(); }
  [[nodiscard]] std::span<const ChosenPass> passes() const { return passes_; }
  void refuse(const Refusal& refusal) const {
    if (!*refusal_) *refusal_ = refusal;
  }
  /// The error to throw where an algorithm for `points` points is missing.
  [[nodiscard]] Error error(const Problem& problem, std::int64_t points, int compute_units) const;
  /// The choice without the shapes of the next `kernels` kernels.
  [[nodiscard]] Choice after(std::size_t kernels) const {
    Choice rest = *this;
    rest.passes_ = passes_.subspan(std::min(kernels, passes_.size()));
    return rest;
  }
  /// The shape of the last kernel alone.
  [[nodiscard]] Choice last() const { return after(passes_.empty() ? 0 : passes_.size() - 1); }

 private:
  bool made_ = false;
  std::span<const ChosenPass> passes_;
  std::optional<Refusal>* refusal_ = nullptr;
};

/// Shape tokens of a plan's passes, in order, separated by commas; a plus sign joins the two of a fused launch.
std::string shape_tokens(const PlanNode& plan, int compute_units);
std::vector<ChosenPass> parse_shape_tokens(std::string_view tokens, int compute_units);

}  // namespace papilio::plan
