// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/convolution_parts.hpp"

#include <algorithm>

#include "core/convolution_layout.hpp"
#include "core/number_theory.hpp"

namespace papilio::plan {
namespace {

using Lengths = std::vector<std::int64_t>;

/// The dimensions of a problem's transforms: the channels, if any, then the axes.
class Dimensions {
 public:
  Dimensions(const ConvolutionProblem& problem, const Lengths& padded) : problem_(problem), padded_(padded) {}

  /// `channels`, if the problem has them, then the axes of a signal or of a kernel, padded.
  [[nodiscard]] Lengths lengths(const Lengths& channels, const Lengths& axes) const {
    Lengths result = problem_.has_channels() ? channels : Lengths{};
    const Lengths padded = with_convolved(problem_, axes, padded_);
    result.insert(result.end(), padded.begin(), padded.end());
    return result;
  }
  [[nodiscard]] std::vector<int> convolved(const Lengths& lengths) const {
    std::vector<int> axes = problem_.convolved_axes();
    for (int& axis : axes) axis += static_cast<int>(lengths.size() - problem_.lengths.size());
    return axes;
  }
  /// The elements of the transforms that a side with these `used` lengths does not use.
  [[nodiscard]] static std::vector<Range> holes(const Lengths& used, const Lengths& padded) {
    std::vector<Range> result;
    for (std::size_t i = 0; i < used.size(); ++i)
      result.push_back(used[i] < padded[i] ? Range{used[i], padded[i]} : Range{});
    return result;
  }
  /// Strides of the spectra in scratch and in the filter. Each spectrum is contiguous, so that a filter shared by
  /// several has the same strides.
  [[nodiscard]] static Lengths spectrum_strides(const Lengths& lengths, const std::vector<int>& convolved) {
    std::vector<std::size_t> order;  // outermost first
    const auto is_convolved = [&](std::size_t i) {
      return std::find(convolved.begin(), convolved.end(), static_cast<int>(i)) != convolved.end();
    };
    for (const bool wanted : {false, true}) {
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (is_convolved(i) == wanted) order.push_back(i);
      }
    }
    Lengths strides(lengths.size());
    std::int64_t stride = 1;
    for (std::size_t i = order.size(); i-- > 0; stride *= lengths[order[i]]) strides[order[i]] = stride;
    return strides;
  }

 private:
  const ConvolutionProblem& problem_;
  const Lengths& padded_;
};

/// The problem with an axis that is not convolved, of this length.
ConvolutionProblem without_axis(ConvolutionProblem problem, int axis, std::int64_t length) {
  problem.axes = problem.convolved_axes();
  std::erase(problem.axes, axis);
  problem.lengths[static_cast<std::size_t>(axis)] = length;
  problem.kernel_lengths[static_cast<std::size_t>(axis)] = 1;
  return problem;
}

}  // namespace

Problem transform_there(const ConvolutionProblem& problem, const Lengths& padded) {
  const ArraySide side = signal_side(problem);
  const Dimensions dimensions(problem, padded);
  Problem there;
  there.kind = problem.field == Field::real ? Kind::r2c : Kind::c2c;
  there.precision = problem.precision;
  there.in_storage = problem.in_storage;
  there.in_layout = problem.in.layout;
  there.lengths = dimensions.lengths({problem.in_channels}, problem.lengths);
  there.axes = dimensions.convolved(there.lengths);
  there.batch = problem.batch;
  there.in_strides = *side.all_strides();
  there.in_distance = *side.own_distance();
  there.in_offset = side.offset;
  there.zero = Dimensions::holes(side.lengths, there.lengths);
  (void)there.output_elements();  // throws where strides would not fit 64 bits
  there.out_strides = Dimensions::spectrum_strides(there.output_lengths(), there.axes);
  return there.normalised();
}

Problem transform_of_kernels(const ConvolutionProblem& problem, const Lengths& padded) {
  const Dimensions dimensions(problem, padded);
  Problem kernel;
  kernel.kind = problem.field == Field::real ? Kind::r2c : Kind::c2c;
  kernel.precision = problem.precision;
  kernel.lengths = dimensions.lengths({problem.out_channels, problem.in_channels}, problem.kernel_lengths);
  kernel.axes = dimensions.convolved(kernel.lengths);
  kernel.batch = problem.kernels;
  kernel.factor = 1 / static_cast<double>(product(padded));
  (void)kernel.output_elements();  // throws where strides would not fit 64 bits
  kernel.out_strides = Dimensions::spectrum_strides(kernel.output_lengths(), kernel.axes);
  return kernel.normalised();
}

Problem transform_back(const ConvolutionProblem& problem, const Lengths& padded, const Problem& there) {
  const ArraySide side = result_side(problem);
  const Dimensions dimensions(problem, padded);
  Problem back;
  back.kind = problem.field == Field::real ? Kind::c2r : Kind::c2c;
  back.direction = Direction::inverse;
  back.precision = problem.precision;
  back.out_storage = problem.out_storage;
  back.out_layout = problem.out.layout;
  back.lengths = dimensions.lengths({problem.out_channels}, problem.lengths);
  back.axes = there.axes;
  back.batch = problem.batch;
  back.in_strides = there.output_strides();
  back.in_distance = there.out_distance;
  if (problem.has_channels()) back.in_strides.front() = 0;  // every channel of a result uses all channels of a signal
  back.out_strides = *side.all_strides();
  back.out_distance = *side.own_distance();
  back.out_offset = side.offset;
  back.skip = Dimensions::holes(side.lengths, back.lengths);
  return back.normalised();
}

FilterArray filter_of(const ConvolutionProblem& problem, const Problem& there, const Problem& kernel) {
  FilterArray filter;
  const Lengths strides = kernel.output_strides();
  const Lengths spectrum = there.output_strides();
  const std::size_t channels = problem.has_channels() ? 1 : 0;
  filter.distance = problem.kernels == 1 ? 0 : kernel.out_distance;
  if (problem.has_channels()) {
    filter.strides.push_back(strides[0]);
    if (problem.in_channels > 1) filter.sum = {problem.in_channels, spectrum[0], 0, strides[1]};
  }
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool shared = !is_convolved(problem, axis) && problem.kernel_lengths[axis] == 1;
    filter.strides.push_back(shared ? 0 : strides[2 * channels + axis]);
  }
  return filter;
}

JointTransforms joint_transforms(const ConvolutionProblem& problem, const Lengths& padded, int axis) {
  const auto own = static_cast<std::size_t>(axis);
  const std::vector<int> axes = problem.convolved_axes();
  Lengths others = padded;
  others.erase(others.begin() + (std::ranges::find(axes, axis) - axes.begin()));
  const std::int64_t signal = problem.lengths[own];
  const std::int64_t result = problem.output_lengths()[own];
  const std::int64_t length = with_convolved(problem, problem.lengths, padded)[own];
  const Problem spectra = transform_there(without_axis(problem, axis, std::max(signal, result)), others);
  const auto in_spectra = [&](Problem part, bool input) {
    (input ? part.in_strides : part.out_strides) = spectra.output_strides();
    (input ? part.in_distance : part.out_distance) = spectra.out_distance;
    return part.normalised();
  };
  JointTransforms parts;
  parts.elements = spectra.output_elements();
  parts.first = in_spectra(transform_there(without_axis(problem, axis, signal), others), false);
  parts.last = in_spectra(transform_back(without_axis(problem, axis, result), others, spectra), true);
  Problem middle;
  middle.precision = problem.precision;
  middle.lengths = spectra.output_lengths();
  middle.lengths[own] = length;
  middle.axes = {axis};
  middle.batch = problem.batch;
  middle.zero.assign(middle.lengths.size(), {});
  middle.skip = middle.zero;
  parts.middle_there = middle;
  if (signal < length) parts.middle_there.zero[own] = {signal, length};
  parts.middle_there = in_spectra(parts.middle_there, true);
  parts.middle_back = middle;
  parts.middle_back.direction = Direction::inverse;
  if (result < length) parts.middle_back.skip[own] = {result, length};
  parts.middle_back = in_spectra(parts.middle_back, false);
  return parts;
}

}  // namespace papilio::plan
