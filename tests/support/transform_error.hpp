// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

#include "core/device_caps.hpp"

namespace papilio::test {

/// The relative L2 error of a problem's plan for `caps` in the interpreter, which rounds as devices do: the root of the
/// mean of the squares over so many transforms of random numbers, of the first of the problem's batch.
double transform_error(const Problem& problem, const DeviceCaps& caps, std::int64_t transforms);

/// Transforms of n points after which the mean is known to about a hundredth.
std::int64_t transforms_for(std::int64_t n);

}  // namespace papilio::test
