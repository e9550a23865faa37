// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The tiles, work-items and exchanges among which gpu_shapes.cpp searches, and those that a kernel needs.
#pragma once

#include <vector>

#include "core/device_caps.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// Numbers of columns of a tile, ascending.
std::vector<int> tiles_of(const KernelSpec& spec);

/// Numbers of work-items, ascending: so many that a stage needs each of them once or a few times, and that they hold
/// the tile in their registers.
std::vector<int> thread_counts(const KernelSpec& spec, const DeviceCaps& caps);

/// True if a work-group of that load fits the device's registers and local memory.
bool fits(const KernelSpec& spec, const GroupLoad& load, const DeviceCaps& caps);

/// Gives a kernel that reads blocks (Strides::block) those of its own tile. False if the last block would be cut, or if
/// rows of a block are shorter than a sector.
bool fit_block(KernelSpec& spec);

/// True for kernels that access memory through the exchange: whole transforms whose runs are too short for memory,
/// Rader's permutations, and real transforms of one stage.
bool wants_staging(const KernelSpec& spec);

/// True for short complex transforms that are staged: little more than a copy, which many small work-groups do best.
bool copies(const KernelSpec& spec);

/// True for whole complex transforms along one axis.
bool is_plain(const KernelSpec& spec);

/// Points that a work-item may hold.
int most_points(const KernelSpec& spec);

/// Sets the prefetch distance. Prefetching pays where few work-groups leave memory idle while they compute.
void choose_prefetch(KernelSpec& spec, const DeviceCaps& caps);

}  // namespace papilio::plan
