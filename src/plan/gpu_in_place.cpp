// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_in_place.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/number_theory.hpp"
#include "plan/gpu_candidates.hpp"
#include "plan/gpu_padding.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& search = gpu_model.search;

/// Points that a work-item holds at once: those of all its butterflies of the first stage, or one of another.
int points_in_place(const KernelSpec& spec) {
  const std::int64_t butterflies = spec.work_length() / spec.radices.front() * spec.shape.tile;
  const auto first = static_cast<int>(ceil_div(butterflies, spec.shape.threads)) * spec.radices.front();
  return std::max(first, *std::max_element(spec.radices.begin(), spec.radices.end()));
}

/// The order of radices with the fewest bank conflicts; of equal ones an order without padding, then the one that
/// begins with the fewest points and has the most in the second stage. Two stages of one transform are fastest when the
/// smaller one is first.
void order_in_place(KernelSpec& spec, const DeviceCaps& caps) {
  std::sort(spec.radices.begin(), spec.radices.end());
  if (spec.radices.size() == 2 && spec.shape.tile == 1) {
    choose_pad(spec, caps);
    return;
  }
  const int largest = spec.radices.back();
  std::tuple least(std::numeric_limits<long>::max(), 0, 0);
  std::vector<int> best;
  int pad = 0;
  do {
    if (spec.radices.size() > 3 && spec.radices[1] != largest) continue;  // all orders take too long
    const double conflicts = choose_pad(spec, caps) + (spec.shape.pad > 0 ? search.padding_in_place : 0);
    const std::tuple own(std::lround(50 * conflicts), points_in_place(spec), -spec.radices[1]);
    if (own >= least) continue;
    least = own;
    best = spec.radices;
    pad = spec.shape.pad;
  } while (std::next_permutation(spec.radices.begin(), spec.radices.end()));
  spec.radices = std::move(best);
  spec.shape.pad = pad;
}

/// One more than for butterflies that are all held at once, if loops hold one butterfly or many work-items share the
/// tile, and registers allow it without spills.
int groups_in_place(const KernelSpec& spec, const DeviceCaps& caps) {
  const bool loops = spec.radices.size() > 2;
  if (!loops && spec.shape.tile == 1) return spec.shape.resident_groups;
  const int points = points_in_place(spec);
  const int addresses = !loops || spec.shape.tile > 1 ? search.addresses_in_place : 0;
  const int numbers =
      spec.precision == Precision::f32 ? 2 * points + search.f32_base_in_place : 4 * points + search.f64_base_in_place;
  GroupLoad load;
  load.local_memory = exchange_bytes(spec);
  return std::min(spec.shape.resident_groups + 1,
                  resident_groups(spec, load, std::max(search.min_in_place, addresses + numbers), caps));
}

}  // namespace

void go_in_place(KernelSpec& spec, const DeviceCaps& caps) {
  if (!may_reverse(spec)) return;
  spec.shape.digit_reversed = true;
  order_in_place(spec, caps);
  spec.shape.resident_groups = groups_in_place(spec, caps);
  choose_prefetch(spec, caps);
}

}  // namespace papilio::plan
