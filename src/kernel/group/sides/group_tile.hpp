// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which columns the work-items of a group share, and where they lie in global memory.
#pragma once

#include <optional>

#include "kernel/pairs/paired_tile.hpp"
#include "kernel/work/group_parts.hpp"

namespace papilio::kernel {

/// Columns of the batch, i64: those of a tile begin at `first`, and exist up to `end`. There are `all` of them.
struct ColumnRange {
  Value first;
  Value end;
  Value all;
};

class GroupTile {
 public:
  explicit GroupTile(const GroupParts& parts)
      : parts_(parts),
        b_(parts.b),
        spec_(parts.spec),
        context_(parts.context),
        elements_(parts.elements),
        tile_(parts.spec.shape.tile) {}

  /// Emits the position of the group's, or the cluster's, tile. Must be called before any other function.
  void locate(Value group);
  /// First transform of the tile, i64; of transforms of one kernel.
  [[nodiscard]] Value first() const { return first_; }
  /// The columns of the tile; not of passes with conjugate pairs.
  [[nodiscard]] ColumnRange range() const;
  /// The tile of a pass with conjugate pairs.
  std::optional<PairedTile>& paired() { return paired_; }

  /// Number of the column in its strided batch, kept inside it; null valid: always inside.
  Value column(Value of_tile, Value* valid);
  /// p of a column c = q + inner*p.
  Value pass_of(Value c);
  /// The slab of the group; null: it has whole arrays.
  Value slab();
  /// Place of element c of a slab in its plane.
  Value in_plane(Value c);
  /// A column of the tile.
  AddressMap input(Value of_tile, Value* valid);
  AddressMap output(Value of_tile, Value* valid);
  /// A column of the strided batch.
  AddressMap input_column(Value c);
  AddressMap output_column(Value c, Value p);
  /// Target of the results of a column of the tile.
  struct ColumnTarget {
    AddressMap map;
    Value valid = nullptr;  ///< null: always
    Value p = nullptr;      ///< of passes: pass_of() its column
  };
  ColumnTarget target(Value of_tile);
  /// Target of the results of column c, or of slab p.
  AddressMap results(Value c, Value p);

 private:
  Value transform_of(Value of_tile, Value* valid);
  AddressMap slab_input(Value p);
  AddressMap slab_output(Value p);
  Value slab_base(Value base, Value p, std::int64_t distance);

  GroupParts parts_;
  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  Elements& elements_;
  std::int64_t tile_;
  std::optional<PairedTile> paired_;
  Value first_ = nullptr;
  Value first_column_ = nullptr;  ///< of the tile, i32 (passes)
  Value stack_ = nullptr;         ///< number of the strided batch, i64 (passes)
  Value in_base_ = nullptr;       ///< i64 scalars (passes)
  Value out_base_ = nullptr;
};

}  // namespace papilio::kernel
