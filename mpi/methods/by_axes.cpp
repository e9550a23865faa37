// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "by_axes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "mpi/program/chunks.hpp"
#include "mpi/program/pass_part.hpp"
#include "mpi/program/pieces.hpp"
#include "mpi/program/rounding.hpp"

namespace papilio::mpi {
namespace {

/// The contents of a place.
struct Value {
  WorkArray place = WorkArray::input;
  Pieces pieces;
};

/// The value that an exchange leaves, and where each block that it brings lies there, by chunk and peer.
struct Arrival {
  Value value;
  Pieces places;
};

/// The result of the last pass of a stage: blocks that are sent, or an array, and what stays on its rank.
struct Written {
  Pieces pieces;
  Value kept;  ///< blocks that go straight to where the exchange would bring them; none if `pieces` has them
};

std::vector<ChunkBlock> without(std::vector<ChunkBlock> blocks, int rank) {
  std::erase_if(blocks, [&](const ChunkBlock& block) { return block.peer == rank; });
  return blocks;
}

/// The order of the elements of a message, the same for all ranks. The axis that the exchange gathers is outermost, so
/// that messages are received in place; if there is none, the axis that it cuts, so that they are sent from where they
/// lie. The last axis stays innermost, so that rows stay contiguous.
DimensionOrder message_order(const ScheduleStage& before, const ScheduleStage& after) {
  const std::size_t axes = before.exit.lengths.size();
  if (after.first == after.end) return natural_order(axes + 1);
  for (std::size_t a = 0; a + 1 < axes; ++a) {
    if (!before.exit.whole(a) && after.entry.whole(a)) return order_with_first(axes + 1, static_cast<int>(a) + 1);
  }
  for (std::size_t a = 0; a + 1 < axes; ++a) {
    if (before.exit.whole(a) && !after.entry.whole(a)) return order_with_first(axes + 1, static_cast<int>(a) + 1);
  }
  return natural_order(axes + 1);
}

std::vector<Message> messages_of(const std::vector<ChunkBlock>& blocks, const Pieces& pieces,
                                 std::int64_t element_bytes) {
  std::vector<Message> messages;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    messages.push_back({blocks[i].peer, pieces[i].layout.offset * element_bytes,
                        volume_of(extents_of(pieces[i].box)) * element_bytes, blocks[i].chunk});
  }
  return messages;
}

Pieces users_array(const Problem& problem, const Schedule& schedule, bool real, const Box& box) {
  if (real && schedule.real_rows == RealRows::padded) {
    return array_with_rows(box, problem.batch, 2 * (problem.lengths.back() / 2 + 1));
  }
  return array_of(box, problem.batch, natural_order(problem.lengths.size() + 1));
}

class ByAxesMaker {
 public:
  ByAxesMaker(const Problem& problem, const Schedule& schedule, const RankOf& of)
      : problem_(problem),
        schedule_(schedule),
        rank_(of.rank),
        chunks_(of.chunks),
        dimensions_(problem.lengths.size() + 1) {}

  Program make() {
    const std::vector<ScheduleStage>& stages = schedule_.stages;
    now_ = {WorkArray::input, input_array(problem_, schedule_, box_of(stages.front().entry))};
    for (std::size_t s = 0; s < stages.size(); ++s) {
      for (std::size_t i = stages[s].first; i < stages[s].end; ++i) add_pass(s, i);
      if (s + 1 < stages.size()) add_exchange(s);
    }
    // An exchange left blocks, or a pass could not write in place.
    if (now_.place != WorkArray::output) {
      add_copy({WorkArray::output, output_array(problem_, schedule_, box_of(stages.back().exit))}, passes());
    }
    return std::move(program_);
  }

 private:
  [[nodiscard]] DimensionOrder natural() const { return natural_order(dimensions_); }
  [[nodiscard]] std::size_t passes() const { return schedule_.axes.size(); }
  [[nodiscard]] const Box& box_of(const Distribution& distribution) const {
    return distribution.boxes[static_cast<std::size_t>(rank_)];
  }
  [[nodiscard]] std::int64_t bytes_after(std::size_t axes) const { return element_bytes_after(problem_, axes); }
  [[nodiscard]] WorkArray other_than(WorkArray place) const {
    if (chunks_ > 1 && place == WorkArray::work1) return WorkArrays::free_beside({WorkArray::work0, WorkArray::work1});
    return WorkArrays::free_beside({place});
  }
  [[nodiscard]] WorkArray other() const { return other_than(now_.place); }

  void reserve(const Value& value, std::int64_t element_bytes) {
    program_.work.reserve(value.place, volume_of_all(value.pieces) * element_bytes);
  }

  void add_copy(Value target, std::size_t axes_done) {
    Copy copy{now_.place, target.place, bytes_after(axes_done), {}};
    for (const PiecePair& pair : pairs_of(now_.pieces, target.pieces, std::nullopt)) {
      copy.boxes.push_back({extents_of(pair.box), part_of(pair.source->layout, pair.source->box, pair.box),
                            part_of(pair.target->layout, pair.target->box, pair.box)});
      program_.copied_bytes += pair.box.volume() * copy.element_bytes;
    }
    reserve(target, copy.element_bytes);
    program_.steps.emplace_back(std::move(copy));
    now_ = std::move(target);
  }

  /// The pieces that the pass should write: the blocks of the next exchange if they do not cut its axis, else an array.
  [[nodiscard]] Pieces wanted(std::size_t s, std::size_t position) const {
    const ScheduleStage& stage = schedule_.stages[s];
    const std::size_t dimension = static_cast<std::size_t>(schedule_.axes[position]) + 1;
    const bool last = position + 1 == stage.end;
    const Box box = box_of(last ? stage.exit : inside(stage, problem_, position + 1));
    if (s + 1 == schedule_.stages.size()) return array_of(box, problem_.batch, natural());
    const ScheduleStage& next = schedule_.stages[s + 1];
    const DimensionOrder order = message_order(stage, next);
    Pieces array = array_of(box, problem_.batch, order);
    if (!last || box.empty()) return array;
    const Chunks chunks = chunks_of(problem_, schedule_, s, chunks_);
    const std::vector<ChunkBlock> blocks = sent_in_chunks(stage, next, rank_, problem_.batch, chunks);
    const std::int64_t length = stage.exit.lengths[dimension - 1];
    const auto serves = [&](const Pieces& pieces) {
      return spans(pieces, dimension, length) && now_.pieces.size() * pieces.size() <= max_parts;
    };
    if (chunks.count == 1 && found_in(array, blocks, order)) return array;
    Pieces sent = in_a_row(blocks, order);
    const bool cut = chunks.boxes == Chunks::Boxes::senders;
    if (!cut && serves(sent)) return sent;
    if (chunks.count > 1 && !chunks.in_portions) {
      Pieces arrays = arrays_of(box, problem_.batch, order, chunks);
      if (serves(arrays) && in_time(arrays, blocks) && found_in(arrays, blocks, order)) return arrays;
    }
    return serves(sent) ? sent : array;
  }

  /// The arrival of exchange s, whose messages are sent from `from`.
  [[nodiscard]] Arrival arrival(std::size_t s, WorkArray from) const {
    const ScheduleStage& before = schedule_.stages[s];
    const ScheduleStage& after = schedule_.stages[s + 1];
    const Chunks chunks = chunks_of(problem_, schedule_, s, chunks_);
    const DimensionOrder order = message_order(before, after);
    const std::vector<ChunkBlock> received = received_in_chunks(before, after, rank_, problem_.batch, chunks);
    const bool last = after.first == passes();
    const Box& box = box_of(after.entry);
    const bool cut = !last && chunks.boxes == Chunks::Boxes::receivers;
    Value target{other_than(from), cut ? arrays_of(box, problem_.batch, order, chunks)
                                       : array_of(box, problem_.batch, last ? natural() : order)};
    std::optional<Pieces> places = found_in(target.pieces, received, order);
    // Data of later chunks must not lie in an array that is read before it arrives.
    if (!last && !cut && chunks.count > 1) places.reset();
    const bool shared = problem_.placement == Placement::in_place && from == WorkArray::input;
    const bool packed = output_array(problem_, schedule_, box) == array_of(box, problem_.batch, natural());
    if (places && last && !shared && packed) target.place = WorkArray::output;
    if (!places) places = target.pieces = in_a_row(received, order);
    return {std::move(target), *std::move(places)};
  }

  /// Takes what stays on this rank out of the blocks that the pass before exchange s writes to a place, if the pass can
  /// store it where the exchange would bring it: not where the pass reads.
  [[nodiscard]] Written keep(std::size_t s, Pieces blocks, WorkArray to) const {
    const ScheduleStage& before = schedule_.stages[s];
    const ScheduleStage& after = schedule_.stages[s + 1];
    const Chunks chunks = chunks_of(problem_, schedule_, s, chunks_);
    const DimensionOrder order = message_order(before, after);
    const std::vector<ChunkBlock> sent = sent_in_chunks(before, after, rank_, problem_.batch, chunks);
    if (blocks != in_a_row(sent, order)) return {std::move(blocks), {}};  // an array, which one launch writes
    const Arrival there = arrival(s, to);
    const bool users = problem_.placement == Placement::in_place && now_.place == WorkArray::input;
    if (there.value.place == now_.place || (users && there.value.place == WorkArray::output)) {
      return {std::move(blocks), {}};
    }
    Written written{in_a_row(without(sent, rank_), order), {there.value.place, {}}};
    const std::vector<ChunkBlock> received = received_in_chunks(before, after, rank_, problem_.batch, chunks);
    for (std::size_t i = 0; i < received.size(); ++i) {
      if (received[i].peer == rank_) written.kept.pieces.push_back(there.places[i]);
    }
    return written;
  }

  /// Parts that a pass transforms one by one because the pass after it, the last one before an exchange, sends in
  /// portions.
  [[nodiscard]] std::vector<Portion> portions_before_exchange(std::size_t s, std::size_t position) const {
    const ScheduleStage& stage = schedule_.stages[s];
    const Box box = with_batch(box_of(inside(stage, problem_, position)), problem_.batch);
    const bool sends = s + 1 < schedule_.stages.size() && position + 2 == stage.end;
    const bool receives = s > 0 && position == stage.first;
    return portions_of(box, sends && !receives ? chunks_of(problem_, schedule_, s, chunks_) : Chunks{});
  }

  /// A copy to an array where the pieces cut the axis of the pass, or are so many that launches cost more.
  void gather_for(std::size_t s, std::size_t position) {
    const ScheduleStage& stage = schedule_.stages[s];
    const std::size_t dimension = static_cast<std::size_t>(schedule_.axes[position]) + 1;
    const std::int64_t length = lengths_after(problem_, position)[dimension - 1];
    if (spans(now_.pieces, dimension, length) && now_.pieces.size() <= max_parts) return;
    const DimensionOrder order = s == 0 ? natural() : message_order(schedule_.stages[s - 1], stage);
    add_copy({other(), array_of(box_of(inside(stage, problem_, position)), problem_.batch, order)}, position);
  }

  /// Adds the parts of the pass that write the target, portion by portion, and those that write what stays on its rank.
  void add_parts(Pass& pass, std::size_t s, const Written& written, bool in_place) const {
    const PassOf of{problem_, schedule_, pass.position};
    const std::size_t dimension = static_cast<std::size_t>(schedule_.axes[pass.position]) + 1;
    const std::vector<Portion> portions = portions_before_exchange(s, pass.position);
    pass.in_portions = portions.size() > 1;
    for (const PiecePair& pair : pairs_of(now_.pieces, written.pieces, dimension)) {
      for (const Portion& portion : portions) {
        const PiecePair part{pair.source, pair.target, intersection(pair.box, portion.box)};
        if (part.box.empty()) continue;
        pass.parts.push_back({part_of_pass(of, part, in_place), pair.source->chunk,
                              pass.in_portions ? portion.chunk : pair.target->chunk});
      }
    }
    for (const PiecePair& pair : pairs_of(now_.pieces, written.kept.pieces, dimension)) {
      pass.parts.push_back(
          {part_of_pass(of, pair, false), pair.source->chunk, no_chunk, local_memory, written.kept.place});
    }
  }

  void add_pass(std::size_t s, std::size_t position) {
    gather_for(s, position);
    const ScheduleStage& stage = schedule_.stages[s];
    const WorkArray free = other();
    Written written{wanted(s, position), {}};
    if (s + 1 < schedule_.stages.size() && position + 1 == stage.end) {
      written = keep(s, std::move(written.pieces), free);
    }
    const bool same = coincide(now_.pieces, written.pieces) && same_type(problem_, position);
    const PassOf of{problem_, schedule_, position};
    const PassOn on{rank_, now_.place, same};
    Pass pass{position, now_.place, place_of_result(of, s, on, free), {}};
    if (position + 1 == passes() && pass.target == WorkArray::output && s + 1 == schedule_.stages.size()) {
      written.pieces = output_array(problem_, schedule_, box_of(stage.exit));
    }
    add_parts(pass, s, written, works_in_place(of, on, pass.target));
    Value target{pass.target, std::move(written.pieces)};
    reserve(target, bytes_after(position + 1));
    program_.steps.emplace_back(std::move(pass));
    now_ = std::move(target);
    kept_ = !written.kept.pieces.empty();
  }

  void add_exchange(std::size_t s) {
    const ScheduleStage& before = schedule_.stages[s];
    const ScheduleStage& after = schedule_.stages[s + 1];
    const Chunks chunks = chunks_of(problem_, schedule_, s, chunks_);
    const DimensionOrder order = message_order(before, after);
    const std::int64_t bytes = bytes_after(before.end);
    std::vector<ChunkBlock> sent = sent_in_chunks(before, after, rank_, problem_.batch, chunks);
    if (kept_) sent = without(std::move(sent), rank_);
    Pieces sources = in_a_row(sent, order);
    if (now_.pieces != sources) {
      if (std::optional<Pieces> found = found_in(now_.pieces, sent, order)) {
        sources = *std::move(found);
      } else {
        add_copy({other(), sources}, before.end);
      }
    }
    Arrival there = arrival(s, now_.place);
    const std::vector<ChunkBlock> received = received_in_chunks(before, after, rank_, problem_.batch, chunks);
    ExchangeStep exchange{now_.place,
                          there.value.place,
                          chunks.count,
                          messages_of(sent, sources, bytes),
                          messages_of(received, there.places, bytes),
                          kept_};
    const auto local = [&](const Message& message) { return message.peer == rank_; };
    if (kept_) std::erase_if(exchange.receives, local);
    for (const Message& message : exchange.sends) program_.sent_bytes += local(message) ? 0 : message.bytes;
    for (const Message& message : exchange.receives) program_.received_bytes += local(message) ? 0 : message.bytes;
    reserve(there.value, bytes);
    program_.steps.emplace_back(std::move(exchange));
    now_ = std::move(there.value);
    kept_ = false;
  }

  const Problem& problem_;
  const Schedule& schedule_;
  int rank_;
  int chunks_;
  std::size_t dimensions_;
  Value now_;
  bool kept_ = false;  ///< the pass has stored what stays on this rank where the exchange would bring it
  Program program_;
};

}  // namespace

Pieces input_array(const Problem& problem, const Schedule& schedule, const Box& box) {
  return users_array(problem, schedule, problem.kind == Kind::r2c, box);
}

Pieces output_array(const Problem& problem, const Schedule& schedule, const Box& box) {
  return users_array(problem, schedule, problem.kind == Kind::c2r, box);
}

namespace {

bool applicable(const Problem& /*any*/) { return true; }

Schedule axes(const Problem& problem) {
  Schedule schedule;
  schedule.axes = axes_in_order(problem);
  schedule.method = &by_axes;
  schedule.array = problem;
  return schedule;
}

Program program(const Problem& problem, const Schedule& schedule, const RankOf& of) {
  return ByAxesMaker(problem, schedule, of).make();
}

Problem whole_pass(const Problem& problem, const Schedule& schedule, std::size_t position) {
  Problem pass = pass_of(problem, schedule, position);
  pass.lengths = lengths_after(problem, position);
  if (pass.kind == Kind::c2r) pass.lengths = problem.lengths;
  pass.factor = 1;
  return pass;
}

double scale(const Schedule& /*schedule*/, const Problem& /*pass*/) { return 1; }

Volume volume_after(const Schedule& schedule, std::size_t stage, int rank) {
  return volume_exchanged(schedule.stages[stage].exit, schedule.stages[stage + 1].entry, rank);
}

}  // namespace

const Method by_axes{"by axes",  false, applicable,  by_axes_schedules, axes, program, by_axes_storing_program,
                     whole_pass, scale, volume_after};

}  // namespace papilio::mpi
