// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Measured shapes as text: the files of this folder and wisdom, one kernel, one fused launch or one plan a line.
// README.md has the format.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embedded_text.hpp"
#include "spec/shape_token.hpp"

namespace papilio::plan {

/// Part of a transform that a kernel is.
enum class KernelRole {
  // Whole transforms along one axis.
  whole,  ///< complex, and what has no line of its own
  r2c,    ///< at half length, as c2r, dct2 (and dst2) and dct3 (and dst3)
  c2r,
  dct1,
  dct2,
  dct3,
  dct4,  ///< and dst4
  rader,
  bluestein,
  // Passes.
  first,               ///< the first of several passes
  to_rows,             ///< whole transforms of a strided batch that are stored along their elements
  from_rows,           ///< the same, loaded along them
  to_blocks,           ///< the first of two, which writes blocks: Strides::block
  from_blocks,         ///< the last of two, which reads them
  bluestein_first,     ///< to_blocks with a chirp
  convolution_middle,  ///< both DFTs of a convolution, between blocks
  bluestein_last,      ///< from_blocks with a chirp
  later,               ///< any other pass, and whole transforms of a strided batch
  later_unaligned,     ///< `later` with rows that begin anywhere in a sector
  later_far,           ///< `later` with elements that are far apart in memory
  filter,              ///< both DFTs of a convolution of a strided batch, and the product with its filter
  c2r_first,           ///< the pass of a c2r that reads half a spectrum
  r2c_last,            ///< the pass of an r2c that writes half a spectrum
  // Several axes in one kernel: KernelSpec::axis_lengths. Real arrays have the DFT's lengths, half as wide.
  nd,
  nd_r2c,
  nd_c2r,
  nd_strided,  ///< other axes lie between their points
  slab,
  slab_r2c,
  slab_c2r,
  function,  ///< a complex device function (function_kernel.hpp), whose tile is its number of transforms
};

struct TunedKey {
  KernelRole role = KernelRole::whole;
  Precision precision = Precision::f32;
  bool narrow = false;                     ///< numbers of two bytes on both sides
  bool cached = false;                     ///< input and output stay in the L2 cache
  std::int64_t length = 1;                 ///< points of the DFT in local memory
  std::vector<std::int64_t> axis_lengths;  ///< KernelSpec::axis_lengths
  bool alone = false;                      ///< no compute unit has more than one work-group, and data are cached
};

/// The key as lines have it.
std::string to_text(const TunedKey& key);

struct TunedShape {
  TunedKey key;
  ChosenShape chosen;          ///< the prefetch distance is that of a device with one compute unit
  double efficiency = 1;       ///< bytes read once and written once, as a share of what a copy reaches
  bool slow_in_place = false;  ///< a tenth slower where it reads and writes the same elements
};

/// A fused two-pass launch (spec/fused_launch.hpp).
struct TunedPair {
  TunedShape first;
  TunedShape second;
  double efficiency = 1;  ///< of the launch
};

/// The fastest shapes that were found for a whole problem on one device; or the fastest choice for a distributed one.
struct TunedPlan {
  std::string device;       ///< its identity, without spaces (api/measure/wisdom.hpp)
  std::string problem;      ///< token of a normalised problem; "TOKEN@..." of a distributed one
  std::string shapes;       ///< parse_shape_tokens(), as they are for the device; mpi/choice.hpp of a distributed one
  double microseconds = 0;  ///< of one execution, when they were found
  bool exhaustive = false;  ///< found by a search that was not cut short
  friend bool operator==(const TunedPlan&, const TunedPlan&) = default;
};
/// The line, without its end.
std::string to_text(const TunedPlan& plan);

struct TunedText {
  std::vector<TunedShape> shapes;
  std::vector<TunedPair> pairs;
  std::vector<TunedPlan> plans;
};

/// Throws Error(io) that names `origin`, usually a file, and the line.
TunedText parse_tuned_text(std::string_view text, std::string_view origin);

/// A line that was not understood.
struct RefusedLine {
  std::string_view line;  ///< of the text that was read
  std::string why;        ///< names origin and number of the line
};
struct ReadText {
  TunedText text;
  std::vector<RefusedLine> refused;
};
/// The same of a text that may be damaged: lines that are wrong are left out. Never throws but for memory.
ReadText read_tuned_text(std::string_view text, std::string_view origin);

/// The files of this folder as they were when the library was built.
std::span<const EmbeddedText> embedded_tuned_texts();

/// All of them, parsed once, at the first call.
const TunedText& shipped_shapes();

}  // namespace papilio::plan
