// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of ragged batches for GPUs: a work-group transforms `tile` columns, each of which looks up its row.
#include "kernel/kernels.hpp"
#include "kernel/ragged/ragged_ends.hpp"
#include "kernel/work/group_work.hpp"

namespace papilio::kernel {
namespace {

class RaggedGroup {
 public:
  explicit RaggedGroup(const RaggedSpec& spec)
      : spec_(spec),
        b_(spec.name(), spec.dft.shape.threads, spec.dft.shape.resident_groups),
        context_(b_, spec.dft),
        ends_(b_, spec, context_),
        exchange_(b_, spec.dft, context_),
        work_(b_, spec.dft, context_.stages, exchange_),
        transforms_(b_.let("transforms", cast(context_.batch, ScalarKind::i32))) {}

  Module build() {
    std::vector<Butterfly> butterflies = work_.work_of(0);
    for (Butterfly& w : butterflies) load(w);
    const Buffer* const twiddles = context_.table("stage_twiddles");
    const Direction direction = spec_.convolves ? Direction::forward : spec_.dft.direction;
    butterflies = work_.dft(std::move(butterflies), direction, twiddles);
    if (spec_.convolves) {
      for (Butterfly& w : butterflies) multiply_spectrum(w);
      butterflies = work_.inverse_dft(std::move(butterflies), context_.table("inverse_twiddles"));
    }
    if (spec_.kind == Kind::r2c) {
      store_half(butterflies);
    } else {
      for (const Butterfly& w : butterflies) store(w);
    }
    return b_.finish();
  }

 private:
  /// A column of the tile: its row, and whether there is such a transform.
  struct RaggedColumn {
    RaggedRow row;
    Value valid;
  };
  RaggedColumn column(Value of_tile) {
    const Value unit = b_.let("unit", b_.group_id() * spec_.dft.shape.tile + of_tile);
    const Value valid = b_.let("valid", unit < transforms_);
    return {ends_.row(b_.let("unit", min(unit, transforms_ - 1))), valid};
  }

  void load(Butterfly& w) {
    const Stage& stage = context_.stages.front();
    const RaggedRow row = column(w.column).row;
    for (int j = 0; j < stage.radix; ++j) {
      const Value i = b_.let("i", w.c + j * stage.butterflies());
      if (!spec_.convolves) {
        w.x.push_back(ends_.input(row, i, 1));
        continue;
      }
      const Complex x = ends_.input(row, b_.let("k", min(i, row.points - 1)), 1);
      w.x.push_back(select_or_zero(b_.let("inside", i < row.points), x));
    }
  }

  void multiply_spectrum(Butterfly& w) {
    const Stage& stage = context_.stages.back();
    const RaggedRow row = column(w.column).row;
    const Value first = b_.let("first", work_.first_output(stage, w));
    for (int k = 0; k < stage.radix; ++k) w.x[k] = w.x[k] * ends_.spectrum(row, first + k * stage.s, 1);
  }

  // The results of a butterfly: a convolution ends where it began (GroupWork::inverse_dft).
  [[nodiscard]] const Stage& last() const { return spec_.convolves ? context_.stages.front() : context_.stages.back(); }
  Value first_result(const Butterfly& w) { return spec_.convolves ? w.c : work_.first_output(last(), w); }
  [[nodiscard]] std::int64_t step() const { return spec_.convolves ? last().butterflies() : last().s; }

  void store(const Butterfly& w) {
    const RaggedColumn own = column(w.column);
    const Value first = b_.let("first", first_result(w));
    for (int j = 0; j < last().radix; ++j) {
      const Value k = b_.let("k", first + j * step());
      const Value exists = b_.let("exists", own.valid && k < own.row.points);
      b_.when(w.active, [&] { b_.when(exists, [&] { ends_.store(own.row, k, ends_.result(own.row, k, w.x[j])); }); });
    }
  }

  void store_half(const std::vector<Butterfly>& butterflies) {
    ExchangeWrites parcel;
    for (const Butterfly& w : butterflies) {
      const RaggedRow row = column(w.column).row;
      const Value first = b_.let("first", first_result(w));
      for (int j = 0; j < last().radix; ++j) {
        const Value i = b_.let("i", first + j * step());
        const Value inside = b_.let("inside", i < row.points);
        const Value k = b_.let("k", min(i, row.points - 1));
        parcel.add({w.active ? b_.let("own", w.active && inside) : inside, {exchange_.place(w.column, k)}},
                   {ends_.result(row, k, w.x[j])});
      }
    }
    store_numbers(parcel);
  }

  /// Numbers of half spectra, in the order of the columns.
  void store_numbers(const ExchangeWrites& parcel) {
    struct RaggedItem {
      Value active = nullptr;
      RaggedColumn own;
      Value k;
    };
    const std::int64_t most = spec_.max_points();
    const std::int64_t total = (most + 1) * spec_.dft.shape.tile;
    std::vector<RaggedItem> items;
    std::vector<ExchangeSlots> from;
    for (std::int64_t u = 0; u * spec_.dft.shape.threads < total; ++u) {
      RaggedItem& item = items.emplace_back();
      const Value index = own_index(b_, spec_.dft.shape.threads, u, total, &item.active);
      const Value of_tile = b_.let("column", index / (most + 1));
      item.k = b_.let("k", index % (most + 1));
      item.own = column(of_tile);
      const Value points = item.own.row.points;
      const Value low = b_.let("low", select(item.k < points, min(item.k, most - 1), 0));
      const Value partner = b_.let("partner", select(low == 0, 0, min(max(points - low, 0), most - 1)));
      from.push_back({item.active, {exchange_.place(of_tile, low), exchange_.place(of_tile, partner)}});
    }
    const std::vector<std::vector<Complex>> z = exchange_.hand_on(parcel, from);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const RaggedColumn& own = items[i].own;
      const Value exists = b_.let("exists", own.valid && items[i].k < own.row.results);
      b_.when(items[i].active, [&] {
        b_.when(exists, [&] { ends_.store_half(own.row, items[i].k, {z[i].front(), z[i].back()}); });
      });
    }
  }

  const RaggedSpec& spec_;
  Builder b_;
  KernelContext context_;
  RaggedEnds ends_;
  GroupExchange exchange_;
  GroupWork work_;
  Value transforms_;
};

}  // namespace

Module build_ragged_group_kernel(const RaggedSpec& spec) { return RaggedGroup(spec).build(); }

}  // namespace papilio::kernel
