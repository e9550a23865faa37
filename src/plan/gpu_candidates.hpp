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

/// Numbers of work-items, ascending. Each has one or a few butterflies of a stage, and together their registers hold
/// the tile.
std::vector<int> thread_counts(const KernelSpec& spec, const DeviceCaps& caps);

/// True if a work-group of that load fits the device's registers and local memory.
bool fits(const KernelSpec& spec, const GroupLoad& load, const DeviceCaps& caps);
/// True if a work-item of a whole transform needs nearly all registers that it can have. Compilers other than NVIDIA's
/// spill in some such kernels, which no count of registers foresees.
bool is_tight(const KernelSpec& spec, const DeviceCaps& caps);

/// Sets the block length of a kernel that reads blocks (Strides::block) to its tile. False if the last block would be
/// incomplete, or if rows of a block are shorter than a sector.
bool fit_block(KernelSpec& spec);

/// True for kernels that access memory through the exchange: whole transforms whose runs are too short for memory,
/// Rader's permutations, and real transforms of one stage.
bool wants_staging(const KernelSpec& spec);

/// The ways of access among which the search chooses: staged or not.
std::vector<bool> stagings_of(const KernelSpec& spec);

/// True for staged tiles of complex transforms of several stages that no single one could do, if they have as many
/// transforms as a warp has work-items, or half as many (Shape::across). Not measured where compilers hold addresses.
bool may_go_across(const KernelSpec& spec, const DeviceCaps& caps);

/// True for short complex transforms that are staged: little more than a copy, which many small work-groups do best.
bool copies(const KernelSpec& spec);

/// True for whole complex transforms along one axis.
bool is_plain(const KernelSpec& spec);

/// Points that a work-item may hold.
int max_points(const KernelSpec& spec);

/// Sets the prefetch distance. Prefetching pays if few work-groups are resident, because they leave memory idle while
/// they compute.
void choose_prefetch(KernelSpec& spec, const DeviceCaps& caps);

}  // namespace papilio::plan
