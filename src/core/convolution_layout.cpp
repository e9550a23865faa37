// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/convolution_layout.hpp"

#include <algorithm>

namespace papilio {
namespace {

using Lengths = std::vector<std::int64_t>;

ArraySide side_of(const ConvolutionProblem& problem, const char* name, const Lengths& channels, const Lengths& lengths,
                  const ArrayLayout& layout) {
  ArraySide side;
  side.name = name;
  side.real = problem.field == Field::real;
  if (problem.has_channels()) side.lengths = channels;
  side.lengths.insert(side.lengths.end(), lengths.begin(), lengths.end());
  if (layout.strides != side.packed_strides()) side.strides = layout.strides;
  side.distance = layout.distance;
  side.offset = layout.offset;
  side.layout = layout.layout;
  return side;
}

}  // namespace

ArraySide signal_side(const ConvolutionProblem& problem) {
  ArraySide side = side_of(problem, "input", {problem.in_channels}, problem.lengths, problem.in);
  side.storage = problem.in_storage;
  side.sharing = Sharing::allowed;  // also in place: all signals are read before the first result is written
  return side;
}

ArraySide kernel_side(const ConvolutionProblem& problem) {
  ArraySide side =
      side_of(problem, "kernel", {problem.out_channels, problem.in_channels}, problem.kernel_lengths, problem.kernel);
  side.sharing = Sharing::allowed;
  return side;
}

ArraySide result_side(const ConvolutionProblem& problem) {
  ArraySide side = side_of(problem, "output", {problem.out_channels}, problem.output_lengths(), problem.out);
  side.storage = problem.out_storage;
  return side;
}

Problem stand_in(const ConvolutionProblem& problem, const ArraySide& side, std::int64_t batch) {
  Problem result;
  result.kind = side.real ? Kind::dht : Kind::c2c;
  result.precision = problem.precision;
  result.lengths = side.lengths;
  result.batch = batch;
  result.in_strides = side.strides;
  result.in_distance = side.distance;
  result.in_offset = side.offset;
  result.in_storage = side.storage;
  result.in_layout = side.layout;
  const std::size_t channels = side.lengths.size() - problem.lengths.size();
  for (std::size_t i = 0; i < side.lengths.size(); ++i) {
    if (i < channels || is_convolved(problem, i - channels)) result.axes.push_back(static_cast<int>(i));
  }
  return result.normalised();
}

bool is_convolved(const ConvolutionProblem& problem, std::size_t axis) {
  const std::vector<int>& axes = problem.axes;
  return axes.empty() || std::find(axes.begin(), axes.end(), static_cast<int>(axis)) != axes.end();
}

std::vector<std::int64_t> with_convolved(const ConvolutionProblem& problem, Lengths lengths, const Lengths& own) {
  const std::vector<int> axes = problem.convolved_axes();
  for (std::size_t i = 0; i < axes.size(); ++i) lengths[static_cast<std::size_t>(axes[i])] = own[i];
  return lengths;
}

}  // namespace papilio
