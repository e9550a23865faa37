// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for lengths with large primes (spec/prime_factor.hpp): the first factor on the way from memory to the
// exchange, the others in place there, one butterfly of a work-item at a time, and the results to memory in their
// order.
//
// The points of a tile are one array, in which the elements of an axis are `stride` apart. Neighbouring work-items
// compute the same butterfly of neighbouring rows along the axis, so they read the same twiddle and have no bank
// conflicts.
#include <functional>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "kernel/elements/elements.hpp"
#include "kernel/group/cooperative_spec.hpp"
#include "kernel/group/sides/group_tile.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/kernels.hpp"
#include "kernel/pairs/single_numbers.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "kernel/work/group_exchange.hpp"
#include "kernel/work/group_work.hpp"
#include "kernel/work/register_array.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::kernel {
namespace {

class PrimeFactorKernel {
 public:
  explicit PrimeFactorKernel(const KernelSpec& spec)
      : spec_(spec),
        factors_(factors_of(spec.length, spec.radices)),
        b_(spec.name(), spec.shape.threads, spec.shape.resident_groups),
        context_(b_, spec),
        exchange_(b_, spec, context_),
        elements_(b_, spec, context_, 2),
        parts_{b_, spec, context_, exchange_, elements_},
        place_(parts_),
        x0_(b_, "x0", context_.element, 1) {
    require_cooperative(spec);
  }

  Module build() {
    place_.locate(b_.group_id());
    load();
    for (std::size_t i = 1; i < factors_.size(); ++i) {
      factors_[i].convolves() ? convolve(i) : transform(i);
    }
    store();
    return b_.finish();
  }

 private:
  // Between memory and the exchange

  /// One of `count` items of a transform in the tile.
  struct Item {
    Value column = nullptr;  ///< of the tile
    Value e = nullptr;
    Value active = nullptr;  ///< null: always
  };

  /// Calls visit(items) for all items of a work-item, a few at a time, because it holds `points` numbers of each.
  void for_items(std::int64_t count, int points, const std::function<void(const std::vector<Item>&)>& visit) {
    const std::int64_t tile = spec_.shape.tile;
    const std::int64_t threads = spec_.shape.threads;
    const ItemLoop items_of = item_loop(count * tile, points, spec_.shape.threads);
    const bool by_column = exchange_.layout().by_column();
    const auto body = [&](Value loop) {
      std::vector<Item> items;
      for (std::int64_t i = 0; i < items_of.together; ++i) {
        Item item;
        const Value u = loop * items_of.together + i;
        const Value index =
            own_index(b_, {threads, count * tile, items_of.times * items_of.together - 1}, u, &item.active);
        item.column = b_.let("column", by_column ? index % tile : index / count);
        item.e = b_.let("e", by_column ? index / tile : index % count);
        items.push_back(item);
      }
      visit(items);
    };
    b_.loop("u", b_.constant(0), b_.constant(items_of.times), {1, Unroll::none}, body);
  }

  void load() {
    const std::int64_t rest = factors_.front().later;
    const Stage& stage = context_.stages.front();
    GroupWork work(b_, spec_, {stage}, exchange_);
    for_items(rest, stage.radix, [&](const std::vector<Item>& items) {
      std::vector<Butterfly> butterflies;
      for (const Item& item : items) {
        Value valid = nullptr;
        const AddressMap map = place_.input(item.column, &valid);
        Butterfly w;
        w.column = item.column;
        w.c = w.p = item.e;
        w.active = item.active;
        for (int j = 0; j < stage.radix; ++j) w.x.push_back(input(map, item.e + j * rest));
        butterflies.push_back(std::move(w));
      }
      for (Butterfly& w : butterflies) {
        if (stage.radix > 1) work.transform(stage, w, spec_.direction, context_.table("stage_twiddles"));
        const Value place = b_.let("place", b_.load(context_.table("gather"), w.c));
        exchange_.put({w.active, exchange_.places(w.column, place, rest, stage.radix)}, w.x);
      }
    });
    exchange_.barrier_after_put();
  }

  /// Element e of the DFT.
  Complex input(const AddressMap& map, Value e) {
    return pre_processes(spec_) ? read_single_number(parts_, map, b_.let("k", e)) : elements_.load(map, e);
  }

  /// Place of result k in the exchange.
  Value result_place(Value column, Value k) {
    const std::int64_t first = factors_.front().length;
    const Value place = b_.load(context_.table("scatter"), k / first);
    return exchange_.place(column, place + k % first * factors_.front().later);
  }

  void store() {
    if (post_processes(spec_)) return store_half();
    for_items(spec_.length, 1, [&](const std::vector<Item>& items) {
      std::vector<ExchangeSlots> from;
      for (const Item& item : items) from.push_back({item.active, {result_place(item.column, item.e)}});
      const std::vector<std::vector<Complex>> results = exchange_.take(from);
      for (std::size_t i = 0; i < items.size(); ++i) {
        const GroupTile::ColumnTarget to = place_.target(items[i].column);
        const Complex result =
            spec_.outer > 1 ? twiddle_pass(to.p, items[i].e, results[i].front()) : results[i].front();
        b_.when(items[i].active, [&] { b_.when(to.valid, [&] { elements_.store(to.map, items[i].e, result); }); });
      }
    });
  }

  void store_half() {
    for_items(spec_.length + 1, 2, [&](const std::vector<Item>& items) {
      std::vector<ExchangeSlots> from;
      for (const Item& item : items) {
        const SingleSources k = single_sources(parts_, item.e);
        from.push_back({item.active, {result_place(item.column, k.low), result_place(item.column, k.high)}});
      }
      const std::vector<std::vector<Complex>> z = exchange_.take(from);
      for (std::size_t i = 0; i < items.size(); ++i) {
        const Complex x = single_number(parts_, items[i].e, {z[i].front(), z[i].back()});
        const GroupTile::ColumnTarget to = place_.target(items[i].column);
        b_.when(items[i].active, [&] { b_.when(to.valid, [&] { elements_.store_half(to.map, items[i].e, x); }); });
      }
    });
  }

  /// Between this pass and the next: result e of column p.
  Complex twiddle_pass(Value p, Value e, Complex result) {
    const Complex factor = kernel::twiddle(b_, context_.pass, b_.let("t", p * e));
    return multiply(result, factor, conjugate_for(spec_.direction));
  }

  // In the exchange

  /// A butterfly of a stage along the axis of a factor.
  struct FactorButterfly {
    Butterfly work;
    Line<Value> line;       ///< of the axis, in the exchange
    Value first = nullptr;  ///< its first place
  };

  [[nodiscard]] std::int64_t stride_of(const Factor& factor) const {
    return factor.later * exchange_.layout().element_step();
  }

  /// Every butterfly of a stage, in place: `change` replaces its inputs by its outputs. A convolution begins at element
  /// 1 of the axis.
  void replace_all(const Factor& factor, const Stage& stage, const std::function<void(FactorButterfly&)>& change) {
    const std::int64_t lines = spec_.length * spec_.shape.tile / factor.length;
    const std::int64_t total = lines * stage.butterflies();
    const std::int64_t threads = spec_.shape.threads;
    const std::int64_t count = ceil_div(total, threads);
    const std::int64_t stride = stride_of(factor);
    const auto body = [&](Value u) {
      FactorButterfly butterfly;
      Butterfly& w = butterfly.work;
      const Value index = own_index(b_, {threads, total, count - 1}, u, &w.active);
      // Inactive work-items must not read: active ones are writing in place.
      b_.when(w.active, [&] {
        const Value line = b_.let("line", index % lines);
        w.c = b_.let("c", index / lines);
        w.p = b_.let("p", w.c % stage.m);
        butterfly.line = line_along(line, stride, factor.length);
        butterfly.first = b_.let("e", stage.first_in_place(w.c) + (factor.convolves() ? 1 : 0));
        const Value raw = butterfly.line.begin + butterfly.first * stride;
        const ExchangeSlots own = {
            nullptr, exchange_.places_from(exchange_.layout().padding(0), raw, stage.m * stride, stage.radix)};
        w.x = exchange_.take({own}).front();
        change(butterfly);
        exchange_.put(own, w.x);
      });
    };
    b_.loop("u", b_.constant(0), b_.constant(count), {1, Unroll::none}, body);
    exchange_.barrier_after_put();
  }

  /// Between this axis and the others of its group.
  void twiddle(const Factor& factor, const Stage& stage, FactorButterfly& butterfly, const Buffer* table) {
    if (table == nullptr) return;
    const Value other = b_.let("other", butterfly.line.below / (stride_of(factor) / factor.rest));
    const Value first = b_.let("twiddle", butterfly.first * factor.rest + other);
    for (int k = 0; k < stage.radix; ++k) {
      const Complex w = elements_.table_entry(table, first + k * stage.m * factor.rest, factor.length * factor.rest);
      butterfly.work.x[k] = multiply(butterfly.work.x[k], w, conjugate_for(spec_.direction));
    }
  }

  /// One of tables_of() a factor; null if there is none.
  [[nodiscard]] const Buffer* table(const char* name, std::size_t factor) const {
    return context_.table(factor_table(name, factor));
  }

  void transform(std::size_t number) {
    const Factor& factor = factors_[number];
    Stage stage;
    stage.radix = factor.radices.front();
    b_.comment("radix " + std::to_string(stage.radix));
    replace_all(factor, stage, [&](FactorButterfly& f) {
      f.work.x = butterfly(spec_.direction, codelet::Style::exact, f.work.x);
      twiddle(factor, stage, f, table("twiddles", number));
    });
  }

  void convolve(std::size_t number) {
    const Factor& factor = factors_[number];
    const Buffer* twiddles = table("stages", number);
    b_.comment("the convolution of " + std::to_string(factor.length));
    const std::vector<Stage> stages = convolution_stages(factor);
    const std::vector<Stage> back = stages_back(stages);
    const std::size_t last = stages.size() - 1;
    GroupWork work(b_, spec_, stages, exchange_);
    for (std::size_t i = 0; i < last; ++i) {
      replace_all(factor, stages[i],
                  [&](FactorButterfly& f) { work.transform(stages[i], f.work, Direction::forward, twiddles); });
    }
    replace_all(factor, stages[last], [&](FactorButterfly& f) {
      work.transform(stages[last], f.work, Direction::forward, twiddles);
      multiply_spectrum(stages[last], f, table("spectrum", number));
      work.transform(back[last], f.work, Direction::inverse, twiddles);
    });
    for (std::size_t i = last; i-- > 0;) {
      replace_all(factor, back[i], [&](FactorButterfly& f) {
        work.transform(back[i], f.work, Direction::inverse, twiddles);
        if (i == 0) twiddle(factor, back[i], f, table("twiddles", number));
      });
    }
  }

  /// x[0] is added to the zero frequency, and so to every output. X[0], the sum of all elements, replaces it.
  void multiply_spectrum(const Stage& stage, FactorButterfly& butterfly, const Buffer* spectrum) {
    Butterfly& w = butterfly.work;
    const Complex sum = w.x[0];
    for (int k = 0; k < stage.radix; ++k) {
      const Complex entry = elements_.table_entry(spectrum, w.c + k * stage.s, stage.s * stage.radix);
      w.x[k] = w.x[k] * entry;
    }
    x0_.clear();
    b_.branch(w.c == 0, [&] {
      const ExchangeSlots place = {nullptr, {butterfly.line.begin}};
      const Complex x0 = exchange_.take({place}).front().front();
      exchange_.put(place, {sum + x0});
      x0_.keep(0, {x0});
    });
    w.x[0] = w.x[0] + x0_.recall(0, 1).front();
  }

  const KernelSpec& spec_;
  const std::vector<Factor> factors_;
  Builder b_;
  KernelContext context_;
  GroupExchange exchange_;
  Elements elements_;
  GroupParts parts_;
  GroupTile place_;
  RegisterArray x0_;
};

}  // namespace

Module build_prime_factor_kernel(const KernelSpec& spec) { return PrimeFactorKernel(spec).build(); }

}  // namespace papilio::kernel
