// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/cluster.hpp"

#include <algorithm>
#include <vector>

#include "spec/array_axes.hpp"
#include "spec/layout.hpp"

namespace papilio {

std::int64_t cluster_rows(const KernelSpec& spec) {
  std::int64_t rows = 1;
  for (int i = 0; i < spec.shape.cluster_stage; ++i) rows *= spec.radices[i];
  return rows;
}

bool may_cluster(const KernelSpec& spec) {
  if (spec.algorithm != Algorithm::stockham || spec.paired_columns || spec.chirp.length > 0) return false;
  if (pairs_conjugates(spec)) return spec.columns() == 1 && spec.in.form != Form::trig;
  const bool complex = spec.in.form == Form::complex && spec.out.form == Form::complex;
  return spec.columns() == 1 ? complex : !spec.several_axes();
}

namespace {

/// Several axes: the last one is the last phase, all others are the first.
bool cuts_between_axes(const KernelSpec& spec) {
  const bool cut = cluster_rows(spec) * row_axis(spec) == spec.length && radices_split_axes(spec);
  const bool pairs_fit = !post_processes(spec) || row_axis(spec) % 2 == 0;
  return spec.shape.tile == 1 && cut && pairs_fit;
}

}  // namespace

bool can_cluster(const KernelSpec& spec) {
  const Shape& shape = spec.shape;
  if (!may_cluster(spec) || shape.exchange == ExchangeForm::half_size || shape.staged || shape.pad_by_stage)
    return false;
  if (shape.cluster_stage < 1 || shape.cluster_stage >= static_cast<int>(spec.radices.size())) return false;
  if (spec.several_axes() && !cuts_between_axes(spec)) return false;
  if (pairs_conjugates(spec) && shape.tile > 1) return false;
  const int pairs = post_processes(spec) ? 2 : 1;
  const int pairs_before = pre_processes_first(spec) ? 2 : 1;
  return spec.radices[shape.cluster_stage - 1] % (pairs * shape.cluster) == 0 &&
         spec.length / cluster_rows(spec) % (pairs_before * shape.cluster) == 0;
}

std::array<KernelSpec, 2> cluster_phases(const KernelSpec& spec) {
  const std::int64_t rows = cluster_rows(spec);
  const std::int64_t columns = spec.length / rows;
  const auto cut = spec.radices.begin() + spec.shape.cluster_stage;
  KernelSpec first;
  first.precision = spec.precision;
  first.direction = spec.direction;
  first.shape = spec.shape;
  first.shape.cluster = 1;
  first.shape.cluster_stage = 0;
  first.shape.pad = 0;
  first.shape.prefetch_distance = 0;
  KernelSpec last = first;
  first.length = rows;
  first.radices = {spec.radices.begin(), cut};
  first.shape.tile = static_cast<int>(spec.shape.tile * columns / spec.shape.cluster);
  // With one column in the cluster's tile, neighbouring work-items write neighbouring k (Exchange::run); otherwise they
  // write neighbouring columns.
  first.inner = spec.shape.tile == 1 ? 1 : 2;
  first.outer = columns;
  last.length = columns;
  last.radices = {cut, spec.radices.end()};
  last.shape.tile = static_cast<int>(spec.shape.tile * rows / spec.shape.cluster);
  last.inner = spec.several_axes() ? 1 : rows;
  last.outer = spec.several_axes() ? rows : 1;
  first.paired_columns = pre_processes_first(spec);
  last.paired_columns = post_processes(spec);
  return {std::move(first), std::move(last)};
}

namespace {

/// Padding after each row with which `banks` neighbouring elements lie in distinct banks: the smallest such gap, or 1
/// if there is none. Neighbours come in runs; at(index in the run, number of the run) is an element without padding.
template <typename At>
Exchange::Padding padding_of_rows(std::int64_t row, std::int64_t run, std::int64_t banks, const At& at) {
  for (std::int64_t gap = 0; gap < banks; ++gap) {
    std::vector<bool> taken(static_cast<std::size_t>(banks));
    bool free = true;
    for (std::int64_t i = 0; i < banks && free; ++i) {
      const auto bank = static_cast<std::size_t>(padded_place({row, gap}, at(i % run, i / run)) % banks);
      free = !taken[bank];
      taken[bank] = true;
    }
    if (free) return {row, gap};
  }
  return {row, 1};
}

}  // namespace

std::array<Exchange, 2> cluster_exchanges(const KernelSpec& spec) {
  const auto [first, last] = cluster_phases(spec);
  const std::int64_t tile = spec.shape.tile;
  const std::int64_t banks = bank_accesses(spec);
  // Padding for rows that are written along each row and read across the rows.
  const auto turned = [&](std::int64_t row, std::int64_t neighbours) {
    return padding_of_rows(row, neighbours, banks, [&](auto k, auto next) { return k * row + next; });
  };
  const auto left_by = [](const KernelSpec& phase) { return phase.length / phase.radices.back(); };
  const std::int64_t row = last.shape.tile;
  Exchange::Phase before;
  Exchange::Phase after;
  after.received = true;
  if (tile == 1) before.padding = turned(first.shape.tile, left_by(first));
  // Received elements lie in runs of neighbours; one access of the banks covers several runs.
  const std::int64_t run = tile == 1 ? left_by(first) : tile;
  after.in_front = padding_of_rows(row, run, banks, [&](auto k, auto next) { return k + next * row; });
  // True: results of neighbouring k are neighbours in memory. False: results of neighbouring columns of the tile are.
  const bool along_k = spec.inner == 1;
  if (tile > 1 && along_k) {
    after.padding = turned(tile, row / tile);
    after.apart = tile;
  } else if (spec.several_axes()) {
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
  if (spec.shape.cluster == 1 || spec.several_axes()) return spec.axis_lengths;
  const std::int64_t rows = cluster_rows(spec);
  return {rows, spec.length / rows};
}

}  // namespace papilio
