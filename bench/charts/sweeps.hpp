// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio over the batch and over the length, on one device or several: points a second over the batch, the gain over
// single calls, the time of a call and points a second over the length. All with bands.
#pragma once

#include <optional>
#include <vector>

#include "bench/charts/pictures.hpp"

namespace papilio::bench {

/// How a figure depends on the time: proportional to it, or a rate.
enum class Sense { time, rate };
/// The band of figure `y` of a result, from the band of its time.
std::optional<Band> band_of(const PeerResult& result, double y, Sense sense);

/// reports: one for each device. For a single device the lengths of the plain way are left out, because its other
/// charts show them.
std::vector<Picture> sweep_pictures(const std::vector<Report>& reports);

}  // namespace papilio::bench
