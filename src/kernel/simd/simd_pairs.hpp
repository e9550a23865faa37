// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms at half length in kernels for CPUs: half a spectrum, or the signal of a real-to-real transform, between
// memory and the DFT in scratch memory. Pairs, or elements of the signal, are processed a vector at a time where
// vectors are contiguous in memory, and the others one by one.
#pragma once

#include <functional>

#include "kernel/complex.hpp"
#include "kernel/pairs/pairs.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

struct KernelContext;
class Scratch;
class SimdDft;
struct SimdTile;

class SimdPairs {
 public:
  SimdPairs(Builder& b, const KernelSpec& spec, const KernelContext& context, SimdDft& dft);

  /// c2r pre-processing: from memory to the DFT's input.
  void load_half(const SimdTile& tile);
  /// r2c post-processing: from the DFT's result to memory.
  void store_half(const SimdTile& tile, const Scratch& whole);

  /// True for real-to-real transforms at half length, on whose other side is a signal.
  [[nodiscard]] bool has_signal() const;
  void load_signal(const SimdTile& tile);
  void store_signal(const SimdTile& tile, const Scratch& whole);

 private:
  [[nodiscard]] int width() const { return columns_ ? lanes_ : 1; }
  /// Pairs [begin, end) are processed a vector at a time.
  struct Vectors {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  [[nodiscard]] Vectors vectors_of(const Side& half) const;
  [[nodiscard]] std::int64_t vectors_of_signal(const Side& side) const;
  std::function<Complex()> twiddle(Value k, int width);
  // pre_process() and post_process() of one pair, in f64 if the kernel asks for it.
  void pre_processed(const Pair& pair, const PairSource& half, const PairSink& whole);
  void post_processed(const Pair& pair, const PairSource& whole, const PairSink& half);
  Value block_behind(Value k);
  Complex load_mirrored(const Scratch& numbers, Value k);
  void store_mirrored(const Scratch& numbers, Value k, Complex value);
  void load_vectors(const SimdTile& tile, const Vectors& vectors);
  void store_vectors(const SimdTile& tile, const Scratch& whole, const Vectors& vectors);
  void each_of_signal(std::int64_t done, const std::function<void(Value)>& body);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  SimdDft& dft_;
  int lanes_;
  bool columns_;
  std::int64_t work_;
};

}  // namespace papilio::kernel
