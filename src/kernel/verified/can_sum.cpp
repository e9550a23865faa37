// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/verified/can_sum.hpp"

#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

bool has_complex_sides(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::stockham && spec.in.form == Form::complex && spec.out.form == Form::complex;
}

/// True if that side is one of the transform, and not between two passes.
bool is_end(const KernelSpec& spec, const Side& side) {
  return &side == &spec.in ? spec.inner == spec.interleaved : spec.outer == 1;
}

/// Rows of real numbers, of even length.
bool pairs_rows(const KernelSpec& spec) {
  const bool forms = (spec.in.form == Form::pairs && spec.out.form == Form::half) ||
                     (spec.in.form == Form::half && spec.out.form == Form::pairs);
  return forms && spec.algorithm == Algorithm::stockham && spec.columns() == 1 && !spec.several_axes() &&
         !processes_transforms(spec) && spec.shape.threads > 1;
}

/// The values of butterflies, and of conjugate pairs (group_sums.hpp); of several passes those of the first one's input
/// and of the last one's output.
bool can_sum_group(const KernelSpec& spec, const Side& side) {
  if (!is_end(spec, side) || (spec.several_axes() && spec.points() != spec.length)) return false;
  return !spec.radices.empty() && (has_complex_sides(spec) || (pairs_rows(spec) && spec.shape.cluster == 1));
}

}  // namespace

bool can_sum(const KernelSpec& spec, const Side& side) {
  const bool transforms_only = spec.load == LoadOp::none && spec.store == StoreOp::none && !spec.filter.present;
  const bool as_computed =
      side.native() && side.layout == ComplexLayout::interleaved && !side.pruned() && side.form != Form::trig;
  if (!transforms_only || !as_computed) return false;
  return spec.shape.strategy == Strategy::cooperative && can_sum_group(spec, side);
}

}  // namespace papilio::kernel
