// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/pair_rules.hpp"

#include <fmt/format.h>

#include <cmath>
#include <papilio/error.hpp>

#include "core/quad.hpp"
#include "core/storage.hpp"

namespace papilio {
namespace {

/// Names, for people, something that the problem asks for and pairs cannot do; empty if there is nothing.
std::string unsupported_by_pairs(const Problem& problem) {
  if (problem.has_contour()) return "a chirp z-transform (band=, spiral=)";
  if (problem.detrend != Detrend::none) return "subtracting a mean (detrend=)";
  if (problem.out_map != OutputMap::none) return "a map of the results (omap=)";
  if (!is_native(problem.scratch_storage, problem.precision)) return "a narrower scratch (scratch=)";
  if (problem.precision == Precision::f64x2 && problem.window.kind != WindowFunction::none)
    return "a window (window=), which has f64's digits only,";
  return {};
}

/// Factors whose products have high and low parts that a float holds with all digits; in f64x2 also of numbers near
/// 2^-36.
struct FactorRange {
  int min_exponent;
  int max_exponent;
};

void require_factor(const Problem& problem, const std::string& what) {
  const double size = std::fabs(problem.scale_factor());
  const FactorRange range = problem.precision == Precision::f64x2 ? FactorRange{-932, 996} : FactorRange{-100, 115};
  if (size == 0 || !std::isfinite(size)) return;  // validate_factor() refuses the latter
  if (size >= std::exp2(range.min_exponent) && size <= std::exp2(range.max_exponent)) return;
  throw Error::unsupported(
      what,
      fmt::format("it multiplies by {:.3g}, and {} keeps its digits with 2^{} to 2^{}", size,
                  to_string(Storage::native, problem.precision), range.min_exponent, range.max_exponent),
      "choose another factor=, and multiply the results by what is left");
}

}  // namespace

void validate_pairs(const Problem& problem, const std::string& what) {
  if (!is_pair(problem.precision)) return;
  const std::string_view name = to_string(Storage::native, problem.precision);
  if (problem.precision == Precision::f64x2 && !has_quad) {
    throw Error::unsupported(what, "this build has no type of 113 bits, from which the tables of f64x2 are rounded",
                             "use f64, or a build by a compiler that has __float128");
  }
  const std::string asked = unsupported_by_pairs(problem);
  if (asked.empty()) return require_factor(problem, what);
  throw Error::unsupported(what, fmt::format("{} in {}", asked, name), "leave it out, or use f64");
}

void require_floats(Precision precision, const std::string& what, const std::string& operation) {
  if (!is_pair(precision)) return;
  throw Error::unsupported(what,
                           fmt::format("there are no kernels for {} in {}, a sum of two floats", operation,
                                       to_string(Storage::native, precision)),
                           "use f32 or f64");
}

}  // namespace papilio
