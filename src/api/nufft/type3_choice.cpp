// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/type3_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/one_liners.hpp>

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;

constexpr double max_cells_of_axis = 1 << 26;
constexpr double max_cells = 1.0995e12;  // 2^40

/// Half extents along an axis, which are never 0.
struct HalfExtents {
  double points;
  double frequencies;
};

class Type3Chooser {
 public:
  Type3Chooser(const NufftProblem& problem, const Type3Extents& extents, const DeviceCaps& caps)
      : problem_(problem), extents_(extents), caps_(caps) {
    constexpr double least = 1e-290;  // scales stay finite, and not 0
    for (std::size_t axis = 0; axis < extents.points.size(); ++axis) {
      const double points = extents.points[axis].half;
      const double frequencies = extents.frequencies[axis].half;
      halves_.push_back(
          {std::max(points, std::min(least, 1 / frequencies)), std::max(frequencies, std::min(least, 1 / points))});
    }
  }

  Type3Choice choose() const {
    for (std::size_t axis = 0; axis < halves_.size(); ++axis) require_phases(axis);
    std::optional<Type3Choice> best;
    for (const double factor : nufft_oversamplings) {
      if (too_large(factor)) continue;
      Type3Choice choice = with_factor(factor);
      const double most = best ? std::max(best->error, problem_.tolerance) : 0;
      if (!best || (choice.error <= most && choice.seconds < best->seconds)) best = std::move(choice);
    }
    if (!best) refuse();
    return *std::move(best);
  }

 private:
  /// Half of the largest distance from 0.
  static double half_reach(const PointExtent& extent) { return std::abs(extent.center) / 2 + extent.half / 2; }

  /// Throws if the phase of the outermost point and frequency is not finite.
  void require_phases(std::size_t axis) const {
    const double points = half_reach(extents_.points[axis]);
    const double frequencies = half_reach(extents_.frequencies[axis]);
    if (points * frequencies <= std::numeric_limits<double>::max() / 4) return;
    throw Error::unsupported("problem " + problem_.token(),
                             fmt::format("{} reaches {:.3g} and {} {:.3g}, whose product exceeds the largest double",
                                         "xyz"[axis], 2 * points, "stu"[axis], 2 * frequencies),
                             "move points or frequencies nearer to 0, and multiply by the phases of the shift");
  }

  /// Cells that the points may extend over, and the window beyond them. The highest frequency is 1/(2 factor) cycles a
  /// cell.
  [[nodiscard]] double wanted_cells(std::size_t axis, double factor, int width) const {
    const double product = halves_[axis].points * halves_[axis].frequencies;
    return std::max(std::ceil(2 * factor * product / std::numbers::pi) + width + 1, 2.0 * width);
  }

  [[nodiscard]] bool too_large(double factor) const {
    double all = 1;
    double most = 0;
    for (std::size_t axis = 0; axis < halves_.size(); ++axis) {
      const double cells = 1.05 * wanted_cells(axis, factor, kernel::max_window_width);  // fast lengths are longer
      most = std::max(most, cells);
      all *= cells;
    }
    return !(most <= max_cells_of_axis && all <= max_cells);
  }

  [[noreturn]] void refuse() const {
    std::string sizes;
    for (std::size_t axis = 0; axis < halves_.size(); ++axis) {
      sizes += fmt::format("{}{} extends over {:.3g} and {} over {:.3g}", axis == 0 ? "" : ", ", "xyz"[axis],
                           2 * extents_.points[axis].half, "stu"[axis], 2 * extents_.frequencies[axis].half);
    }
    throw Error::unsupported("problem " + problem_.token(),
                             sizes + ", which needs more than 2^26 cells along an axis or 2^40 in all",
                             "transform sets of points, or of frequencies, that extend less far, and add the results");
  }

  /// The oversampling that a grid has along an axis, up to 2.
  [[nodiscard]] double oversampling(std::size_t axis, const NufftChoice& choice) const {
    const auto free = static_cast<double>(cells(axis, choice) - choice.grid.width - 1);
    return std::min(2.0, std::numbers::pi / 2 * free / (halves_[axis].points * halves_[axis].frequencies));
  }
  [[nodiscard]] std::int64_t cells(std::size_t axis, const NufftChoice& choice) const {
    return choice.grid.cells[max_nufft_axes - halves_.size() + axis];
  }

  void estimate(double factor, int width, NufftChoice& choice) const {
    choice.grid.axes = static_cast<int>(halves_.size());
    choice.grid.width = width;
    double least = 2;
    for (std::size_t axis = 0; axis < halves_.size(); ++axis) {
      choice.grid.cells[max_nufft_axes - halves_.size() + axis] =
          next_fast_len(static_cast<std::int64_t>(wanted_cells(axis, factor, width)));
      least = std::min(least, oversampling(axis, choice));
    }
    choice.window = kernel::window_of_width(width, least);
    choice.gain = 1;
    double squares = 0;
    for (std::size_t axis = 0; axis < halves_.size(); ++axis) {
      const auto errors = kernel::window_errors_at(choice.window, 0.5 / oversampling(axis, choice));
      squares += errors.aliasing * errors.aliasing;
      choice.gain *= errors.gain;
    }
    add_rounding(problem_.precision, squares, choice);
  }

  [[nodiscard]] Type3Choice with_factor(double factor) const {
    Type3Choice result;
    const double share = problem_.tolerance / 2;
    result.spread = narrowest(share, [&](int width, NufftChoice& choice) { estimate(factor, width, choice); });
    const double gain = std::max(1.0, result.spread.gain);  // of the errors of the type 2
    result.inner = {.type = NufftType::type2,
                    .precision = problem_.precision,
                    .modes = {},
                    .tolerance = share / gain,
                    .direction = problem_.direction,
                    .order = ModeOrder::fft};
    for (std::size_t axis = 0; axis < halves_.size(); ++axis) {
      result.inner.modes.push_back(cells(axis, result.spread));
      add_scales(axis, result);
    }
    result.inner_choice = choose_nufft(result.inner, nufft_choices(result.inner, ErrorOver::highest_modes),
                                       extents_.frequency_count, caps_);
    result.error = std::sqrt(std::pow(result.spread.error, 2) + std::pow(gain * result.inner_choice.error, 2));
    result.seconds =
        cost_of_points(problem_.precision, result.spread, extents_.point_count, caps_) + result.inner_choice.seconds;
    return result;
  }

  /// A point's turns of the grid times its cells times a frequency's turns are d e / (2 pi).
  void add_scales(std::size_t axis, Type3Choice& result) const {
    const auto count = static_cast<double>(cells(axis, result.spread));
    const double wanted = oversampling(axis, result.spread) / (std::numbers::pi * count) * halves_[axis].frequencies;
    int exponent = 0;
    const double digits = std::floor(std::frexp(wanted, &exponent) * (1 << 26));  // products with `count` are exact
    const PointAxis angles;
    PointAxis points{{}, extents_.points[axis].center, std::ldexp(digits, exponent - 26), 0};
    PointAxis frequencies{{}, extents_.frequencies[axis].center};
    const double divisor = count * points.scale;
    frequencies.scale = angles.scale / divisor;
    frequencies.scale_rest = (std::fma(-frequencies.scale, divisor, angles.scale) + angles.scale_rest) / divisor;
    result.points.push_back(points);
    result.frequencies.push_back(frequencies);
  }

  const NufftProblem& problem_;
  const Type3Extents& extents_;
  const DeviceCaps& caps_;
  std::vector<HalfExtents> halves_;
};

}  // namespace

Type3Choice choose_type3(const NufftProblem& problem, const Type3Extents& extents, const DeviceCaps& caps) {
  return Type3Chooser(problem, extents, caps).choose();
}

}  // namespace papilio::api
