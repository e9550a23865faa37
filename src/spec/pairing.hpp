// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Pairing: in a cooperative kernel with c2r pre-processing or r2c post-processing, a work-item computes two butterflies
// of the first or the last stage whose elements are conjugate partners. It then has both elements of each pair in
// registers and needs no exchange. In a stage of `count` butterflies of radix r, butterfly c has the elements c +
// count*j, j < r. With m points
//
//   element i is paired with m-i (kernel/pairs/half_spectrum.hpp): butterflies c and count-c, elements j and r-1-j;
//   butterflies 0 and count/2 are each their own partner, and one work-item computes both
//
//   c2r pre-processing of a real 2-D array whose first radix is the number of rows: butterfly c has column c, which is
//   paired with column count-c, row by row
//
//   element i is paired with m-1-i in Makhoul's order (kernel/elements/trig.hpp), where numbers 4i to 4i+3 of the
//   signal are two elements: butterflies c and count-1-c, elements j and r-1-j
#pragma once

#include <cstddef>

#include "spec/array_axes.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio {

enum class Pairing {
  none,
  conjugates,  ///< butterflies c and count-c
  quads,       ///< butterflies c and count-1-c
};

/// How a stage assigns butterflies to work-items. Pairs are not used where they would leave work-items idle that single
/// butterflies keep busy.
Pairing pairing_of(const KernelSpec& spec, std::size_t stage);

/// True if the kernel has c2r pre-processing or r2c post-processing and each work-item computes whole transforms, which
/// are staged.
inline bool processes_transforms(const KernelSpec& spec) {
  return pairs_conjugates(spec) && spec.shape.staged && !spec.several_axes();
}

/// True if the signal of a real-to-real transform of half length has as many numbers as the transform, so that staged
/// transforms are staged as pairs of numbers. Types 1 are staged as the elements of the DFT, and as half a spectrum.
inline bool stages_numbers(const KernelSpec& spec) {
  return pairs_conjugates(spec) && spec.in.form == Form::trig && spec.trig.extent == 2 * spec.points();
}

/// True if a real-to-real transform reads its signal, or writes it, in Makhoul's order.
inline bool shuffles(const KernelSpec& spec) { return stages_numbers(spec) && spec.trig.kind != Kind::dht; }

/// True if the input is staged. In-kernel N-D stages its results only.
inline bool stages_input(const KernelSpec& spec) { return spec.shape.staged && !spec.several_axes(); }

/// Numbers that a staged transform writes to memory: half a spectrum of a transform of half the length has one more
/// than the DFT, or one more per row. Kernels of several axes have no other half spectra.
inline std::int64_t staged_results(const KernelSpec& spec) {
  if (spec.out.form == Form::half && !post_processes(spec)) return spec.length / 2 + 1;
  const bool half = post_processes(spec) && (spec.out.form == Form::half || !stages_numbers(spec));
  return half ? half_numbers(spec) : spec.length;
}

/// True if a staged DFT of real numbers reads half a spectrum, and mirrors it. Rader's reads all elements as it gathers
/// them.
inline bool stages_half(const KernelSpec& spec) {
  return spec.in.form == Form::half && !pre_processes(spec) && spec.algorithm == Algorithm::stockham;
}

/// Numbers that a staged transform reads one by one.
inline std::int64_t staged_inputs(const KernelSpec& spec) {
  return stages_half(spec) ? spec.length / 2 + 1 : spec.length;
}

/// True if c2r pre-processing or r2c post-processing is done in registers.
bool processes_in_registers(const KernelSpec& spec);

}  // namespace papilio
