// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/work/flat.hpp"

#include "spec/array_axes.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

/// From one packed transform to the next, in elements of its form, complex or of half the length.
std::int64_t packed_distance(const KernelSpec& spec, Form form) {
  switch (form) {
    case Form::complex:
      return spec.length;
    case Form::half:
      return pairs_conjugates(spec) ? half_numbers(spec) : spec.length / 2 + 1;
    case Form::pairs:
      return 2 * spec.length;
    case Form::trig:
      return spec.trig.extent;
    case Form::real:
      return spec.length;
  }
  return 0;
}

/// True if element e of the DFT is number e, or pair e, of its transform in memory.
bool in_order(const KernelSpec& spec) { return spec.in.form != Form::trig || stages_numbers(spec); }

/// True for short transforms, where every element would otherwise need an address of its own.
bool asks_for_runs(const KernelSpec& spec) {
  const auto of_reals = [](const Side& side) { return side.form == Form::real || side.form == Form::half; };
  const bool complex = spec.in.form == Form::complex && spec.out.form == Form::complex;
  const bool real = of_reals(spec.in) && of_reals(spec.out);
  return spec.algorithm == Algorithm::stockham && (!spec.several_axes() || pairs_conjugates(spec)) &&
         spec.loops.empty() && !spec.filter.present && (complex || real || pairs_conjugates(spec)) && in_order(spec);
}

/// True if transforms `distance` apart have no gaps between them and the batch has all those of the tile.
Value is_one_run(const KernelSpec& spec, Value batch, Value first, Value distance, Form form) {
  const Value whole = first + spec.shape.tile <= batch;
  return first.builder().let("one_run", whole && distance == packed_distance(spec, form));
}

/// Deals out the elements of a tile.
class FlatTile {
 public:
  FlatTile(const GroupParts& parts, Value first, std::int64_t count)
      : b_(parts.b),
        exchange_(parts.exchange),
        layout_(parts.exchange.layout()),
        several_axes_(parts.spec.several_axes()),
        tile_(parts.spec.shape.tile),
        threads_(parts.spec.shape.threads),
        count_(count),
        total_(count * tile_),
        left_(b_.let("left", cast(min(parts.context.batch - first, tile_), ScalarKind::i32))) {}

  std::vector<Flat> deal() {
    if (threads_ % count_ == 0) {
      deal_columns();
    } else if (several_axes_ && count_ % threads_ == 0) {
      deal_slices();
    } else {
      deal_any();
    }
    return std::move(all_);
  }

 private:
  /// A work-item has one e, and columns a constant apart.
  void deal_columns() {
    const Value own_column = b_.let("column", b_.thread_id() / count_);
    const Value e = b_.let("e", b_.thread_id() % count_);
    const Value own_place = b_.let("at", exchange_.raw_place(own_column, e));
    const std::int64_t step = threads_ / count_;
    const std::int64_t pad = layout_.pad();
    const bool linear = pad == 0 || raw_place(layout_, step, std::int64_t{0}) % pad == 0;
    const Value own_padded = b_.let("at", exchange_.padded(own_place));
    for (std::int64_t u = 0; u * threads_ < total_; ++u) {
      Flat flat = element(u);
      const Value column = own_column + u * step;
      flat.e = e;
      if ((u + 1) * threads_ > total_) {
        flat.active = b_.let("active", column < tile_);
        flat.at = exchange_.place(min(column, tile_ - 1), e);
      } else {
        const std::int64_t apart = raw_place(layout_, u * step, std::int64_t{0});
        flat.at = linear ? own_padded + padded_place(layout_.padding(0), apart)
                         : b_.let("at", exchange_.padded(own_place + apart));
      }
      add(flat, column);
    }
  }

  /// The points of a small array are usually a multiple of the work-items, so each work-item has elements of known
  /// columns.
  void deal_slices() {
    const Value thread_place = exchange_.place(b_.constant(0), b_.thread_id());
    const std::int64_t pad = layout_.pad();
    for (std::int64_t u = 0; u * threads_ < total_; ++u) {
      Flat flat = element(u);
      const std::int64_t at = u * threads_;
      const std::int64_t raw = raw_place(layout_, at / count_, at % count_);
      const Value column = b_.constant(at / count_);
      flat.e = b_.let("e", b_.thread_id() + at % count_);
      flat.at = pad == 0 || raw % pad == 0 ? thread_place + padded_place(layout_.padding(0), raw)
                                           : exchange_.place(column, flat.e);
      if (at % count_ == 0) {
        add(flat, column);
        continue;
      }
      flat.offset = all_.back().offset;  // the same transform as the last element's
      flat.valid = all_.back().valid;
      all_.push_back(flat);
    }
  }

  void deal_any() {
    const bool gapless = layout_.column_step() == count_ && layout_.element_step() == 1;
    for (std::int64_t u = 0; u * threads_ < total_; ++u) {
      Flat flat = element(u);
      const Value index = own_index(b_, threads_, u, total_, &flat.active);
      const Value column = tile_ == 1 ? b_.constant(0) : b_.let("column", index / count_);
      flat.e = tile_ == 1 ? index : b_.let("e", index % count_);
      flat.at = gapless ? b_.let("at", exchange_.padded(index)) : exchange_.place(column, flat.e);
      add(flat, column);
    }
  }

  Flat element(std::int64_t u) {
    Flat flat;
    flat.index = b_.thread_id() + u * threads_;
    return flat;
  }

  void add(Flat flat, Value column) {
    flat.offset = tile_ == 1 ? b_.constant(0) : column;  // also of work-items without an element
    if (tile_ > 1) {
      flat.valid = b_.let("valid", column < left_);
      flat.offset = min(column, left_ - 1);
    }
    all_.push_back(flat);
  }

  Builder& b_;
  GroupExchange& exchange_;
  const Exchange& layout_;
  bool several_axes_;
  std::int64_t tile_;
  std::int64_t threads_;
  std::int64_t count_;  ///< elements of a transform
  std::int64_t total_;
  Value left_;  ///< transforms of this tile that the batch still has
  std::vector<Flat> all_;
};

}  // namespace

Value is_one_input_run(const KernelSpec& spec, const KernelContext& context, Value first) {
  // The last numbers of half spectra of pairs are not staged; imaginary and real parts take turns in one exchange.
  const bool gapless = !(spec.in.form == Form::half && pre_processes(spec)) && spec.packed(spec.in) &&
                       spec.in.layout == papilio::ComplexLayout::interleaved;
  if (!asks_for_runs(spec) || !gapless || spec.in.pruned() || !spec.in.ends.empty() ||
      spec.shape.exchange == ExchangeForm::half_size)
    return nullptr;
  return is_one_run(spec, context.batch, first, context.in_distance(), spec.in.form);
}

Value is_one_output_run(const KernelSpec& spec, const KernelContext& context, Value first) {
  const bool gapless = spec.packed(spec.out) && spec.out.layout == papilio::ComplexLayout::interleaved;
  if (!asks_for_runs(spec) || !gapless || spec.out.pruned() || !spec.out.ends.empty()) return nullptr;
  return is_one_run(spec, context.batch, first, context.out_distance(), spec.out.form);
}

std::vector<Flat> flat_elements(const GroupParts& parts, Value first, std::int64_t count) {
  return FlatTile(parts, first, count).deal();
}

}  // namespace papilio::kernel
