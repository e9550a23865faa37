// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs of ranks that store in each other's memory.
//
// Arrays arrive in two places in chunks: that of stage s is read and written by its owner alone from the meeting before
// the stage to the one after it, and by nobody else until the meeting after that, so it is free again when the next
// stage's results are stored in it. Passes in between, which are their owner's alone, have a third place.
#include <algorithm>
#include <utility>

#include "by_axes.hpp"
#include "mpi/program/pass_part.hpp"
#include "mpi/program/rounding.hpp"

namespace papilio::mpi {
namespace {

class StoringMaker {
 public:
  StoringMaker(const Problem& problem, const Schedule& schedule, int rank)
      : problem_(problem), schedule_(schedule), rank_(rank) {}

  Program make() {
    const std::vector<ScheduleStage>& stages = schedule_.stages;
    now_ = WorkArray::input;
    pieces_ = input_array(problem_, schedule_, box_of(stages.front().entry));
    for (std::size_t s = 0; s < stages.size(); ++s) {
      arrival_ = s % 2 == 0 ? WorkArray::work0 : WorkArray::work1;
      bool stored = false;
      for (std::size_t i = stages[s].first; i < stages[s].end; ++i) {
        stored = s + 1 < stages.size() && i + 1 == stages[s].end && add_storing_pass(s, i);
        if (!stored) add_pass(s, i);
      }
      if (s + 1 < stages.size()) add_exchange(s, stored);
    }
    // The last exchange stores in memory of our own, or the pass could not write in place.
    if (now_ != WorkArray::output) add_copy(box_of(stages.back().exit));
    return std::move(program_);
  }

 private:
  [[nodiscard]] Pieces array(const Box& box) const {
    return array_of(box, problem_.batch, natural_order(problem_.lengths.size() + 1));
  }
  [[nodiscard]] const Box& box_of(const Distribution& distribution) const {
    return distribution.boxes[static_cast<std::size_t>(rank_)];
  }
  [[nodiscard]] std::size_t passes() const { return schedule_.axes.size(); }
  [[nodiscard]] std::int64_t bytes_after(std::size_t axes) const { return element_bytes_after(problem_, axes); }
  /// Where the results of a stage are stored.
  [[nodiscard]] WorkArray departure() const { return WorkArrays::free_beside({arrival_}); }
  /// For a pass that does not work in place and stores nothing elsewhere.
  [[nodiscard]] WorkArray other() const {
    return now_ == arrival_ ? WorkArrays::free_beside({arrival_, departure()}) : arrival_;
  }

  /// Ranks, the next one first and this one last, so that not all of them use the same link at once.
  [[nodiscard]] std::vector<int> ranks_from_next() const {
    const int ranks = schedule_.stages.front().entry.ranks();
    std::vector<int> order;
    for (int i = 1; i <= ranks; ++i) order.push_back((rank_ + i) % ranks);
    return order;
  }
  [[nodiscard]] int owner(int rank) const { return rank == rank_ ? local_memory : rank; }

  /// Padded rows have room for the complex numbers that the last pass of c2r reads, so it works in place. The padding
  /// then holds what it does after a transform on one device, and programs may compare whole arrays.
  [[nodiscard]] bool halves_in_place() const {
    return problem_.kind == Kind::c2r && schedule_.real_rows == RealRows::padded &&
           bytes_after(passes() - 1) == 2 * problem_.output_element_bytes();
  }

  void add_pass(std::size_t s, std::size_t position) {
    const ScheduleStage& stage = schedule_.stages[s];
    const std::size_t dimension = static_cast<std::size_t>(schedule_.axes[position]) + 1;
    Pieces target = array(box_of(inside(stage, problem_, position + 1)));
    const bool same = pieces_ == target && same_type(problem_, position);
    const PassOf of{problem_, schedule_, position};
    const PassOn on{rank_, now_, same, true};
    const bool last_stage = s + 1 == schedule_.stages.size();
    const bool before_padding = last_stage && position + 2 == passes() && halves_in_place();
    const WorkArray place = before_padding ? WorkArray::output : place_of_result(of, s, on, other());
    const bool to_padding = position + 1 == passes() && now_ == WorkArray::output && halves_in_place();
    const bool in_place = to_padding || works_in_place(of, on, place);
    if (position + 1 == passes() && place == WorkArray::output) {
      target = output_array(problem_, schedule_, box_of(stage.exit));
    }
    Pass pass{position, now_, place, {}, {}};
    for (const PiecePair& pair : pairs_of(pieces_, target, dimension)) {
      pass.parts.push_back({part_of_pass({problem_, schedule_, position}, pair, in_place)});
    }
    program_.work.reserve(place, volume_of_all(target) * bytes_after(position + 1));
    program_.steps.emplace_back(std::move(pass));
    now_ = place;
    pieces_ = std::move(target);
  }

  /// False, and nothing is added, if the exchange cuts the axis of the pass.
  bool add_storing_pass(std::size_t s, std::size_t position) {
    const Distribution& next = schedule_.stages[s + 1].entry;
    const auto axis = static_cast<std::size_t>(schedule_.axes[position]);
    Pass pass{position, now_, departure(), {}, {}};
    for (const int rank : ranks_from_next()) {
      const Pieces target = array(next.boxes[static_cast<std::size_t>(rank)]);
      for (const PiecePair& pair : pairs_of(pieces_, target, axis + 1)) {
        if (!spans(target, axis + 1, next.lengths[axis]) || pass.parts.size() == max_parts) return false;
        pass.parts.push_back({part_of_pass({problem_, schedule_, position}, pair, false), 0, 0, owner(rank)});
      }
    }
    program_.steps.emplace_back(std::move(pass));
    return true;
  }

  void add_exchange(std::size_t s, bool stored) {
    const ScheduleStage& before = schedule_.stages[s];
    const ScheduleStage& after = schedule_.stages[s + 1];
    const std::int64_t bytes = bytes_after(before.end);
    if (!stored) {
      Copy copy{now_, departure(), bytes, {}};
      for (const int rank : ranks_from_next()) {
        add_boxes(copy, array(after.entry.boxes[static_cast<std::size_t>(rank)]), owner(rank));
      }
      program_.steps.emplace_back(std::move(copy));
    }
    program_.steps.emplace_back(RankBarrier{});
    const Volume volume = volume_exchanged(before.exit, after.entry, rank_);
    program_.sent_bytes += volume.sent * problem_.batch * bytes;
    program_.received_bytes += volume.received * problem_.batch * bytes;
    now_ = departure();
    pieces_ = array(box_of(after.entry));
    program_.work.reserve(now_, volume_of_all(pieces_) * bytes);
  }

  void add_copy(const Box& box) {
    Copy copy{now_, WorkArray::output, bytes_after(passes()), {}};
    add_boxes(copy, output_array(problem_, schedule_, box), local_memory);
    program_.steps.emplace_back(std::move(copy));
    now_ = WorkArray::output;
  }

  void add_boxes(Copy& copy, const Pieces& target, int owner) {
    for (const PiecePair& pair : pairs_of(pieces_, target, std::nullopt)) {
      copy.boxes.push_back({extents_of(pair.box), part_of(pair.source->layout, pair.source->box, pair.box),
                            part_of(pair.target->layout, pair.target->box, pair.box), owner});
      program_.copied_bytes += pair.box.volume() * copy.element_bytes;
    }
  }

  const Problem& problem_;
  const Schedule& schedule_;
  int rank_;
  WorkArray now_ = WorkArray::input;  ///< where the array is
  Pieces pieces_;                     ///< the array, or none
  WorkArray arrival_ = WorkArray::work0;
  Program program_;
};

}  // namespace

Program by_axes_storing_program(const Problem& problem, const Schedule& schedule, int rank) {
  return StoringMaker(problem, schedule, rank).make();
}

}  // namespace papilio::mpi
