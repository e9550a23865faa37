// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The former name of array_axes.hpp, for the planner.
#pragma once

#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/pairing.hpp"

namespace papilio {

inline bool is_real_image(const KernelSpec& spec) { return is_real_plane(spec); }
inline bool folds_alone(const KernelSpec& spec) { return processes_transforms(spec); }
inline bool folds_in_registers(const KernelSpec& spec) { return processes_in_registers(spec); }
inline bool folds_at_first(const KernelSpec& spec) { return pre_processes_first(spec); }

}  // namespace papilio
