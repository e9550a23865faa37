// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_radices.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& search = gpu_model.search;

/// Ways to write n as a product of radices from largest to smallest.
class Products {
 public:
  Products(std::int64_t n, int largest) : n_(n) {
    for (int r = static_cast<int>(std::min<std::int64_t>(largest, n)); r >= 2; --r) {
      if (n % r == 0) radices_.push_back(r);
    }
  }

  /// Appends every one of `stages` radices to `all`.
  void add(std::size_t stages, std::vector<std::vector<int>>& all) {
    prefix_.resize(stages);
    if (!radices_.empty()) extend(n_, 0, 0, all);
  }

 private:
  void extend(std::int64_t rest, std::size_t stage, std::size_t largest, std::vector<std::vector<int>>& all) {
    if (stage + 1 == prefix_.size()) {
      if (rest == 1 || rest > radices_[largest]) return;
      prefix_.back() = static_cast<int>(rest);
      all.push_back(prefix_);
      return;
    }
    for (std::size_t i = largest; i < radices_.size(); ++i) {
      prefix_[stage] = radices_[i];
      if (rest % radices_[i] == 0) extend(rest / radices_[i], stage + 1, i, all);
    }
  }

  std::int64_t n_;
  std::vector<int> radices_;  ///< those that divide n
  std::vector<int> prefix_;
};

/// Operations and exchanges a point.
double stage_cost(const std::vector<int>& radices) {
  double cost = 0;
  for (const int r : radices)
    cost +=
        codelet_operations(r) / r + search.stage + (r > search.wide_radix ? search.wide * (r - search.wide_radix) : 0);
  // Stages of unlike radices leave work-items idle, or some with more points than others.
  const auto [least, most] = std::minmax_element(radices.begin(), radices.end());
  return cost * std::sqrt(static_cast<double>(*most) / *least);
}

void keep_cheapest(std::vector<std::vector<int>>& all, std::size_t most) {
  std::vector<std::pair<double, std::vector<int>>> priced;
  priced.reserve(all.size());
  for (std::vector<int>& radices : all) {
    const double cost = stage_cost(radices);
    priced.emplace_back(cost, std::move(radices));
  }
  std::sort(priced.begin(), priced.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  all.clear();
  for (auto& [cost, radices] : priced) {
    if (all.size() < most) all.push_back(std::move(radices));
  }
}

/// A few ways to split n into radices, each from the largest to the smallest.
std::vector<std::vector<int>> few_products(std::int64_t n, int largest) {
  std::vector<std::vector<int>> all;
  Products products(n, largest);
  for (std::size_t stages = 1; stages <= 6 && all.size() < search.products; ++stages) products.add(stages, all);
  keep_cheapest(all, search.products);
  return all;
}

/// Every combination of one of `all` followed by one of `own`.
std::vector<std::vector<int>> extended(const std::vector<std::vector<int>>& all,
                                       const std::vector<std::vector<int>>& own) {
  std::vector<std::vector<int>> longer;
  longer.reserve(all.size() * own.size());
  for (const std::vector<int>& radices : all) {
    for (const std::vector<int>& behind : own) {
      longer.push_back(radices);
      longer.back().insert(longer.back().end(), behind.begin(), behind.end());
    }
  }
  return longer;
}

/// Axis by axis. The last axis ends with its smallest radix, which leaves results in the longest runs.
std::vector<std::vector<int>> nd_factorisations(const std::vector<std::int64_t>& lengths, int largest) {
  std::vector<std::vector<int>> all = {{}};
  for (const std::int64_t length : lengths) {
    all = extended(all, few_products(length, largest));
    keep_cheapest(all, search.nd_products);
  }
  return all;
}

int largest_radix(const KernelRequest& request, const DeviceCaps& caps) {
  int largest = largest_codelet_prime + 1;
  while (largest > 2 && min_registers(request.spec, largest, caps) > caps.registers) --largest;
  return largest;
}

/// The `most` cheapest ways to split n into radices, from the largest to the smallest and back.
std::vector<std::vector<int>> both_ways(std::int64_t n, int largest, std::size_t most) {
  std::vector<std::vector<int>> all = few_products(n, largest);
  if (all.size() > most) all.resize(most);
  const std::size_t found = all.size();
  for (std::size_t i = 0; i < found; ++i) {
    std::vector<int> reversed(all[i].rbegin(), all[i].rend());
    if (reversed != all[i]) all.push_back(std::move(reversed));
  }
  return all;
}

}  // namespace

std::vector<std::vector<int>> factorisations(const KernelRequest& request, const DeviceCaps& caps) {
  if (request.work_length == 1) return {{1}};
  const int largest = largest_radix(request, caps);
  if (request.spec.several_axes()) return nd_factorisations(request.spec.axis_lengths, largest);
  return both_ways(request.work_length, largest, search.products);
}

std::vector<std::vector<int>> factor_radices(std::int64_t length) {
  const auto ways = [](std::int64_t n) { return both_ways(n, largest_codelet_prime, search.products); };
  const std::vector<std::int64_t> primes = convolved_primes(length);
  std::int64_t smooth = length;
  for (const std::int64_t p : primes) smooth /= p;
  std::vector<std::vector<int>> all = {{}};
  if (smooth > 1) all = ways(smooth);
  for (const std::int64_t p : primes) all = extended(all, ways(p - 1));
  return all;
}

std::vector<Phases> cluster_factorisations(const KernelRequest& request, const DeviceCaps& caps) {
  const int largest = largest_radix(request, caps);
  std::vector<Phases> all;
  const auto join = [&](const std::vector<std::vector<int>>& firsts, const std::vector<std::vector<int>>& lasts) {
    for (const std::vector<int>& first : firsts) {
      for (const std::vector<int>& last : lasts) {
        // Rows are stored along their elements; the exchange provides for that.
        if (request.spec.several_axes() && last.size() == 1) continue;
        all.push_back({first, static_cast<int>(first.size())});
        all.back().radices.insert(all.back().radices.end(), last.begin(), last.end());
      }
    }
  };
  const std::vector<std::int64_t>& axes = request.spec.axis_lengths;
  if (!axes.empty()) {
    join(nd_factorisations({axes.begin(), axes.end() - 1}, largest),
         both_ways(axes.back(), largest, search.phase_products));
    return all;
  }
  for (const std::int64_t rows : divisors(request.work_length)) {
    const std::int64_t columns = request.work_length / rows;
    if (rows <= search.phase_ratio * columns && columns <= search.phase_ratio * rows)
      join(both_ways(rows, largest, search.phase_products), both_ways(columns, largest, search.phase_products));
  }
  return all;
}

}  // namespace papilio::plan
