// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/bank_conflicts.hpp"

#include <algorithm>
#include <array>

#include "spec/array_axes.hpp"
#include "spec/layout.hpp"

namespace papilio {
namespace {

/// At most as many work-items as there are banks access them at once.
constexpr std::size_t max_lanes = 32;

/// The addresses that neighbouring work-items use in one access.
struct BankAccess {
  std::array<std::int64_t, max_lanes> addresses{};
  std::size_t count = 0;
};

/// Number of distinct addresses of one access in its busiest bank; `banks` is a power of two.
int serialised(const BankAccess& access, std::int64_t banks) {
  std::array<int, max_lanes> asked{};
  int most = 1;
  // Linked list of the addresses in each bank: only addresses in the same bank can be equal.
  std::array<int, max_lanes> last;
  std::array<int, max_lanes> previous;
  last.fill(-1);
  for (std::size_t i = 0; i < access.count; ++i) {
    const auto bank = static_cast<std::size_t>(access.addresses[i] & (banks - 1));
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
        banks_(bank_accesses(spec)),
        // The banks serve 32 work-items of 8 bytes each in two accesses of 16 work-items.
        lanes_(std::min<std::int64_t>(banks_, spec.shape.threads)),
        ordered_(orders_results(spec)),
        staged_(spec.shape.staged && !ordered_ && spec.algorithm == Algorithm::stockham),
        plane_(is_real_plane(spec) && post_processes(spec)) {
    if (ordered_) digits_ = butterfly_digits(spec);
    std::int64_t s = 1;
    for (std::size_t i = 0; i < spec.radices.size(); s *= spec.radices[i++]) {
      for (const std::int64_t first : {std::int64_t{0}, spec.shape.threads / 2 / lanes_ * lanes_})
        add_butterflies(neighbours(i, s, first));
    }
    if (plane_) add_plane_pairs();
    if (spec.shape.across) add_staged();
  }

  [[nodiscard]] double mean() const { return accesses_ == 0 ? 1 : total_ / accesses_; }

 private:
  /// Butterflies of neighbouring work-items.
  struct Neighbours {
    std::size_t stage;
    int radix;
    std::int64_t s;      ///< product of the earlier stages' radices
    std::int64_t count;  ///< butterflies of a column
    std::array<Dealing::ColumnButterfly<std::int64_t>, max_lanes> dealt;
    std::size_t lanes;
  };

  /// `first`: the number of the first work-item.
  [[nodiscard]] Neighbours neighbours(std::size_t stage, std::int64_t s, std::int64_t first) const {
    const int radix = spec_.radices[stage];
    Neighbours own{stage, radix, s, spec_.work_length() / radix, {}, 0};
    const bool by_digits = ordered_ && stage + 1 == spec_.radices.size();
    const Dealing dealing = dealing_of(exchange_, spec_.shape.tile, stage, own.count);
    const std::int64_t end = std::min(first + lanes_, own.count * spec_.shape.tile);
    for (std::int64_t t = first; t < end; ++t) {
      auto& butterfly = own.dealt[own.lanes++] = dealing.at(t);
      if (by_digits) butterfly.c = reversed_digits(butterfly.c, digits_);
    }
    return own;
  }

  void add_butterflies(const Neighbours& own) {
    if (spec_.shape.digit_reversed) {
      add_results(own, 0, own.count / own.s);
      return;
    }
    const bool last = own.stage + 1 == spec_.radices.size();
    if (own.stage > 0 || staged_) add_ends(own, own.stage, own.count, [](std::int64_t c) { return c; });
    if (!last || staged_ || plane_) {
      add_results(own, own.stage + 1, own.s);
    } else if (ordered_ && spec_.shape.staged) {
      add(access_of(own, [&](std::int64_t c) { return reversed_digits(c, spec_.axis_lengths); }), 0);
    }
  }

  /// Butterfly c of a column accesses element(c).
  template <typename Element>
  [[nodiscard]] BankAccess access_of(const Neighbours& own, const Element& element) const {
    BankAccess raw;
    for (; raw.count < own.lanes; ++raw.count) {
      const auto [c, column] = own.dealt[raw.count];
      raw.addresses[raw.count] = raw_place(exchange_, column, element(c));
    }
    return raw;
  }

  /// The first elements of butterflies and their last ones; those of butterfly c begin at first(c), `step` apart.
  template <typename First>
  void add_ends(const Neighbours& own, std::size_t next, std::int64_t step, const First& first) {
    BankAccess raw = access_of(own, first);
    add(raw, next);
    const std::int64_t last = raw_place(exchange_, std::int64_t{0}, (own.radix - 1) * step);
    for (std::int64_t& address : raw.addresses) address += last;
    add(raw, next);
  }

  /// Results of a Stockham stage (step s), or of one in place (step m).
  void add_results(const Neighbours& own, std::size_t next, std::int64_t step) {
    add_ends(own, next, step, [&](std::int64_t c) { return spread(c, step, own.radix); });
  }

  /// The elements of a tile in the order of memory.
  void add_staged() {
    BankAccess access;
    for (std::int64_t t = 0; t < std::min(lanes_, spec_.length * spec_.shape.tile); ++t)
      access.addresses[access.count++] = raw_place(exchange_, t / spec_.length, t % spec_.length);
    add(access, 0);
  }

  /// r2c post-processing of a real 2-D array (kernel/pairs/plane_pairs.hpp): neighbouring work-items have neighbouring
  /// k2, and staged results pass through the exchange once more, in rows.
  void add_plane_pairs() {
    const std::int64_t rows = outer_axis(spec_);
    const std::int64_t m = row_axis(spec_);
    const auto add_elements = [&](const auto& element) {
      BankAccess access;
      for (std::int64_t t = 0; t < std::min(lanes_, spec_.length); ++t)
        access.addresses[access.count++] = element(t / m, t % m);
      add(access, 0);
    };
    add_elements([&](std::int64_t k1, std::int64_t k2) { return plane_element(k1, k2, rows); });
    add_elements([&](std::int64_t k1, std::int64_t k2) {
      return plane_element(conjugate_index(k1, rows), conjugate_index(k2, m), rows);
    });
    if (spec_.shape.staged)
      add_elements([&](std::int64_t k1, std::int64_t k2) { return half_plane_element(k1, k2, m); });
  }

  /// Addresses without padding, in the exchange before stage `next`.
  void add(BankAccess access, std::size_t next) {
    const Exchange::Padding& padding = exchange_.padding(next < spec_.radices.size() ? next : 0);
    for (std::size_t i = 0; i < access.count; ++i) access.addresses[i] = padded_place(padding, access.addresses[i]);
    total_ += serialised(access, banks_);
    ++accesses_;
  }

  const KernelSpec& spec_;
  Exchange exchange_;
  std::int64_t banks_;  ///< as many as serve whole elements at once
  std::int64_t lanes_;
  bool ordered_;  ///< neighbouring work-items of the last stage have neighbouring results
  bool staged_;   ///< global memory is accessed through the exchange before the first and after the last stage
  bool plane_;
  std::vector<std::int64_t> digits_;  ///< butterfly_digits() if ordered_
  double total_ = 0;
  int accesses_ = 0;
};

}  // namespace

double bank_conflicts(const KernelSpec& spec) { return BankCount(spec).mean(); }

}  // namespace papilio
