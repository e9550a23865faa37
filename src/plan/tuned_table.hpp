// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The tables behind tuned_shapes.hpp. Measured with 512 MiB of data (Amount::cached: 16 MiB) on an H200 (CUDA 13.0,
// 2026-11): the fastest of those that were tried, see docs/performance.md.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// What a kernel is of its transform.
enum class Part {
  whole,
  r2c,  ///< whole, of transforms that fold
  c2r,
  dct2,       ///< and dst2
  dct3,       ///< and dst3
  dct1,       ///< whole, of real numbers that do not fold; a line that stands before Part::whole
  dct4,       ///< and dst4, likewise
  rader,      ///< whole, Algorithm::rader: the radices are of the convolution
  bluestein,  ///< whole, Algorithm::bluestein, likewise
  first,      ///< the first of several passes
  to_rows,  ///< whole transforms of a stack that are stored along their elements; a line that stands before Part::first
  from_rows,  ///< … that are loaded along them
  into,       ///< the first of two, which writes blocks: Strides::block; a line that stands before Part::first
  chirp,    ///< the first of a Bluestein of several kernels, which writes blocks; a line that stands before Part::into
  middle,   ///< the one of several kernels that convolves, between blocks
  unchirp,  ///< the last of a Bluestein of several kernels, which reads blocks; a line that stands before Part::blocks
  later,    ///< any other
  blocks,   ///< the last of two, which reads blocks: Strides::block
  fold,     ///< the first of a real transform that folds, with half a spectrum: KernelSpec::mirrored
  unfold,   ///< the last of one that unfolds
  ragged,   ///< of the later ones those whose rows begin anywhere in a sector; a line that stands before Part::later
  far,      ///< of the later ones those whose elements are far apart in memory; a line that stands before Part::later
  joint,    ///< whole, of several axes
  image_r2c,  ///< of real numbers: KernelSpec::joint is of the DFT, half as wide
  image_c2r,
  slab,      ///< of a plane
  slab_r2c,  ///< of an image of real numbers, as image_r2c
  slab_c2r,
  across,  ///< of several axes, others lie between their points
};

/// How much data the whole batch is.
enum class Amount {
  any,
  cached,  ///< input and output stay in the second-level cache; a line of the table that stands before Amount::any
};

struct TunedGroup {
  int threads;
  int tile;
  int pad;
  int resident;
  bool ahead;
  ExchangeForm exchange;
  Twiddles twiddles = Twiddles::read;
  bool skewed = false;
  int cluster = 1;
  int cut = 0;
  bool reversed = false;
};

constexpr TunedGroup in_place(TunedGroup group) {
  group.reversed = true;
  return group;
}

struct TunedShape {
  Part part;
  Amount amount;
  Precision precision;
  std::vector<int> radices;
  TunedGroup group;
  double efficiency;  ///< bytes read once and written once, as a share of what a copy reaches; with a chirp, half of
                      ///< whose elements are no bytes, or more, as if they were
  std::vector<std::int64_t> axes = {};  ///< of parts from joint on: KernelSpec::joint
  bool narrow = false;                  ///< numbers of two bytes on both sides
  bool slow_in_place = false;           ///< a tenth slower where it reads and writes the same elements
};

/// A pair of passes that fused (spec/fused_launch.hpp).
struct TunedPair {
  Part first;
  Part second;
  Precision precision;
  std::vector<int> first_radices;
  TunedGroup first_group;
  std::vector<int> second_radices;
  TunedGroup second_group;
  double efficiency;  ///< bytes read once and written once, as a share of what a copy reaches
  std::vector<std::int64_t> first_axes = {};
  std::vector<std::int64_t> second_axes = {};
};
std::span<const TunedPair> tuned_pairs();

/// Whole transforms along one axis: complex ones, and those that fold.
std::span<const TunedShape> tuned_complex();
std::span<const TunedShape> tuned_folded();
/// Passes of long transforms, and several axes.
std::span<const TunedShape> tuned_passes();

}  // namespace papilio::plan
