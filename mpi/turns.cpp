// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "turns.hpp"

namespace papilio::mpi {
namespace {

/// What one rank's box has in common with the boxes of all ranks in the other distribution, cut as `turns` says.
std::vector<TurnBlock> common_parts(const Box& mine, const Distribution& theirs, std::int64_t batch, const Turns& turns,
                                    bool mine_are_cut) {
  std::vector<TurnBlock> blocks;
  if (mine.empty()) return blocks;
  const Box own = with_batch(mine, batch);
  const std::vector<Box> own_parts = mine_are_cut ? parts_of(own, turns) : std::vector<Box>{};
  for (int turn = 0; turn < turns.count; ++turn) {
    for (int peer = 0; peer < theirs.ranks(); ++peer) {
      const Box& box = theirs.boxes[static_cast<std::size_t>(peer)];
      if (box.empty()) continue;
      const Box other = with_batch(box, batch);
      const auto index = static_cast<std::size_t>(turn);
      Box common =
          mine_are_cut ? intersection(own_parts[index], other) : intersection(own, parts_of(other, turns)[index]);
      if (!common.empty()) blocks.push_back({peer, turn, std::move(common)});
    }
  }
  return blocks;
}

}  // namespace

Turns turns_of(const Problem& problem, const Schedule& schedule, std::size_t stage_before, int wanted) {
  const Stage& before = schedule.stages[stage_before];
  const Stage& after = schedule.stages[stage_before + 1];
  const auto transformed = [&](std::size_t a) {
    const int axis = static_cast<int>(a);
    return (before.end > before.first && schedule.axes[before.end - 1] == axis) ||
           (after.end > after.first && schedule.axes[after.first] == axis);
  };
  Turns turns;
  if (wanted <= 1) return turns;
  std::int64_t longest = problem.batch;  // cutting the batch cuts no transform
  for (std::size_t a = 0; a < before.exit.lengths.size() && problem.batch < wanted; ++a) {
    if (transformed(a) || before.exit.lengths[a] <= longest) continue;
    longest = before.exit.lengths[a];
    turns.dimension = a + 1;
  }
  if (longest < wanted) return {};
  turns.count = wanted;
  if (turns.dimension > 0) {
    const std::size_t axis = turns.dimension - 1;
    if (!before.exit.whole(axis) && after.entry.whole(axis)) turns.boxes = Turns::Boxes::senders;
  }
  return turns;
}

std::vector<Box> parts_of(const Box& box, const Turns& turns) {
  std::vector<Box> parts(static_cast<std::size_t>(turns.count), box);
  const std::size_t d = turns.dimension;
  const std::int64_t extent = box.extent(d);
  for (int turn = 0; turn < turns.count; ++turn) {
    parts[static_cast<std::size_t>(turn)].begin[d] = box.begin[d] + extent * turn / turns.count;
    parts[static_cast<std::size_t>(turn)].end[d] = box.begin[d] + extent * (turn + 1) / turns.count;
  }
  return parts;
}

std::vector<TurnBlock> sent_in_turns(const Stage& before, const Stage& after, int rank, std::int64_t batch,
                                     const Turns& turns) {
  return common_parts(before.exit.boxes[static_cast<std::size_t>(rank)], after.entry, batch, turns,
                      turns.boxes == Turns::Boxes::senders);
}

std::vector<TurnBlock> received_in_turns(const Stage& before, const Stage& after, int rank, std::int64_t batch,
                                         const Turns& turns) {
  return common_parts(after.entry.boxes[static_cast<std::size_t>(rank)], before.exit, batch, turns,
                      turns.boxes == Turns::Boxes::receivers);
}

}  // namespace papilio::mpi
