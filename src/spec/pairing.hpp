// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Pairing: a work-item of a cooperative kernel that folds does two butterflies of the first or the last stage whose
// elements mirror each other, so that what folding combines is in its registers and needs no exchange. Of a stage of
// `count` butterflies of radix r, butterfly c has the elements c + count*j, j < r. Of m points
//
//   element i mirrors element m-i (kernel/real_fold.hpp): butterflies c and count-c, elements j and r-1-j; butterflies
//   0 and count/2 each mirror themselves, and make a pair
//
//   of an image of real numbers that is read, where the first radix is all of its rows: butterfly c has column c, which
//   mirrors column count-c, row by row
//
//   element i mirrors element m-1-i in Makhoul's order (kernel/trig.hpp), where numbers 4i to 4i+3 of the signal are
//   two elements: butterflies c and count-1-c, elements j and r-1-j
#pragma once

#include <cstddef>

#include "spec/joint.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio {

enum class Pairing {
  none,
  fold,   ///< butterflies c and count-c
  quads,  ///< butterflies c and count-1-c
};

/// How a stage's butterflies are dealt out. Pairs must not leave work-items idle that single butterflies would keep
/// busy.
Pairing pairing_of(const KernelSpec& spec, std::size_t stage);

/// Every work-item of a kernel that folds has whole transforms, which are staged.
inline bool folds_alone(const KernelSpec& spec) { return spec.folds() && spec.shape.staged && spec.joint.empty(); }

/// Numbers of a staged transform on its way to memory: half spectra have one more than the DFT, or one a row.
inline std::int64_t staged_results(const KernelSpec& spec) {
  return spec.folds_after() && spec.out.form == Form::half ? half_numbers(spec) : spec.length;
}

/// The step of a kernel that folds is done in registers.
bool folds_in_registers(const KernelSpec& spec);

}  // namespace papilio
