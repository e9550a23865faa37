// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/exchange.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/storage.hpp"
#include "spec/array_axes.hpp"
#include "spec/layout.hpp"
#include "spec/pairing.hpp"

namespace papilio {
namespace {

constexpr int banks = 32;
constexpr int bank_bytes = 4;

/// Bytes that one work-item reads or writes in one access.
std::int64_t access_bytes(const KernelSpec& spec) {
  return real_bytes(spec.precision) * (spec.shape.exchange == ExchangeForm::interleaved ? 2 : 1);
}

}  // namespace

std::int64_t bank_accesses(const KernelSpec& spec) { return banks * bank_bytes / access_bytes(spec); }

bool may_reverse(const KernelSpec& spec) {
  const bool convolves = spec.algorithm == Algorithm::rader || spec.algorithm == Algorithm::bluestein;
  return convolves && spec.radices.size() > 1 && spec.shape.exchange != ExchangeForm::half_size;
}

// Whole transforms only: in a pass, the elements of a column are not neighbours in the transform.
bool in_rows(const KernelSpec& spec, const Side& side) {
  const Strides& strides = side.strides;
  return spec.interleaved > 1 && spec.columns() == spec.interleaved && strides.element != Strides::of_packed &&
         std::abs(strides.element) < std::abs(strides.column);
}

Exchange::Exchange(const KernelSpec& spec, const Phase& phase)
    : by_column_((spec.columns() > 1 || spec.shape.across) && spec.shape.tile > 1),
      loads_rows_(in_rows(spec, spec.in)),
      stores_rows_((spec.inner == 1 && !spec.shape.across) || in_rows(spec, spec.out)),
      block_(spec.out.strides.block),
      stages_(spec.radices.size()),
      arrays_(spec.shape.exchange == ExchangeForm::split ? 2 : 1),
      interleaved_(spec.shape.exchange == ExchangeForm::interleaved),
      element_step_(by_column_ ? spec.shape.tile : 1),
      column_step_(by_column_ ? 1 : spec.work_length()),
      padding_(phase.padding),
      apart_(phase.apart),
      scalar_bytes_(access_bytes(spec)) {
  // A Rader transform has one more element than its convolution.
  const std::int64_t held =
      spec.shape.staged ? std::max({spec.work_length(), spec.length, staged_results(spec)}) : spec.work_length();
  if (!by_column_) column_step_ = held;
  raw_elements_ = held * spec.shape.tile;
  const bool needed = phase.received || spec.radices.size() > 1 || spec.algorithm != Algorithm::stockham ||
                      spec.shape.staged || pairs_conjugates(spec) || spec.paired_columns;
  if (!needed) arrays_ = 0;
  if (phase.received) {
    paddings_.assign(stages_, padding_);
    paddings_.front() = phase.in_front;
  }
  if (!spec.shape.pad_by_stage || by_column_) return;
  const std::int64_t own_banks = banks * bank_bytes / scalar_bytes_;
  paddings_.assign(stages_, padding_);
  std::int64_t s = spec.radices.front();
  for (std::size_t i = 2; i < stages_; ++i) {
    const std::int64_t row = s * spec.radices[i - 1];
    paddings_[i] = {row, ((s - row) % own_banks + own_banks) % own_banks};
    s = row;
  }
}

std::int64_t Exchange::elements() const {
  if (!exists()) return 0;
  std::int64_t most = padded_place(padding_, raw_elements_ - 1);
  for (const Padding& padding : paddings_) most = std::max(most, padded_place(padding, raw_elements_ - 1));
  return most + 1;
}

std::int64_t Exchange::bytes() const {
  const std::int64_t one = elements() * scalar_bytes_;
  return arrays_ == 2 ? (one + 63) / 64 * 64 + one : one;
}

bool Exchange::linear(const Padding& padding, std::int64_t unit, std::int64_t count) const {
  if (padding.every == 0 || unit % padding.every == 0) return true;
  const bool aligned = by_column_ || column_step_ % (unit * count) == 0 || column_step_ % padding.every == 0;
  const auto nested = [](std::int64_t a, std::int64_t b) { return a % b == 0 || b % a == 0; };
  return aligned && nested(unit, padding.every) && nested(unit * count, padding.every);
}

std::int64_t Exchange::run(std::size_t stage, std::int64_t butterflies) const {
  if (!by_column_) return butterflies;
  if (stage == 0) return loads_rows_ ? butterflies : 1;
  if (!stores_rows_) return 1;
  const bool blocks = stage + 1 == stages_ && block_ > 0 && butterflies % block_ == 0;
  return blocks ? block_ : butterflies;
}

}  // namespace papilio
