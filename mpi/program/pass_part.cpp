// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pass_part.hpp"

#include "rounding.hpp"

namespace papilio::mpi {
namespace {

void set_side(const Layout& layout, std::int64_t batch, std::vector<std::int64_t>& strides, std::int64_t& distance,
              std::int64_t& offset) {
  strides.assign(layout.strides.begin() + 1, layout.strides.end());
  distance = batch == 1 ? 0 : layout.strides[0];
  offset = layout.offset;
}

/// True if the rank's part of the output has room for its part of the array after that many axes.
bool fits_output(const PassOf& of, const ScheduleStage& stage, int rank, std::size_t axes) {
  const auto local = static_cast<std::size_t>(rank);
  const std::int64_t array = inside(stage, of.problem, axes).boxes[local].volume();
  return array * element_bytes_after(of.problem, axes) <=
         of.schedule.stages.back().exit.boxes[local].volume() * of.problem.output_element_bytes();
}

}  // namespace

Problem pass_of(const Problem& problem, const Schedule& schedule, std::size_t position) {
  const std::size_t count = schedule.axes.size();
  const bool halved = problem.kind == Kind::r2c ? position == 0 : position + 1 == count;
  Problem pass;
  pass.kind = problem.halves() && !halved ? Kind::c2c : problem.kind;
  pass.precision = problem.precision;
  pass.direction = problem.kind == Kind::c2r ? Direction::inverse : problem.direction;
  pass.axes = {schedule.axes[position]};
  pass.batch = problem.batch;
  pass.in_storage = storage_after(problem, position);
  pass.out_storage = storage_after(problem, position + 1);
  pass.scratch_storage = problem.scratch_storage;
  const bool last = position + 1 == count;
  // Orthonormal cosine and sine transforms have weights along each axis; elsewhere the last pass scales.
  const bool trigonometric = problem.real_input() && problem.real_output();
  if (trigonometric) pass.scale = problem.scale;
  if (last) pass.factor = trigonometric ? problem.factor : problem.scale_factor();
  return pass;
}

std::optional<WorkArray> spare_place(const PassOf& of, std::size_t stage, const PassOn& on) {
  const std::vector<ScheduleStage>& stages = of.schedule.stages;
  const std::size_t done = of.position + 1;
  // The output receives what an exchange after the last axis brings, and what the last pass writes.
  if (done == stages[stage].end || done == of.schedule.axes.size() || stage + 1 == stages.size()) return std::nullopt;
  if (stages[stage + 1].first == of.schedule.axes.size()) return std::nullopt;
  const bool in_place = of.problem.placement == Placement::in_place;
  if (!in_place && on.source == WorkArray::input && fits_output(of, stages[stage], on.rank, done))
    return WorkArray::output;
  const bool users = on.source == (in_place ? WorkArray::input : WorkArray::output);
  return users && on.same_place ? std::optional(on.source) : std::nullopt;
}

WorkArray place_of_result(const PassOf& of, std::size_t stage, const PassOn& on, WorkArray free) {
  const bool users = of.problem.placement == Placement::in_place && on.source == WorkArray::input;
  const bool last = stage + 1 == of.schedule.stages.size() && of.position + 1 == of.schedule.axes.size();
  if (last) return on.same_place || !users ? WorkArray::output : free;
  const bool may_stay = on.source == WorkArray::output ? on.output_is_free : on.source != WorkArray::input;
  if (on.same_place && may_stay) return on.source;
  return spare_place(of, stage, on).value_or(free);
}

bool works_in_place(const PassOf& of, const PassOn& on, WorkArray target) {
  const bool one_array = of.problem.placement == Placement::in_place && on.source == WorkArray::input;
  return on.same_place && (on.source == target || (one_array && target == WorkArray::output));
}

Problem part_of_pass(const PassOf& of, const PiecePair& pair, bool in_place) {
  Problem pass = pass_of(of.problem, of.schedule, of.position);
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
