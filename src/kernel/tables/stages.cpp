// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/stages.hpp"

#include "core/number_theory.hpp"
#include "spec/array_axes.hpp"

namespace papilio::kernel {
namespace {

/// Gives the stage its part of the table, from `offset` on; that of factors is aligned to what is read at once.
std::int64_t place_table(Stage& stage, std::int64_t offset) {
  stage.table_offset = stage.fused() ? (offset + 3) / 4 * 4 : offset;
  return stage.table_offset + stage.table_elements();
}

}  // namespace

std::int64_t Stage::table_elements() const {
  if (rows() == 1) return 0;
  if (fused()) return radix * rows();
  const std::int64_t row = layout == StageLayout::ragged_by_k ? butterflies() : rows();
  return 2 * (radix - 1) * row;
}

std::vector<Stage> make_stages(const std::vector<int>& radices, const std::vector<StageLayout>& layouts,
                               const std::vector<std::int64_t>& axes) {
  const std::int64_t n = product(radices);
  std::vector<Stage> stages;
  std::int64_t s = 1;
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    Stage stage;
    stage.radix = radices[i];
    stage.s = s;
    stage.m = n / (s * radices[i]);
    stage.later = later_axes(axes, s);
    stage.earlier = earlier_axes(axes, s);
    stage.layout = layouts[i];
    offset = place_table(stage, offset);
    s *= radices[i];
    stages.push_back(stage);
  }
  return stages;
}

std::vector<Stage> stages_back(std::vector<Stage> stages) {
  std::int64_t offset = 0;
  for (Stage& stage : stages) {
    if (stage.layout == StageLayout::inputs_by_j) stage.layout = StageLayout::interleaved_by_k;
    if (stage.layout == StageLayout::fused_inputs) stage.layout = StageLayout::fused_results;
    stage.back = true;
    offset = place_table(stage, offset);
  }
  return stages;
}

TableSpec stage_table(const std::vector<Stage>& stages, Precision precision, const std::vector<std::int64_t>& axes) {
  TableSpec spec;
  spec.kind = TableKind::stages;
  spec.precision = precision;
  spec.n = 1;
  spec.axes = axes;
  for (const Stage& stage : stages) {
    spec.n *= stage.radix;
    spec.radices.push_back(stage.radix);
    spec.layouts.push_back(stage.layout);
  }
  return spec;
}

}  // namespace papilio::kernel
