// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "chunks.hpp"

#include <optional>
#include <utility>

namespace papilio::mpi {
namespace {

/// The box, cut along a dimension into equal parts.
std::vector<Box> cut(const Box& box, std::size_t dimension, int count) {
  std::vector<Box> parts(static_cast<std::size_t>(count), box);
  const std::int64_t extent = box.extent(dimension);
  for (int i = 0; i < count; ++i) {
    parts[static_cast<std::size_t>(i)].begin[dimension] = box.begin[dimension] + extent * i / count;
    parts[static_cast<std::size_t>(i)].end[dimension] = box.begin[dimension] + extent * (i + 1) / count;
  }
  return parts;
}

/// The chunks of a sender's box. The exchange begins when the first one's passes are done, and while links carry a
/// quarter of the messages, there is time for the passes of the rest.
std::vector<Box> chunk_boxes(const Box& box, const Turns& turns) {
  if (!turns.chunked) return {box};
  std::vector<Box> chunks(2, box);
  const std::size_t dimension = turns.chunk_dimension;
  chunks[0].end[dimension] = chunks[1].begin[dimension] = box.begin[dimension] + (box.extent(dimension) + 3) / 4;
  return chunks;
}

/// Boxes that a rank sends or receives in each turn, if it sends them to ranks that have everything, or receives it
/// from such.
std::vector<Box> boxes_by_turn(const Box& box, const Turns& turns, Turns::Boxes side) {
  std::vector<Box> boxes;
  const std::vector<Box> chunks =
      side == Turns::Boxes::senders ? chunk_boxes(box, turns) : std::vector<Box>(turns.chunked ? 2 : 1, box);
  for (const Box& chunk : chunks) {
    const std::vector<Box> parts = side == turns.boxes
                                       ? parts_of(chunk, turns)
                                       : std::vector<Box>(static_cast<std::size_t>(turns.in_a_chunk()), chunk);
    boxes.insert(boxes.end(), parts.begin(), parts.end());
  }
  return boxes;
}

/// Blocks that one rank's box has in common with the boxes of all ranks in the other distribution, turn by turn.
std::vector<TurnBlock> common_parts(const Box& mine, Turns::Boxes side, const Distribution& theirs, std::int64_t batch,
                                    const Turns& turns) {
  std::vector<TurnBlock> blocks;
  if (mine.empty()) return blocks;
  const Turns::Boxes other_side = side == Turns::Boxes::senders ? Turns::Boxes::receivers : Turns::Boxes::senders;
  const std::vector<Box> own = boxes_by_turn(with_batch(mine, batch), turns, side);
  std::vector<std::vector<Box>> others;
  for (const Box& box : theirs.boxes) {
    others.push_back(box.empty() ? std::vector<Box>{} : boxes_by_turn(with_batch(box, batch), turns, other_side));
  }
  for (int turn = 0; turn < turns.count; ++turn) {
    for (int peer = 0; peer < theirs.ranks(); ++peer) {
      const std::vector<Box>& boxes = others[static_cast<std::size_t>(peer)];
      if (boxes.empty()) continue;
      const auto index = static_cast<std::size_t>(turn);
      Box common = intersection(own[index], boxes[index]);
      if (!common.empty()) blocks.push_back({peer, turn, std::move(common)});
    }
  }
  return blocks;
}

/// The axis whose senders' parts are received one after the other, if the passes of the stage have it cut.
std::optional<std::size_t> chunk_axis(const Stage& before, const Stage& after) {
  if (before.end - before.first < 2 || after.first == after.end) return std::nullopt;
  for (std::size_t a = 0; a + 1 < before.exit.lengths.size(); ++a) {
    if (!before.exit.whole(a) && after.entry.whole(a)) return a;
  }
  return std::nullopt;
}

/// Two, because each chunk has turns of its own, and a turn costs about 50 us (four H100s: 1024^3 in f32 takes 7.02 ms
/// in 8 turns of two chunks, 7.31 of one, 7.25 of four; 1536^3 20.6, 21.8 and 21.8).
bool make_chunks(int turns) { return turns >= 4 && turns % 2 == 0; }

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
  // Between two ranks memory is the limit, not the link.
  const std::optional<std::size_t> chunked = chunk_axis(before, after);
  if (chunked && turns.dimension > 0 && turns.boxes == Turns::Boxes::receivers && before.exit.ranks() > 2) {
    turns.chunked = make_chunks(turns.count);
    turns.chunk_dimension = *chunked + 1;
  }
  return turns;
}

std::vector<Box> parts_of(const Box& box, const Turns& turns) { return cut(box, turns.dimension, turns.in_a_chunk()); }

std::vector<Chunk> chunks_of(const Box& box, const Turns& turns) {
  const bool batch_is_cut = turns.count > 1 && turns.dimension == 0;
  const std::vector<Box> boxes = batch_is_cut ? parts_of(box, turns) : chunk_boxes(box, turns);
  std::vector<Chunk> chunks;
  for (const Box& part : boxes) {
    const int number = static_cast<int>(chunks.size());
    chunks.push_back({batch_is_cut ? number : number * turns.in_a_chunk(), part});
  }
  return chunks;
}

std::vector<TurnBlock> sent_in_turns(const Stage& before, const Stage& after, int rank, std::int64_t batch,
                                     const Turns& turns) {
  return common_parts(before.exit.boxes[static_cast<std::size_t>(rank)], Turns::Boxes::senders, after.entry, batch,
                      turns);
}

std::vector<TurnBlock> received_in_turns(const Stage& before, const Stage& after, int rank, std::int64_t batch,
                                         const Turns& turns) {
  return common_parts(after.entry.boxes[static_cast<std::size_t>(rank)], Turns::Boxes::receivers, before.exit, batch,
                      turns);
}

}  // namespace papilio::mpi
