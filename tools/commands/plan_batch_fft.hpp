// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// BatchFft by papilio::Plan.
#pragma once

#include <papilio/device.hpp>

#include "tools/spectrum/batch_fft.hpp"

namespace papilio::tool {

/// A factory of plans for one device.
BatchFftFactory plan_batch_fft(const Device& device);

}  // namespace papilio::tool
