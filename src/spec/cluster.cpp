// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/cluster.hpp"

#include <algorithm>
#include <vector>

#include "spec/joint.hpp"

namespace papilio {

std::int64_t cluster_rows(const KernelSpec& spec) {
  std::int64_t rows = 1;
  for (int i = 0; i < spec.shape.cut; ++i) rows *= spec.radices[i];
  return rows;
}

bool may_cluster(const KernelSpec& spec) {
  if (spec.algorithm != Algorithm::stockham || spec.mirrored || spec.chirp_length > 0) return false;
  if (spec.folds()) return spec.columns() == 1 && spec.in.form != Form::trig;
  const bool complex = spec.in.form == Form::complex && spec.out.form == Form::complex;
  return spec.columns() == 1 ? complex : spec.joint.empty();
}

bool can_cluster(const KernelSpec& spec) {
  const Shape& shape = spec.shape;
  if (!may_cluster(spec) || shape.exchange == ExchangeForm::half_size || shape.staged || shape.skewed) return false;
  if (shape.cut < 1 || shape.cut >= static_cast<int>(spec.radices.size())) return false;
  const bool joint = !spec.joint.empty();
  if (joint && (shape.tile > 1 || cluster_rows(spec) * spec.joint.back() != spec.length || !radices_split_axes(spec)))
    return false;
  if (spec.folds() && shape.tile > 1) return false;
  if (joint && spec.folds_after() && spec.joint.back() % 2 != 0) return false;
  const int pairs = spec.folds_after() ? 2 : 1;
  const int pairs_before = folds_at_first(spec) ? 2 : 1;
  return spec.radices[shape.cut - 1] % (pairs * shape.cluster) == 0 &&
         spec.length / cluster_rows(spec) % (pairs_before * shape.cluster) == 0;
}

std::array<KernelSpec, 2> cluster_phases(const KernelSpec& spec) {
  const std::int64_t rows = cluster_rows(spec);
  const std::int64_t columns = spec.length / rows;
  const auto cut = spec.radices.begin() + spec.shape.cut;
  KernelSpec first;
  first.precision = spec.precision;
  first.direction = spec.direction;
  first.shape = spec.shape;
  first.shape.cluster = 1;
  first.shape.cut = 0;
  first.shape.pad = 0;
  first.shape.prefetch_distance = 0;
  KernelSpec last = first;
  first.length = rows;
  first.radices = {spec.radices.begin(), cut};
  first.shape.tile = static_cast<int>(spec.shape.tile * columns / spec.shape.cluster);
  // Where it has whole transforms, neighbours are to write neighbouring k (Exchange::run); else columns are neighbours.
  first.inner = spec.shape.tile == 1 ? 1 : 2;
  first.outer = columns;
  last.length = columns;
  last.radices = {cut, spec.radices.end()};
  last.shape.tile = static_cast<int>(spec.shape.tile * rows / spec.shape.cluster);
  last.inner = spec.joint.empty() ? rows : 1;
  last.outer = spec.joint.empty() ? 1 : rows;
  first.mirrored = folds_at_first(spec);
  last.mirrored = spec.folds_after();
  return {std::move(first), std::move(last)};
}

namespace {

/// The least gap with which as many neighbours as the banks serve at once are on banks of their own: they come in runs,
/// and stand at at(place in the run, which run, gap).
template <typename At>
std::int64_t least_gap(std::int64_t run, std::int64_t banks, const At& at) {
  for (std::int64_t gap = 0; gap < banks; ++gap) {
    std::vector<bool> taken(static_cast<std::size_t>(banks));
    bool free = true;
    for (std::int64_t i = 0; i < banks && free; ++i) {
      const auto bank = static_cast<std::size_t>(at(i % run, i / run, gap) % banks);
      free = !taken[bank];
      taken[bank] = true;
    }
    if (free) return gap;
  }
  return 1;
}

}  // namespace

std::array<Exchange, 2> cluster_exchanges(const KernelSpec& spec) {
  const auto [first, last] = cluster_phases(spec);
  const std::int64_t tile = spec.shape.tile;
  const std::int64_t banks = bank_accesses(spec);
  // Rows that are written along and read across.
  const auto turned = [&](std::int64_t row, std::int64_t neighbours) {
    return Exchange::Padding{
        row, least_gap(neighbours, banks, [&](auto k, auto next, auto gap) { return k * (row + gap) + next; })};
  };
  const auto left_by = [](const KernelSpec& phase) { return phase.length / phase.radices.back(); };
  const std::int64_t row = last.shape.tile;
  Exchange::Phase before;
  Exchange::Phase after;
  after.received = true;
  if (tile == 1) before.padding = turned(first.shape.tile, left_by(first));
  // What comes stands in runs of neighbours, which the banks take together with the next ones.
  const std::int64_t run = tile == 1 ? left_by(first) : tile;
  after.in_front = {row, least_gap(run, banks, [&](auto k, auto next, auto gap) { return k + next * (row + gap); })};
  // Results of neighbouring k are neighbours in memory; otherwise those of neighbouring columns of the tile are.
  const bool along_k = spec.inner == 1;
  if (tile > 1 && along_k) {
    after.padding = turned(tile, row / tile);
    after.apart = tile;
  } else if (!spec.joint.empty()) {
    after.padding = turned(row, left_by(last));
  }
  return {Exchange(first, before), Exchange(last, after)};
}

std::int64_t exchange_bytes(const KernelSpec& spec) {
  if (spec.shape.cluster == 1) return Exchange(spec).bytes();
  const auto [first, last] = cluster_exchanges(spec);
  return std::max(first.bytes(), last.bytes());
}

std::vector<std::int64_t> stage_axes(const KernelSpec& spec) {
  if (spec.shape.cluster == 1 || !spec.joint.empty()) return spec.joint;
  const std::int64_t rows = cluster_rows(spec);
  return {rows, spec.length / rows};
}

}  // namespace papilio
