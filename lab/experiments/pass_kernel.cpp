// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/pass_kernel.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "codelet/codelet.hpp"
#include "lab/experiments/twiddles.hpp"

namespace papilio::experiments {
namespace {

using ir::Value;

/// A stage between s (the product of the earlier radices of this kernel) and m (of the later ones).
struct PassStage {
  int radix;
  std::int64_t s;
  std::int64_t m;
  bool first;
  bool last;
};

/// Where one butterfly of a stage lies. With S = inner * s and M = outer * m, input j is x[q + S (p + M j)] and result
/// k is y[q + S (r p + k)], of the whole transform that begins at `base`.
struct StageSlot {
  Value base;
  Value q;
  Value p;
  Value own_q;  ///< of the DFT that the kernel computes
  Value own_p;
  Value column;  ///< of the tile
};

class PassKernel {
 public:
  PassKernel(const TransformChoices& choices, const StudyPass& pass, const std::string& name)
      : choices_(choices),
        pass_(pass),
        kind_(choices.precision == Precision::f32 ? ir::ScalarKind::f32 : ir::ScalarKind::f64),
        b_(name, pass.threads) {
    in_ = b_.input("in", {kind_, pass.in, true});
    out_ = b_.output("out", {kind_, pass.out, true});
    if (reads_table(choices, pass))
      table_ = b_.table("roots", {kind_, table_numbers(choices.twiddles, choices.n), 0, 0});
    std::int64_t s = 1;
    for (const int radix : pass.radices) {
      const std::int64_t m = pass.length() / (s * radix);
      stages_.push_back({radix, s, m, s == 1, m == 1});
      s *= radix;
    }
  }

  ir::Module build() {
    const Value batch = b_.scalar(ir::Scalar::batch);
    if (stages_.size() > 1 && !choices_.off.exchange) make_shared();
    b_.branch(0 < batch, [&] {
      if (pass_.recurring) {
        recurring();
      } else if (choices_.off.exchange) {
        without_exchange();
      } else {
        for (std::size_t i = 0; i < stages_.size(); ++i) exchanged(i);
      }
    });
    return b_.finish();
  }

 private:
  [[nodiscard]] std::int64_t points() const { return pass_.length() * pass_.tile; }
  [[nodiscard]] bool in_time() const { return choices_.decimation == Decimation::time; }
  [[nodiscard]] std::int64_t product_before(const PassStage& stage) const { return pass_.inner * stage.s; }
  [[nodiscard]] std::int64_t product_after(const PassStage& stage) const { return pass_.outer * stage.m; }

  void make_shared() {
    const char* const names[2][2] = {{"re0", "im0"}, {"re1", "im1"}};
    for (std::size_t i = 0; i < std::min<std::size_t>(2, stages_.size() - 1); ++i) {
      for (std::size_t part = 0; part < 2; ++part) shared_[i][part] = b_.shared(names[i][part], kind_, points());
    }
  }

  /// Every butterfly of the tile, one after the other where there are more than work-items.
  void for_each_butterfly(const PassStage& stage, const std::function<void(Value)>& body) {
    const std::int64_t count = points() / stage.radix;
    b_.loop("butterfly", b_.thread_id(), b_.constant(count), pass_.threads, body);
  }

  StageSlot place_of(const PassStage& stage, Value butterfly) {
    StageSlot place;
    place.column = let(butterfly % pass_.tile, "column");
    const Value within = let(butterfly / pass_.tile, "within");
    place.own_q = let(within % stage.s, "own_q");
    place.own_p = let(within / stage.s, "own_p");
    const Value number = let(b_.group_id() * pass_.tile + place.column, "number");
    const std::int64_t columns = pass_.inner * pass_.outer;
    const Value of_transform = let(number % columns, "of_transform");
    place.base = let(number / columns * choices_.n, "base");
    place.q = let(of_transform % pass_.inner + place.own_q * pass_.inner, "q");
    place.p = let(of_transform / pass_.inner + place.own_p * pass_.outer, "p");
    return place;
  }

  Value input_index(const PassStage& stage, const StageSlot& place, int j) {
    const std::int64_t s = product_before(stage);
    return place.base + place.q + (place.p + product_after(stage) * j) * s;
  }
  Value output_index(const PassStage& stage, const StageSlot& place, int k) {
    return place.base + place.q + (place.p * stage.radix + k) * product_before(stage);
  }
  /// Number i of each butterfly: consecutive ones of the work-group, as the butterflies are.
  Value consecutive(const PassStage& stage, Value butterfly, int i) {
    return b_.group_id() * points() + butterfly + i * (points() / stage.radix);
  }

  std::vector<ComplexValue> read_global(const PassStage& stage, const StageSlot& place, Value butterfly) {
    std::vector<ComplexValue> values;
    for (int j = 0; j < stage.radix; ++j) {
      const Value index =
          choices_.off.irregular_reads ? consecutive(stage, butterfly, j) : input_index(stage, place, j);
      values.push_back(load(b_, in_, let(index, "from")));
    }
    return values;
  }
  void write_global(const PassStage& stage, const StageSlot& place, Value butterfly,
                    const std::vector<ComplexValue>& values) {
    for (int k = 0; k < stage.radix; ++k) {
      const Value index =
          choices_.off.irregular_writes ? consecutive(stage, butterfly, k) : output_index(stage, place, k);
      store(b_, out_, let(index, "to"), values[static_cast<std::size_t>(k)]);
    }
  }

  std::vector<ComplexValue> read_shared(const PassStage& stage, const StageSlot& place, std::size_t buffer) {
    std::vector<ComplexValue> values;
    for (int j = 0; j < stage.radix; ++j) {
      const Value at = let((place.own_q + (place.own_p + stage.m * j) * stage.s) * pass_.tile + place.column, "at");
      const Value re = b_.load(shared_[buffer][0], at);
      values.push_back({re, b_.load(shared_[buffer][1], at)});
    }
    return values;
  }
  void write_shared(const PassStage& stage, const StageSlot& place, std::size_t buffer,
                    const std::vector<ComplexValue>& values) {
    for (int k = 0; k < stage.radix; ++k) {
      const Value at = let((place.own_q + (place.own_p * stage.radix + k) * stage.s) * pass_.tile + place.column, "at");
      b_.store(shared_[buffer][0], at, values[static_cast<std::size_t>(k)].re);
      b_.store(shared_[buffer][1], at, values[static_cast<std::size_t>(k)].im);
    }
  }

  void apply(const std::vector<ComplexValue>& factors, std::vector<ComplexValue>& values) const {
    for (std::size_t j = 1; j < values.size(); ++j) {
      const bool forward = choices_.direction == Direction::forward;
      values[j] = multiply(values[j], forward ? factors[j] : conjugate(factors[j]));
    }
  }

  /// Twiddles and butterfly; `factors` where they are known, otherwise from the source.
  void compute(const PassStage& stage, const StageSlot& place, std::vector<ComplexValue>& values,
               const std::vector<ComplexValue>& known = {}) {
    const std::int64_t turns = in_time() ? product_before(stage) : product_after(stage);
    const bool twiddled = turns > 1 && !choices_.off.twiddles;
    const auto twiddle = [&] {
      if (!known.empty()) return apply(known, values);
      const Value base = let((in_time() ? place.q : place.p) * (choices_.n / (turns * stage.radix)), "base");
      apply(twiddles(b_, {choices_.twiddles, table_, choices_.n, kind_}, base, stage.radix), values);
    };
    if (twiddled && in_time()) twiddle();
    if (!choices_.off.arithmetic) values = butterfly(choices_.direction, values);
    if (twiddled && !in_time()) twiddle();
  }

  /// The last stage, two butterflies at a time.
  void exchanged_in_pairs(std::size_t number) {
    const PassStage& stage = stages_[number];
    const std::int64_t pairs = points() / stage.radix / 2;
    b_.loop("pair", b_.thread_id(), b_.constant(pairs), pass_.threads, [&](Value pair) {
      std::vector<ComplexValue> values[2];
      StageSlot first;
      for (int i = 0; i < 2; ++i) {
        const Value butterfly = let(pair * 2 + i, "butterfly");
        const StageSlot place = place_of(stage, butterfly);
        if (i == 0) first = place;
        values[i] = stage.first ? read_global(stage, place, butterfly) : read_shared(stage, place, (number - 1) % 2);
        compute(stage, place, values[i]);
      }
      for (int k = 0; k < stage.radix; ++k) {
        const ComplexValue& a = values[0][static_cast<std::size_t>(k)];
        const ComplexValue& b = values[1][static_cast<std::size_t>(k)];
        const Value to = let(output_index(stage, first, k) * 2, "to");
        b_.store(out_, to, ir::shuffle({a.re, a.im, b.re, b.im}, {0, 1, 2, 3}), 4);
      }
    });
  }

  void exchanged(std::size_t number) {
    const PassStage& stage = stages_[number];
    if (stage.last && pass_.paired) return exchanged_in_pairs(number);
    for_each_butterfly(stage, [&](Value butterfly) {
      const StageSlot place = place_of(stage, butterfly);
      std::vector<ComplexValue> values =
          stage.first ? read_global(stage, place, butterfly) : read_shared(stage, place, (number - 1) % 2);
      compute(stage, place, values);
      stage.last ? write_global(stage, place, butterfly, values) : write_shared(stage, place, number % 2, values);
    });
    if (!stage.last) b_.barrier();
  }

  void without_exchange() {
    for_each_butterfly(stages_.front(), [&](Value butterfly) {
      std::vector<ComplexValue> values;
      for (const PassStage& stage : stages_) {
        const StageSlot place = place_of(stage, butterfly);
        if (stage.first) values = read_global(stage, place, butterfly);
        compute(stage, place, values);
        if (stage.last) write_global(stage, place, butterfly, values);
      }
    });
  }

  /// One stage; a work-item goes along the index that the twiddles depend on.
  void recurring() {
    const PassStage& stage = stages_.front();
    const std::int64_t along = in_time() ? pass_.inner : pass_.outer;
    const std::int64_t across = in_time() ? pass_.outer : pass_.inner;
    const Value item = let(b_.group_id() * pass_.threads + b_.thread_id(), "item");
    const Value start = let(item % (along / pass_.run) * pass_.run, "start");
    const Value rest = let(item / (along / pass_.run), "rest");
    const Recurrence recurrence(choices_.twiddles, b_, table_, stage.radix, kind_);
    const std::int64_t step = choices_.n / (along * stage.radix);
    recurrence.start(let(start * step, "base"));
    b_.loop("i", b_.constant(0), b_.constant(pass_.run), {1, ir::Unroll::none}, [&](Value i) {
      StageSlot place;
      const Value moving = let(start + i, "moving");
      const Value fixed = let(rest % across, "fixed");
      place.base = let(rest / across * choices_.n, "base");
      place.q = in_time() ? moving : fixed;
      place.p = in_time() ? fixed : moving;
      std::vector<ComplexValue> values = read_global(stage, place, moving);
      compute(stage, place, values, recurrence.now());
      write_global(stage, place, moving, values);
      recurrence.advance(step, choices_.n);
    });
  }

  const TransformChoices& choices_;
  const StudyPass& pass_;
  ir::ScalarKind kind_;
  ir::Builder b_;
  const ir::Buffer* in_ = nullptr;
  const ir::Buffer* out_ = nullptr;
  const ir::Buffer* table_ = nullptr;
  std::array<std::array<const ir::Buffer*, 2>, 2> shared_{};
  std::vector<PassStage> stages_;
};

}  // namespace

std::int64_t groups_of(const TransformChoices& choices, const StudyPass& pass) {
  const std::int64_t columns = choices.n / pass.length() * choices.batch;
  return pass.recurring ? columns / pass.run / pass.threads : columns / pass.tile;
}

bool reads_table(const TransformChoices& choices, const StudyPass& pass) {
  if (choices.twiddles == TwiddleSource::computed || choices.off.twiddles) return false;
  return pass.radices.size() > 1 || pass.twiddled(choices.decimation);
}

double operations_of(const TransformChoices& choices, const StudyPass& pass) {
  constexpr double complex_product = 6;
  double operations = 0;
  std::int64_t s = pass.inner;
  for (const int radix : pass.radices) {
    const std::int64_t m = choices.n / (s * radix);
    const bool twiddled = (choices.decimation == Decimation::time ? s : m) > 1 && !choices.off.twiddles;
    double butterfly = 0;
    if (!choices.off.arithmetic) {
      butterfly = codelet::dft(radix, choices.direction, codelet::Style::exact).counts().flops();
    }
    if (twiddled) butterfly += (radix - 1) * (complex_product + operations_of(choices.twiddles, choices.precision));
    operations += butterfly / radix;
    s *= radix;
  }
  return operations;
}

ir::Module build_pass(const TransformChoices& choices, const StudyPass& pass, const std::string& name) {
  return PassKernel(choices, pass, name).build();
}

}  // namespace papilio::experiments
