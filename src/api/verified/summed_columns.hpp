// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The columns of one side of an array, as the pass that reads or writes them sums them for verified executions
// (summed_plan.hpp): which elements they are made of, and their weights.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "api/verified/functional.hpp"
#include "plan/plan_node.hpp"

namespace papilio::api {

/// The columns of one side.
struct SummedColumns {
  Sums kind = Sums::real;
  std::int64_t columns = 1;                   ///< of each transform
  std::vector<double> weights;                ///< the table, as the kernel reads it
  std::vector<std::complex<double>> factors;  ///< of each column; empty for one column
};

/// A side of the problem, and of the pass that reads or writes it.
struct PassSide {
  PassSide(const plan::Pass& of, const Problem& problem, bool is_input);

  const plan::Pass& pass;
  bool input;
  const Side& side;
  const plan::Operand& operand;
  std::vector<std::int64_t> lengths;  ///< of the problem's axes
  std::vector<std::int64_t> strides;
  std::int64_t distance;
  std::int64_t offset;
};

/// The axis along which a pass transforms.
struct PassAxis {
  std::size_t number = 0;
  std::int64_t step = 1;  ///< along it, between elements of a column; above 1 in the last of several passes
};

/// nullopt if the pass is along no axis, or one of several and not the last.
std::optional<PassAxis> axis_of(const PassSide& at, const Problem& problem);

/// Random weights of the elements of a column of the last pass, as its kernel sums them.
std::vector<LongComplex> column_weights(const KernelSpec& last);
/// Changes weights along the axis of the last pass so that all its columns have those, each with a factor.
void couple_columns(const KernelSpec& last, std::int64_t step, std::vector<LongComplex>& weights);

/// The first element of each column of one transform, in elements; empty if the pass does not have its columns
/// transform by transform.
std::vector<std::int64_t> column_offsets(const PassSide& at, const Problem& problem);

/// Clusters sum parts of columns.
std::int64_t parts_of_columns(const PassSide& at);
/// Appends the factor of a column, once for each of its parts.
void add_factors(SummedColumns& side, const LongComplex& factor, std::int64_t parts);

/// The columns of a pass over whole axes, or over the last part of one, that can sum that side
/// (kernel/verified/can_sum.hpp). nullopt if it is no such pass.
std::optional<SummedColumns> columns_of(const PassSide& at, const Problem& problem, const Functional& functional);

}  // namespace papilio::api
