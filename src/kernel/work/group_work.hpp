// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The DFT of a tile by a work-group: which butterflies of a stage a work-item does, and how their values get to the
// next stage. Butterfly-item t does butterflies t, t + threads, … of every stage.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "kernel/work/group_exchange.hpp"

namespace papilio::kernel {

/// One butterfly of one work-item: which column of the tile, which butterfly, and its values.
struct Butterfly {
  std::int64_t number = 0;  ///< of those of the work-item
  Value column = nullptr;   ///< of the tile, i32
  Value c = nullptr;        ///< butterfly of the stage, i32
  Value p = nullptr;        ///< c / s; in place c % m
  Value active = nullptr;   ///< null: always
  std::vector<Complex> x;
};

/// Gives each butterfly its values.
inline void set_values(std::vector<Butterfly>& butterflies, std::vector<std::vector<Complex>> values) {
  for (std::size_t i = 0; i < butterflies.size(); ++i) butterflies[i].x = std::move(values[i]);
}

class GroupWork {
 public:
  GroupWork(Builder& b, const KernelSpec& spec, std::vector<Stage> stages, GroupExchange& exchange)
      : b_(b), spec_(spec), stages_(std::move(stages)), exchange_(exchange), tile_(spec.shape.tile) {}

  /// Butterflies that a work-item does of a stage.
  [[nodiscard]] std::int64_t butterflies_of(std::size_t stage_index) const;
  /// These butterflies, without values. If they come in pairs (spec/pairing.hpp), each low one is followed by its
  /// mirror.
  std::vector<Butterfly> work_of(std::size_t stage_index);
  /// All stages, from the inputs of the first to the outputs of the last.
  /// `before_last` is emitted when the last stage has its inputs.
  std::vector<Butterfly> dft(std::vector<Butterfly> butterflies, Direction direction, const Buffer* twiddles,
                             const std::function<void()>& before_last = {});
  /// Reads the twiddles of all stages, which dft() then uses (Shape::preload_twiddles).
  void read_twiddles(const Buffer* table);
  [[nodiscard]] const std::vector<Stage>& stages() const { return stages_; }
  /// The inverse DFT (not scaled) of the results of dft(). It runs the stages backwards, from the outputs of the last
  /// to the inputs of the first, so that each work-item ends with the butterflies that it began with.
  std::vector<Butterfly> inverse_dft(std::vector<Butterfly> butterflies, const Buffer* twiddles);

  /// The DFT, `multiply`, and the inverse DFT, in place (Shape::digit_reversed): the outputs of a butterfly replace its
  /// inputs. One barrier between two stages is then enough instead of two, and a work-item holds one butterfly at a
  /// time. Takes and returns the butterflies of stage 0.
  std::vector<Butterfly> convolve(std::vector<Butterfly> butterflies, const Buffer* twiddles,
                                  const Buffer* inverse_twiddles, const std::function<void(Butterfly&)>& multiply);
  /// The element that output 0 of butterfly c is; output k is element c + s*(r-1)*p + s*k.
  Value first_output(const Stage& stage, const Butterfly& w);
  /// The element that output 0 of a butterfly of the last stage is in memory, whatever axes there are; the next ones
  /// are result_run() apart.
  Value first_result(const Butterfly& w);
  /// Elements first + step*j, j < radix, of a column; first % (step*radix) < step.
  ExchangeSlots places(const Butterfly& w, Value first, std::int64_t step, int radix) {
    return {w.active, exchange_.places(w.column, first, step, radix)};
  }
  ExchangeSlots outputs(const Stage& stage, const Butterfly& w) {
    return places(w, first_output(stage, w), stage.s, stage.radix);
  }
  std::vector<Butterfly> receive(const ExchangeWrites& parcel, std::size_t next);
  /// An exchange: returns the values at `from` of every work-item.
  using Handing = std::function<std::vector<std::vector<Complex>>(const std::vector<ExchangeSlots>& from)>;
  std::vector<Butterfly> receive(const Handing& handing, std::size_t next);

  /// Place of number v of the results in an array of several axes.
  Value array_element(Value v);

  /// Butterfly and twiddles. `factors` are the twiddles of the row, W^k or the factors of twiddled_butterfly(). If
  /// empty, it is filled from the table, for the next butterfly with the same row.
  void transform(const Stage& stage, Butterfly& w, Direction direction, const Buffer* table,
                 std::vector<Complex>& factors);
  void transform(const Stage& stage, Butterfly& w, Direction direction, const Buffer* table) {
    std::vector<Complex> factors;
    transform(stage, w, direction, table, factors);
  }

 private:
  /// Butterflies of a column that are dealt out to work-items; each brings its mirror with it.
  [[nodiscard]] std::int64_t dealt(std::size_t stage_index) const;
  Butterfly work_item(std::size_t stage_index, std::int64_t u);
  /// Sets column, c and p of butterfly number `index` among those of all columns.
  void locate(std::size_t stage_index, Value index, Butterfly& w);
  /// The slots of a butterfly's inputs and outputs in place.
  ExchangeSlots own_places(const Stage& stage, const Butterfly& w);
  /// Reads the values of a butterfly in place, calls `change`, and writes them back.
  void replace(const Stage& stage, Butterfly& w, const std::function<void()>& change);
  void replace_all(std::size_t stage_index, const Stage& stage, Direction direction, const Buffer* table);
  Value edge_first(Value t, std::int64_t count);
  Butterfly mirror_of(std::size_t stage_index, const Butterfly& low);
  Value row_of(const Stage& stage, Value c) {
    if (stage.last()) return b_.constant(0);
    return b_.let("p", spec_.shape.digit_reversed ? c % stage.m : c / stage.s);
  }
  void twiddle(const Stage& stage, Butterfly& w, Direction direction, const Buffer* table,
               std::vector<Complex>& factors);
  /// W^k of a row, 0 < k: read, or a product of smaller ones of `factors`.
  [[nodiscard]] Complex factor_of(const Stage& stage, Value row, int k, const Buffer* table,
                                  const std::vector<Complex>& factors) const;
  /// The factors that twiddled_butterfly() takes.
  std::vector<Complex> load_factors(const Stage& stage, const Butterfly& w, const Buffer* table);
  Value twiddle_row(const Stage& stage, const Butterfly& w);
  /// All butterflies of a work-item have the same twiddles.
  [[nodiscard]] bool has_one_row(std::size_t stage_index, const Stage& stage) const;
  /// From the outputs of the stage before to the inputs of stage `next`.
  std::vector<Butterfly> to_stage(const std::vector<Butterfly>& butterflies, std::size_t next);
  ExchangeSlots outputs_for(std::size_t next, const Butterfly& w);
  ExchangeSlots inputs(std::size_t stage_index, const Butterfly& w);

  Builder& b_;
  const KernelSpec& spec_;
  std::vector<Stage> stages_;
  GroupExchange& exchange_;
  std::int64_t tile_;
  std::vector<std::vector<std::vector<Complex>>>
      early_;  ///< factors by stage and butterfly, if read_twiddles() was called
};

}  // namespace papilio::kernel
