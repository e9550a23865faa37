// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sides of a kernel that a cluster shares (spec/cluster.hpp): the ways from memory to the first phase, from the
// first phase to the last, and from the last phase to memory. A kernel has the first of each table that is applicable
// to its spec.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "kernel/group/sides/group_tile.hpp"
#include "kernel/pairs/shared_plane.hpp"
#include "kernel/work/group_parts.hpp"
#include "kernel/work/group_work.hpp"

namespace papilio::kernel {

/// Objects that the sides of a work-group of a cluster use.
struct ClusterGroup {
  const KernelSpec& spec;
  GroupParts first_parts;  ///< of the first phase: a spec and an exchange of its own
  GroupParts last_parts;
  GroupTile& tile;   ///< of the cluster
  GroupWork& first;  ///< the first phase: columns() DFTs of rows() points
  GroupWork& last;   ///< the last phase: rows() DFTs of columns() points
  Value rank;        ///< number of the work-group in its cluster
  // Real transforms
  AddressMap half;                  ///< where the half spectrum is
  Value first_pair;                 ///< first column of the pairs of columns that the work-group has
  std::optional<PairedTile> pairs;  ///< of the phase at the half spectrum
  std::optional<SharedRows> plane;  ///< of a real 2-D array that is pre-processed

  [[nodiscard]] std::int64_t rows() const { return first_parts.spec.length; }
  [[nodiscard]] std::int64_t columns() const { return last_parts.spec.length; }
};

/// A way from memory to the first phase.
struct ClusterInput {
  std::string_view name;
  bool (*applicable)(const KernelSpec& spec);
  /// A condition on applicable specs. Plans contain no kernel for which it is false.
  bool (*possible)(const KernelSpec& spec);
  std::vector<Butterfly> (*load)(ClusterGroup& group);
};

/// A way from the results of the first phase, twiddled, to the last phase.
struct ClusterTransfer {
  std::string_view name;
  bool (*applicable)(const KernelSpec& spec);
  bool (*possible)(const KernelSpec& spec);
  /// Writes a butterfly's results to the local memory of the work-groups that need them.
  void (*put)(ClusterGroup& group, const Butterfly& w);
  /// Reads the inputs of the last phase once all work-groups have written theirs.
  std::vector<Butterfly> (*receive)(ClusterGroup& group);
};

/// A way from the last phase to memory.
struct ClusterOutput {
  std::string_view name;
  bool (*applicable)(const KernelSpec& spec);
  bool (*possible)(const KernelSpec& spec);
  void (*store)(ClusterGroup& group, const std::vector<Butterfly>& butterflies);
};

/// The first side in the table that is applicable. Throws Error(internal) if it is not possible.
const ClusterInput& cluster_input(const KernelSpec& spec);
const ClusterTransfer& cluster_transfer(const KernelSpec& spec);
const ClusterOutput& cluster_output(const KernelSpec& spec);

/// Emits where the half spectrum of a real transform is, and which part of its pairs the work-group has.
void locate_half(ClusterGroup& group);
/// Element of a complex column, or array, that the first input is of a butterfly of the first phase's first stage.
Value cluster_input_element(ClusterGroup& group, const Butterfly& w);
/// The same of the first result of a butterfly of the last phase's last stage.
Value cluster_result_element(ClusterGroup& group, const Butterfly& w);
/// Number of a butterfly's column among all columns of the first phase.
Value first_phase_column(ClusterGroup& group, const Butterfly& w);

}  // namespace papilio::kernel
