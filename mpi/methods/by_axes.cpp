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
  Place place = Place::input;
  Pieces pieces;
};

/// The value that an exchange leaves, and where each block that it brings lies there, by turn and peer.
struct Arrival {
  Value value;
  Pieces places;
};

/// The result of the last pass of a stage: blocks that are sent, or an array, and what stays on its rank.
struct Written {
  Pieces pieces;
  Value kept;  ///< blocks that go straight to where the exchange would bring them; none if `pieces` has them
};

std::vector<TurnBlock> without(std::vector<TurnBlock> blocks, int rank) {
  std::erase_if(blocks, [&](const TurnBlock& block) { return block.peer == rank; });
  return blocks;
}

/// The order of the elements of a message, the same for all ranks. The axis that the exchange gathers is outermost, so
/// that messages are received in place; if there is none, the axis that it cuts, so that they are sent from where they
/// lie. The last axis stays innermost, so that rows stay contiguous.
Order message_order(const Stage& before, const Stage& after) {
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

std::vector<Message> messages_of(const std::vector<TurnBlock>& blocks, const Pieces& pieces,
                                 std::int64_t element_bytes) {
  std::vector<Message> messages;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    messages.push_back({blocks[i].peer, pieces[i].layout.offset * element_bytes,
                        volume_of(extents_of(pieces[i].box)) * element_bytes, blocks[i].turn});
  }
  return messages;
}

class ByAxesMaker {
 public:
  ByAxesMaker(const Problem& problem, const Schedule& schedule, const RankOf& of)
      : problem_(problem),
        schedule_(schedule),
        rank_(of.rank),
        turns_(of.chunks),
        dimensions_(problem.lengths.size() + 1) {}

  Program make() {
    const std::vector<Stage>& stages = schedule_.stages;
    now_ = {Place::input, array_of(box_of(stages.front().entry), problem_.batch, natural())};
    for (std::size_t s = 0; s < stages.size(); ++s) {
      for (std::size_t i = stages[s].first; i < stages[s].end; ++i) add_pass(s, i);
      if (s + 1 < stages.size()) add_exchange(s);
    }
    // An exchange left blocks, or a pass could not write in place.
    if (now_.place != Place::output) {
      add_copy({Place::output, array_of(box_of(stages.back().exit), problem_.batch, natural())}, passes());
    }
    return std::move(program_);
  }

 private:
  [[nodiscard]] Order natural() const { return natural_order(dimensions_); }
  [[nodiscard]] std::size_t passes() const { return schedule_.axes.size(); }
  [[nodiscard]] const Box& box_of(const Distribution& distribution) const {
    return distribution.boxes[static_cast<std::size_t>(rank_)];
  }
  [[nodiscard]] std::int64_t bytes_after(std::size_t axes) const { return element_bytes_after(problem_, axes); }
  [[nodiscard]] Place other_than(Place place) const {
    if (turns_ > 1 && place == Place::second) return WorkArrays::free_beside({Place::first, Place::second});
    return WorkArrays::free_beside({place});
  }
  [[nodiscard]] Place other() const { return other_than(now_.place); }

  void reserve(const Value& value, std::int64_t element_bytes) {
    program_.work.reserve(value.place, volume_of_all(value.pieces) * element_bytes);
  }

  void add_copy(Value target, std::size_t axes_done) {
    Copy copy{now_.place, target.place, bytes_after(axes_done), {}};
    for (const Pair& pair : pairs_of(now_.pieces, target.pieces, std::nullopt)) {
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
    const Stage& stage = schedule_.stages[s];
    const std::size_t dimension = static_cast<std::size_t>(schedule_.axes[position]) + 1;
    const bool last = position + 1 == stage.end;
    const Box box = box_of(last ? stage.exit : inside(stage, problem_, position + 1));
    if (s + 1 == schedule_.stages.size()) return array_of(box, problem_.batch, natural());
    const Stage& next = schedule_.stages[s + 1];
    const Order order = message_order(stage, next);
    Pieces array = array_of(box, problem_.batch, order);
    if (!last || box.empty()) return array;
    const Turns turns = turns_of(problem_, schedule_, s, turns_);
    const std::vector<TurnBlock> blocks = sent_in_turns(stage, next, rank_, problem_.batch, turns);
    const std::int64_t length = stage.exit.lengths[dimension - 1];
    const auto serves = [&](const Pieces& pieces) {
      return spans(pieces, dimension, length) && now_.pieces.size() * pieces.size() <= max_parts;
    };
    if (turns.boxes == Turns::Boxes::senders) {
      Pieces arrays = arrays_of(box, problem_.batch, order, turns);
      if (serves(arrays) && found_in(arrays, blocks, order)) return arrays;
    }
    if (turns.count == 1 && found_in(array, blocks, order)) return array;
    Pieces sent = in_a_row(blocks, order);
    return serves(sent) ? sent : array;
  }

  /// The arrival of exchange s, whose messages are sent from `from`.
  [[nodiscard]] Arrival arrival(std::size_t s, Place from) const {
    const Stage& before = schedule_.stages[s];
    const Stage& after = schedule_.stages[s + 1];
    const Turns turns = turns_of(problem_, schedule_, s, turns_);
    const Order order = message_order(before, after);
    const std::vector<TurnBlock> received = received_in_turns(before, after, rank_, problem_.batch, turns);
    const bool last = after.first == passes();
    const Box& box = box_of(after.entry);
    const bool cut = !last && turns.boxes == Turns::Boxes::receivers;
    Value target{other_than(from), cut ? arrays_of(box, problem_.batch, order, turns)
                                       : array_of(box, problem_.batch, last ? natural() : order)};
    std::optional<Pieces> places = found_in(target.pieces, received, order);
    // Data of later turns must not lie in an array that is read before it arrives.
    if (!last && !cut && turns.count > 1) places.reset();
    const bool shared = problem_.placement == Placement::in_place && from == Place::input;
    if (places && last && !shared) target.place = Place::output;
    if (!places) places = target.pieces = in_a_row(received, order);
    return {std::move(target), *std::move(places)};
  }

  /// Takes what stays on this rank out of the blocks that the pass before exchange s writes to a place, if the pass can
  /// store it where the exchange would bring it: not where the pass reads.
  [[nodiscard]] Written keep(std::size_t s, Pieces blocks, Place to) const {
    const Stage& before = schedule_.stages[s];
    const Stage& after = schedule_.stages[s + 1];
    const Turns turns = turns_of(problem_, schedule_, s, turns_);
    const Order order = message_order(before, after);
    const std::vector<TurnBlock> sent = sent_in_turns(before, after, rank_, problem_.batch, turns);
    if (blocks != in_a_row(sent, order)) return {std::move(blocks), {}};  // an array, which one launch writes
    const Arrival there = arrival(s, to);
    const bool users = problem_.placement == Placement::in_place && now_.place == Place::input;
    if (there.value.place == now_.place || (users && there.value.place == Place::output)) {
      return {std::move(blocks), {}};
    }
    Written written{in_a_row(without(sent, rank_), order), {there.value.place, {}}};
    const std::vector<TurnBlock> received = received_in_turns(before, after, rank_, problem_.batch, turns);
    for (std::size_t i = 0; i < received.size(); ++i) {
      if (received[i].peer == rank_) written.kept.pieces.push_back(there.places[i]);
    }
    return written;
  }

  /// Parts that a pass transforms one by one because the pass after it, the last one before an exchange, sends in
  /// chunks.
  [[nodiscard]] std::vector<Chunk> chunks_before_exchange(std::size_t s, std::size_t position) const {
    const Stage& stage = schedule_.stages[s];
    const Box box = with_batch(box_of(inside(stage, problem_, position)), problem_.batch);
    const bool sends = s + 1 < schedule_.stages.size() && position + 2 == stage.end;
    const bool receives = s > 0 && position == stage.first;
    return chunks_of(box, sends && !receives ? turns_of(problem_, schedule_, s, turns_) : Turns{});
  }

  /// A copy to an array where the pieces cut the axis of the pass, or are so many that launches cost more.
  void gather_for(std::size_t s, std::size_t position) {
    const Stage& stage = schedule_.stages[s];
    const std::size_t dimension = static_cast<std::size_t>(schedule_.axes[position]) + 1;
    const std::int64_t length = lengths_after(problem_, position)[dimension - 1];
    if (spans(now_.pieces, dimension, length) && now_.pieces.size() <= max_parts) return;
    const Order order = s == 0 ? natural() : message_order(schedule_.stages[s - 1], stage);
    add_copy({other(), array_of(box_of(inside(stage, problem_, position)), problem_.batch, order)}, position);
  }

  /// Adds the parts of the pass that write the target, chunk by chunk, and those that write what stays on its rank.
  void add_parts(Pass& pass, std::size_t s, const Written& written, bool in_place) const {
    const PassOf of{problem_, schedule_, pass.position};
    const std::size_t dimension = static_cast<std::size_t>(schedule_.axes[pass.position]) + 1;
    const std::vector<Chunk> chunks = chunks_before_exchange(s, pass.position);
    pass.in_chunks = chunks.size() > 1;
    for (const Pair& pair : pairs_of(now_.pieces, written.pieces, dimension)) {
      for (const Chunk& chunk : chunks) {
        const Pair part{pair.source, pair.target, intersection(pair.box, chunk.box)};
        if (part.box.empty()) continue;
        pass.parts.push_back(
            {part_of_pass(of, part, in_place), pair.source->turn, pass.in_chunks ? chunk.turn : pair.target->turn});
      }
    }
    for (const Pair& pair : pairs_of(now_.pieces, written.kept.pieces, dimension)) {
      pass.parts.push_back({part_of_pass(of, pair, false), pair.source->turn, no_turn, own_memory, written.kept.place});
    }
  }

  void add_pass(std::size_t s, std::size_t position) {
    gather_for(s, position);
    const Stage& stage = schedule_.stages[s];
    const Place free = other();
    Written written{wanted(s, position), {}};
    if (s + 1 < schedule_.stages.size() && position + 1 == stage.end) {
      written = keep(s, std::move(written.pieces), free);
    }
    const bool same = coincide(now_.pieces, written.pieces) && same_type(problem_, position);
    const PassOf of{problem_, schedule_, position};
    const PassOn on{rank_, now_.place, same};
    Pass pass{position, now_.place, place_of_result(of, s, on, free), {}};
    add_parts(pass, s, written, works_in_place(of, on, pass.target));
    Value target{pass.target, std::move(written.pieces)};
    reserve(target, bytes_after(position + 1));
    program_.steps.emplace_back(std::move(pass));
    now_ = std::move(target);
    kept_ = !written.kept.pieces.empty();
  }

  void add_exchange(std::size_t s) {
    const Stage& before = schedule_.stages[s];
    const Stage& after = schedule_.stages[s + 1];
    const Turns turns = turns_of(problem_, schedule_, s, turns_);
    const Order order = message_order(before, after);
    const std::int64_t bytes = bytes_after(before.end);
    std::vector<TurnBlock> sent = sent_in_turns(before, after, rank_, problem_.batch, turns);
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
    const std::vector<TurnBlock> received = received_in_turns(before, after, rank_, problem_.batch, turns);
    Exchange exchange{now_.place,
                      there.value.place,
                      turns.count,
                      messages_of(sent, sources, bytes),
                      messages_of(received, there.places, bytes),
                      kept_};
    const auto own = [&](const Message& message) { return message.peer == rank_; };
    if (kept_) std::erase_if(exchange.receives, own);
    for (const Message& message : exchange.sends) program_.sent_bytes += own(message) ? 0 : message.bytes;
    for (const Message& message : exchange.receives) program_.received_bytes += own(message) ? 0 : message.bytes;
    reserve(there.value, bytes);
    program_.steps.emplace_back(std::move(exchange));
    now_ = std::move(there.value);
    kept_ = false;
  }

  const Problem& problem_;
  const Schedule& schedule_;
  int rank_;
  int turns_;
  std::size_t dimensions_;
  Value now_;
  bool kept_ = false;  ///< the pass has stored what stays on this rank where the exchange would bring it
  Program program_;
};

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
