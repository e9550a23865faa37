// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pass_part.hpp"

#include "program.hpp"

namespace papilio::mpi {
namespace {

void set_side(const Layout& layout, std::int64_t batch, std::vector<std::int64_t>& strides, std::int64_t& distance,
              std::int64_t& offset) {
  strides.assign(layout.strides.begin() + 1, layout.strides.end());
  distance = batch == 1 ? 0 : layout.strides[0];
  offset = layout.offset;
}

}  // namespace

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
