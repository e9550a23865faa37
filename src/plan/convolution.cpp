// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/convolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>
#include <string_view>

#include "core/convolution_layout.hpp"
#include "core/number_theory.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/plan.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/whole_convolution.hpp"

namespace papilio::plan {
namespace {

using Lengths = std::vector<std::int64_t>;

/// The element of the linear convolution, which has L+K-1, at which the result begins.
std::int64_t first_of(const ConvolutionProblem& problem, std::size_t axis) {
  const std::int64_t before = problem.kernel_lengths[axis] - 1;
  switch (problem.mode) {
    case ConvolutionMode::same:
      return before / 2;
    case ConvolutionMode::valid:
      return before;
    case ConvolutionMode::full:
    case ConvolutionMode::circular:
      break;
  }
  return 0;
}

/// The shortest transform that holds the signal and whose wrapped-around elements fall outside the result.
std::int64_t min_length(const ConvolutionProblem& problem, std::size_t axis) {
  const std::int64_t signal = problem.lengths[axis];
  const std::int64_t first = first_of(problem, axis);
  const std::int64_t whole = signal + problem.kernel_lengths[axis] - 1;
  return std::max({signal, whole - first, first + problem.output_lengths()[axis]});
}

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

/// The transform of the signals to spectra.
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

/// The scaled transform of the placed kernels to spectra.
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

/// The inverse transform of sums of products of spectra, with the layout that `there` writes, to results.
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

/// The filter that the inverse transforms multiply by: the output of transform_of_kernels().
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

/// Seconds of both transforms along one axis, as if it were the only one.
double seconds_along(const ConvolutionProblem& problem, const DeviceCaps& caps, std::size_t axis, std::int64_t padded) {
  const bool last = static_cast<int>(axis) == problem.convolved_axes().back();
  const std::int64_t others = product(problem.lengths) / problem.lengths[axis] * problem.batch;
  ConvolutionProblem line;
  line.precision = problem.precision;
  line.field = last ? problem.field : Field::complex;
  line.mode = problem.mode;
  line.in_storage = problem.in_storage;
  line.out_storage = problem.out_storage;
  line.lengths = {problem.lengths[axis]};
  line.kernel_lengths = {problem.kernel_lengths[axis]};
  const auto of = [&](std::int64_t channels) {
    ConvolutionProblem lines = line;
    if (__builtin_mul_overflow(others, channels, &lines.batch)) lines.batch = others;
    return lines;
  };
  try {
    const Problem there = transform_there(of(problem.in_channels), {padded});
    const ConvolutionProblem results = of(problem.out_channels);
    const Problem back = transform_back(results, {padded}, transform_there(results, {padded}));
    const FilterArray filter{0, {1}, {problem.in_channels, 0, 0, 0}};
    return plan_arrays(there, caps, std::nullopt).seconds + plan_arrays(back, caps, filter).seconds;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return std::numeric_limits<double>::infinity();
  }
}

std::int64_t cheapest_length(const ConvolutionProblem& problem, const DeviceCaps& caps, std::size_t axis) {
  if (problem.mode == ConvolutionMode::circular) return problem.lengths[axis];
  std::int64_t best = 0;
  double least = 0;
  for (const std::int64_t padded : padded_lengths(min_length(problem, axis), caps.device_class)) {
    const double seconds = seconds_along(problem, caps, axis, padded);
    if (best != 0 && seconds >= least) continue;
    best = padded;
    least = seconds;
  }
  return best;
}

/// True if one kernel can do it. Callbacks are not written into such a kernel, and in place a work-group would
/// overwrite what another one still has to read.
bool fits_one_kernel(const ConvolutionProblem& problem, const Callbacks& callbacks) {
  return problem.convolved_axes().size() == 1 && !problem.has_channels() &&
         problem.placement == Placement::out_of_place && callbacks.load.empty() && callbacks.store.empty();
}

/// Uses one kernel if that takes less time. It computes real signals as complex ones with zero imaginary parts, so that
/// signals stay independent of one another.
void improve_by_one_kernel(const ConvolutionProblem& problem, const DeviceCaps& caps, ConvolutionPlan& plan) {
  ConvolutionProblem complex = problem;
  complex.field = Field::complex;
  const auto axis = static_cast<std::size_t>(problem.convolved_axes().front());
  const bool circular = problem.mode == ConvolutionMode::circular;
  for (const std::int64_t length :
       circular ? Lengths{problem.lengths[axis]} : padded_lengths(min_length(problem, axis), caps.device_class)) {
    const Lengths padded = {length};
    const Problem there = transform_there(complex, padded);
    const Problem kernel = transform_of_kernels(complex, padded);
    std::optional<PlanNode> whole =
        plan_whole_convolution(there, transform_back(complex, padded, there), filter_of(complex, there, kernel),
                               problem.field == Field::real ? Form::real : Form::complex, caps);
    const double gain = problem.field == Field::real ? cpu_model.time.real_as_complex : 1;
    if (!whole || whole->seconds >= gain * plan.tree.seconds) continue;
    plan.placed.padded = padded;
    plan.kernel = kernel;
    plan.tree = *std::move(whole);
  }
}

/// Checks the sizes of the padded transforms, which are problems that the user has not specified.
void require_countable(const ConvolutionProblem& problem) {
  constexpr std::int64_t padding = 8;  // bounds the factor of any padding and of the two planes of a spectrum
  std::int64_t points = padding;
  bool fits = true;
  const auto times = [&](std::int64_t factor) { fits = fits && !__builtin_mul_overflow(points, factor, &points); };
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool padded = problem.mode != ConvolutionMode::circular && is_convolved(problem, axis);
    times(padded ? min_length(problem, axis) : problem.lengths[axis]);
  }
  times(std::max(problem.in_channels, problem.out_channels));
  times(std::max(problem.batch, problem.kernels));
  if (fits) return;
  throw Error::unsupported("problem " + problem.token(), "its padded transforms have more elements than fit 64 bits",
                           "take the signal in parts, or a smaller batch");
}

/// As PlacedKernels has it.
ConvolutionProblem without_products(const ConvolutionProblem& problem) {
  ConvolutionProblem result = problem;
  result.axes = problem.convolved_axes();
  std::erase_if(result.axes, [&](int axis) { return problem.kernel_lengths[static_cast<std::size_t>(axis)] == 1; });
  if (!result.axes.empty()) return result.axes.size() == problem.lengths.size() ? problem : result;
  result.axes = {static_cast<int>(problem.lengths.size())};
  result.lengths.push_back(1);
  result.kernel_lengths.push_back(1);
  for (ArrayLayout* side : {&result.in, &result.out, &result.kernel}) {
    if (!side->strides.empty()) side->strides.push_back(1);
  }
  return result;
}

/// The lengths of all axes that the problem convolves, of those `placed` transforms and of products.
Lengths lengths_of(const ConvolutionProblem& problem, const PlacedKernels& placed) {
  Lengths result;
  for (const int axis : problem.convolved_axes()) {
    const std::vector<int> transformed = placed.problem.convolved_axes();
    const auto found = std::ranges::find(transformed, axis);
    result.push_back(found == transformed.end() ? problem.lengths[static_cast<std::size_t>(axis)]
                                                : placed.padded[static_cast<std::size_t>(found - transformed.begin())]);
  }
  return result;
}

ConvolutionPlan plan_transforms(const ConvolutionProblem& problem, const DeviceCaps& caps, const Callbacks& callbacks) {
  ConvolutionPlan plan;
  Lengths& padded = plan.placed.padded;
  plan.placed.problem = problem;
  for (const int axis : problem.convolved_axes()) {
    padded.push_back(cheapest_length(problem, caps, static_cast<std::size_t>(axis)));
    plan.placed.first.push_back(first_of(problem, static_cast<std::size_t>(axis)));
  }
  const Problem there = transform_there(problem, padded);
  const Problem back = transform_back(problem, padded, there);
  plan.kernel = transform_of_kernels(problem, padded);
  PlanNode& node = plan.tree;
  node.solver = "convolution";
  node.notes.push_back(fmt::format("padded={}", fmt::join(padded, "x")));
  node.children.push_back(plan_arrays(there, caps, std::nullopt, {callbacks.load, {}, callbacks.parameters}));
  const FilterArray filter = filter_of(problem, there, plan.kernel);
  node.children.push_back(plan_arrays(back, caps, filter, {{}, callbacks.store, callbacks.parameters}));
  const std::int64_t spectra = there.output_elements();
  relocate(node.children[0], Slot::input, Slot::scratch, spectra);
  relocate(node.children[1], Slot::scratch, Slot::output, spectra);
  for (const PlanNode& child : node.children) {
    node.seconds += child.seconds;
    node.scratch_elements = std::max(node.scratch_elements, spectra + child.scratch_elements);
  }
  const std::int64_t scratch_bytes = node.scratch_elements * plan.kernel.element_bytes();
  const bool too_large = scratch_bytes > caps.max_allocation;
  if (too_large) node.seconds = std::numeric_limits<double>::infinity();
  if (fits_one_kernel(problem, callbacks)) improve_by_one_kernel(problem, caps, plan);
  if (too_large && plan.tree.scratch_elements > 0) {
    throw Error::unsupported(
        "no plan for " + problem.token(),
        fmt::format("spectra of {} points take {} bytes of scratch, and {} has buffers of {} at most",
                    fmt::join(padded, "x"), scratch_bytes, caps.name, caps.max_allocation),
        "convolve a smaller batch at a time, or use another device");
  }
  return plan;
}

}  // namespace

void rethrow_for(const std::string& token) {
  try {
    throw;
  } catch (const Error& error) {
    if (std::string_view(error.what()).find(token) != std::string_view::npos) throw;
    throw Error(error.code(), "problem " + token, error.what());
  }
}

ConvolutionPlan plan_convolution(const ConvolutionProblem& given, const DeviceCaps& caps, const Callbacks& callbacks) {
  given.validate();
  const ConvolutionProblem problem = given.normalised();
  require_countable(problem);
  try {
    ConvolutionPlan plan = plan_transforms(without_products(problem), caps, callbacks);
    plan.padded = lengths_of(problem, plan.placed);
    return plan;
  } catch (const Error&) {
    rethrow_for(problem.token());
  }
}

}  // namespace papilio::plan
