// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for GPUs: the work-items of a work-group share `tile` columns. A column lives in registers; between two
// stages it is exchanged through local memory. Work-item t does butterflies t, t + threads, … of every stage.
#include "kernel/cooperative_kernel.hpp"

#include <papilio/error.hpp>

#include "core/joint.hpp"
#include "kernel/elements.hpp"
#include "kernel/flat.hpp"
#include "kernel/frame.hpp"
#include "kernel/group_exchange.hpp"
#include "kernel/group_tile.hpp"
#include "kernel/kernel.hpp"
#include "kernel/real_fold.hpp"

namespace papilio::kernel {
namespace {

/// One butterfly of one work-item: which column of the tile, which butterfly, and its values.
struct Work {
  Value column = nullptr;  ///< of the tile, i32
  Value c = nullptr;       ///< butterfly of the stage, i32
  Value p = nullptr;       ///< c / s
  Value active = nullptr;  ///< null: always
  std::vector<Complex> x;
};

class CooperativeKernel {
 public:
  explicit CooperativeKernel(const KernelSpec& spec)
      : spec_(spec),
        b_(spec.name(), spec.shape.threads, spec.shape.resident),
        frame_(b_, spec),
        exchange_(b_, spec, frame_),
        elements_(b_, spec, frame_, 2),
        fold_(b_, spec, frame_, exchange_, elements_,
              [this](Value column, Value* valid) {
                return spec_.folds_before() ? place_.input(column, valid) : place_.output(column, valid);
              }),
        place_(b_, spec, frame_, exchange_, elements_),
        tile_(spec.shape.tile) {
    const bool whole = spec.points() == spec.length;
    if (spec.algorithm == Algorithm::convolution && (whole || spec.inner != spec.stack)) {
      throw Error::internal("a convolution that is not a first inverse pass", spec.key());
    }
    if ((rough() && !whole) || (spec.shape.staged && spec.columns() > 1)) {
      throw Error::internal("a pass that convolves or is staged", spec.key());
    }
    if (spec.folds() && (spec.algorithm != Algorithm::stockham || whole == spec.mirrored || spec.shape.staged)) {
      throw Error::internal("a pass that is not mirrored, a convolution or a staged kernel that folds", spec.key());
    }
    const bool at_end = spec.in_form == Form::half ? spec.inner == 1 : spec.outer == 1;
    if (spec.mirrored && (!at_end || spec.stack > 1 || spec.shape.tile % 2 != 0)) {
      throw Error::internal("a mirrored pass of stacks, of odd tiles, or not at its transform's end", spec.key());
    }
    const bool slab = is_slab(spec);
    if (slab && (spec.inner != 1 || spec.shape.tile != 1 || !spec.packed_in() || !spec.packed_out())) {
      throw Error::internal("a slab with gaps, or several at once", spec.key());
    }
    if (joint() && (spec.algorithm != Algorithm::stockham || !(whole || slab) || spec.in_form != Form::complex ||
                    spec.out_form != Form::complex || !radices_split_axes(spec))) {
      throw Error::internal("several axes together, but not of complex numbers, or not whole", spec.key());
    }
  }

  Module build() {
    place_.locate();
    std::vector<Work> works = load();
    if (spec_.algorithm == Algorithm::stockham) {
      works = dft(std::move(works), spec_.direction, frame_.stage_table);
    } else {
      works = dft(std::move(works), Direction::forward, frame_.stage_table);
      for (Work& w : works) multiply_spectrum(frame_.stages.back(), w);
      works = to_stage(frame_.stages.back(), works, 0);
      works = dft(std::move(works), Direction::inverse, frame_.inverse_stage_table);
    }
    if (spec_.shape.staged) {
      store_staged(works);
    } else if (spec_.folds_after()) {
      store_unfolded(works);
    } else {
      store(works);
    }
    return b_.finish();
  }

 private:
  /// A whole transform by convolution.
  [[nodiscard]] bool rough() const {
    return spec_.algorithm == Algorithm::rader || spec_.algorithm == Algorithm::bluestein;
  }

  /// X[0] of a Rader transform, known before the inverse DFT and stored with its results.
  struct ZeroFrequency {
    Work work;
    Value condition;
    Complex value;
  };

  // The work of a stage

  Work work_item(std::size_t stage_index, std::int64_t u) {
    const Stage& stage = frame_.stages[stage_index];
    const std::int64_t count = stage.butterflies();
    Work w;
    const Value index = own_index(b_, spec_.shape.threads, u, count * tile_, &w.active);
    const std::int64_t run = exchange_.layout().run(stage_index, count);
    if (run == count) {
      w.c = b_.let("c", b_.mod(index, count));
      w.column = b_.let("column", b_.div(index, count));
    } else {
      w.c = b_.let("c", b_.add(b_.mod(index, run), b_.mul(b_.div(index, run * tile_), run)));
      w.column = b_.let("column", b_.mod(b_.div(index, run), tile_));
    }
    if (stage.last() && orders_results(spec_)) w.c = b_.let("c", reversed(w.c, butterfly_digits(spec_)));
    w.p = stage.last() ? b_.constant(0) : b_.let("p", b_.div(w.c, stage.s));
    return w;
  }

  std::vector<Work> work_of(std::size_t stage_index) {
    const std::int64_t total = frame_.stages[stage_index].butterflies() * tile_;
    std::vector<Work> works;
    for (std::int64_t u = 0; u * spec_.shape.threads < total; ++u) works.push_back(work_item(stage_index, u));
    return works;
  }

  std::vector<Work> dft(std::vector<Work> works, Direction direction, const Buffer* twiddles) {
    for (std::size_t i = 0; i < frame_.stages.size(); ++i) {
      const Stage& stage = frame_.stages[i];
      b_.comment("radix " + std::to_string(stage.radix) + ", s = " + std::to_string(stage.s) +
                 ", m = " + std::to_string(stage.m));
      for (Work& w : works) compute(stage, w, direction, twiddles);
      if (!stage.last()) works = to_stage(stage, works, i + 1);
    }
    return works;
  }

  void compute(const Stage& stage, Work& w, Direction direction, const Buffer* twiddles) {
    w.x = butterfly(b_, direction, codelet::Fusion::exact, w.x);
    if (stage.rows() == 1) return;
    const Value row = stage.later == 1 ? w.p : b_.let("row", b_.div(w.p, stage.later));
    for (int k = 1; k < stage.radix; ++k) {
      const Value at = b_.add(b_.mul(row, 2), stage.table_offset + 2 * (k - 1) * stage.rows());
      w.x[k] = multiply(b_, w.x[k], load_complex(b_, twiddles, at, 1, 2), conjugate_for(direction));
    }
  }

  /// Output k of butterfly c is element c + s*(r-1)*p + s*k: the first of them.
  Value first_output(const Stage& stage, const Work& w) {
    return b_.let("e", b_.add(w.c, b_.mul(w.p, stage.s * (stage.radix - 1))));
  }

  // Several axes together (core/joint.hpp)

  [[nodiscard]] bool joint() const { return !spec_.joint.empty(); }

  /// reverse_digits()
  Value reversed(Value v, const std::vector<std::int64_t>& lengths) {
    Value result = nullptr;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const Value digit = i + 1 == lengths.size() ? v : b_.mod(v, lengths[i]);
      result = result == nullptr ? digit : b_.add(b_.mul(result, lengths[i]), digit);
      v = b_.let("rest", b_.div(v, lengths[i]));
    }
    return result;
  }

  /// Where element c of a slab is in its plane.
  Value in_plane(Value c) {
    const std::int64_t row = row_points(spec_);
    return b_.let("e", b_.add(c, b_.mul(b_.div(c, row), row * (spec_.outer - 1))));
  }

  /// Where the first result of a butterfly of the last stage belongs; the others follow result_run() apart.
  Value first_result(const Work& w) { return b_.let("e", reversed(w.c, spec_.joint)); }

  // Rader: x[0] joins every output through the zero frequency, where X[0] - x[0] stands.
  void multiply_spectrum(const Stage& stage, Work& w) {
    if (spec_.algorithm == Algorithm::convolution) {
      multiply_column(stage, w);
      return;
    }
    const Complex sum = w.x[0];
    const Value first = first_output(stage, w);
    for (int k = 0; k < stage.radix; ++k) {
      const Complex entry = elements_.table_entry(frame_.spectrum, b_.add(first, k * stage.s), spec_.work_length());
      w.x[k] = multiply(b_, w.x[k], entry, Conjugate::no);
    }
    if (spec_.algorithm != Algorithm::rader) return;
    Value valid = nullptr;
    const Complex x0 = elements_.load(place_.input(w.column, &valid), b_.constant(0));
    const Value is_zero = b_.let("is_zero", b_.eq(w.c, b_.constant(0)));
    w.x[0] = add(b_, w.x[0], select_or_zero(b_, is_zero, x0));
    zero_frequencies_.push_back({w, is_zero, add(b_, sum, x0)});
  }

  /// Algorithm::convolution: the column's part of the spectrum is one run of the table.
  void multiply_column(const Stage& stage, Work& w) {
    Value valid = nullptr;
    const Value c = place_.column(w.column, &valid);
    const Value run = b_.let("run", b_.add(b_.mul(b_.div(c, spec_.stack), spec_.length), first_output(stage, w)));
    const Complex sum = w.x[0];
    for (int k = 0; k < stage.radix; ++k) {
      const Complex entry = elements_.table_entry(frame_.spectrum, b_.add(run, k * stage.s), spec_.points());
      w.x[k] = multiply(b_, w.x[k], entry, Conjugate::no);
    }
    if (!spec_.carries()) return;
    const Value is_zero = b_.let("is_zero", holds_zero(w, c));
    const Complex x0 = elements_.carried(place_.input_column(c));
    w.x[0] = add(b_, w.x[0], select_or_zero(b_, is_zero, x0));
    b_.when(w.active, [&] {
      b_.branch(is_zero, [&] {
        elements_.store_carried(place_.output_column(c, b_.constant(0)), add(b_, sum, x0));
      });
    });
  }

  /// Element 0 of a transform is output 0 of this butterfly of column c.
  Value holds_zero(const Work& w, Value c) {
    return b_.logical_and(b_.eq(w.c, b_.constant(0)), b_.lt(c, b_.constant(spec_.stack)));
  }

  // Exchanges

  /// Elements first + step*j, j < radix, of a column. What `first` leaves when divided by step*radix is under `step`.
  Places places(const Work& w, Value first, std::int64_t step, int radix) {
    return {w.active, exchange_.places(w.column, first, step, radix)};
  }

  Places outputs(const Stage& stage, const Work& w) { return places(w, first_output(stage, w), stage.s, stage.radix); }

  Places inputs(const Stage& stage, const Work& w) { return places(w, w.c, stage.butterflies(), stage.radix); }

  /// From the outputs of a stage to the inputs of another.
  std::vector<Work> to_stage(const Stage& stage, const std::vector<Work>& works, std::size_t next) {
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    for (const Work& w : works) {
      to.push_back(outputs(stage, w));
      values.push_back(w.x);
    }
    return receive(to, values, next);
  }

  std::vector<Work> receive(const std::vector<Places>& to, const std::vector<std::vector<Complex>>& values,
                            std::size_t next) {
    std::vector<Work> works = work_of(next);
    std::vector<Places> from;
    for (const Work& w : works) from.push_back(inputs(frame_.stages[next], w));
    std::vector<std::vector<Complex>> received = exchange_.hand_on(to, values, from);
    for (std::size_t i = 0; i < works.size(); ++i) works[i].x = std::move(received[i]);
    return works;
  }

  // From global memory

  std::vector<Work> load() {
    if (spec_.shape.staged && !joint()) return load_staged();
    if (spec_.folds_before()) return load_folded();
    const Stage& stage = frame_.stages.front();
    std::vector<Work> works = work_of(0);
    for (Work& w : works) {
      Value valid = nullptr;
      const Reach reach = place_.input(w.column, &valid);
      const std::int64_t step = stage.butterflies() * (is_slab(spec_) ? spec_.outer : 1);
      const Value first = is_slab(spec_) ? in_plane(w.c) : w.c;
      const Reach own = spec_.algorithm == Algorithm::rader ? reach : elements_.from(reach, first, step);
      for (int j = 0; j < stage.radix; ++j) {
        const std::int64_t e = j * step;
        switch (spec_.algorithm) {
          case Algorithm::stockham:
          case Algorithm::convolution: w.x.push_back(elements_.load(own, b_.constant(e))); break;
          case Algorithm::rader: w.x.push_back(elements_.load(own, b_.load(frame_.gather, b_.add(w.c, e)))); break;
          case Algorithm::bluestein:
            w.x.push_back(elements_.load_chirped(own, b_.constant(e), spec_.length));
            break;
        }
      }
    }
    return works;
  }

  std::vector<Work> load_folded() {
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    place_.mirrored() ? place_.mirrored()->load(to, values) : fold_.load(to, values);
    return receive(to, values, 0);
  }

  std::vector<Work> load_staged() {
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    for (const Flat& flat : flat_elements(b_, spec_, frame_, exchange_, place_.first())) {
      const Value transform = b_.add(place_.first(), flat.offset);
      const Reach reach = elements_.filtered(elements_.input_transform(frame_.input_base(b_, transform)), transform);
      to.push_back({flat.active, {flat.at}});
      values.push_back({elements_.load(reach, flat.e)});
    }
    if (spec_.algorithm == Algorithm::stockham) return receive(to, values, 0);
    if (spec_.algorithm == Algorithm::bluestein) throw Error::internal("a staged Bluestein", spec_.key());
    const Stage& stage = frame_.stages.front();
    std::vector<Work> works = work_of(0);
    std::vector<Places> from;
    for (const Work& w : works) {
      from.push_back({w.active, {}});
      for (int j = 0; j < stage.radix; ++j) {
        const Value e = b_.load(frame_.gather, b_.add(w.c, j * stage.butterflies()));
        from.back().at.push_back(exchange_.place(w.column, e));
      }
    }
    std::vector<std::vector<Complex>> received = exchange_.hand_on(to, values, from);
    for (std::size_t i = 0; i < works.size(); ++i) works[i].x = std::move(received[i]);
    return works;
  }

  // To global memory

  void store_staged(const std::vector<Work>& works) {
    const Stage& stage = frame_.stages.back();
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    for (const Work& w : works) {
      values.push_back(w.x);
      if (joint()) {
        to.push_back(places(w, first_result(w), result_run(spec_), stage.radix));
        continue;
      }
      if (spec_.algorithm == Algorithm::stockham) {
        to.push_back(outputs(stage, w));
        continue;
      }
      to.push_back({w.active, {}});
      const Value first = first_output(stage, w);
      for (int k = 0; k < stage.radix; ++k) {
        to.back().at.push_back(exchange_.place(w.column, b_.load(frame_.scatter, b_.add(first, k * stage.s))));
      }
    }
    for (const ZeroFrequency& zero : zero_frequencies_) {
      const Value own = zero.work.active;
      const Value condition = own == nullptr ? zero.condition : b_.let("own", b_.logical_and(own, zero.condition));
      to.push_back({condition, {exchange_.place(zero.work.column, b_.constant(0))}});
      values.push_back({zero.value});
    }
    const std::vector<Flat> elements = flat_elements(b_, spec_, frame_, exchange_, place_.first());
    std::vector<Places> from;
    for (const Flat& flat : elements) from.push_back({flat.active, {flat.at}});
    const std::vector<std::vector<Complex>> received = exchange_.hand_on(to, values, from);
    Reach reach;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Flat& flat = elements[i];
      if (i == 0 || flat.offset != elements[i - 1].offset) {
        reach = elements_.output_transform(frame_.output_base(b_, b_.add(place_.first(), flat.offset)));
      }
      b_.when(flat.active, [&] { b_.when(flat.valid, [&] { elements_.store(reach, flat.e, received[i][0]); }); });
    }
  }

  void store_unfolded(const std::vector<Work>& works) {
    const Stage& stage = frame_.stages.back();
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    for (const Work& w : works) {
      to.push_back(outputs(stage, w));
      values.push_back(w.x);
    }
    if (place_.mirrored()) {
      place_.mirrored()->store(exchange_.hand_on(to, values, place_.mirrored()->wanted()));
    } else {
      fold_.store(exchange_.hand_on(to, values, fold_.wanted()));
    }
  }

  void store(const std::vector<Work>& works) {
    const Stage& stage = frame_.stages.back();
    for (const Work& w : works) store_work(stage, w);
    for (const ZeroFrequency& zero : zero_frequencies_) {
      Value valid = nullptr;
      const Reach reach = place_.output(zero.work.column, &valid);
      b_.when(zero.work.active, [&] {
        b_.when(valid, [&] {
          b_.branch(zero.condition, [&] { elements_.store(reach, b_.constant(0), zero.value); });
        });
      });
    }
  }

  void store_work(const Stage& stage, const Work& w) {
    Value valid = nullptr;
    Reach reach;
    Value p = nullptr;
    if (spec_.columns() == 1) {
      reach = place_.output(w.column, &valid);
    } else {
      const Value c = place_.column(w.column, &valid);
      p = place_.pass_of(c);
      reach = place_.results(c, p);
    }
    if (spec_.carries() && spec_.algorithm == Algorithm::stockham) carry(w, reach);
    const Value first = joint() ? first_result(w) : first_output(stage, w);
    const std::int64_t step = joint() ? result_run(spec_) : stage.s;
    if (!rough()) reach = elements_.from(reach, first, step);
    std::vector<Complex> values = w.x;
    if (spec_.outer > 1) twiddle_pass(stage, w, p, values);
    b_.when(w.active, [&] {
      b_.when(valid, [&] {
        for (int k = 0; k < stage.radix; ++k) store_element(reach, first, k * step, values[k]);
      });
    });
  }

  /// `out` is the column's.
  void carry(const Work& w, const Reach& out) {
    Value valid = nullptr;
    const Value c = place_.column(w.column, &valid);
    b_.when(w.active, [&] {
      b_.branch(holds_zero(w, c), [&] {
        elements_.store_carried(out, elements_.carried(place_.input_column(c)));
      });
    });
  }

  /// DFT output first + k. `reach` begins at `first` unless the algorithm moves elements about.
  void store_element(const Reach& reach, Value first, std::int64_t k, Complex value) {
    switch (spec_.algorithm) {
      case Algorithm::stockham:
      case Algorithm::convolution: elements_.store(reach, b_.constant(k), value); break;
      case Algorithm::rader: elements_.store(reach, b_.load(frame_.scatter, b_.add(first, k)), value); break;
      case Algorithm::bluestein: elements_.store_chirped(reach, b_.add(first, k), value, spec_.length); break;
    }
  }

  /// values[k] *= W^{p*(c + s*k)} = W^{p*c} W^{p*s*k}: the second factor is the same for all work-items that share the
  /// column, so its entries come in one access; and it needs the coarse table alone where that divides s.
  void twiddle_pass(const Stage& stage, const Work& w, Value p, std::vector<Complex>& values) {
    const Conjugate conjugate = conjugate_for(spec_.direction);
    if (joint()) {  // the results of a butterfly are of one row
      const Value row = b_.mod(w.c, spec_.joint.front());
      const Complex factor = two_level_twiddle(b_, frame_, b_.let("t", b_.mul(p, row)));
      for (Complex& value : values) value = multiply(b_, value, factor, conjugate);
      return;
    }
    const Complex base = two_level_twiddle(b_, frame_, b_.let("t", b_.mul(p, w.c)));
    values[0] = multiply(b_, values[0], base, conjugate);
    for (int k = 1; k < stage.radix; ++k) {
      const Complex step = two_level_twiddle(b_, frame_, b_.mul(p, k * stage.s));
      values[k] = multiply(b_, values[k], multiply(b_, base, step, Conjugate::no), conjugate);
    }
  }

  const KernelSpec& spec_;
  Builder b_;
  Frame frame_;
  GroupExchange exchange_;
  Elements elements_;
  GroupFold fold_;
  GroupTile place_;
  std::int64_t tile_;
  std::vector<ZeroFrequency> zero_frequencies_;
};

}  // namespace

Module build_cooperative_kernel(const KernelSpec& spec) { return CooperativeKernel(spec).build(); }

}  // namespace papilio::kernel
