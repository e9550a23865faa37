// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FramePowers by papilio::Stft.
#pragma once

#include <papilio/device.hpp>

#include "tools/spectrum/spectrogram.hpp"

namespace papilio::tool {

/// A factory for one device.
FramePowersFactory stft_frame_powers(const Device& device);

}  // namespace papilio::tool
