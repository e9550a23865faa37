// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for GPUs: the work-items of a work-group share `tile` columns. A column lives in registers; between two
// stages it is exchanged through local memory (group_work.hpp). The kernel's sides (sides/sides.hpp) load the columns
// and store the results.
#include "kernel/elements/elements.hpp"
#include "kernel/group/cooperative_spec.hpp"
#include "kernel/group/sides/sides.hpp"
#include "kernel/kernels.hpp"

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
        place_({b_, spec, context_, exchange_, elements_}),
        work_(b_, spec, context_.stages, exchange_),
        observer_(observer_of(b_, spec, context_)),
        sides_{{b_, spec, context_, exchange_, elements_, *observer_}, place_, work_, {}, {}} {
    require_cooperative(spec);
  }

  void build(const InputSide& input, const OutputSide& output) {
    place_.locate(b_.group_id());
    observer_->begin(place_, nullptr);
    std::vector<Butterfly> butterflies = input.load(sides_);
    observer_->on_inputs(
        butterflies, [](const Butterfly& w) { return w.c; }, context_.stages.front().butterflies());
    if (spec_.algorithm == Algorithm::rader) {
      sides_.zero_frequencies.emplace(b_, "zero_frequency", context_.element,
                                      work_.butterflies_of(context_.stages.size() - 1));
      if (spec_.shape.digit_reversed) sides_.zero_frequencies->clear();  // for work-items without a butterfly
    }
    if (spec_.shape.preload_twiddles) work_.read_twiddles(context_.table("stage_twiddles"));
    if (spec_.algorithm == Algorithm::stockham) {
      butterflies = work_.dft(std::move(butterflies), spec_.direction, context_.table("stage_twiddles"));
    } else if (spec_.shape.digit_reversed) {
      butterflies = work_.convolve(std::move(butterflies), context_.table("stage_twiddles"),
                                   context_.table("inverse_twiddles"), [&](Butterfly& w) {
                                     multiply_spectrum(context_.stages.back(), w);
                                     sides_.spectral.push_back(w);
                                   });
    } else {
      butterflies = work_.dft(std::move(butterflies), Direction::forward, context_.table("stage_twiddles"));
      for (Butterfly& w : butterflies) multiply_spectrum(context_.stages.back(), w);
      sides_.spectral = butterflies;
      butterflies = work_.inverse_dft(std::move(butterflies), context_.table("inverse_twiddles"));
    }
    output.store(sides_, butterflies);
    // The stores are under way.
    observer_->on_results(butterflies, [&](const Butterfly& w) { return work_.first_result(w); });
    observer_->finish();
  }

 private:
  // Convolutions

  // Rader: x[0] is added to the zero frequency of the convolution, which holds X[0] - x[0], and so to every output.
  void multiply_spectrum(const Stage& stage, Butterfly& w) {
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
      const Complex entry = filters ? elements_.filter_entry(own, i)
                                    : elements_.table_entry(context_.table("spectrum"), i, spec_.work_length());
      w.x[k] = w.x[k] * entry;
    }
    if (spec_.algorithm != Algorithm::rader) return;
    Value valid = nullptr;
    const Complex x0 = elements_.load(place_.input(w.column, &valid), b_.constant(0));
    w.x[0] = w.x[0] + select_or_zero(b_.let("is_zero", w.c == 0), x0);
    sides_.zero_frequencies->keep(w.number, {sum + x0});
  }

  /// Algorithm::convolution: the column's part of the spectrum is one run of the table.
  void multiply_column(const Stage& stage, Butterfly& w) {
    Value valid = nullptr;
    const Value c = place_.column(w.column, &valid);
    const Value run = b_.let("run", c / spec_.interleaved * spec_.length + work_.first_output(stage, w));
    const Complex sum = w.x[0];
    for (int k = 0; k < stage.radix; ++k) {
      const Complex entry = elements_.table_entry(context_.table("spectrum"), run + k * stage.s, spec_.points());
      w.x[k] = w.x[k] * entry;
    }
    if (!keeps_dc_in_scratch(spec_)) return;
    const Value is_zero = b_.let("is_zero", holds_zero(spec_, w, c));
    const Complex x0 = elements_.carried(place_.input_column(c));
    w.x[0] = w.x[0] + select_or_zero(is_zero, x0);
    b_.when(w.active, [&] {
      b_.branch(is_zero, [&] { elements_.store_carried(place_.output_column(c, b_.constant(0)), sum + x0); });
    });
  }

  const KernelSpec& spec_;
  Builder& b_;
  KernelContext context_;
  GroupExchange exchange_;
  Elements elements_;
  GroupTile place_;
  GroupWork work_;
  std::unique_ptr<Observer> observer_;
  GroupKernel sides_;
};

}  // namespace

void add_cooperative_kernel(Builder& b, const KernelSpec& spec) {
  add_cooperative_kernel(b, spec, input_side(spec), output_side(spec));
}

void add_cooperative_kernel(Builder& b, const KernelSpec& spec, const InputSide& input, const OutputSide& output) {
  CooperativeKernel(b, spec).build(input, output);
}

Module build_cooperative_kernel(const KernelSpec& spec) {
  return build_cooperative_kernel(spec, input_side(spec), output_side(spec));
}

Module build_cooperative_kernel(const KernelSpec& spec, const InputSide& input, const OutputSide& output) {
  Builder b(spec.name(), spec.shape.threads, spec.shape.resident_groups);
  add_cooperative_kernel(b, spec, input, output);
  return b.finish();
}

}  // namespace papilio::kernel
