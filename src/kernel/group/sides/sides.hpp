// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sides of a cooperative kernel: the ways from memory to the inputs of the first stage, and from the results to
// memory. A kernel has the first of each table that is applicable to its spec.
#pragma once

#include <algorithm>
#include <optional>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/group/sides/group_tile.hpp"
#include "kernel/work/group_parts.hpp"
#include "kernel/work/group_work.hpp"
#include "kernel/work/register_array.hpp"

namespace papilio::kernel {

/// Objects that the sides of a cooperative kernel use.
struct GroupKernel {
  GroupParts parts;
  GroupTile& tile;
  GroupWork& work;
  // Rader
  std::optional<RegisterArray> zero_frequencies;  ///< X[0], known before the inverse DFT and stored with its results
  std::vector<Butterfly> spectral;                ///< the butterflies that the inverse DFT begins with
};

/// A way from memory to the first stage.
struct InputSide {
  std::string_view name;
  bool (*applicable)(const KernelSpec& spec);
  /// A condition on applicable specs. Plans contain no kernel for which it is false.
  bool (*possible)(const KernelSpec& spec);
  /// The butterflies of the first stage, with their inputs.
  std::vector<Butterfly> (*load)(GroupKernel& kernel);
};

/// A way from the results to memory.
struct OutputSide {
  std::string_view name;
  bool (*applicable)(const KernelSpec& spec);
  bool (*possible)(const KernelSpec& spec);
  /// Stores the results of the last stage, or of the first one if the kernel convolves.
  void (*store)(GroupKernel& kernel, std::vector<Butterfly>& butterflies);
};

/// The first side in the table that is applicable. Throws Error(internal) if it is not possible.
const InputSide& input_side(const KernelSpec& spec);
const OutputSide& output_side(const KernelSpec& spec);

// Conditions of input and output sides
inline bool is_stockham(const KernelSpec& spec) { return spec.algorithm == Algorithm::stockham; }
inline bool is_whole_stockham(const KernelSpec& spec) { return is_stockham(spec) && spec.points() == spec.length; }
/// In a pass, the elements of a column are not neighbours.
inline bool is_one_column(const KernelSpec& spec) { return spec.columns() == 1; }
/// A chirp and a filter would have to be staged as well.
inline bool is_whole_rader(const KernelSpec& spec) { return is_one_column(spec) && spec.algorithm == Algorithm::rader; }
/// Only constants stand between memory and the butterfly.
inline bool has_one_stage(const KernelSpec& spec) {
  return is_stockham(spec) && spec.radices.size() == 1 && is_one_column(spec);
}

/// In-kernel N-D of a real plane, whole or a slab of it.
bool is_possible_plane(const KernelSpec& spec);
/// A tile of columns and their conjugate partners, of a pass at that end of its transform.
bool is_possible_paired_tile(const KernelSpec& spec, bool at_end);

/// Element 0 of a transform is output 0 of this butterfly of column c.
inline Value holds_zero(const KernelSpec& spec, const Butterfly& w, Value c) {
  return w.c == 0 && c < spec.interleaved;
}

/// Finds the side in a table.
template <typename Sides>
const auto& find_side(const Sides& sides, const KernelSpec& spec) {
  const auto& side = *std::ranges::find_if(sides, [&](const auto& one) { return one.applicable(spec); });
  if (!side.possible(spec))
    throw Error::internal(std::string(side.name) + " of a kernel that cannot have that", spec.key());
  return side;
}

}  // namespace papilio::kernel
