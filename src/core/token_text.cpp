// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Writes the problem token.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <papilio/problem.hpp>

#include "core/chirps.hpp"
#include "core/compact.hpp"
#include "core/ends.hpp"
#include "core/layout.hpp"
#include "core/problem_names.hpp"
#include "core/token_reader.hpp"

namespace papilio {
namespace {

std::string planes_text(const Problem& problem) {
  const bool planar_in = problem.in_layout == ComplexLayout::planar;
  const bool planar_out = problem.out_layout == ComplexLayout::planar;
  if (!planar_in && !planar_out) return "";
  // For a kind with only one complex side, "planar" is unambiguous.
  const bool all = (planar_in || problem.real_input()) && (planar_out || problem.real_results());
  return all ? ":planar" : planar_in ? ":iplanar" : ":oplanar";
}

std::string axis_scales_text(const std::vector<Scale>& values) {
  std::string text;
  for (std::size_t axis = 0; axis < values.size(); ++axis) {
    if (values[axis] == Scale::none) continue;
    text += fmt::format("{}{}@{}", text.empty() ? ":scale=" : ",", name_of(scales, values[axis]), axis);
  }
  return text;
}

}  // namespace

std::string Problem::token() const {
  if (!axis_scales.empty()) {
    Problem own = *this;
    normalise_axis_scales(own);
    if (own.axis_scales.empty()) return own.token();
  }
  const TokenNumbers numbers{precision, in_storage, out_storage};
  std::string token = fmt::format("{}:{}:{}", name_of(kinds, kind), numbers.name(), fmt::join(lengths, "x"));
  if (batch != 1) token += fmt::format("*{}", batch);
  const std::string_view direction_name = name_of(directions, direction);
  const std::string_view placement_name = name_of(placements, placement);
  const std::string_view scale_name = name_of(scales, scale);
  if (direction != own_direction(kind)) token += fmt::format(":{}", direction_name);
  if (placement != Placement::out_of_place) token += fmt::format(":{}", placement_name);
  if (scale != Scale::none) token += fmt::format(":scale={}", scale_name);
  token += axis_scales_text(axis_scales);
  if (factor != 1.0) token += fmt::format(":factor={}", factor);
  if (!axes.empty() && axes.size() != lengths.size()) token += fmt::format(":axes={}", fmt::join(axes, ","));
  token += layout_text("i", input_side(*this)) + layout_text("o", output_side(*this));
  if (in_offset != 0) token += fmt::format(":ioffset={}", in_offset);
  if (out_offset != 0) token += fmt::format(":ooffset={}", out_offset);
  token += numbers.options();
  if (!is_native(scratch_storage, precision))
    token += fmt::format(":scratch={}", to_string(scratch_storage, precision));
  return token + planes_text(*this) + ranges_text(*this) + ends_text(*this) + text_of(contour);
}

}  // namespace papilio
