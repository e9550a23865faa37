// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

namespace papilio {

/// The time that planning a transform may take. Shapes that are known for the problem and the device (wisdom,
/// <papilio/wisdom.hpp>) are used with any effort.
enum class Effort {
  estimate,    ///< the planner's model decides, in milliseconds
  measure,     ///< plans are timed for up to five seconds, and the fastest one is remembered as wisdom
  exhaustive,  ///< for up to a minute; wisdom of `measure` does not suffice
};

}  // namespace papilio
