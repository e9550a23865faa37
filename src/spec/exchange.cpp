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
struct Access {
  std::array<std::int64_t, banks> addresses{};
  std::size_t count = 0;
};

/// Number of distinct addresses of one access in its busiest bank.
int serialised(const Access& access, std::int64_t scalar_bytes) {
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

/// Adds the accesses of the r2c post-processing of a real 2-D array (kernel/pairs/plane_pairs.hpp): neighbouring
/// work-items have neighbouring k2, and staged results pass through the exchange once more, in rows.
void add_plane_pairs(const KernelSpec& spec, const Exchange& exchange, std::int64_t lanes, double& total,
                     int& accesses) {
  const std::int64_t rows = outer_axis(spec);
  const std::int64_t m = row_axis(spec);
  const auto add = [&](const auto& element) {
    Access one;
    for (std::int64_t t = 0; t < std::min(lanes, spec.length); ++t) {
      one.addresses[one.count++] = exchange.padded(element(t / m, t % m));
    }
    total += serialised(one, access_bytes(spec));
    ++accesses;
  };
  add([&](std::int64_t k1, std::int64_t k2) { return k1 + rows * k2; });
  add([&](std::int64_t k1, std::int64_t k2) { return (rows - k1) % rows + rows * ((m - k2) % m); });
  if (spec.shape.staged) add([&](std::int64_t k1, std::int64_t k2) { return k1 * (m + 1) + k2; });
}

/// Whole transforms only: in a pass, the elements of a column are not neighbours in the transform.
bool in_rows(const KernelSpec& spec, const Strides& walk) {
  return spec.stack > 1 && spec.columns() == spec.stack && walk.element != Strides::of_packed &&
         std::abs(walk.element) < std::abs(walk.column);
}

}  // namespace

std::int64_t bank_accesses(const KernelSpec& spec) { return banks * bank_bytes / access_bytes(spec); }

bool may_reverse(const KernelSpec& spec) {
  const bool convolves = spec.algorithm == Algorithm::rader || spec.algorithm == Algorithm::bluestein;
  return convolves && spec.radices.size() > 1 && spec.shape.exchange != ExchangeForm::half_size;
}

bool loads_rows(const KernelSpec& spec) { return in_rows(spec, spec.in.strides); }

bool stores_rows(const KernelSpec& spec) { return in_rows(spec, spec.out.strides); }

Exchange::Exchange(const KernelSpec& spec, const Phase& phase)
    : by_column_(spec.columns() > 1 && spec.shape.tile > 1),
      loads_rows_(loads_rows(spec)),
      stores_rows_(spec.inner == 1 || stores_rows(spec)),
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

double bank_conflicts(const KernelSpec& spec) {
  const Exchange exchange(spec);
  const std::int64_t scalar_bytes = access_bytes(spec);
  // The banks serve 32 work-items of 8 bytes each in two accesses of 16 work-items.
  const std::int64_t lanes = std::min<std::int64_t>(banks * bank_bytes / scalar_bytes, spec.shape.threads);
  const std::int64_t n = spec.work_length();
  const bool ordered = orders_results(spec);
  const std::vector<std::int64_t> digits = ordered ? butterfly_digits(spec) : std::vector<std::int64_t>{};
  double total = 0;
  int accesses = 0;
  std::int64_t s = 1;
  for (std::size_t i = 0; i < spec.radices.size(); s *= spec.radices[i++]) {
    const int radix = spec.radices[i];
    const std::int64_t count = n / radix;
    const std::int64_t run = exchange.run(i, count);
    const auto access = [&](const auto& element, std::int64_t first, std::size_t next) {
      const Exchange::Padding& padding = exchange.padding(next < spec.radices.size() ? next : 0);
      Access one;
      // Counters replace divisions: planning a long transform computes some 500,000 addresses.
      std::int64_t within = first % run;
      std::int64_t column = first / run % spec.shape.tile;
      std::int64_t before = first / (run * spec.shape.tile) * run;
      for (std::int64_t t = first; t < first + lanes && t < count * spec.shape.tile; ++t) {
        std::int64_t c = before + within;
        if (ordered && i + 1 == spec.radices.size()) c = reverse_digits(c, digits);
        one.addresses[one.count++] =
            padding.padded(column * exchange.column_step() + element(c) * exchange.element_step());
        if (++within < run) continue;
        within = 0;
        if (++column < spec.shape.tile) continue;
        column = 0;
        before += run;
      }
      total += serialised(one, scalar_bytes);
      ++accesses;
    };
    for (const std::int64_t first : {std::int64_t{0}, spec.shape.threads / 2 / lanes * lanes}) {
      if (spec.shape.digit_reversed) {
        const std::int64_t m = count / s;
        const auto own = [&](std::int64_t c) { return first_in_place(c, radix, m); };
        access(own, first, 0);
        access([&](std::int64_t c) { return own(c) + (radix - 1) * m; }, first, 0);
        continue;
      }
      const bool staged = spec.shape.staged && !ordered && spec.algorithm == Algorithm::stockham;
      if (i > 0 || staged) {
        access([](std::int64_t c) { return c; }, first, i);
        access([&](std::int64_t c) { return c + (radix - 1) * count; }, first, i);
      }
      if (i + 1 < spec.radices.size() || staged || (is_real_plane(spec) && spec.post_processes())) {
        const auto output = [&](std::int64_t c) { return c + quotient(c, s) * s * (radix - 1); };
        access(output, first, i + 1);
        access([&](std::int64_t c) { return output(c) + (radix - 1) * s; }, first, i + 1);
      } else if (ordered && spec.shape.staged) {
        access([&](std::int64_t c) { return array_element(spec, c); }, first, 0);
      }
    }
  }
  if (is_real_plane(spec) && spec.post_processes()) add_plane_pairs(spec, exchange, lanes, total, accesses);
  return accesses == 0 ? 1 : total / accesses;
}

}  // namespace papilio
