// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/ragged_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/cpu_shapes.hpp"
#include "plan/kernels.hpp"

namespace papilio::plan {
namespace {

constexpr int widest_ragged = 8;  ///< complex numbers: vectors have 16 numbers
constexpr std::int64_t smallest_work = 64;
constexpr std::int64_t largest_work = 16384;
constexpr std::int64_t largest_whole_prime = 13;
/// Operations that take as long as a launch, and as the share that a kernel's compilation has in an execution.
constexpr double launch_operations = 4e6;

double dft_operations(std::int64_t points) {
  const auto n = static_cast<double>(points);
  return 5 * n * std::log2(n);
}
double whole_operations(std::int64_t points) { return dft_operations(points) + 8 * static_cast<double>(points); }
double chirp_operations(std::int64_t work) { return 2 * dft_operations(work) + 24 * static_cast<double>(work); }

/// Lengths of convolutions: no primes above 5, and whole vectors.
std::vector<std::int64_t> works() {
  std::vector<std::int64_t> works;
  for (std::int64_t n = smallest_work; n <= largest_work; n += 16) {
    if (prime_factors(n).back() <= 5) works.push_back(n);
  }
  return works;
}

/// Makes the specs of classes for one problem and device.
class RaggedShapes {
 public:
  RaggedShapes(const RaggedProblem& problem, const DeviceCaps& caps) : problem_(problem), caps_(caps) {}

  /// The spec for a DFT of `length` points; nullopt if it does not fit the device.
  [[nodiscard]] std::optional<RaggedSpec> of(std::int64_t length, bool convolves) const {
    RaggedSpec spec{problem_.kind, convolves, problem_.in_stride > 1 || problem_.out_stride > 1, {}};
    spec.dft.precision = problem_.precision;
    spec.dft.algorithm = Algorithm::filter;
    spec.dft.length = length;
    spec.dft.direction = convolves ? Direction::forward : problem_.direction;
    const bool shaped = caps_.device_class == DeviceClass::cpu ? shape_on_cpu(spec) : shape_on_gpu(spec);
    return shaped ? std::optional(spec) : std::nullopt;
  }

 private:
  [[nodiscard]] KernelRequest request(const RaggedSpec& spec) const {
    return {spec.dft, spec.dft.length, static_cast<std::int64_t>(problem_.lengths.size()) * problem_.batch, {}};
  }

  /// Along butterflies. Convolutions of f32 are computed in f64, as short ones are everywhere on CPUs.
  bool shape_on_cpu(RaggedSpec& spec) const {
    if (spec.convolves && spec.dft.precision == Precision::f32 && caps_.f64) {
      spec.dft.precision = Precision::f64;
      spec.dft.in.storage = spec.dft.out.storage = Storage::f32;
    }
    DeviceCaps rest = caps_;
    if (spec.kind == Kind::r2c)
      rest.local_memory -= (spec.max_points() + 4 * widest_ragged) * element_bytes(spec.dft.precision);
    std::optional<ShapedKernel> best;
    for (ShapedKernel& shaped : cpu_shapes(request(spec), rest, 1)) {
      const Shape& shape = shaped.spec.shape;
      if (shape.strategy != Strategy::butterflies || shape.lanes > widest_ragged) continue;
      if (!best || shaped.seconds < best->seconds) best = std::move(shaped);
    }
    if (best) spec.dft = best->spec;
    return best.has_value();
  }

  bool shape_on_gpu(RaggedSpec& spec) const {
    const std::optional<ShapedKernel> shaped = shape_kernel(request(spec), caps_);
    if (!shaped || shaped->spec.shape.cluster > 1) return false;
    spec.dft = shaped->spec;
    spec.dft.shape.staged = spec.dft.shape.across = spec.dft.shape.digit_reversed = false;
    spec.dft.shape.prefetch_distance = 0;
    return true;
  }

  const RaggedProblem& problem_;
  const DeviceCaps& caps_;
};

/// Transforms with equally many points.
struct EqualPoints {
  std::int64_t points = 1;
  std::vector<std::size_t> members;
  std::optional<RaggedSpec> whole;  ///< without a convolution, where that takes fewer operations
  double saved = 0;                 ///< operations, beside the smallest convolution
};

/// Numbers of points that one convolution serves at least.
struct RaggedStep {
  std::int64_t work = 0;
  double transforms = 0;
};

struct ConvolutionClasses {
  double operations = 0;
  std::vector<std::int64_t> works;
};

/// The convolutions, `most` of them, that take the fewest operations: each serves the steps up to its own.
std::optional<ConvolutionClasses> cheapest(const std::vector<RaggedStep>& steps, int most) {
  if (steps.empty()) return ConvolutionClasses{};
  constexpr double none = std::numeric_limits<double>::infinity();
  // cost[k][j]: of the first j steps by k classes.
  const std::size_t count = steps.size();
  std::vector<std::vector<double>> cost(static_cast<std::size_t>(most) + 1, std::vector<double>(count + 1, none));
  std::vector<std::vector<std::size_t>> begin(cost.size(), std::vector<std::size_t>(count + 1));
  cost[0][0] = 0;
  for (std::size_t k = 1; k < cost.size(); ++k) {
    for (std::size_t end = 1; end <= count; ++end) {
      double transforms = 0;
      for (std::size_t first = end; first-- > 0;) {
        transforms += steps[first].transforms;
        const double own = cost[k - 1][first] + transforms * chirp_operations(steps[end - 1].work) + launch_operations;
        if (own >= cost[k][end]) continue;
        cost[k][end] = own;
        begin[k][end] = first;
      }
    }
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < cost.size(); ++k) {
    if (cost[k][count] < cost[best][count]) best = k;
  }
  if (cost[best][count] == none) return std::nullopt;
  ConvolutionClasses classes{cost[best][count], {}};
  for (std::size_t end = count, k = best; end > 0; end = begin[k][end], --k)
    classes.works.push_back(steps[end - 1].work);
  std::ranges::reverse(classes.works);
  return classes;
}

class RaggedChoice {
 public:
  RaggedChoice(const RaggedProblem& problem, const DeviceCaps& caps)
      : problem_(problem), shapes_(problem, caps), works_(works()) {
    std::map<std::int64_t, std::vector<std::size_t>> equal;
    for (std::size_t i = 0; i < problem.lengths.size(); ++i)
      equal[ragged_points(problem.kind, problem.lengths[i])].push_back(i);
    for (auto& [points, members] : equal) groups_.push_back({points, std::move(members), {}, 0});
  }

  RaggedClasses classes() {
    for (EqualPoints& group : groups_) consider_whole(group);
    std::ranges::stable_sort(groups_, std::ranges::greater{}, &EqualPoints::saved);
    std::optional<ConvolutionClasses> best;
    std::size_t wholes = 0;
    double saved_by_none = 0;
    for (std::size_t count = 0; count <= groups_.size() && count <= max_ragged_launches; ++count) {
      if (count > 0 && !groups_[count - 1].whole) break;
      if (count > 0) saved_by_none += operations_of_whole(groups_[count - 1]);
      std::optional<ConvolutionClasses> rest =
          cheapest(steps_after(count), max_ragged_launches - static_cast<int>(count));
      if (!rest) continue;
      rest->operations += saved_by_none + operations_beyond(count);
      if (best && best->operations <= rest->operations) continue;
      best = std::move(rest);
      wholes = count;
    }
    if (!best) throw Error::internal("classes of a ragged batch", problem_.summary());
    return made(wholes, best->works);
  }

 private:
  [[nodiscard]] double transforms(const EqualPoints& group) const {
    return static_cast<double>(group.members.size()) * static_cast<double>(problem_.batch);
  }
  [[nodiscard]] double operations_of_whole(const EqualPoints& group) const {
    return transforms(group) * whole_operations(group.points) + launch_operations;
  }

  /// Operations of plans for lengths behind the first groups. A plan counts as two launches.
  [[nodiscard]] double operations_beyond(std::size_t wholes) {
    double sum = 0;
    for (std::size_t i = wholes; i < groups_.size(); ++i) {
      if (work_for(groups_[i].points) == 0) sum += operations_of_whole(groups_[i]) + launch_operations;
    }
    return sum;
  }

  [[nodiscard]] bool fits(std::int64_t work) {
    const auto [known, is_new] = fits_.try_emplace(work, false);
    if (is_new) known->second = shapes_.of(work, true).has_value();
    return known->second;
  }

  /// The smallest convolution for so many points that fits the device, 0 if there is none.
  [[nodiscard]] std::int64_t work_for(std::int64_t points) {
    auto found = std::ranges::lower_bound(works_, 2 * points - 1);
    while (found != works_.end() && !fits(*found)) ++found;
    return found == works_.end() ? 0 : *found;
  }

  void consider_whole(EqualPoints& group) {
    const std::int64_t work = work_for(group.points);
    if (group.points > 1 && prime_factors(group.points).back() > largest_whole_prime) return;
    const double saved =
        work == 0 ? std::numeric_limits<double>::max()
                  : transforms(group) * (chirp_operations(work) - whole_operations(group.points)) - launch_operations;
    if (saved <= 0) return;
    group.whole = shapes_.of(group.points, false);
    group.saved = group.whole ? saved : 0;
  }

  [[nodiscard]] std::vector<RaggedStep> steps_after(std::size_t wholes) {
    std::map<std::int64_t, double> steps;
    for (std::size_t i = wholes; i < groups_.size(); ++i) {
      const std::int64_t work = work_for(groups_[i].points);
      if (work > 0) steps[work] += transforms(groups_[i]);
    }
    std::vector<RaggedStep> result;
    for (const auto& [work, count] : steps) result.push_back({work, count});
    return result;
  }

  RaggedClasses made(std::size_t wholes, const std::vector<std::int64_t>& chosen) {
    RaggedClasses result;
    for (std::size_t i = 0; i < wholes; ++i) result.classes.push_back({*groups_[i].whole, groups_[i].members});
    std::vector<EqualPoints> rest(groups_.begin() + static_cast<std::ptrdiff_t>(wholes), groups_.end());
    std::ranges::sort(rest, std::ranges::greater{}, &EqualPoints::points);
    for (auto work = chosen.rbegin(); work != chosen.rend(); ++work)
      result.classes.push_back({*shapes_.of(*work, true), {}});
    for (const EqualPoints& group : rest) {
      const std::int64_t needed = work_for(group.points);
      // The smallest of the chosen ones that serves it; the last class has the smallest.
      const auto smallest = std::ranges::lower_bound(chosen, needed) - chosen.begin();
      std::vector<std::size_t>& members =
          needed == 0 ? result.beyond : std::prev(result.classes.end(), smallest + 1)->members;
      members.insert(members.end(), group.members.begin(), group.members.end());
    }
    return result;
  }

  const RaggedProblem& problem_;
  RaggedShapes shapes_;
  std::vector<std::int64_t> works_;
  std::map<std::int64_t, bool> fits_;  ///< by work
  std::vector<EqualPoints> groups_;
};

}  // namespace

RaggedClasses ragged_classes(const RaggedProblem& problem, const DeviceCaps& caps) {
  return RaggedChoice(problem, caps).classes();
}

std::vector<Problem> problems_beyond(const RaggedProblem& problem, const std::vector<std::size_t>& beyond) {
  const std::vector<std::int64_t> in = problem.offsets(true);
  const std::vector<std::int64_t> out = problem.offsets(false);
  std::vector<Problem> problems;
  for (std::size_t first = 0, end = 0; first < beyond.size(); first = end) {
    const std::size_t i = beyond[first];
    const auto apart = [&](const std::vector<std::int64_t>& offsets, std::size_t k) {
      return offsets[beyond[k]] - offsets[beyond[k - 1]];
    };
    const auto belongs = [&](std::size_t k) {
      return k < beyond.size() && problem.lengths[beyond[k]] == problem.lengths[i] && apart(in, k) > 0 &&
             apart(out, k) > 0 && apart(in, k) == apart(in, first + 1) && apart(out, k) == apart(out, first + 1);
    };
    for (end = first + 1; belongs(end);) ++end;
    Problem own;
    own.kind = problem.kind;
    own.precision = problem.precision;
    own.direction = problem.direction;
    own.scale = problem.scale;
    own.batch = problem.batch;
    own.lengths = {problem.lengths[i]};
    own.in_strides = {problem.in_stride};
    own.out_strides = {problem.out_stride};
    if (end - first > 1) {
      own.axes = {1};
      own.lengths.insert(own.lengths.begin(), static_cast<std::int64_t>(end - first));
      own.in_strides.insert(own.in_strides.begin(), apart(in, first + 1));
      own.out_strides.insert(own.out_strides.begin(), apart(out, first + 1));
    }
    own.in_distance = problem.distance(true);
    own.out_distance = problem.distance(false);
    own.in_offset = in[i];
    own.out_offset = out[i];
    problems.push_back(own.normalised());
  }
  return problems;
}

}  // namespace papilio::plan
