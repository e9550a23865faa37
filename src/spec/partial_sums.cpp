// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/partial_sums.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"

namespace papilio {

SummedTile summed_tile(const KernelSpec& spec, const Side& side) {
  if (spec.shape.cluster == 1) return {spec.shape.tile, 1};
  const std::int64_t rows = cluster_rows(spec);
  const std::int64_t parts = &side == &spec.in ? spec.length / rows : rows;
  return {spec.shape.tile * parts / spec.shape.cluster, parts};
}

namespace {

/// The butterflies that a side's sums are made of: those of its first, or last, stage.
struct SummedButterflies {
  std::int64_t count = 1;  ///< of a column
  std::int64_t run = 1;    ///< neighbouring work-items that have butterflies of one column
};
SummedButterflies summed_butterflies(const KernelSpec& spec, bool input) {
  const bool cluster = spec.shape.cluster > 1;
  const KernelSpec phase = cluster ? cluster_phases(spec)[input ? 0 : 1] : spec;
  const Exchange exchange = cluster ? cluster_exchanges(spec)[input ? 0 : 1] : Exchange(spec);
  const std::size_t stage = input ? 0 : phase.radices.size() - 1;
  const std::int64_t count = phase.work_length() / phase.radices[stage];
  return {count, exchange.run(stage, count)};
}

}  // namespace

PartialSums partial_sums(const KernelSpec& spec, const Side& side) {
  if (side.sums == Sums::none) return {};
  const std::int64_t threads = spec.shape.threads;
  if (side.form == Form::half) return {threads, 1, 1, threads};
  const auto [count, run] = summed_butterflies(spec, &side == &spec.in);
  const std::int64_t tile = summed_tile(spec, side).columns;
  const bool columns_first = tile > 1 && run == 1 && count > 1;
  // A work-item has butterflies of one column: all of them, or so many one after the other.
  if (columns_first && threads % tile == 0 && count > threads / tile)
    return {threads / tile, ceil_div(count * tile, threads), tile, 1};
  if (run == count && count > threads && (tile == 1 || count % threads == 0))
    return {threads, ceil_div(count, threads), 1, threads};
  if (columns_first) return {count, 1, tile, 1};
  // Work-items that read the same partial sums of several columns must not meet in one bank.
  const bool pads = tile > 1 && count % 8 == 0;
  return {count, 1, 1, count + (pads ? 4 : 0)};
}

std::int64_t partial_slots(const KernelSpec& spec, const Side& side) {
  if (side.sums == Sums::none) return 0;
  if (partial_sums(spec, spec.in).count == 1 && partial_sums(spec, spec.out).count == 1) return 0;
  const PartialSums partial = partial_sums(spec, side);
  return summed_tile(spec, side).columns * (partial.step == 1 ? partial.column_step : partial.count);
}

std::int64_t partial_numbers(const KernelSpec& spec) {
  std::int64_t numbers = 0;
  for (const Side* side : {&spec.in, &spec.out}) numbers += partial_slots(spec, *side) * numbers_of(side->sums);
  return numbers;
}

}  // namespace papilio
