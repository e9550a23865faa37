// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The padding of a kernel's exchange (spec/exchange.hpp).
#pragma once

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// Gives the exchange the padding with the fewest bank conflicts that the local memory has room for. A padding that
/// makes addresses expensive must save half of the conflicts, or a fifth if several axes are transformed together.
/// Returns the conflicts that remain.
double choose_pad(KernelSpec& spec, const DeviceCaps& caps);

}  // namespace papilio::plan
