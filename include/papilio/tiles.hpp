// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Real numbers in 16 bits, in tiles of consecutive ones that share an exponent: half of the bytes of f32, without f16's
// limits. A number far from a large one keeps its digits, because the large one decides the exponent of its own tile
// alone. Messages of distributed transforms (Options::messages of mpi_options.hpp) are made so.
//
// Errors: a number x of a tile whose largest absolute value is m comes back with an error of |x| 2^-11 at most from f16
// and |x| 2^-8 from bf16, or m 2^-38 from f16 if that is more, as long as m is above 2^-100: so an error of m 2^-11 or
// m 2^-8 at most. Numbers that are infinite or not a number come back as what they are; an infinite one may take the
// others of its tile with it to 0.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/device.hpp>
#include <papilio/problem.hpp>

namespace papilio {

/// What is packed or unpacked: `numbers` f32 numbers from the one with index `unpacked` of a buffer on, and their
/// packed form, which begins after `packed` units of 2 bytes of another.
struct TileRange {
  std::int64_t numbers = 0;
  std::int64_t unpacked = 0;
  std::int64_t packed = 0;
};

/// Packs f32 numbers into tiles of 16-bit ones with an exponent each, and back, on a device.
class PAPILIO_API TilePacker {
 public:
  /// Numbers of a tile: 32 complex ones.
  static constexpr std::int64_t tile = 64;
  /// Bytes of so many packed numbers: 2 for each, and 2 for each tile, the last of which may be shorter.
  static constexpr std::int64_t packed_bytes(std::int64_t numbers) {
    return 2 * (numbers + (numbers + tile - 1) / tile);
  }

  /// Of f16 or bf16; throws Error(invalid_argument) for other types. Compiles two kernels.
  TilePacker(const Device& device, Storage storage);

  /// Enqueue the work. Throw Error(invalid_argument) for a range that a buffer does not have, and for one buffer twice.
  void pack(const Stream& stream, const Buffer& from, const Buffer& to, const TileRange& range) const;
  void unpack(const Stream& stream, const Buffer& from, const Buffer& to, const TileRange& range) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace papilio
