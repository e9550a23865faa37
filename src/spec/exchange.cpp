// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/exchange.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "spec/array_axes.hpp"
#include "spec/pairing.hpp"

namespace papilio {
namespace {

constexpr int banks = 32;
constexpr int bank_bytes = 4;

/// Bytes that one work-item reads or writes in one access.
std::int64_t access_bytes(const KernelSpec& spec) {
  return (spec.precision == Precision::f32 ? 4 : 8) * (spec.shape.exchange == ExchangeForm::interleaved ? 2 : 1);
}

/// The addresses that neighbouring work-items use in one access.
struct BankAccess {
  std::array<std::int64_t, banks> addresses{};
  std::size_t count = 0;
};

/// Number of distinct addresses of one access in its busiest bank.
int serialised(const BankAccess& access, std::int64_t scalar_bytes) {
  const std::int64_t own_banks = banks * bank_bytes / scalar_bytes;  // a power of two
  std::array<int, banks> asked{};
  int most = 1;
  // Linked list of the addresses in each bank: only addresses in the same bank can be equal.
  std::array<int, banks> last;
  std::array<int, banks> previous;
  last.fill(-1);
  for (std::size_t i = 0; i < access.count; ++i) {
    const auto bank = static_cast<std::size_t>(access.addresses[i] & (own_banks - 1));
    int same = last[bank];
    while (same >= 0 && access.addresses[same] != access.addresses[i]) same = previous[same];
    if (same >= 0) continue;
    previous[i] = last[bank];
    last[bank] = static_cast<int>(i);
    most = std::max(most, ++asked[bank]);
  }
  return most;
}

/// The accesses of a kernel's exchange, and how often the banks serve them. Of each stage, those of the first
/// work-items and those of some in the middle of the work-group are counted.
class BankCount {
 public:
  explicit BankCount(const KernelSpec& spec)
      : spec_(spec),
        exchange_(spec),
        scalar_bytes_(access_bytes(spec)),
        // The banks serve 32 work-items of 8 bytes each in two accesses of 16 work-items.
        lanes_(std::min<std::int64_t>(bank_accesses(spec), spec.shape.threads)),
        ordered_(orders_results(spec)),
        staged_(spec.shape.staged && !ordered_ && spec.algorithm == Algorithm::stockham),
        plane_(is_real_plane(spec) && spec.post_processes()) {
    if (ordered_) digits_ = butterfly_digits(spec);
    std::int64_t s = 1;
    for (std::size_t i = 0; i < spec.radices.size(); s *= spec.radices[i++]) {
      for (const std::int64_t first : {std::int64_t{0}, spec.shape.threads / 2 / lanes_ * lanes_})
        add_butterflies({i, spec.radices[i], s, spec.work_length() / spec.radices[i], first});
    }
    if (plane_) add_plane_pairs();
  }

  [[nodiscard]] double mean() const { return accesses_ == 0 ? 1 : total_ / accesses_; }

 private:
  /// Butterflies of neighbouring work-items.
  struct Neighbours {
    std::size_t stage;
    int radix;
    std::int64_t s;      ///< product of the earlier stages' radices
    std::int64_t count;  ///< butterflies of a column
    std::int64_t first;  ///< number of the first work-item
  };

  void add_butterflies(const Neighbours& own) {
    if (spec_.shape.digit_reversed) {
      add_in_place(own);
      return;
    }
    const bool last = own.stage + 1 == spec_.radices.size();
    if (own.stage > 0 || staged_) {
      add(own, own.stage, [](std::int64_t c) { return c; });
      add(own, own.stage, [&](std::int64_t c) { return c + (own.radix - 1) * own.count; });
    }
    if (!last || staged_ || plane_) {
      const auto output = [&](std::int64_t c) { return c + quotient(c, own.s) * own.s * (own.radix - 1); };
      add(own, own.stage + 1, output);
      add(own, own.stage + 1, [&](std::int64_t c) { return output(c) + (own.radix - 1) * own.s; });
    } else if (ordered_ && spec_.shape.staged) {
      add(own, 0, [&](std::int64_t c) { return array_element(spec_, c); });
    }
  }

  void add_in_place(const Neighbours& own) {
    const std::int64_t m = own.count / own.s;
    const auto first = [&](std::int64_t c) { return first_in_place(c, own.radix, m); };
    add(own, 0, first);
    add(own, 0, [&](std::int64_t c) { return first(c) + (own.radix - 1) * m; });
  }

  /// Butterfly c of a column accesses element(c), in the exchange before stage `next`.
  template <typename Element>
  void add(const Neighbours& own, std::size_t next, const Element& element) {
    const Exchange::Padding& padding = exchange_.padding(next < spec_.radices.size() ? next : 0);
    const bool by_digits = ordered_ && own.stage + 1 == spec_.radices.size();
    const std::int64_t run = exchange_.run(own.stage, own.count);
    const std::int64_t tile = spec_.shape.tile;
    BankAccess access;
    // Counters replace divisions: planning a long transform computes some 500,000 addresses.
    std::int64_t within = own.first % run;
    std::int64_t column = own.first / run % tile;
    std::int64_t before = own.first / (run * tile) * run;
    for (std::int64_t t = own.first; t < own.first + lanes_ && t < own.count * tile; ++t) {
      std::int64_t c = before + within;
      if (by_digits) c = reverse_digits(c, digits_);
      access.addresses[access.count++] =
          padding.padded(column * exchange_.column_step() + element(c) * exchange_.element_step());
      if (++within < run) continue;
      within = 0;
      if (++column < tile) continue;
      column = 0;
      before += run;
    }
    add(access);
  }

  /// r2c post-processing of a real 2-D array (kernel/pairs/plane_pairs.hpp): neighbouring work-items have neighbouring
  /// k2, and staged results pass through the exchange once more, in rows.
  void add_plane_pairs() {
    const std::int64_t rows = outer_axis(spec_);
    const std::int64_t m = row_axis(spec_);
    const auto add_elements = [&](const auto& element) {
      BankAccess access;
      for (std::int64_t t = 0; t < std::min(lanes_, spec_.length); ++t)
        access.addresses[access.count++] = exchange_.padded(element(t / m, t % m));
      add(access);
    };
    add_elements([&](std::int64_t k1, std::int64_t k2) { return k1 + rows * k2; });
    add_elements([&](std::int64_t k1, std::int64_t k2) { return (rows - k1) % rows + rows * ((m - k2) % m); });
    if (spec_.shape.staged) add_elements([&](std::int64_t k1, std::int64_t k2) { return k1 * (m + 1) + k2; });
  }

  void add(const BankAccess& access) {
    total_ += serialised(access, scalar_bytes_);
    ++accesses_;
  }

  const KernelSpec& spec_;
  Exchange exchange_;
  std::int64_t scalar_bytes_;
  std::int64_t lanes_;
  bool ordered_;  ///< neighbouring work-items of the last stage have neighbouring results
  bool staged_;   ///< global memory is accessed through the exchange before the first and after the last stage
  bool plane_;
  std::vector<std::int64_t> digits_;  ///< butterfly_digits() if ordered_
  double total_ = 0;
  int accesses_ = 0;
};

}  // namespace

std::int64_t bank_accesses(const KernelSpec& spec) { return banks * bank_bytes / access_bytes(spec); }

bool may_reverse(const KernelSpec& spec) {
  const bool convolves = spec.algorithm == Algorithm::rader || spec.algorithm == Algorithm::bluestein;
  return convolves && spec.radices.size() > 1 && spec.shape.exchange != ExchangeForm::half_size;
}

// Whole transforms only: in a pass, the elements of a column are not neighbours in the transform.
bool in_rows(const KernelSpec& spec, const Side& side) {
  const Strides& strides = side.strides;
  return spec.stack > 1 && spec.columns() == spec.stack && strides.element != Strides::of_packed &&
         std::abs(strides.element) < std::abs(strides.column);
}

Exchange::Exchange(const KernelSpec& spec, const Phase& phase)
    : by_column_(spec.columns() > 1 && spec.shape.tile > 1),
      loads_rows_(in_rows(spec, spec.in)),
      stores_rows_(spec.inner == 1 || in_rows(spec, spec.out)),
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
  if (spec.shape.staged) column_step_ = std::max(column_step_, staged_results(spec));
  raw_elements_ = (by_column_ ? spec.work_length() * spec.shape.tile : column_step_ * spec.shape.tile);
  const bool needed = phase.received || spec.radices.size() > 1 || spec.algorithm != Algorithm::stockham ||
                      spec.shape.staged || spec.pairs_conjugates() || spec.paired_columns;
  if (!needed) arrays_ = 0;
  if (phase.received) {
    paddings_.assign(stages_, padding_);
    paddings_.front() = phase.in_front;
  }
  if (!spec.shape.skewed || by_column_) return;
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
  std::int64_t most = padded(raw_elements_ - 1);
  for (const Padding& padding : paddings_) most = std::max(most, padding.padded(raw_elements_ - 1));
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

double bank_conflicts(const KernelSpec& spec) { return BankCount(spec).mean(); }

}  // namespace papilio
