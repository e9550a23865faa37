// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/ends.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <papilio/error.hpp>

#include "core/hash.hpp"
#include "core/roots.hpp"
#include "core/storage.hpp"

namespace papilio {
namespace {

constexpr double max_beta = 1000;

bool is_among(const std::vector<int>& axes, std::size_t axis) {
  return std::ranges::find(axes, static_cast<int>(axis)) != axes.end();
}

bool is_transformed(const Problem& problem, int axis) {
  const std::vector<int> axes = problem.transformed_axes();
  return std::ranges::find(axes, axis) != axes.end();
}

/// The Bessel function I0, by its power series, whose terms are positive.
long double bessel_i0(long double x) {
  long double term = 1;
  long double sum = 1;
  for (int k = 1; term > sum * 1e-25L; ++k) {
    term *= (x / 2 / static_cast<long double>(k)) * (x / 2 / static_cast<long double>(k));
    sum += term;
  }
  return sum;
}

void validate_values(const Problem& problem, const std::string& what) {
  const std::vector<double>& numbers = problem.window.values.numbers();
  const std::int64_t points = problem.lengths.at(static_cast<std::size_t>(window_axis(problem)));
  const std::int64_t taps = problem.window.taps;
  if (std::ssize(numbers) != points * taps) {
    throw Error::invalid_argument(what,
                                  fmt::format("its window has {} values for {} points{}", numbers.size(), points,
                                              taps > 1 ? fmt::format(" of {} taps", taps) : ""),
                                  "give one for each, zeros around a shorter window");
  }
  const bool single = problem.precision == Precision::f32;
  const double most = single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  const auto bad = std::ranges::find_if(numbers, [&](double value) { return !(std::abs(value) <= most); });
  if (bad == numbers.end()) return;
  const bool finite = std::isfinite(*bad);
  throw Error::invalid_argument(
      what, fmt::format("value {} of its window is {}{}", bad - numbers.begin(), *bad, finite ? ", beyond f32" : ""),
      finite ? "give smaller numbers, or use f64" : "give finite numbers");
}

/// Sums over taps, and phases of a signal.
void validate_folding(const Problem& problem, const std::string& what) {
  const InputWindow& window = problem.window;
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (window.phase < WindowPhase::frame || window.phase > WindowPhase::signal) {
    throw Error::invalid_argument(what, fmt::format("there is no phase {}", static_cast<int>(window.phase)),
                                  "use a value of enum WindowPhase");
  }
  if (window.taps < 1 || (window.taps > 1 && window.taps > most / problem.lengths.back())) {
    throw Error::invalid_argument(what, fmt::format("its window has {} taps", window.taps),
                                  "use 1 or more, and at most 2^30 factors together");
  }
  if (!folds(window)) return;
  if (window.kind == WindowFunction::none) {
    throw Error::invalid_argument(what, "taps and phases are those of a window, and it has none", "add window=");
  }
  const bool forward = problem.kind == Kind::c2c || problem.kind == Kind::r2c;
  const bool ranges = !problem.zero.empty() || !problem.skip.empty();
  if (forward && problem.lengths.size() == 1 && problem.lengths[0] > 1 && !ranges && !problem.has_contour() &&
      problem.placement == Placement::out_of_place && problem.in_shift.empty() && problem.out_shift.empty())
    return;
  throw Error::unsupported(what, "a window with several taps, or with the phase of a signal",
                           "use it for c2c or r2c of one length above 1, out of place, without ranges and shifts");
}

void validate_window(const Problem& problem, const std::string& what) {
  const InputWindow& window = problem.window;
  validate_folding(problem, what);
  if (window.kind == WindowFunction::none) return;
  if (window.kind < WindowFunction::none || window.kind > WindowFunction::values) {
    throw Error::invalid_argument(what, fmt::format("there is no window {}", static_cast<int>(window.kind)),
                                  "use a value of enum WindowFunction");
  }
  if (!(window.beta >= 0 && window.beta <= max_beta)) {
    throw Error::invalid_argument(what,
                                  fmt::format("beta {} of its window is not a number from 0 to 1000", window.beta),
                                  "give one; 14 has sidelobes of -110 dB");
  }
  const int axis = window_axis(problem);
  if (!is_transformed(problem, axis)) {
    throw Error::invalid_argument(what, fmt::format("the window's axis {} is not transformed", axis),
                                  fmt::format("use one of the axes {}", fmt::join(problem.transformed_axes(), ",")));
  }
  if (problem.kind == Kind::c2r && axis == problem.transformed_axes().back()) {
    throw Error::unsupported(what, fmt::format("a window along axis {}, where the input is half a spectrum", axis),
                             "use a window along another axis, or multiply the input before");
  }
  if (window.kind == WindowFunction::values) validate_values(problem, what);
}

void validate_shift(const Problem& problem, const std::string& what, const std::vector<int>& axes, bool input) {
  const char* const name = input ? "ishift" : "oshift";
  const bool real_to_real = problem.real_input() && problem.real_results();
  if (!axes.empty() && real_to_real) {
    throw Error::unsupported(what, fmt::format("{} of a real-to-real transform", name), "leave it out");
  }
  const bool half = problem.kind == (input ? Kind::c2r : Kind::r2c);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const int axis = axes[i];
    if (!is_transformed(problem, axis) || (i > 0 && axis <= axes[i - 1])) {
      throw Error::invalid_argument(what,
                                    fmt::format("{}={} are not ascending transformed axes", name, fmt::join(axes, ",")),
                                    fmt::format("use some of {}", fmt::join(problem.transformed_axes(), ",")));
    }
    if (half && axis == problem.transformed_axes().back()) {
      throw Error::invalid_argument(
          what,
          fmt::format("{} of axis {}, along which the {} is half a spectrum", name, axis, input ? "input" : "output"),
          "leave the axis out: its frequencies are not negative");
    }
    if (problem.placement == Placement::in_place && problem.lengths[axis] % 2 != 0 && problem.lengths[axis] > 1) {
      throw Error::unsupported(
          what, fmt::format("{} of axis {}, whose length {} is odd, in place", name, axis, problem.lengths[axis]),
          "transform out of place");
    }
  }
}

void validate_detrend(const Problem& problem, const std::string& what) {
  if (problem.detrend == Detrend::none) return;
  if (problem.detrend != Detrend::mean) {
    throw Error::invalid_argument(what, fmt::format("there is no detrend {}", static_cast<int>(problem.detrend)),
                                  "use a value of enum Detrend");
  }
  const int axis = detrend_axis(problem);
  if (!is_transformed(problem, axis)) {
    throw Error::invalid_argument(what, fmt::format("detrend's axis {} is not transformed", axis),
                                  fmt::format("use one of the axes {}", fmt::join(problem.transformed_axes(), ",")));
  }
  if (problem.lengths[axis] < 2) {
    throw Error::invalid_argument(
        what, fmt::format("detrend of axis {}, whose length is 1: every number would become 0", axis),
        "leave it out, or use another axis");
  }
  if (problem.real_input() && problem.real_results())
    throw Error::unsupported(what, "detrend of a real-to-real transform", "subtract the mean before");
  if (problem.kind == Kind::c2r && axis == problem.transformed_axes().back()) {
    throw Error::unsupported(what, fmt::format("detrend of axis {}, where the input is half a spectrum", axis),
                             "use another axis, or set the first frequency to 0");
  }
  if (folds(problem.window))
    throw Error::unsupported(what, "detrend of frames with taps or the phase of a signal", "subtract the mean before");
  if (!is_native(problem.scratch_storage, problem.precision))
    throw Error::unsupported(what, "detrend with a narrower scratch, where its differences are", "leave scratch= out");
}

void validate_axis_scales(const Problem& problem, const std::string& what) {
  const std::vector<Scale>& scales = problem.axis_scales;
  if (scales.empty()) return;
  if (scales.size() != problem.lengths.size()) {
    throw Error::invalid_argument(what, fmt::format("{} scales for {} axes", scales.size(), problem.lengths.size()),
                                  "give one for each length, or none");
  }
  if (problem.scale != Scale::none) {
    throw Error::invalid_argument(what, "it has a scale of all axes and scales of single ones",
                                  "leave one of them out");
  }
  for (int axis = 0; axis < std::ssize(scales); ++axis) {
    const Scale scale = scales[axis];
    if (scale < Scale::none || scale > Scale::inverse_sqrt_n) {
      throw Error::invalid_argument(what, fmt::format("there is no scale {}", static_cast<int>(scale)),
                                    "use a value of enum Scale");
    }
    if (scale == Scale::inverse_sqrt_n && problem.real_input() && problem.real_results()) {
      throw Error::unsupported(what, fmt::format("1/sqrt(n) of axis {} alone of a real-to-real transform", axis),
                               "use scale=1/sqrt(n) for all axes, which has weights of its own, or 1/n");
    }
    if (scale == Scale::none || is_transformed(problem, axis)) continue;
    throw Error::invalid_argument(what, fmt::format("a scale of axis {}, which is not transformed", axis),
                                  fmt::format("use some of {}", fmt::join(problem.transformed_axes(), ",")));
  }
}

void validate_map(const Problem& problem, const std::string& what) {
  const OutputMap map = problem.out_map;
  if (map == OutputMap::none) return;
  if (map < OutputMap::none || map > OutputMap::log) {
    throw Error::invalid_argument(what, fmt::format("there is no map {}", static_cast<int>(map)),
                                  "use a value of enum OutputMap");
  }
  if (problem.real_results()) {
    throw Error::invalid_argument(what, fmt::format("omap={} of results that are real", name_of(map_names, map)),
                                  "use c2c or r2c, or leave it out");
  }
  if (problem.placement == Placement::in_place) {
    throw Error::unsupported(what,
                             fmt::format("omap={} in place: the output has half the numbers", name_of(map_names, map)),
                             "transform out of place");
  }
}

}  // namespace

struct WindowValues::Shared {
  std::vector<double> numbers;
  std::string name;
};

WindowValues::WindowValues(const std::vector<double>& numbers) {
  if (numbers.empty()) return;
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(numbers[0]));
  shared_ = std::make_shared<const Shared>(Shared{numbers, long_hash_hex(bytes)});
}

const std::vector<double>& WindowValues::numbers() const {
  static const std::vector<double> none;
  return shared_ ? shared_->numbers : none;
}

const std::string& WindowValues::name() const {
  static const std::string none;
  return shared_ ? shared_->name : none;
}

bool WindowValues::equals(const WindowValues& other) const { return numbers() == other.numbers(); }

bool has_ends(const Problem& problem) {
  return problem.window.kind != WindowFunction::none || !problem.in_shift.empty() || !problem.out_shift.empty() ||
         problem.out_map != OutputMap::none || problem.detrend != Detrend::none;
}

int last_axis(const Problem& problem) {
  const std::vector<int> axes = problem.transformed_axes();
  return axes.empty() ? -1 : axes.back();  // it is not validated yet
}

int window_axis(const Problem& problem) { return problem.window.axis == -1 ? last_axis(problem) : problem.window.axis; }

int detrend_axis(const Problem& problem) {
  return problem.detrend_axis == -1 ? last_axis(problem) : problem.detrend_axis;
}

bool is_in_shift(const Problem& problem, std::size_t axis) { return is_among(problem.in_shift, axis); }
bool is_out_shift(const Problem& problem, std::size_t axis) { return is_among(problem.out_shift, axis); }

bool rotates(const Problem& problem) {
  const auto odd = [&](int axis) { return problem.lengths.at(static_cast<std::size_t>(axis)) % 2 != 0; };
  return std::ranges::any_of(problem.in_shift, odd) || std::ranges::any_of(problem.out_shift, odd);
}

double sign_of_shifts(const Problem& problem) {
  double sign = 1;
  for (const int axis : problem.in_shift) {
    const auto own = static_cast<std::size_t>(axis);
    if (is_out_shift(problem, own) && problem.lengths[own] % 4 == 2) sign = -sign;
  }
  return sign;
}

long double window_value(const InputWindow& window, std::int64_t i, std::int64_t n) {
  if (window.kind == WindowFunction::values) return window.values.numbers().at(static_cast<std::size_t>(i));
  const std::int64_t d = window.form == WindowForm::periodic ? n : n - 1;
  if (n <= 1) return 1;
  const long double cosine = root_of_unity(i % d, d).real();
  switch (window.kind) {
    case WindowFunction::none:
    case WindowFunction::values:
      return 1;
    case WindowFunction::hann:
      return 0.5L - 0.5L * cosine;
    case WindowFunction::hamming:
      return 0.54L - 0.46L * cosine;
    case WindowFunction::blackman:
      return (1 - cosine) * (0.34L - 0.16L * cosine);  // 0.42 - 0.5 cos x + 0.08 cos 2x, exactly 0 at the ends
    case WindowFunction::kaiser: {
      const auto beta = static_cast<long double>(window.beta);
      // 1 - (2i/d - 1)^2 = 4 i (d-i) / d^2
      const long double root = 2 * std::sqrt(static_cast<long double>(i) * static_cast<long double>(d - i));
      return bessel_i0(beta * root / static_cast<long double>(d)) / bessel_i0(beta);
    }
  }
  throw Error::internal("window kind");
}

std::string window_text(const InputWindow& window) {
  if (window.kind == WindowFunction::values) return fmt::format("values({})", window.values.name());
  std::string text(name_of(window_names, window.kind));
  if (window.kind == WindowFunction::kaiser) text += fmt::format("({})", window.beta);
  return window.form == WindowForm::symmetric ? text + "/symmetric" : text;
}

bool folds(const InputWindow& window) { return window.taps != 1 || window.phase != WindowPhase::frame; }

std::string folding_text(const InputWindow& window) {
  const std::string taps = window.taps == 1 ? "" : fmt::format(":taps={}", window.taps);
  return window.phase == WindowPhase::signal ? taps + ":phase=signal" : taps;
}

std::string ends_text(const Problem& problem) {
  std::string text;
  if (problem.detrend != Detrend::none) text += fmt::format(":detrend={}", name_of(detrend_names, problem.detrend));
  if (problem.detrend != Detrend::none && detrend_axis(problem) != last_axis(problem))
    text += fmt::format("@{}", problem.detrend_axis);
  const InputWindow& window = problem.window;
  if (window.kind != WindowFunction::none) text += ":window=" + window_text(window);
  if (window.kind != WindowFunction::none && window.axis != -1 && window.axis != last_axis(problem))
    text += fmt::format("@{}", window.axis);
  text += folding_text(window);
  if (!problem.in_shift.empty()) text += fmt::format(":ishift={}", fmt::join(problem.in_shift, ","));
  if (!problem.out_shift.empty()) text += fmt::format(":oshift={}", fmt::join(problem.out_shift, ","));
  if (problem.out_map != OutputMap::none) text += fmt::format(":omap={}", name_of(map_names, problem.out_map));
  return text;
}

void normalise_ends(Problem& problem) {
  InputWindow& window = problem.window;
  if (window.kind != WindowFunction::kaiser) window.beta = 0;
  if (window.kind != WindowFunction::values) window.values = {};
  if (window.kind == WindowFunction::values) {
    window.form = WindowForm::periodic;
    const int axis = window_axis(problem);
    const bool exists = axis >= 0 && axis < std::ssize(problem.lengths);
    // Plans leave out axes of one point.
    if (exists && problem.lengths[axis] == 1 && !folds(window) && window.values.numbers().size() == 1) {
      problem.factor *= window.values.numbers().front();
      window = {};
    }
  }
  if (window.kind == WindowFunction::none && !folds(window)) window = {};
  if (window.axis == last_axis(problem)) window.axis = -1;
  if (problem.detrend == Detrend::none || problem.detrend_axis == last_axis(problem)) problem.detrend_axis = -1;
  normalise_axis_scales(problem);
}

void normalise_axis_scales(Problem& problem) {
  std::vector<Scale>& scales = problem.axis_scales;
  const std::vector<int> axes = problem.transformed_axes();
  const auto exists = [&](int axis) { return axis >= 0 && axis < std::ssize(scales); };
  if (scales.empty() || axes.empty() || problem.scale != Scale::none || !std::ranges::all_of(axes, exists)) return;
  const Scale first = scales[axes.front()];
  if (!std::ranges::all_of(axes, [&](int axis) { return scales[axis] == first; })) return;
  problem.scale = first;
  scales.clear();
}

void validate_ends(const Problem& problem, const std::string& what) {
  validate_window(problem, what);
  validate_detrend(problem, what);
  validate_axis_scales(problem, what);
  validate_shift(problem, what, problem.in_shift, true);
  validate_shift(problem, what, problem.out_shift, false);
  validate_map(problem, what);
}

void require_no_ends(const Problem& problem, std::string_view what) {
  if (!has_ends(problem)) return;
  throw Error::unsupported(problem.token(), fmt::format("{} has no windows, shifts, maps and means", what),
                           "leave out window=, ishift=, oshift=, omap= and detrend=");
}

}  // namespace papilio
