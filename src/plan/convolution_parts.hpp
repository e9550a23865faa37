// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The transforms that a convolution consists of, as problems of padded lengths, and the filter between them.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>
#include <vector>

#include "plan/array_lines.hpp"

namespace papilio::plan {

/// The transform of the signals to spectra. `padded`: a length for each convolved axis.
Problem transform_there(const ConvolutionProblem& problem, const std::vector<std::int64_t>& padded);
/// The scaled transform of the placed kernels to spectra.
Problem transform_of_kernels(const ConvolutionProblem& problem, const std::vector<std::int64_t>& padded);
/// The inverse transform of sums of products of spectra, with the layout that `there` writes, to results.
Problem transform_back(const ConvolutionProblem& problem, const std::vector<std::int64_t>& padded,
                       const Problem& there);
/// The filter that the inverse transforms multiply by: the output of transform_of_kernels().
FilterArray filter_of(const ConvolutionProblem& problem, const Problem& there, const Problem& kernel);

/// A convolution without channels in three steps, where one of several axes is transformed there and back by the
/// second. Spectra stay in place, and along that axis they have no padding.
struct JointTransforms {
  Problem first;         ///< signals to spectra, along the other axes
  Problem middle_there;  ///< both transforms along the axis, complex; see plan_whole_convolution()
  Problem middle_back;
  Problem last;               ///< spectra to results, along the other axes
  std::int64_t elements = 0;  ///< of the spectra
};
JointTransforms joint_transforms(const ConvolutionProblem& problem, const std::vector<std::int64_t>& padded, int axis);

}  // namespace papilio::plan
