// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// KernelSpec: a value that describes one kernel completely. The kernel's name and cache key derive from it, so it holds
// everything that changes the generated text, and nothing else: the batch and the distances are run-time arguments.
//
// Every kernel has the same structure:
//
//   load -> DFT over `radices` -> [multiply by a spectrum -> inverse DFT] -> twiddle, scale -> store
//
// on "columns": one transform of N = length*inner*outer points is seen as x[q + inner*(p + outer*j)], where j < length
// runs along the DFT, q < inner, p < outer, and column c = q + inner*p. A Stockham pass writes
//
//   y[q + inner*(length*p + k)] = W_{length*outer}^{p k} * sum_j x[q + inner*(p + outer*j)] W_length^{j k}
//
// so that passes with inner = 1, L1, L1*L2, ... give the result in natural order with no separate transposition
// (Stockham; Van Loan, "Computational Frameworks for the FFT", 1.7). A transform of one kernel has inner = outer = 1.
//
// Transforms along a non-contiguous axis form a strided batch: `interleaved` transforms lie side by side, q counts them
// first, and inner starts at `interleaved` instead of 1. Element i of transform q is then x[q + interleaved*i] or, if a
// side of the kernel has strides of its own, x[q*column + i*element]. The other dimensions of the user's array are
// loops around strided batches.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/chirps.hpp"
#include "core/multiplier.hpp"
#include "core/named.hpp"
#include "spec/side.hpp"

namespace papilio {

inline constexpr std::array<Named<Direction>, 2> direction_names{
    {{"fwd", Direction::forward}, {"inv", Direction::inverse}}};

/// How the DFT of one column is computed.
enum class Algorithm {
  stockham,      ///< product(radices) == length
  rader,         ///< length is prime; product(radices) == length-1, a cyclic convolution (Rader 1968)
  prime_factor,  ///< GPUs: one factor after the other, large primes with Rader's algorithm (spec/prime_factor.hpp)
  /// A convolution with a chirp: product(radices) >= 2*length-2 (Bluestein 1970); of a chirp z-transform, >= inputs +
  /// results - 1 of ChirpSpec::counts.
  bluestein,
  /// The last forward and the first inverse pass of a multi-kernel convolution, fused. The column and the
  /// geometry are the inverse pass's; the forward pass has as many points and does not reorder its elements.
  convolution,
  filter,  ///< product(radices) == length: the DFT, the product with KernelSpec::filter's buffer, and the inverse DFT
  /// CPUs: by the program of spec/general_kernel.hpp, which takes everything else from tables. product(radices) is
  /// length, or at least 2*length-1.
  general,
  /// No transform: the numbers of each column minus their mean. Both sides are complex, or both are real.
  centre,
};
inline constexpr std::array<Named<Algorithm>, 8> algorithm_names{{{"stockham", Algorithm::stockham},
                                                                  {"rader", Algorithm::rader},
                                                                  {"prime_factor", Algorithm::prime_factor},
                                                                  {"bluestein", Algorithm::bluestein},
                                                                  {"convolution", Algorithm::convolution},
                                                                  {"filter", Algorithm::filter},
                                                                  {"general", Algorithm::general},
                                                                  {"centre", Algorithm::centre}}};

/// Operation on element i of the whole transform between memory and the first butterfly, or after the last
/// (kernel/elements/elements.cpp).
enum class LoadOp {
  none,
  chirp,   ///< x[i] * conj-chirp[i] for i < chirp.length, 0 beyond (nothing is read there)
  gather,  ///< GPUs: x[g^i] of chirp.length elements, g a generator modulo that prime (Rader 1968)
};
inline constexpr std::array<Named<LoadOp>, 3> load_names{
    {{"plain", LoadOp::none}, {"chirp", LoadOp::chirp}, {"gather", LoadOp::gather}}};
enum class StoreOp {
  none,
  spectrum,  ///< multiply by the spectrum of the chirp, table entry i
  chirp,     ///< multiply by the chirp for i < chirp.length; nothing is written beyond
  scatter,   ///< GPUs: to element g^-i of chirp.length; the counterpart of LoadOp::gather
};
inline constexpr std::array<Named<StoreOp>, 4> store_names{{{"plain", StoreOp::none},
                                                            {"spectrum", StoreOp::spectrum},
                                                            {"chirp", StoreOp::chirp},
                                                            {"scatter", StoreOp::scatter}}};

/// A loop over strided batches or over transforms.
struct Loop {
  std::int64_t count = 1;
  std::int64_t in = 0;  ///< step in elements of the input
  std::int64_t out = 0;
  std::int64_t filter = 0;  ///< step in the buffer of KernelSpec::filter; 0: all iterations share one filter
  Range in_gap = {};        ///< iterations from in_gap.begin on are in_gap.size() steps further in the input
  Range out_gap = {};
  [[nodiscard]] bool has_gap() const { return !in_gap.empty() || !out_gap.empty(); }
  friend bool operator==(const Loop&, const Loop&) = default;
};

/// How the work is parallelised.
enum class Strategy {
  cooperative,  ///< GPU: `threads` work-items share `tile` columns, exchange through local memory, barriers between
  butterflies,  ///< CPU: one work-item, vectors run along the butterflies of one column
  columns,      ///< CPU: one work-item, vectors run along `lanes` columns (or transforms, where there is one column)
};
inline constexpr std::array<Named<Strategy>, 3> strategy_names{
    {{"cooperative", Strategy::cooperative}, {"butterflies", Strategy::butterflies}, {"columns", Strategy::columns}}};

/// How a stage applies its twiddles.
enum class Twiddles : std::uint8_t {
  read,      ///< each one read from a table and multiplied with a result of the butterfly
  products,  ///< the same, but most of them are computed as products of two others
  /// Applied to the inputs; power-of-two radices absorb them in fused multiply-adds, other radices compute them like
  /// `products`. Overflows if numbers reach 2^96 (f32), 2^960 (f64).
  fused,
};
inline constexpr std::array<Named<Twiddles>, 3> twiddle_names{
    {{"read", Twiddles::read}, {"products", Twiddles::products}, {"fused", Twiddles::fused}}};

/// How real and imaginary parts pass through local memory.
enum class ExchangeForm : std::uint8_t {
  split,        ///< in two separate arrays
  half_size,    ///< one after the other through one array: half the memory, twice the barriers
  interleaved,  ///< as complex numbers in one array: one access per number
};
inline constexpr std::array<Named<ExchangeForm>, 3> exchange_names{{{"split", ExchangeForm::split},
                                                                    {"half-size", ExchangeForm::half_size},
                                                                    {"interleaved", ExchangeForm::interleaved}}};

struct Shape {
  Strategy strategy = Strategy::cooperative;
  int lanes = 1;    ///< CPU: vector width
  int threads = 1;  ///< work-items of a work-group
  int tile = 1;     ///< columns held at once by a work-group
  // cooperative only (spec/exchange.hpp)
  int pad = 0;  ///< exchange: one unused element after every `pad` elements, against bank conflicts; 0: none
  int resident_groups = 1;    ///< minimum number of resident work-groups per compute unit; it caps the registers
  int prefetch_distance = 0;  ///< in work-groups; 0: no prefetch
  ExchangeForm exchange = ExchangeForm::split;
  /// Whole transforms: global memory is accessed in address order, through the exchange. In-kernel N-D stages its
  /// results only; with c2r pre-processing or r2c post-processing, only transforms of one stage are staged.
  bool staged = false;
  /// Staged transforms: neighbouring work-items have the same butterfly of neighbouring transforms, whose elements are
  /// neighbours in the exchange.
  bool across = false;
  Twiddles twiddles = Twiddles::read;
  /// Exchange of whole transforms: after the second and later stages, rows are padded to be s apart modulo the banks, s
  /// being the product of the earlier radices (Exchange::padding).
  bool pad_by_stage = false;
  /// Convolutions of whole transforms: butterflies write in place, so the spectrum between the two DFTs is in
  /// digit-reversed order (GroupWork::convolve); not with half_size or pad_by_stage.
  bool digit_reversed = false;
  /// Reads the twiddles of all stages before the first exchange. Hides the latency of table reads when one work-group
  /// is resident.
  bool preload_twiddles = false;
  /// CPU, f32: c2r pre-processing or r2c post-processing computes in f64.
  bool pairs_in_f64 = false;
  /// Number of work-groups that share the tile; they exchange it through each other's local memory once, before stage
  /// `cluster_stage` (spec/cluster.hpp).
  int cluster = 1;
  int cluster_stage = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// A multi-kernel Bluestein or Rader transform, whose load, store and spectrum its passes do; or a chirp z-transform,
/// of one kernel too.
struct ChirpSpec {
  std::int64_t length = 0;                   ///< its points; 0: there is none
  Direction direction = Direction::forward;  ///< KernelSpec::direction is the pass's own
  /// Counts of a chirp z-transform; no inputs: a DFT. Its contour is in the tables alone, so that all share a kernel.
  ChirpCounts counts;
  friend bool operator==(const ChirpSpec&, const ChirpSpec&) = default;
};

/// The transform of Form::trig.
struct TrigSpec {
  Kind kind = Kind::dht;
  std::int64_t extent = 0;  ///< real numbers per transform
  bool ortho = false;       ///< the end points are weighted so that the transform is orthonormal
  friend bool operator==(const TrigSpec&, const TrigSpec&) = default;
};

/// A third buffer, by whose elements those that are read are multiplied. It is laid out like the input except for the
/// distances between transforms; both sides hold complex numbers, interleaved. With Algorithm::filter the spectrum is
/// multiplied instead, and the buffer has strides of its own.
struct FilterSpec {
  bool present = false;
  std::int64_t distance = 0;  ///< step of the outermost loop in that buffer
  /// Like Strides::column of the input; 0: the transforms of a strided batch share one filter.
  std::int64_t column = 1;
  std::int64_t element = 1;  ///< Algorithm::filter: step from one frequency to the next
  /// If sum.count > 1, each element is a sum of that many products, whose factors are `in` apart in the input and
  /// `filter` apart in the filter.
  Loop sum;
  friend bool operator==(const FilterSpec&, const FilterSpec&) = default;
};

struct KernelSpec {
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  Algorithm algorithm = Algorithm::stockham;
  std::int64_t length = 1;  ///< L, points of the DFT along a column
  std::int64_t inner = 1;   ///< `interleaved` times the product of the lengths of the earlier passes
  std::int64_t outer = 1;   ///< product of the lengths of the later passes
  std::vector<int> radices;
  LoadOp load = LoadOp::none;
  StoreOp store = StoreOp::none;
  ChirpSpec chirp;
  Multiplier scale;
  /// Precisions of pairs: the device's fma rounds twice, so products are made exact without it (ir/expand_pairs.hpp).
  bool splits_products = false;
  /// f32x2 stored as f64: the device has no f64, so numbers are split and joined as integers.
  bool splits_doubles = false;
  bool in_place = false;         ///< input and output are one buffer: no `restrict`, no overlapping recomputation
  std::int64_t interleaved = 1;  ///< number of interleaved transforms (strided batch)
  Side in;
  Side out;
  TrigSpec trig;
  /// Form::pairs, and Form::trig of half length: every transform begins at an even index, or, with Form::trig of an
  /// extent that is a multiple of four, at a multiple of four.
  bool aligned_pairs = true;
  /// Conjugate-paired: a pass of a real transform that does c2r pre-processing or r2c post-processing. Half of its tile
  /// are the conjugate partners of the other half (kernel/pairs/paired_tile.hpp), and its side with Form::half is the
  /// spectrum of 2*points() real numbers.
  bool paired_columns = false;
  /// In-kernel N-D: lengths of the neighbouring axes that one kernel transforms, outermost first (spec/array_axes.hpp).
  /// `length` is their product, also for real arrays of half length. Empty: one axis.
  std::vector<std::int64_t> axis_lengths;
  FilterSpec filter;
  /// Loops around the strided batches, outermost first; the outermost one is missing, because its count and distances
  /// are run-time arguments.
  std::vector<Loop> loops;
  Shape shape;

  /// Points of all transforms of a strided batch together.
  [[nodiscard]] std::int64_t transform() const { return length * inner * outer; }
  /// Points of the single transform that this kernel is a pass of.
  [[nodiscard]] std::int64_t points() const { return transform() / interleaved; }
  /// True for in-kernel N-D.
  [[nodiscard]] bool several_axes() const { return !axis_lengths.empty(); }
  /// True if the elements of that side fill memory without gaps.
  [[nodiscard]] bool packed(const Side& side) const { return side.strides.packed(interleaved); }
  /// Columns of a strided batch.
  [[nodiscard]] std::int64_t columns() const { return inner * outer; }
  /// Tiles of a strided batch with several columns.
  [[nodiscard]] std::int64_t tiles() const;
  /// Work-groups for a batch; Strategy::cooperative only.
  [[nodiscard]] std::int64_t groups(std::int64_t batch) const;
  /// Numbers that are multiplied by the chirps when they are read, and when they are written.
  [[nodiscard]] ChirpCounts chirped() const;
  /// Points of the DFT computed in local memory: the product of the radices, or, with Algorithm::prime_factor, the
  /// length.
  [[nodiscard]] std::int64_t work_length() const;
  /// A C identifier, unique to the value: readable fields first, then 16 hex digits of the key's hash.
  [[nodiscard]] std::string name() const;
  /// Every field, in a fixed order, as text. Two specs are equal exactly when their keys are.
  [[nodiscard]] std::string key() const;

  friend bool operator==(const KernelSpec&, const KernelSpec&) = default;
};

/// True for a pass of a long Rader transform: element points() of each transform is kept in scratch memory. It holds
/// x[0] until the convolution adds it to the zero frequency, and X[0] from then on.
bool keeps_dc_in_scratch(const KernelSpec& spec);
/// True if the kernel takes the number of the input's first element in its signal (WindowPhase::signal).
bool has_position(const KernelSpec& spec);
/// True if a work-item of a GPU has the same butterfly of all transforms of its tile and reads the samples that they
/// share once (AxisEnd::slides).
bool shares_samples(const KernelSpec& spec);
/// True if a real-to-real transform is computed at half length, of a pass of it too.
bool half_length_trig(const KernelSpec& spec);
/// True if a real transform of even length is computed as a complex one of half the length and this kernel does the
/// r2c post-processing or the c2r pre-processing of its conjugate pairs. Of several passes, the one whose side is
/// Form::half does it. Real-to-real transforms, but for types 4, are computed from the half spectrum of a real signal
/// of signal_length() numbers.
bool pairs_conjugates(const KernelSpec& spec);
bool post_processes(const KernelSpec& spec);
bool pre_processes(const KernelSpec& spec);

}  // namespace papilio
