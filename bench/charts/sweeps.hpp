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

/// How a figure follows from the time: it rises with it, or it is so much a second.
enum class Sense { time, rate };
/// The band of figure `y` of a result, from that of its time.
std::optional<Band> band_of(const PeerResult& result, double y, Sense sense);

/// reports: of one device each. Of one device, what its other charts show of lengths is not drawn again: the plain way.
std::vector<Picture> sweep_pictures(const std::vector<Report>& reports);

}  // namespace papilio::bench
