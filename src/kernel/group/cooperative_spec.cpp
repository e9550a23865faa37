// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/group/cooperative_spec.hpp"

#include <array>
#include <papilio/error.hpp>

#include "spec/array_axes.hpp"
#include "spec/exchange.hpp"

namespace papilio::kernel {
namespace {

bool is_whole(const KernelSpec& spec) { return spec.points() == spec.length; }

/// True if the kernel has both DFTs of a convolution of its whole column.
bool convolves(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::rader || spec.algorithm == Algorithm::bluestein ||
         spec.algorithm == Algorithm::filter;
}

// The last pass of a forward DFT, a product, and the first pass of the inverse DFT, column by column.
bool convolves_other_columns(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::convolution && (is_whole(spec) || spec.inner != spec.interleaved);
}

bool has_no_filter(const KernelSpec& spec) { return spec.algorithm == Algorithm::filter && !spec.filter.present; }

// The padding of a skewed exchange changes from stage to stage.
bool cannot_be_in_place(const KernelSpec& spec) {
  return spec.shape.digit_reversed && (!may_reverse(spec) || spec.shape.pad_by_stage);
}

bool convolves_in_a_pass(const KernelSpec& spec) { return convolves(spec) && !is_whole(spec); }

// All stages but the first work in place, on rows of several lengths.
bool has_factors_in_another_shape(const KernelSpec& spec) {
  const Shape& shape = spec.shape;
  const bool plain = shape.pad == 0 && shape.exchange != ExchangeForm::half_size && !shape.staged &&
                     !shape.pad_by_stage && !shape.digit_reversed && shape.cluster == 1 &&
                     shape.twiddles != Twiddles::fused;
  return spec.algorithm == Algorithm::prime_factor && !plain;
}

// Inputs and results are located by tables of slots.
bool has_factors_of_another_kind(const KernelSpec& spec) {
  const bool plain = spec.load == LoadOp::none && spec.store == StoreOp::none && !spec.paired_columns &&
                     spec.shape.strategy == Strategy::cooperative && spec.shape.lanes == 1;
  return spec.algorithm == Algorithm::prime_factor && !plain;
}

bool has_pairs_of_nothing(const KernelSpec& spec) { return spec.paired_columns && !pairs_conjugates(spec); }

// The address of a slab is a single base address.
bool is_slab_with_gaps(const KernelSpec& spec) {
  return is_slab(spec) && (spec.inner != 1 || spec.shape.tile != 1 || !spec.packed(spec.in) || !spec.packed(spec.out));
}

bool is_part_of_an_array(const KernelSpec& spec) {
  return spec.several_axes() &&
         (spec.algorithm != Algorithm::stockham || !(is_whole(spec) || is_slab(spec)) || !radices_split_axes(spec));
}

struct Defect {
  bool (*is_in)(const KernelSpec& spec);
  const char* what;
};

constexpr std::array<Defect, 9> defects = {{
    {convolves_other_columns, "a convolution that is not a first inverse pass"},
    {has_no_filter, "a convolution without a filter"},
    {cannot_be_in_place, "a kernel that cannot convolve in place"},
    {convolves_in_a_pass, "a pass that convolves"},
    {has_factors_of_another_kind, "factors in place of a kind that cannot have them"},
    {has_factors_in_another_shape, "factors in place in a shape that they cannot have"},
    {has_pairs_of_nothing, "a conjugate-paired tile without half a spectrum"},
    {is_slab_with_gaps, "a slab with gaps, or several at once"},
    {is_part_of_an_array, "several axes together that are not whole"},
}};

}  // namespace

void require_cooperative(const KernelSpec& spec) {
  for (const Defect& defect : defects) {
    if (defect.is_in(spec)) throw Error::internal(defect.what, spec.key());
  }
}

}  // namespace papilio::kernel
