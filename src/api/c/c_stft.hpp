// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/stft.h>

#include <papilio/stft.hpp>

namespace papilio::api {

/// Precision and field are the caller's to read.
StftOptions from_c(const papilio_stft_options& options);

}  // namespace papilio::api
