// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shape tokens: the radices and the shape of one kernel as text. `papilio plan` prints them, `papilio tune` times them,
// src/plan/tuned stores them, and a plan can be made from them. Properties that have their default are left out, in any
// order:
//
//   8x16x16:threads=128:pad=16:resident=8:prefetch:interleaved:twiddles=products
//
//   token    = radices { ":" option }        radices = radix { "x" radix }
//   option   = "butterflies" | "columns"     Shape::strategy; cooperative by default
//            | "lanes=" N | "threads=" N | "tile=" N | "pad=" N | "resident=" N          1, 1, 1, 0, 1 by default
//            | "prefetch" [ "=" N ]          Shape::prefetch_distance in work-groups; without N: all work-groups that
//                                            the device holds at once, resident * compute units
//            | "half-size" | "interleaved"   Shape::exchange; split by default
//            | "twiddles=" ( "products" | "fused" )
//            | "staged" | "across" | "skewed" | "digit-reversed" | "early" | "wide-pairs"
//            | "cluster=" N "/" CUT          N work-groups share a tile, which they exchange before stage CUT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

/// A planner's choice for one kernel.
struct ChosenShape {
  std::vector<int> radices;
  Shape shape;
  friend bool operator==(const ChosenShape&, const ChosenShape&) = default;
};

inline ChosenShape chosen_shape(const KernelSpec& spec) { return {spec.radices, spec.shape}; }

/// The token for a device with so many compute units. parse_shape_token() with as many returns an equal value.
std::string shape_token(const ChosenShape& chosen, int compute_units);

/// Throws TokenError with the position, the reason and the remedy. Whether a kernel and a device permit the shape is
/// not checked here.
ChosenShape parse_shape_token(std::string_view token, int compute_units);

}  // namespace papilio
