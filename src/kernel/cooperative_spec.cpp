// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/cooperative_spec.hpp"

#include <papilio/error.hpp>

#include "spec/array_axes.hpp"
#include "spec/exchange.hpp"

namespace papilio::kernel {

void require_cooperative(const KernelSpec& spec) {
  const bool filter = spec.algorithm == Algorithm::filter;
  const bool factors = spec.algorithm == Algorithm::prime_factor;
  const bool rough = spec.algorithm == Algorithm::rader || spec.algorithm == Algorithm::bluestein || filter || factors;
  const bool array = spec.several_axes();
  const bool whole = spec.points() == spec.length;
  if (spec.algorithm == Algorithm::convolution && (whole || spec.inner != spec.stack)) {
    throw Error::internal("a convolution that is not a first inverse pass", spec.key());
  }
  if (filter && !spec.filtered) throw Error::internal("a convolution without a filter", spec.key());
  if (spec.shape.digit_reversed && (!may_reverse(spec) || spec.shape.skewed))
    throw Error::internal("a kernel that cannot convolve in place", spec.key());
  if (rough && !whole) throw Error::internal("a pass that convolves", spec.key());
  const Shape& shape = spec.shape;
  const bool plain = spec.load == LoadOp::plain && spec.store == StoreOp::plain && spec.in.strides.block == 0 &&
                     spec.out.strides.block == 0 && shape.strategy == Strategy::cooperative && shape.lanes == 1;
  if (factors && (!plain || shape.pad != 0 || shape.exchange == ExchangeForm::half_size || shape.staged ||
                  shape.skewed || shape.digit_reversed || shape.cluster > 1 || shape.twiddles == Twiddles::fused)) {
    throw Error::internal("factors in place in a shape that they cannot have", spec.key());
  }
  const bool slab = is_slab(spec);
  if (spec.paired_columns && !spec.pairs_conjugates())
    throw Error::internal("a conjugate-paired tile without half a spectrum", spec.key());
  if (slab && (spec.inner != 1 || spec.shape.tile != 1 || !spec.packed(spec.in) || !spec.packed(spec.out))) {
    throw Error::internal("a slab with gaps, or several at once", spec.key());
  }
  if (array && (spec.algorithm != Algorithm::stockham || !(whole || slab) || !radices_split_axes(spec))) {
    throw Error::internal("several axes together that are not whole", spec.key());
  }
}

}  // namespace papilio::kernel
