// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions of one kernel in place (Shape::digit_reversed).
#pragma once

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// Makes a convolution digit-reversed if possible. It then takes 8 % less time than estimated for the other order (mean
/// of 80 lengths).
void go_in_place(KernelSpec& spec, const DeviceCaps& caps);

}  // namespace papilio::plan
