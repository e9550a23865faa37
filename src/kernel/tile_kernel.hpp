// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers in 16 bits with an exponent for each tile of consecutive ones: the kernel that packs f32 numbers so, and the
// one that unpacks them (papilio/tiles.hpp). Packed numbers come first, one after the other, and their tiles' exponents
// after them, all of the same type of 16 bits: a tile's numbers have been divided by 2 to the power of its exponent.
#pragma once

#include <cstdint>
#include <string>

#include "core/storage.hpp"
#include "kernel/ir_words.hpp"

namespace papilio::kernel {

struct TileSpec {
  enum class TileTask { pack, unpack };
  TileTask task = TileTask::pack;
  Storage storage = Storage::f16;  ///< of packed numbers: f16 or bf16
  std::int64_t tile = 64;          ///< numbers that share an exponent; a multiple of `lanes`
  int lanes = 1;                   ///< CPU: vector width; then threads is 1
  int threads = 1;                 ///< GPU: work-items of a work-group, a multiple of sharers; then lanes is 1

  /// GPU: neighbouring work-items that do a tile together, each every sharers-th number of it.
  static constexpr int sharers = 16;

  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::int64_t tiles_of_group(std::int64_t repeat) const {
    return threads == 1 ? repeat : threads / sharers;
  }
};

/// The largest number of a tile that is not 0 is divided so that it is in [2^13, 2^15): f16 ends at 2^16. Exponents are
/// even, because an exponent for every power of two would make 2^-127 a factor, which f32 has as a subnormal only.
constexpr int largest_exponent = 15;

/// Buffers: in, out. Scalars: batch (how many numbers), in_offset and out_offset in numbers of each side, repeat.
/// Work-group g does the tiles [g * tiles_of_group(repeat), (g+1) * tiles_of_group(repeat)); the last one of all may be
/// shorter.
Module build_tiles(const TileSpec& spec);

}  // namespace papilio::kernel
