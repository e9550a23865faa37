// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for CPUs: copies between memory and the first scratch array, or one with results. Stages access memory
// themselves where a side is whole vectors; here are all others (is_copied()), and the sides of convolutions. load()
// and store() each have a table of ways, of which a kernel has the first that is applicable to its spec.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/simd/scratch.hpp"

namespace papilio::kernel {

class SimdDft;
struct SimdTile;

/// Real and imaginary part exchanged: DFT^-1(y) = swapped(DFT(swapped(y))).
inline Complex swapped(Complex z) { return {z.im, z.re}; }

/// The results of the last DFT.
struct ScratchResults {
  const Scratch& array;
  bool parts_swapped = false;
  /// Lengths of the axes, the innermost first, if there are several: the results are in reversed order
  /// (spec/array_axes.hpp).
  std::vector<std::int64_t> axes = {};

  [[nodiscard]] Complex load(Builder& b, Value e, int width) const {
    const Complex z = array.load(b, axes.empty() ? e : reversed_digits(e, axes), width);
    return parts_swapped ? swapped(z) : z;
  }
};

class SimdCopies {
 public:
  SimdCopies(Builder& b, const KernelSpec& spec, const KernelContext& context, const SimdDft& dft);

  /// The input, to the first scratch array.
  void load(const SimdTile& tile);
  /// With the pass's twiddles, scale and StoreOp.
  void store(const SimdTile& tile, const ScratchResults& results);

  using ElementBody = std::function<void(Value e, int width)>;
  /// Calls body(e, width) for elements [begin, end), in vectors that start at multiples of their width, and singly
  /// before and after them. If vectors run across columns, width is their width and e a single element.
  void for_elements(std::int64_t begin, std::int64_t end, bool vectors, const ElementBody& body);
  /// Elements [begin, end) of that array become 0.
  void clear(std::int64_t begin, std::int64_t end);
  /// One element of all columns, or one element.
  [[nodiscard]] int width() const { return columns_ ? lanes_ : 1; }

 private:
  void for_blocks(int block, const std::function<void(Value e, Value fresh)>& body);
  void for_lanes(const std::function<void(Value lane)>& body);
  void for_side(const Side& side, const ElementBody& body);
  [[nodiscard]] bool loops_around_hole(const Side& side) const;
  // The ways of load() and of store()
  void load_chirped(const SimdTile& tile);
  void store_chirped(const SimdTile& tile, const ScratchResults& results);
  void load_blocks(const SimdTile& tile);
  void store_blocks(const SimdTile& tile, const ScratchResults& results);
  void load_type_4(const SimdTile& tile);
  void store_type_4(const SimdTile& tile, const ScratchResults& results);
  void load_in_tiles(const SimdTile& tile);
  void store_in_tiles(const SimdTile& tile, const ScratchResults& results);
  void load_elements(const SimdTile& tile);
  void store_elements(const SimdTile& tile, const ScratchResults& results);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  const SimdDft& dft_;
  int lanes_;
  bool columns_;
  std::int64_t work_;
};

}  // namespace papilio::kernel
