// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/overlap.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/number_theory.hpp"

namespace papilio {
namespace {

// Sums of products of differences and strides need one bit more than spans.
__extension__ typedef __int128 Wide;

Wide floor_div(Wide a, Wide b) { return a / b - (a % b < 0 ? 1 : 0); }
Wide ceil_div(Wide a, Wide b) { return a / b + (a % b > 0 ? 1 : 0); }

/// x with a*x = 1 modulo m, for coprime a and m (extended Euclidean algorithm).
std::int64_t inverse_mod(std::int64_t a, std::int64_t m) {
  Wide r0 = m, r1 = a % m, t0 = 0, t1 = 1;
  while (r1 > 1) {
    const Wide q = r0 / r1;
    r0 = std::exchange(r1, r0 - q * r1);
    t0 = std::exchange(t1, t0 - q * t1);
  }
  return static_cast<std::int64_t>(m == 1 ? 0 : t1 < 0 ? t1 + m : t1);
}

/// One unknown of the sum: a multiple of a positive stride.
struct SumTerm {
  std::size_t axis = 0;
  std::int64_t stride = 1;
  std::int64_t least = 0;
  std::int64_t most = 0;
  // Of the terms that follow
  Wide low = 0;              ///< least sum
  Wide high = 0;             ///< largest sum
  std::int64_t divisor = 0;  ///< of all their sums; 0: there are no more terms
  std::int64_t step = 1;     ///< values of this unknown that leave a multiple of the divisor are this far apart
  std::int64_t inverse = 0;  ///< of stride/unit modulo step
  std::int64_t unit = 1;     ///< greatest common divisor of the stride and `divisor`
};

/// Searches for values x of the unknowns, not all zero unless `zero_counts`, with sum x*stride = target.
class OverlapSearch {
 public:
  enum class Zero { counts, excluded };

  OverlapSearch(std::vector<SumTerm> terms, Zero zero, std::int64_t branches)
      : terms_(std::move(terms)), values_(terms_.size()), zero_(zero), branches_(branches) {
    std::sort(terms_.begin(), terms_.end(), [](const SumTerm& a, const SumTerm& b) { return a.stride > b.stride; });
    for (std::size_t i = terms_.size(); i-- > 1;) {
      SumTerm& term = terms_[i - 1];
      const SumTerm& next = terms_[i];
      term.low = next.low + Wide{next.least} * next.stride;
      term.high = next.high + Wide{next.most} * next.stride;
      term.divisor = std::gcd(next.divisor, next.stride);
      term.unit = std::gcd(term.stride, term.divisor);
      term.step = term.divisor / term.unit;
      term.inverse = inverse_mod(term.stride / term.unit, term.step);
    }
  }

  bool run(std::int64_t target) { return descend(0, target, zero_ == Zero::counts); }
  [[nodiscard]] bool given_up() const { return branches_ < 0; }
  /// The value found for term `i`.
  [[nodiscard]] std::int64_t value(std::size_t i) const { return values_[i]; }
  [[nodiscard]] const std::vector<SumTerm>& terms() const { return terms_; }

 private:
  /// `nonzero`: the values so far suffice for a solution that is not excluded. Until then only values >= 0 are tried,
  /// because the negative of a solution is one.
  bool descend(std::size_t i, Wide rest, bool nonzero) {
    if (i == terms_.size()) return nonzero && rest == 0;
    const SumTerm& term = terms_[i];
    Wide from = std::max<Wide>(nonzero ? term.least : 0, ceil_div(rest - term.high, term.stride));
    const Wide to = std::min<Wide>(term.most, floor_div(rest - term.low, term.stride));
    Wide step = 1;
    if (term.divisor == 0) {
      if (rest % term.stride != 0) return false;
    } else {
      if (rest % term.unit != 0) return false;
      step = term.step;
      const auto residue = static_cast<std::int64_t>(rest / term.unit % step);
      const Wide x = multiply_mod(residue, term.inverse, term.step);
      from += ((x - from) % step + step) % step;
    }
    for (Wide x = from; x <= to; x += step) {
      if (--branches_ < 0) return false;
      values_[i] = static_cast<std::int64_t>(x);
      if (descend(i + 1, rest - x * term.stride, nonzero || x != 0)) return true;
      if (given_up()) return false;
    }
    return false;
  }

  std::vector<SumTerm> terms_;
  std::vector<std::int64_t> values_;
  Zero zero_;
  std::int64_t branches_;
};

std::int64_t magnitude(std::int64_t value) { return value < 0 ? -value : value; }

/// See find_overlap().
bool nest(std::vector<StridedAxis> axes) {
  std::erase_if(axes, [](const StridedAxis& axis) { return axis.count == 1; });
  std::sort(axes.begin(), axes.end(),
            [](const StridedAxis& a, const StridedAxis& b) { return magnitude(a.stride) < magnitude(b.stride); });
  std::int64_t span = 0;
  for (const StridedAxis& axis : axes) {
    if (magnitude(axis.stride) <= span) return false;
    span += (axis.count - 1) * magnitude(axis.stride);
  }
  return true;
}

}  // namespace

OverlapResult find_overlap(const std::vector<StridedAxis>& axes, std::int64_t branches) {
  OverlapResult result;
  std::vector<SumTerm> terms;
  result.first.assign(axes.size(), 0);
  result.second.assign(axes.size(), 0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto [count, stride] = axes[i];
    if (count == 1) continue;
    if (stride == 0) {
      result.overlap = Overlap::found;
      result.second[i] = 1;
      return result;
    }
    terms.push_back({i, magnitude(stride), 1 - count, count - 1});
  }
  if (nest(axes)) return {};
  OverlapSearch search(std::move(terms), OverlapSearch::Zero::excluded, branches);
  if (!search.run(0)) return {search.given_up() ? Overlap::undecided : Overlap::none, {}, {}};
  result.overlap = Overlap::found;
  for (std::size_t i = 0; i < search.terms().size(); ++i) {
    const std::size_t axis = search.terms()[i].axis;
    const std::int64_t difference = axes[axis].stride < 0 ? -search.value(i) : search.value(i);
    (difference > 0 ? result.first : result.second)[axis] = magnitude(difference);
  }
  if (result.second < result.first) std::swap(result.first, result.second);
  return result;
}

std::optional<std::vector<std::int64_t>> index_at(const std::vector<StridedAxis>& axes, std::int64_t offset) {
  std::vector<SumTerm> terms;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto [count, stride] = axes[i];
    if (count == 1 || stride == 0) continue;
    terms.push_back({i, magnitude(stride), stride < 0 ? 1 - count : 0, stride < 0 ? 0 : count - 1});
  }
  OverlapSearch search(std::move(terms), OverlapSearch::Zero::counts, most_branches);
  if (!search.run(offset)) return std::nullopt;
  std::vector<std::int64_t> index(axes.size());
  for (std::size_t i = 0; i < search.terms().size(); ++i) {
    index[search.terms()[i].axis] = magnitude(search.value(i));
  }
  return index;
}

}  // namespace papilio
