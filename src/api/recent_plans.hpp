// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The few plans that the one-liners keep.
#pragma once

#include <papilio/plan.hpp>

namespace papilio::api {

/// One execution on host memory by the plan of `problem` for the device "auto": a kept one, or a new one that is kept.
/// May be called from many threads. Where memory is full, the plans kept for others are given up first.
template <typename In, typename Out>
void execute_recent(const Problem& problem, std::span<const In> in, std::span<Out> out);

}  // namespace papilio::api
