// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for GPUs: the work-items of a work-group share `tile` columns. A column lives in registers; between two
// stages it is exchanged through local memory (group_work.hpp).
#include "kernel/cooperative_kernel.hpp"

#include <algorithm>
#include <optional>
#include <papilio/error.hpp>

#include "kernel/butterfly_pairs.hpp"
#include "kernel/carried.hpp"
#include "kernel/cooperative_spec.hpp"
#include "kernel/elements.hpp"
#include "kernel/group_exchange.hpp"
#include "kernel/group_tile.hpp"
#include "kernel/group_work.hpp"
#include "kernel/image_fold.hpp"
#include "kernel/kernel.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/own_fold.hpp"
#include "kernel/real_fold.hpp"
#include "kernel/staged_tile.hpp"
#include "spec/joint.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

class CooperativeKernel {
 public:
  CooperativeKernel(Builder& b, const KernelSpec& spec)
      : spec_(spec),
        b_(b),
        context_(b_, spec),
        exchange_(b_, spec, context_),
        elements_(b_, spec, context_, 2),
        fold_(b_, spec, context_, exchange_, elements_, half_side()),
        pairs_(b_, spec, context_, elements_),
        own_(b_, spec),
        staged_(b_, spec, context_, exchange_, elements_),
        place_(b_, spec, context_, exchange_, elements_),
        work_(b_, spec, context_.stages, exchange_),
        image_(b_, spec, context_, exchange_, elements_, work_, half_side()) {
    require_cooperative(spec);
  }

  void build() {
    place_.locate(b_.group_id());
    std::vector<Work> works = load();
    if (spec_.algorithm == Algorithm::rader) {
      zero_frequencies_.emplace(b_, "zero_frequency", context_.element,
                                work_.butterflies_of(context_.stages.size() - 1));
      if (spec_.shape.digit_reversed) zero_frequencies_->clear();  // who has no butterfly keeps nothing
    }
    if (spec_.algorithm == Algorithm::stockham) {
      works = work_.dft(std::move(works), spec_.direction, context_.stage_table);
    } else if (spec_.shape.digit_reversed) {
      works = work_.convolve(std::move(works), context_.stage_table, context_.inverse_stage_table, [&](Work& w) {
        multiply_spectrum(context_.stages.back(), w);
        spectral_.push_back(w);
      });
    } else {
      works = work_.dft(std::move(works), Direction::forward, context_.stage_table);
      for (Work& w : works) multiply_spectrum(context_.stages.back(), w);
      spectral_ = works;
      works = work_.inverse_dft(std::move(works), context_.inverse_stage_table);
    }
    if (is_real_image(spec_) && spec_.folds_after()) {
      image_.store(works, place_.first(), place_.slab());
    } else if (spec_.shape.staged) {
      if (folds_alone(spec_)) std::for_each(works.begin(), works.end(), [&](Work& w) { w.x = own_.after(w.x); });
      store_staged(works);
    } else if (paired(context_.stages.size() - 1)) {
      store_pairs(works);
    } else if (spec_.folds_after()) {
      store_unfolded(works);
    } else {
      store(works);
    }
  }

 private:
  /// Where half spectra are.
  AddressMapOf half_side() {
    return [this](Value column, Value* valid) {
      return spec_.folds_before() ? place_.input(column, valid) : place_.output(column, valid);
    };
  }

  /// Butterflies of the stage are dealt out in pairs.
  [[nodiscard]] bool paired(std::size_t stage_index) const { return pairing_of(spec_, stage_index) != Pairing::none; }

  // Several axes together (spec/joint.hpp)

  [[nodiscard]] bool joint() const { return !spec_.joint.empty(); }

  /// Where element c of a slab is in its plane.
  Value in_plane(Value c) {
    const std::int64_t row = row_points(spec_);
    return b_.let("e", c + c / row * (row * (spec_.outer - 1)));
  }

  // Results: those of a butterfly are elements first_result() + result_step()*k of their column

  /// Convolutions go back to where they began (GroupWork::inverse_dft).
  [[nodiscard]] bool goes_back() const { return spec_.algorithm != Algorithm::stockham; }
  [[nodiscard]] const Stage& result_stage() const {
    return goes_back() ? context_.stages.front() : context_.stages.back();
  }

  Value first_result(const Work& w) {
    if (joint()) {
      const Value e = b_.let("e", work_.reversed(w.c, spec_.joint));
      return is_slab_back(spec_) ? in_plane(e) : e;
    }
    return goes_back() ? w.c : work_.first_output(result_stage(), w);
  }

  [[nodiscard]] std::int64_t result_step() const {
    if (joint()) return result_run(spec_);
    return goes_back() ? result_stage().butterflies() : result_stage().s;
  }

  // Convolutions

  // Rader: x[0] joins every output through the zero frequency, where X[0] - x[0] stands.
  void multiply_spectrum(const Stage& stage, Work& w) {
    if (spec_.algorithm == Algorithm::convolution) {
      multiply_column(stage, w);
      return;
    }
    const Complex sum = w.x[0];
    const Value first = spec_.shape.digit_reversed ? w.c : work_.first_output(stage, w);
    const bool filters = spec_.algorithm == Algorithm::filter;
    Value any = nullptr;
    const AddressMap own = filters ? place_.input(w.column, &any) : AddressMap{};
    for (int k = 0; k < stage.radix; ++k) {
      const Value i = first + k * stage.s;
      const Complex entry =
          filters ? elements_.filter_entry(own, i) : elements_.table_entry(context_.spectrum, i, spec_.work_length());
      w.x[k] = w.x[k] * entry;
    }
    if (spec_.algorithm != Algorithm::rader) return;
    Value valid = nullptr;
    const Complex x0 = elements_.load(place_.input(w.column, &valid), b_.constant(0));
    w.x[0] = w.x[0] + select_or_zero(is_zero(w), x0);
    zero_frequencies_->keep(w.number, {sum + x0});
  }

  /// Rader: the butterfly knows X[0].
  Value is_zero(const Work& w) { return b_.let("is_zero", w.c == 0); }

  /// Algorithm::convolution: the column's part of the spectrum is one run of the table.
  void multiply_column(const Stage& stage, Work& w) {
    Value valid = nullptr;
    const Value c = place_.column(w.column, &valid);
    const Value run = b_.let("run", c / spec_.stack * spec_.length + work_.first_output(stage, w));
    const Complex sum = w.x[0];
    for (int k = 0; k < stage.radix; ++k) {
      const Complex entry = elements_.table_entry(context_.spectrum, run + k * stage.s, spec_.points());
      w.x[k] = w.x[k] * entry;
    }
    if (!spec_.carries()) return;
    const Value is_zero = b_.let("is_zero", holds_zero(w, c));
    const Complex x0 = elements_.carried(place_.input_column(c));
    w.x[0] = w.x[0] + select_or_zero(is_zero, x0);
    b_.when(w.active, [&] {
      b_.branch(is_zero, [&] { elements_.store_carried(place_.output_column(c, b_.constant(0)), sum + x0); });
    });
  }

  /// Element 0 of a transform is output 0 of this butterfly of column c.
  Value holds_zero(const Work& w, Value c) { return w.c == 0 && c < spec_.stack; }

  // From global memory

  std::vector<Work> load() {
    if (spec_.shape.staged && !joint()) return load_staged();
    if (is_real_image(spec_) && spec_.folds_before()) return image_.load(place_.slab());
    if (paired(0)) return load_pairs();
    if (spec_.folds_before()) return load_folded();
    const Stage& stage = context_.stages.front();
    std::vector<Work> works = work_.work_of(0);
    for (Work& w : works) {
      Value valid = nullptr;
      const AddressMap reach = place_.input(w.column, &valid);
      const std::int64_t step = stage.butterflies() * (is_slab(spec_) ? spec_.outer : 1);
      const Value first = is_slab(spec_) ? in_plane(w.c) : w.c;
      const AddressMap own = spec_.algorithm == Algorithm::rader ? reach : elements_.from(reach, first, step);
      for (int j = 0; j < stage.radix; ++j) {
        const std::int64_t e = j * step;
        switch (spec_.algorithm) {
          case Algorithm::stockham:
          case Algorithm::filter:
          case Algorithm::convolution:
            w.x.push_back(elements_.load(own, b_.constant(e)));
            break;
          case Algorithm::rader:
            w.x.push_back(elements_.load(own, b_.load(context_.gather, w.c + e)));
            break;
          case Algorithm::prime_factor:
            throw Error::internal("a kernel of its own", spec_.key());
          case Algorithm::bluestein:
            w.x.push_back(elements_.load_chirped(own, b_.constant(e), spec_.length));
            break;
        }
      }
    }
    return works;
  }

  std::vector<Work> load_pairs() {
    std::vector<Work> works = work_.work_of(0);
    pairs_.load(context_.stages.front(), works,
                [&](Value column, Value* valid) { return place_.input(column, valid); });
    return works;
  }

  std::vector<Work> load_folded() {
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    place_.mirrored() ? place_.mirrored()->load(to, values) : fold_.load(to, values);
    return work_.receive(to, values, 0);
  }

  /// Whole transforms that fold, of which `handing` does the exchange. Of half spectra the last number comes straight
  /// from memory.
  std::vector<Work> receive_own(const GroupWork::Handing& handing) {
    std::vector<Complex> last;
    for (const Work& w : work_.work_of(0)) {
      Value valid = nullptr;
      const bool half = spec_.in.form == Form::half;
      last.push_back(half ? elements_.load_half(place_.input(w.column, &valid), b_.constant(spec_.length)) : Complex{});
    }
    std::vector<Work> works = work_.receive(handing, 0);
    for (std::size_t i = 0; i < works.size(); ++i) works[i].x = own_.before(works[i].x, last[i]);
    return works;
  }

  std::vector<Work> load_staged() {
    const GroupWork::Handing handing = [&](const std::vector<Places>& from) {
      return staged_.load(place_.first(), from);
    };
    if (spec_.folds()) return receive_own(handing);
    if (spec_.algorithm == Algorithm::stockham) return work_.receive(handing, 0);
    if (spec_.algorithm == Algorithm::bluestein) throw Error::internal("a staged Bluestein", spec_.key());
    const Stage& stage = context_.stages.front();
    std::vector<Work> works = work_.work_of(0);
    std::vector<Places> from;
    for (const Work& w : works) {
      from.push_back({w.active, {}});
      for (int j = 0; j < stage.radix; ++j) {
        const Value e = b_.load(context_.gather, w.c + j * stage.butterflies());
        from.back().at.push_back(exchange_.place(w.column, e));
      }
    }
    std::vector<std::vector<Complex>> received = handing(from);
    for (std::size_t i = 0; i < works.size(); ++i) works[i].x = std::move(received[i]);
    return works;
  }

  // To global memory

  void store_staged(const std::vector<Work>& works) {
    const Stage& stage = result_stage();
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    for (const Work& w : works) {
      values.push_back(w.x);
      if (joint()) {
        to.push_back(work_.places(w, first_result(w), result_run(spec_), stage.radix));
        continue;
      }
      if (folds_alone(spec_)) {
        to.push_back(work_.places(w, w.c, 1, static_cast<int>(w.x.size())));
        continue;
      }
      const Value first = first_result(w);
      if (spec_.algorithm == Algorithm::stockham) {
        to.push_back(work_.places(w, first, result_step(), stage.radix));
        continue;
      }
      to.push_back({w.active, {}});
      for (int k = 0; k < stage.radix; ++k) {
        to.back().at.push_back(exchange_.place(w.column, b_.load(context_.scatter, first + k * result_step())));
      }
    }
    for (const Work& w : spectral_) {
      if (!zero_frequencies_) break;
      const Value is_zero = this->is_zero(w);
      const Value own = w.active == nullptr ? is_zero : b_.let("own", w.active && is_zero);
      to.push_back({own, {exchange_.place(w.column, b_.constant(0))}});
      values.push_back(zero_frequencies_->recall(w.number, 1));
    }
    staged_.store(place_.first(), to, values);
  }

  void store_pairs(const std::vector<Work>& works) {
    pairs_.store(context_.stages.back(), works,
                 [&](Value column, Value* valid) { return place_.output(column, valid); });
  }

  void store_unfolded(const std::vector<Work>& works) {
    const Stage& stage = context_.stages.back();
    std::vector<Places> to;
    std::vector<std::vector<Complex>> values;
    for (const Work& w : works) {
      to.push_back(work_.outputs(stage, w));
      values.push_back(w.x);
    }
    if (place_.mirrored()) {
      place_.mirrored()->store(exchange_.hand_on(to, values, place_.mirrored()->wanted()));
    } else {
      fold_.store(exchange_.hand_on(to, values, fold_.wanted()));
    }
  }

  void store(const std::vector<Work>& works) {
    for (const Work& w : works) store_work(result_stage(), w);
    for (const Work& w : spectral_) {
      if (!zero_frequencies_) break;
      Value valid = nullptr;
      const AddressMap reach = place_.output(w.column, &valid);
      const Complex value = zero_frequencies_->recall(w.number, 1).front();
      b_.when(w.active, [&] {
        b_.when(valid, [&] { b_.branch(is_zero(w), [&] { elements_.store(reach, b_.constant(0), value); }); });
      });
    }
  }

  void store_work(const Stage& stage, const Work& w) {
    const GroupTile::Target to = place_.target(w.column);
    AddressMap reach = to.reach;
    if (spec_.carries() && spec_.algorithm == Algorithm::stockham) carry(w, reach);
    const Value first = first_result(w);
    const std::int64_t step = result_step();
    if (spec_.algorithm != Algorithm::rader) reach = elements_.from(reach, first, step);
    std::vector<Complex> values = w.x;
    if (spec_.outer > 1 && !is_slab_back(spec_)) twiddle_pass(w, to.p, values);
    b_.when(w.active, [&] {
      b_.when(to.valid, [&] {
        for (int k = 0; k < stage.radix; ++k) store_element(reach, first, k * step, values[k]);
      });
    });
  }

  /// `out` is the column's.
  void carry(const Work& w, const AddressMap& out) {
    Value valid = nullptr;
    const Value c = place_.column(w.column, &valid);
    b_.when(w.active, [&] {
      b_.branch(holds_zero(w, c), [&] { elements_.store_carried(out, elements_.carried(place_.input_column(c))); });
    });
  }

  /// DFT output first + k. `reach` begins at `first` unless the algorithm moves elements about.
  void store_element(const AddressMap& reach, Value first, std::int64_t k, Complex value) {
    switch (spec_.algorithm) {
      case Algorithm::stockham:
      case Algorithm::filter:
      case Algorithm::convolution:
        elements_.store(reach, b_.constant(k), value);
        break;
      case Algorithm::rader:
        elements_.store(reach, b_.load(context_.scatter, first + k), value);
        break;
      case Algorithm::prime_factor:
        throw Error::internal("a kernel of its own", spec_.key());
      case Algorithm::bluestein:
        elements_.store_chirped(reach, b_.constant(k), value, spec_.length);
        break;
    }
  }

  void twiddle_pass(const Work& w, Value p, std::vector<Complex>& values) {
    if (!joint()) return twiddle_results(b_, context_.pass, {p, w.c, result_step()}, spec_.direction, values);
    // The results of a butterfly are of one row.
    const Value row = w.c % spec_.joint.front();
    const Complex factor = twiddle(b_, context_.pass, b_.let("t", p * row));
    for (Complex& value : values) value = multiply(value, factor, conjugate_for(spec_.direction));
  }

  const KernelSpec& spec_;
  Builder& b_;
  KernelContext context_;
  GroupExchange exchange_;
  Elements elements_;
  GroupFold fold_;
  ButterflyPairs pairs_;
  OwnFold own_;
  StagedTile staged_;
  GroupTile place_;
  GroupWork work_;
  ImageFold image_;
  std::optional<Carried> zero_frequencies_;  ///< Rader: X[0], known before the inverse DFT and stored with its results
  std::vector<Work> spectral_;               ///< what the inverse DFT began with
};

}  // namespace

void add_cooperative_kernel(Builder& b, const KernelSpec& spec) { CooperativeKernel(b, spec).build(); }

Module build_cooperative_kernel(const KernelSpec& spec) {
  Builder b(spec.name(), spec.shape.threads, spec.shape.resident_groups);
  add_cooperative_kernel(b, spec);
  return b.finish();
}

}  // namespace papilio::kernel
