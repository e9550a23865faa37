// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <papilio/convolution_problem.hpp>
#include <papilio/error.hpp>

#include "core/convolution_layout.hpp"
#include "core/pair_rules.hpp"
#include "core/storage.hpp"

namespace papilio {
namespace {

// The limit of transforms; with ConvolutionMode::full the transform is longer than either operand.
constexpr std::int64_t longest = std::int64_t{1} << 27;

std::int64_t elements_of(const ConvolutionProblem& problem, const ArraySide& side, std::int64_t count) {
  if (const auto elements = side.elements(count)) return *elements;
  return elements_of("problem " + problem.token(), side, count);
}

void validate_axes(const ConvolutionProblem& problem, const std::string& what) {
  const auto rank = static_cast<int>(problem.lengths.size());
  for (std::size_t i = 0; i < problem.axes.size(); ++i) {
    if (problem.axes[i] < 0 || problem.axes[i] >= rank) {
      throw Error::invalid_argument(what, fmt::format("there is no axis {}", problem.axes[i]),
                                    fmt::format("axes are counted from 0, the outermost, to {}", rank - 1));
    }
    if (i > 0 && problem.axes[i] <= problem.axes[i - 1]) {
      throw Error::invalid_argument(what, fmt::format("its axes {} do not ascend", fmt::join(problem.axes, ",")),
                                    "name each axis once, in ascending order");
    }
  }
  const std::size_t convolved = problem.convolved_axes().size();
  if (convolved >= 1 && convolved <= 3) return;
  throw Error::invalid_argument(what, fmt::format("it convolves {} axes", convolved),
                                "give 1 to 3, or name 1 to 3 axes");
}

/// In place, input and output share one buffer, so their storage and complex layout must be equal.
void validate_in_place(const ConvolutionProblem& problem, const std::string& what) {
  const std::string_view read = to_string(problem.in_storage, problem.precision);
  const std::string_view written = to_string(problem.out_storage, problem.precision);
  if (read != written) {
    throw Error::invalid_argument(
        what, fmt::format("storage {} of the input and {} of the output differ in place", read, written),
        "make them equal or convolve out of place");
  }
  if (problem.in.layout != problem.out.layout) {
    throw Error::invalid_argument(what, "planar and other numbers do not share a memory",
                                  "make both sides planar or convolve out of place");
  }
}

/// Checks an axis that is not convolved.
void validate_shared(const ConvolutionProblem& problem, const std::string& what, std::size_t axis) {
  const std::int64_t signal = problem.lengths[axis];
  const std::int64_t kernel = problem.kernel_lengths[axis];
  if (kernel == 1 || kernel == signal) return;
  throw Error::invalid_argument(
      what, fmt::format("kernels of {} along axis {}, which is not convolved and has {}", kernel, axis, signal),
      fmt::format("give 1, a kernel for all of the axis, or {}, one for each", signal));
}

void validate_axis(const ConvolutionProblem& problem, const std::string& what, std::size_t axis) {
  const std::int64_t signal = problem.lengths[axis];
  const std::int64_t kernel = problem.kernel_lengths[axis];
  if (problem.mode == ConvolutionMode::valid && kernel > signal) {
    throw Error::invalid_argument(what, fmt::format("a kernel of {} points does not fit within {}", kernel, signal),
                                  "exchange signal and kernel, or use full or same");
  }
  const bool circular = problem.mode == ConvolutionMode::circular;
  if (signal > longest || kernel > longest || (!circular && signal + kernel - 1 > longest)) {
    throw Error::unsupported(what, fmt::format("lengths {} and {} need a transform of more than 2^27", signal, kernel),
                             "take the signal in parts: OverlapSave does");
  }
}

void validate_operator(const ConvolutionProblem& problem, const std::string& what) {
  if (problem.operation < Operation::convolve || problem.operation > Operation::operate) {
    throw Error::invalid_argument(what, fmt::format("there is no operation {}", static_cast<int>(problem.operation)),
                                  "use a value of enum Operation");
  }
  if (problem.operation != Operation::operate) return;
  bool whole = problem.mode == ConvolutionMode::circular && !problem.has_channels();
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis)
    whole &= problem.kernel_lengths[axis] == (is_convolved(problem, axis) ? problem.lengths[axis] : 1);
  if (whole) return;
  throw Error::invalid_argument(what, "an operator is circular, without channels, and has kernels of its lengths",
                                "use the operation convolve");
}

}  // namespace

void ConvolutionProblem::validate() const {
  const std::string what = "problem " + token();
  require_floats(precision, what, "convolutions");
  if (kernel_lengths.size() != lengths.size()) {
    throw Error::invalid_argument(
        what, fmt::format("{} kernel lengths for {} of the signal", kernel_lengths.size(), lengths.size()),
        "give as many");
  }
  if (batch < 1) {
    throw Error::invalid_argument(what, fmt::format("batch {} is less than 1", batch), "give one signal at least");
  }
  if (kernels != 1 && kernels != batch) {
    throw Error::invalid_argument(what, fmt::format("{} kernels for {} signals", kernels, batch),
                                  "give one for all, or one for each");
  }
  if (in_channels < 1 || out_channels < 1) {
    throw Error::invalid_argument(what, fmt::format("{} channels to {}", in_channels, out_channels),
                                  "give one at least on either side");
  }
  for (const std::vector<std::int64_t>* side : {&lengths, &kernel_lengths}) {
    for (const std::int64_t length : *side) {
      if (length >= 1) continue;
      throw Error::invalid_argument(what, fmt::format("length {} is less than 1", length),
                                    "give a length of 1 at least");
    }
  }
  validate_axes(*this, what);
  for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
    is_convolved(*this, axis) ? validate_axis(*this, what, axis) : validate_shared(*this, what, axis);
  }
  validate_operator(*this, what);
  if (is_integer(out_storage)) {
    throw Error::invalid_argument(
        what, fmt::format("an output of {}: integers can only be read", to_string(out_storage, precision)),
        "store f16, bf16, f32 or f64");
  }
  validate_side(what, signal_side(*this), batch, precision);
  validate_side(what, kernel_side(*this), kernels, precision);
  validate_side(what, result_side(*this), batch, precision);
  if (placement == Placement::in_place) validate_in_place(*this, what);
}

std::vector<int> ConvolutionProblem::convolved_axes() const {
  if (!axes.empty()) return axes;
  std::vector<int> all(lengths.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

ConvolutionProblem ConvolutionProblem::normalised() const {
  ConvolutionProblem problem = *this;
  if (axes.size() == lengths.size()) problem.axes.clear();
  const auto settle = [](ArrayLayout& layout, const ArraySide& side) {
    layout.strides = side.strides;
    if (layout.distance == side.extent()) layout.distance = 0;
  };
  settle(problem.in, signal_side(*this));
  settle(problem.out, result_side(*this));
  settle(problem.kernel, kernel_side(*this));
  for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
    if (is_native(*storage, precision)) *storage = Storage::native;
  }
  return problem;
}

std::vector<std::int64_t> ConvolutionProblem::output_lengths() const {
  std::vector<std::int64_t> result = lengths;
  for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
    if (!is_convolved(*this, axis)) continue;
    // Called on unvalidated problems too; they must not cause undefined behaviour.
    const std::int64_t more = std::max<std::int64_t>(kernel_lengths.at(axis), 1) - 1;
    if (mode == ConvolutionMode::full && __builtin_add_overflow(result[axis], more, &result[axis])) {
      result[axis] = std::numeric_limits<std::int64_t>::max();
    }
    if (mode == ConvolutionMode::valid && __builtin_sub_overflow(result[axis], more, &result[axis])) result[axis] = 0;
  }
  return result;
}

std::int64_t ConvolutionProblem::signal_elements() const { return elements_of(*this, signal_side(*this), batch); }
std::int64_t ConvolutionProblem::kernel_elements() const { return elements_of(*this, kernel_side(*this), kernels); }
std::int64_t ConvolutionProblem::output_elements() const { return elements_of(*this, result_side(*this), batch); }

std::int64_t ConvolutionProblem::element_bytes() const { return kernel_side(*this).element_bytes(precision); }
std::int64_t ConvolutionProblem::input_element_bytes() const { return signal_side(*this).element_bytes(precision); }
std::int64_t ConvolutionProblem::output_element_bytes() const { return result_side(*this).element_bytes(precision); }

}  // namespace papilio
