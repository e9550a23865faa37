// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SegmentAverage by papilio::SpectrumAverager.
#pragma once

#include <papilio/device.hpp>

#include "tools/spectrum/segment_average.hpp"

namespace papilio::tool {

/// A factory for one device.
SegmentAverageFactory library_average(const Device& device);

}  // namespace papilio::tool
