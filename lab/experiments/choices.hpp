// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What can be chosen about an FFT of the experiments: complex numbers, interleaved, packed, unscaled, in natural order.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/device_caps.hpp"

namespace papilio::experiments {

enum class TwiddleSource {
  read,              ///< each one from a table of all n roots
  quadrant,          ///< from a table of n/4 + 1 cosines
  computed,          ///< sine and cosine by polynomials of the exactly reduced angle
  products,          ///< one read for each butterfly, the others are its powers
  recurrence,        ///< each from the one before, as GPU_FFT 2 did: c -= ac + bs, s -= as - bc
  recurrence_pairs,  ///< the same with c and s as pairs of floats, as GPU_FFT 3 does
};
enum class ExchangeMemory {
  local,   ///< stages of a kernel exchange their results through local memory
  global,  ///< each stage is a kernel of its own
};
enum class Decimation {
  time,       ///< twiddles of the inputs of a stage
  frequency,  ///< twiddles of its results
};

/// Numbers in which kernels compute; f16 is OpenCL's alone (opencl_text.hpp).
enum class Arithmetic { native, f16 };

/// Parts of the kernels that are left out or replaced. What remains is no DFT; its time tells what the parts cost.
struct SwitchedOff {
  bool irregular_reads = false;   ///< a work-group reads as many numbers, but consecutive ones
  bool irregular_writes = false;  ///< it writes consecutive ones
  bool twiddles = false;
  bool exchange = false;    ///< work-items go on with their own results; no local memory, no barriers
  bool arithmetic = false;  ///< butterflies return their inputs
  [[nodiscard]] bool any() const { return irregular_reads || irregular_writes || twiddles || exchange || arithmetic; }
  friend bool operator==(const SwitchedOff&, const SwitchedOff&) = default;
};

/// The number of work-items that share the butterflies of a pass with recurrences: the QPUs of GPU_FFT have 8 x 16
/// lanes.
inline constexpr std::int64_t recurrence_lanes = 128;

struct TransformChoices {
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  std::int64_t n = 0;
  std::int64_t batch = 1;
  std::vector<std::vector<int>> passes;  ///< the radices of each kernel, in order; their product is n
  int threads = 0;                       ///< work-items of a work-group; 0: as many as its widest stage has butterflies
  int tile = 0;                          ///< DFTs of a pass that a work-group computes; 0: chosen
  TwiddleSource twiddles = TwiddleSource::read;
  ExchangeMemory exchange = ExchangeMemory::local;
  Decimation decimation = Decimation::frequency;
  Storage between = Storage::native;  ///< of numbers that pass from kernel to kernel; f16 or native
  Storage outside = Storage::native;  ///< of input and output
  Arithmetic arithmetic = Arithmetic::native;
  /// Real numbers of a pixel where input and output are OpenCL images, 2 or 4; 0: they are buffers.
  int in_pixel = 0;
  int out_pixel = 0;
  SwitchedOff off;
};

/// Work of one kernel: as many DFTs of length() points as make n * batch, with the numbers strided as Stockham's FFT
/// has it. `inner` is the product of the lengths of the earlier passes, `outer` of the later ones.
struct StudyPass {
  std::vector<int> radices;
  std::int64_t inner = 1;
  std::int64_t outer = 1;
  std::int64_t tile = 1;
  int threads = 1;
  bool paired = false;     ///< a work-item of the last stage does two butterflies and writes their neighbouring results
  bool recurring = false;  ///< a work-item does `run` butterflies one after the other, each twiddle from the one before
  std::int64_t run = 1;
  Storage in = Storage::native;
  Storage out = Storage::native;

  [[nodiscard]] std::int64_t length() const;
  /// The twiddles of a stage of radix r whose earlier stages have s points together, m the later ones, are other
  /// than 1.
  [[nodiscard]] bool twiddled(Decimation decimation) const {
    return (decimation == Decimation::time ? inner : outer) > 1;
  }
};

/// The kernels. Throws Error(invalid_argument or unsupported) saying which choice is impossible, why, and what is
/// possible.
std::vector<StudyPass> passes_of(const TransformChoices& choices, const DeviceCaps& caps);

std::string_view to_string(TwiddleSource source);
std::string_view to_string(ExchangeMemory memory);
std::string_view to_string(Decimation decimation);

}  // namespace papilio::experiments
