// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan of the genuine library is executed by functions that the plan itself names, as the library's own
// fftw_execute() finds them: calling them at once spares a jump and the loads in front of it. Which functions they are,
// and what they are given, is not assumed but heard: the library's execution functions are given a plan of ours that
// listens.
#pragma once

#include "genuine.hpp"
#include "slots.hpp"

namespace papilio::fftw3 {

/// Fills in what the slot calls, for a plan of the genuine library with given arrays; false, and nothing changes, where
/// its functions do something else. The caller holds the planner's lock.
bool take_shortcut(Slot& slot, const Transform& transform, const void* plan, const Genuine& genuine);

}  // namespace papilio::fftw3
