// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// LaneTile: where the elements of one tile of a CPU kernel are in global memory.
//
// Strategy::butterflies: the tile is one transform; a vector holds neighbouring elements.
// Strategy::columns: the tile is `lanes` columns of one transform, or `lanes` transforms where a transform is one column;
// a vector holds the same element of each. Lanes beyond the last column or transform repeat the last one: they compute
// and store the same values once more, so that no lane needs a condition and nothing is touched out of bounds.
#pragma once

#include <vector>

#include "kernel/frame.hpp"

namespace papilio::kernel {

class LaneTile {
 public:
  /// Emits the address arithmetic of tile number `tile` (i64).
  LaneTile(Builder& b, const KernelSpec& spec, const Frame& frame, Value tile);

  /// Elements [e, e+width) of the transform (butterflies), or element e of all columns (columns).
  [[nodiscard]] Complex load(Builder& b, Value e, int width) const;
  /// Stores DFT outputs k with the pass's twiddle, scale and StoreOp applied.
  void store(Builder& b, Value k, Complex value) const;
  /// LoadOp::chirp: element e of all columns times the chirp, zero beyond chirp_length, where nothing is read.
  [[nodiscard]] Complex load_guarded(Builder& b, Value e) const;

 private:
  void place_transforms(Builder& b, Value tile);
  void place_columns(Builder& b, Value tile);
  [[nodiscard]] Complex twiddle(Builder& b, Value k, Complex value) const;
  [[nodiscard]] Complex spectrum_entries(Builder& b, Value k) const;
  void store_chirped(Builder& b, Value k, Complex value) const;
  /// Stores one lane's complex number at element `index` of its transform.
  void store_lane(Builder& b, int lane, Value index, Complex value) const;
  /// Where output k of a lane goes in its transform.
  [[nodiscard]] Value output_index(Builder& b, Value k, int lane) const;

  const KernelSpec& spec_;
  const Frame& frame_;
  int lanes_;
  bool columns_;
  bool contiguous_in_ = true;   ///< the lanes' elements are neighbours in the input
  bool contiguous_out_ = true;  ///< and in the output
  Value in_base_ = nullptr;     ///< i64 scalars, of lane 0 when contiguous
  Value out_base_ = nullptr;
  std::vector<Value> lane_in_;   ///< i64 scalars for each lane, when not contiguous
  std::vector<Value> lane_out_;
  std::vector<Value> lane_p_;    ///< p of each lane; one entry where all lanes share it
  std::vector<Value> lane_c_;    ///< input column of each lane (passes)
  std::vector<Value> lane_q_;    ///< output offset q + inner*length*p of each lane (passes)
};

}  // namespace papilio::kernel
