// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/stages.hpp"

#include "core/joint.hpp"

namespace papilio::kernel {

std::int64_t Stage::table_elements() const {
  if (rows() == 1) return 0;
  const std::int64_t row = layout == StageLayout::ragged_by_k ? butterflies() : rows();
  return 2 * (radix - 1) * row;
}

std::vector<Stage> make_stages(const std::vector<int>& radices, const std::vector<StageLayout>& layouts,
                               const std::vector<std::int64_t>& joint) {
  std::int64_t n = 1;
  for (const int r : radices) n *= r;
  std::vector<Stage> stages;
  std::int64_t s = 1;
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    Stage stage;
    stage.radix = radices[i];
    stage.s = s;
    stage.m = n / (s * radices[i]);
    stage.later = later_axes(joint, s);
    stage.layout = layouts[i];
    stage.table_offset = offset;
    offset += stage.table_elements();
    s *= radices[i];
    stages.push_back(stage);
  }
  return stages;
}

TableSpec stage_table(const std::vector<Stage>& stages, Precision precision, const std::vector<std::int64_t>& joint) {
  TableSpec spec;
  spec.kind = TableKind::stages;
  spec.precision = precision;
  spec.n = 1;
  spec.joint = joint;
  for (const Stage& stage : stages) {
    spec.n *= stage.radix;
    spec.radices.push_back(stage.radix);
    spec.layouts.push_back(stage.layout);
  }
  return spec;
}

}  // namespace papilio::kernel
