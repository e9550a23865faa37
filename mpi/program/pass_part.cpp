// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pass_part.hpp"

namespace papilio::mpi {
namespace {

void set_side(const Layout& layout, std::int64_t batch, std::vector<std::int64_t>& strides, std::int64_t& distance,
              std::int64_t& offset) {
  strides.assign(layout.strides.begin() + 1, layout.strides.end());
  distance = batch == 1 ? 0 : layout.strides[0];
  offset = layout.offset;
}

/// True if the rank's part of the output has room for its part of the array after that many axes.
bool fits_output(const PassOf& of, const Stage& stage, int rank, std::size_t axes) {
  const auto own = static_cast<std::size_t>(rank);
  const std::int64_t array = inside(stage, of.problem, axes).boxes[own].volume();
  return array * element_bytes_after(of.problem, axes) <=
         of.schedule.stages.back().exit.boxes[own].volume() * of.problem.output_element_bytes();
}

}  // namespace

std::optional<Place> spare_place(const PassOf& of, std::size_t stage, const PassOn& on) {
  const std::vector<Stage>& stages = of.schedule.stages;
  const std::size_t done = of.position + 1;
  // The output receives what an exchange after the last axis brings, and what the last pass writes.
  if (done == stages[stage].end || done == of.schedule.axes.size() || stage + 1 == stages.size()) return std::nullopt;
  if (stages[stage + 1].first == of.schedule.axes.size()) return std::nullopt;
  const bool in_place = of.problem.placement == Placement::in_place;
  if (!in_place && on.source == Place::input && fits_output(of, stages[stage], on.rank, done)) return Place::output;
  const bool users = on.source == (in_place ? Place::input : Place::output);
  return users && on.same_place ? std::optional(on.source) : std::nullopt;
}

Problem part_of_pass(const PassOf& of, const Pair& pair, bool in_place) {
  Problem pass = plain_pass(of.problem, of.schedule, of.position);
  const auto axis = static_cast<std::size_t>(of.schedule.axes[of.position]);
  const Extents extents = extents_of(pair.box);
  pass.batch = extents[0];
  pass.lengths.assign(extents.begin() + 1, extents.end());
  if (pass.kind == Kind::c2r) pass.lengths[axis] = of.problem.lengths[axis];
  pass.placement = in_place ? Placement::in_place : Placement::out_of_place;
  Box written = pair.box;
  written.begin[axis + 1] = pair.target->box.begin[axis + 1];
  written.end[axis + 1] = pair.target->box.end[axis + 1];
  set_side(part_of(pair.source->layout, pair.source->box, pair.box), pass.batch, pass.in_strides, pass.in_distance,
           pass.in_offset);
  set_side(part_of(pair.target->layout, pair.target->box, written), pass.batch, pass.out_strides, pass.out_distance,
           pass.out_offset);
  return pass;
}

}  // namespace papilio::mpi
