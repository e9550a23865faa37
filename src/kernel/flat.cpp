// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/flat.hpp"

#include "spec/array_axes.hpp"

namespace papilio::kernel {
namespace {

/// From one packed transform to the next, in elements of its form, complex or of half the length.
std::int64_t packed_distance(const KernelSpec& spec, Form form) {
  switch (form) {
    case Form::complex:
      return spec.length;
    case Form::half:
      return half_numbers(spec);
    case Form::pairs:
      return 2 * spec.length;
    case Form::trig:
      return spec.extent;
    case Form::real:
      break;
  }
  return 0;
}

/// Short transforms, of which each element would otherwise look for its own address.
bool asks_for_runs(const KernelSpec& spec) {
  const bool complex = spec.in.form == Form::complex && spec.out.form == Form::complex;
  return spec.algorithm == Algorithm::stockham && (!spec.several_axes() || spec.pairs_conjugates()) &&
         spec.loops.empty() && !spec.filtered && (complex || spec.pairs_conjugates());
}

Value is_one_run(Builder& b, const KernelSpec& spec, const KernelContext& context, Value first, Value distance,
                 Form form) {
  const Value whole = first + spec.shape.tile <= context.batch;
  return b.let("one_run", whole && distance == packed_distance(spec, form));
}

}  // namespace

Value is_one_input_run(Builder& b, const KernelSpec& spec, const KernelContext& context, Value first) {
  // The last numbers of half spectra are not staged; imaginary and real parts take turns in one exchange.
  const bool gapless =
      spec.in.form != Form::half && spec.packed(spec.in) && spec.in.layout == papilio::ComplexLayout::interleaved;
  if (!asks_for_runs(spec) || !gapless || spec.in.pruned() || spec.shape.exchange == ExchangeForm::half_size)
    return nullptr;
  return is_one_run(b, spec, context, first, context.in_distance(), spec.in.form);
}

Value is_one_output_run(Builder& b, const KernelSpec& spec, const KernelContext& context, Value first) {
  const bool gapless = spec.packed(spec.out) && spec.out.layout == papilio::ComplexLayout::interleaved;
  if (!asks_for_runs(spec) || !gapless || spec.out.pruned()) return nullptr;
  return is_one_run(b, spec, context, first, context.out_distance(), spec.out.form);
}

std::vector<Flat> flat_elements(Builder& b, const KernelSpec& spec, const KernelContext& context,
                                GroupExchange& exchange, Value first, std::int64_t count) {
  const std::int64_t tile = spec.shape.tile;
  std::vector<Flat> all;
  const std::int64_t threads = spec.shape.threads;
  const std::int64_t total = count * tile;
  // Transforms of this tile that the batch still has.
  const Value left = b.let("left", cast(min(context.batch - first, tile), ScalarKind::i32));
  const bool aligned = threads % count == 0;
  const Value own_column = aligned ? b.let("column", b.thread_id() / count) : nullptr;
  const Value own_e = aligned ? b.let("e", b.thread_id() % count) : nullptr;
  const Value own_place = aligned ? b.let("at", exchange.raw_place(own_column, own_e)) : nullptr;
  const std::int64_t step = aligned ? threads / count : 0;
  const bool linear =
      exchange.layout().pad() == 0 || step * exchange.layout().column_step() % exchange.layout().pad() == 0;
  const Value own_padded = aligned ? b.let("at", exchange.padded(own_place)) : nullptr;
  // Small arrays have more points than a group work-items, and mostly a multiple: then it is the column that is known.
  const bool slices = spec.several_axes() && !aligned && count % threads == 0;
  const Value thread_place = slices ? exchange.place(b.constant(0), b.thread_id()) : nullptr;
  for (std::int64_t u = 0; u * threads < total; ++u) {
    Flat flat;
    Value column = nullptr;
    flat.index = b.thread_id() + u * threads;
    if (aligned) {
      column = own_column + u * step;
      flat.e = own_e;
      if ((u + 1) * threads > total) {
        flat.active = b.let("active", column < tile);
        flat.at = exchange.place(min(column, tile - 1), own_e);
      } else {
        const std::int64_t apart = raw_place(exchange.layout(), u * step, std::int64_t{0});
        flat.at =
            linear ? own_padded + exchange.layout().padded(apart) : b.let("at", exchange.padded(own_place + apart));
      }
    } else if (slices) {
      const std::int64_t at = u * threads;
      const std::int64_t raw = raw_place(exchange.layout(), at / count, at % count);
      const std::int64_t pad = exchange.layout().pad();
      column = b.constant(at / count);
      flat.e = b.let("e", b.thread_id() + at % count);
      flat.at =
          pad == 0 || raw % pad == 0 ? thread_place + exchange.layout().padded(raw) : exchange.place(column, flat.e);
    } else {
      const Value index = own_index(b, threads, u, total, &flat.active);
      column = tile == 1 ? b.constant(0) : b.let("column", index / count);
      flat.e = tile == 1 ? index : b.let("e", index % count);
      const bool gapless = exchange.layout().column_step() == count && exchange.layout().element_step() == 1;
      flat.at = gapless ? b.let("at", exchange.padded(index)) : exchange.place(column, flat.e);
    }
    flat.offset = tile == 1 ? b.constant(0) : column;  // also of work-items without an element
    if (slices && u * threads % count != 0) {          // of the same transform as the last one
      flat.offset = all.back().offset;
      flat.valid = all.back().valid;
    } else if (tile > 1) {
      flat.valid = b.let("valid", column < left);
      flat.offset = min(column, left - 1);
    }
    all.push_back(flat);
  }
  return all;
}

}  // namespace papilio::kernel
