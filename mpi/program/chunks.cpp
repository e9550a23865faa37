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

/// The portions of a sender's box. The exchange begins when the first one's passes are done, and while links carry a
/// quarter of the messages, there is time for the passes of the rest.
std::vector<Box> portion_boxes(const Box& box, const Chunks& chunks) {
  if (!chunks.in_portions) return {box};
  std::vector<Box> portions(2, box);
  const std::size_t dimension = chunks.portion_dimension;
  portions[0].end[dimension] = portions[1].begin[dimension] = box.begin[dimension] + (box.extent(dimension) + 3) / 4;
  return portions;
}

/// Boxes that a rank sends or receives in each chunk, if it sends them to ranks that have everything, or receives it
/// from such.
std::vector<Box> boxes_by_chunk(const Box& box, const Chunks& chunks, Chunks::Boxes side) {
  std::vector<Box> boxes;
  const std::vector<Box> portions =
      side == Chunks::Boxes::senders ? portion_boxes(box, chunks) : std::vector<Box>(chunks.in_portions ? 2 : 1, box);
  for (const Box& portion : portions) {
    const std::vector<Box> parts = side == chunks.boxes
                                       ? parts_of(portion, chunks)
                                       : std::vector<Box>(static_cast<std::size_t>(chunks.in_a_portion()), portion);
    boxes.insert(boxes.end(), parts.begin(), parts.end());
  }
  return boxes;
}

/// Blocks that one rank's box has in common with the boxes of all ranks in the other distribution, chunk by chunk.
std::vector<ChunkBlock> common_parts(const Box& mine, Chunks::Boxes side, const Distribution& theirs,
                                     std::int64_t batch, const Chunks& chunks) {
  std::vector<ChunkBlock> blocks;
  if (mine.empty()) return blocks;
  const Chunks::Boxes other_side = side == Chunks::Boxes::senders ? Chunks::Boxes::receivers : Chunks::Boxes::senders;
  const std::vector<Box> local = boxes_by_chunk(with_batch(mine, batch), chunks, side);
  std::vector<std::vector<Box>> others;
  for (const Box& box : theirs.boxes) {
    others.push_back(box.empty() ? std::vector<Box>{} : boxes_by_chunk(with_batch(box, batch), chunks, other_side));
  }
  for (int chunk = 0; chunk < chunks.count; ++chunk) {
    for (int peer = 0; peer < theirs.ranks(); ++peer) {
      const std::vector<Box>& boxes = others[static_cast<std::size_t>(peer)];
      if (boxes.empty()) continue;
      const auto index = static_cast<std::size_t>(chunk);
      Box common = intersection(local[index], boxes[index]);
      if (!common.empty()) blocks.push_back({peer, chunk, std::move(common)});
    }
  }
  return blocks;
}

/// The axis whose senders' parts are received one after the other, if the passes of the stage have it cut.
std::optional<std::size_t> portion_axis(const ScheduleStage& before, const ScheduleStage& after) {
  if (before.end - before.first < 2 || after.first == after.end) return std::nullopt;
  for (std::size_t a = 0; a + 1 < before.exit.lengths.size(); ++a) {
    if (!before.exit.whole(a) && after.entry.whole(a)) return a;
  }
  return std::nullopt;
}

/// Two, because each portion has chunks of its own, and a chunk costs about 50 us (four H100s: 1024^3 in f32 takes 7.02
/// ms in 8 chunks of two portions, 7.31 of one, 7.25 of four; 1536^3 20.6, 21.8 and 21.8).
bool cut_into_portions(int chunks) { return chunks >= 4 && chunks % 2 == 0; }

/// The dimension that is cut: 0 the batch, else 1 + the longest axis that is transformed neither last before the
/// exchange nor first after it. None if it is shorter than `wanted`.
std::optional<std::size_t> cut_dimension(const Problem& problem, const std::vector<int>& axes,
                                         const ScheduleStage& before, const ScheduleStage& after, int wanted) {
  const auto transformed = [&](std::size_t a) {
    const int axis = static_cast<int>(a);
    return (before.end > before.first && axes[before.end - 1] == axis) ||
           (after.end > after.first && axes[after.first] == axis);
  };
  std::size_t dimension = 0;
  std::int64_t longest = problem.batch;  // cutting the batch cuts no transform
  for (std::size_t a = 0; a < before.exit.lengths.size() && problem.batch < wanted; ++a) {
    if (transformed(a) || before.exit.lengths[a] <= longest) continue;
    longest = before.exit.lengths[a];
    dimension = a + 1;
  }
  return longest < wanted ? std::nullopt : std::optional(dimension);
}

}  // namespace

Chunks chunks_of(const Problem& problem, const Schedule& schedule, std::size_t stage_before, int wanted) {
  if (wanted <= 1) return {};
  const ScheduleStage& before = schedule.stages[stage_before];
  const ScheduleStage& after = schedule.stages[stage_before + 1];
  const std::optional<std::size_t> dimension = cut_dimension(problem, schedule.axes, before, after, wanted);
  if (!dimension) return {};
  Chunks chunks;
  chunks.dimension = *dimension;
  chunks.count = wanted;
  if (chunks.dimension > 0) {
    const std::size_t axis = chunks.dimension - 1;
    if (!before.exit.whole(axis) && after.entry.whole(axis)) chunks.boxes = Chunks::Boxes::senders;
  }
  // Between two ranks memory is the limit, not the link.
  const std::optional<std::size_t> in_portions = portion_axis(before, after);
  if (in_portions && chunks.dimension > 0 && chunks.boxes == Chunks::Boxes::receivers && before.exit.ranks() > 2) {
    chunks.in_portions = cut_into_portions(chunks.count);
    chunks.portion_dimension = *in_portions + 1;
  }
  return chunks;
}

std::vector<Box> parts_of(const Box& box, const Chunks& chunks) {
  return cut(box, chunks.dimension, chunks.in_a_portion());
}

std::vector<Portion> portions_of(const Box& box, const Chunks& chunks) {
  const bool batch_is_cut = chunks.count > 1 && chunks.dimension == 0;
  const std::vector<Box> boxes = batch_is_cut ? parts_of(box, chunks) : portion_boxes(box, chunks);
  std::vector<Portion> portions;
  for (const Box& part : boxes) {
    const int number = static_cast<int>(portions.size());
    portions.push_back({batch_is_cut ? number : number * chunks.in_a_portion(), part});
  }
  return portions;
}

std::vector<ChunkBlock> sent_in_chunks(const ScheduleStage& before, const ScheduleStage& after, int rank,
                                       std::int64_t batch, const Chunks& chunks) {
  return common_parts(before.exit.boxes[static_cast<std::size_t>(rank)], Chunks::Boxes::senders, after.entry, batch,
                      chunks);
}

std::vector<ChunkBlock> received_in_chunks(const ScheduleStage& before, const ScheduleStage& after, int rank,
                                           std::int64_t batch, const Chunks& chunks) {
  return common_parts(after.entry.boxes[static_cast<std::size_t>(rank)], Chunks::Boxes::receivers, before.exit, batch,
                      chunks);
}

}  // namespace papilio::mpi
