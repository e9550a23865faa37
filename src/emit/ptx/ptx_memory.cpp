// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "emit/ptx/ptx.hpp"
#include "ir/builder.hpp"

namespace papilio::emit {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Op;
using ir::ScalarKind;

std::string_view space_of(const Buffer& buffer) { return buffer.space == ir::Space::shared ? "shared" : "global"; }

/// The cache operator: memory that nobody writes while the kernel runs may be read through the non-coherent cache.
std::string_view cache_of(const Buffer& buffer) {
  return buffer.space == ir::Space::global && buffer.access == ir::Access::read && buffer.restrict_ ? ".nc" : "";
}

/// The type suffix for numbers in memory.
std::string_view memory_type(const Buffer& buffer) {
  switch (buffer.storage) {
    case Storage::f16:
    case Storage::bf16:
      return "b16";
    case Storage::i8:
      return "s8";
    case Storage::u8:
      return "u8";
    case Storage::i16:
      return "s16";
    case Storage::u16:
      return "u16";
    case Storage::f32:
      return "f32";
    case Storage::f64:
      return "f64";
    case Storage::native:
    case Storage::shared_exponent:  // integers here
      break;
  }
  constexpr std::string_view natives[] = {"", "s32", "s64", "f32", "f64"};
  return natives[static_cast<int>(buffer.element)];
}

/// Larger alignments have no benefit.
constexpr std::int64_t max_alignment = 64;
/// Larger constants are not separated from an index.
constexpr std::int64_t max_factor = std::numeric_limits<std::int32_t>::max();

/// The kind of register that a number in memory is loaded into; not for half precision.
ScalarKind raw_kind(const Buffer& buffer) {
  switch (buffer.storage) {
    case Storage::i8:
    case Storage::u8:
    case Storage::i16:
    case Storage::u16:
      return ScalarKind::i32;
    case Storage::f32:
      return ScalarKind::f32;
    case Storage::f64:
      return ScalarKind::f64;
    default:
      return buffer.element;
  }
}

/// The vector suffix, as in "ld.global.nc.v2.f32": at most four numbers and 16 bytes.
std::string vector_suffix(int count) { return count == 1 ? "" : fmt::format(".v{}", count); }

std::string braced(const std::vector<std::string>& registers) {
  return registers.size() == 1 ? registers.front() : fmt::format("{{{}}}", fmt::join(registers, ", "));
}

/// How many neighbouring numbers one instruction may access.
int access_width(const Buffer& buffer, int lanes, std::int64_t alignment) {
  int width = lanes;
  const std::int64_t most = is_half(buffer.storage) ? 8 : std::min<std::int64_t>(4, 16 / ir::size_of(buffer));
  while (width > most || alignment % width != 0) width /= 2;
  return width;
}

}  // namespace

std::string Ptx::Address::text(std::int64_t offset) const {
  const std::int64_t all = bytes + offset;
  return all == 0 ? fmt::format("[{}]", base) : fmt::format("[{}{:+}]", base, all);
}

std::int64_t Ptx::alignment_of(Expr value) const {
  if (!value->type.is_int()) return 1;
  const auto of = [&](std::size_t arg) { return alignment_of(value->args[arg]); };
  switch (value->op) {
    case Op::int_constant:
      return value->integer == 0 ? max_alignment : std::min(max_alignment, value->integer & -value->integer);
    case Op::variable: {
      const auto known = alignments_.find(value->id);
      return known == alignments_.end() ? 1 : known->second;
    }
    case Op::cast:
      return of(0);
    case Op::mul:
      return std::min(max_alignment, of(0) * of(1));
    case Op::bit_and:
      return std::max(of(0), of(1));
    case Op::add:
    case Op::sub:
    case Op::min:
    case Op::max:
    case Op::mod:
      return std::min(of(0), of(1));
    case Op::select:
      return std::min(of(1), of(2));
    default:
      return 1;
  }
}

Ptx::Sum Ptx::sum_of_two(Sum a, const Sum& b, ScalarKind kind) {
  a.constant += b.constant;
  a.alignment = std::min(a.alignment, b.alignment);
  for (const Term& term : b.terms) {
    const auto same = std::find_if(a.terms.begin(), a.terms.end(), [&](const Term& other) {
      return other.variable == term.variable && other.kind == term.kind;
    });
    if (same != a.terms.end()) {
      same->factor += term.factor;
    } else if (kind == ScalarKind::i64 || a.terms.empty()) {
      a.terms.push_back(term);
    } else {
      const Term& first = a.terms.front();
      a.terms = {
          {integer("add", kind, scaled(first.variable, kind, first.factor), scaled(term.variable, kind, term.factor)),
           kind, 1}};
    }
  }
  return a;
}

/// Multiplies a sum by a positive number, unless it could overflow.
bool Ptx::times(Sum& sum, std::int64_t number) {
  const auto fits = [&](std::int64_t factor) { return factor <= max_factor / number; };
  if (!fits(sum.constant) || !std::ranges::all_of(sum.terms, fits, &Term::factor)) return false;
  for (Term& term : sum.terms) term.factor *= number;
  sum.constant *= number;
  sum.alignment = std::min(max_alignment, sum.alignment * (number & -number));
  return true;
}

/// Separates the constant part of an index: instructions add a constant offset for free, and the other terms of
/// neighbours' addresses are then equal. Only splits that cannot overflow are made; indices and constants are never
/// negative.
Ptx::Sum Ptx::sum_of(Expr index) {
  const ScalarKind kind = index->type.kind;
  std::int64_t number = 0;
  if (ir::is_constant(index, &number) && number >= 0) return {{}, number, max_alignment};
  if (index->op == Op::add && !(ir::is_constant(index->args[1], &number) && number < 0)) {
    return sum_of_two(sum_of(index->args[0]), sum_of(index->args[1]), kind);
  }
  if (index->op == Op::mul && ir::is_constant(index->args[1], &number) && number > 0 && number <= max_factor) {
    Sum sum = sum_of(index->args[0]);
    if (times(sum, number)) return sum;
  }
  if (index->op == Op::cast && index->args[0]->type == ir::i32 && kind == ScalarKind::i64)
    return sum_of(index->args[0]);
  return {{{lane_of(index, 0), kind, 1}}, 0, alignment_of(index)};
}

Ptx::Address Ptx::address_of(const Buffer& buffer, Expr index) {
  const Sum sum = sum_of(index);
  const bool shared = buffer.space == ir::Space::shared;
  const std::int64_t size = ir::size_of(buffer);
  std::string address = names_.at(buffer.name);
  for (const Term& term : sum.terms) {
    const std::int64_t factor = term.factor * size;
    const bool narrow = term.kind == ScalarKind::i32;
    std::string offset;
    if (shared) {
      // Offsets into shared memory always fit 32 bits.
      offset = scaled(narrow ? term.variable : compute(ScalarKind::i32, "cvt.u32.u64", {term.variable}),
                      ScalarKind::i32, factor);
    } else if (narrow && factor <= std::numeric_limits<std::int32_t>::max()) {
      offset = compute(ScalarKind::i64, "mul.wide.s32", {term.variable, std::to_string(factor)});
    } else {
      offset = scaled(narrow ? compute(ScalarKind::i64, "cvt.s64.s32", {term.variable}) : term.variable,
                      ScalarKind::i64, factor);
    }
    address = integer("add", shared ? ScalarKind::i32 : ScalarKind::i64, address, offset);
  }
  std::int64_t bytes = sum.constant * size;
  // Offsets have 32 bits in PTX but only 24 in machine code, so splitting a larger offset costs nothing.
  if (constexpr std::int64_t far = std::int64_t{1} << 30; bytes >= far) {
    const std::int64_t low = bytes % (std::int64_t{1} << 23);
    address = integer("add", ScalarKind::i64, address, std::to_string(bytes - low));
    bytes = low;
  }
  return {address, bytes, std::min(max_access, sum.alignment * size)};
}

const std::string& Ptx::element_of(const Buffer& array, Expr index, int lane) {
  std::string& element = elements_[{&array, index->integer + lane}];
  if (element.empty()) element = new_register(array.element);
  return element;
}

Ptx::Lanes Ptx::load(Expr value) {
  const Buffer& buffer = *value->buffer;
  const int lanes = value->type.lanes;
  Lanes values;
  if (buffer.space == ir::Space::registers) {
    for (int l = 0; l < lanes; ++l) {
      values.push_back(new_register(buffer.element));
      line(fmt::format("mov.{} {}, {};", memory_type(buffer), values.back(), element_of(buffer, value->args[0], l)));
    }
    return values;
  }
  const Address address = address_of(buffer, value->args[0]);
  const int width = access_width(buffer, lanes, value->integer);
  for (int l = 0; l < lanes; l += width) load_some(buffer, address.text(l * ir::size_of(buffer)), width, values);
  return values;
}

void Ptx::load_some(const Buffer& buffer, const std::string& address, int count, Lanes& values) {
  const auto load = [&](std::string_view type, int words, auto make) {
    Lanes raw;
    for (int w = 0; w < words; ++w) raw.push_back(make());
    const bool hint = buffer.once && !stream_policy_.empty();
    line(fmt::format("ld.{}{}{}{}.{} {}, {}{};", space_of(buffer), cache_of(buffer), hint ? ".L2::cache_hint" : "",
                     vector_suffix(words), type, braced(raw), address, hint ? ", " + stream_policy_ : ""));
    return raw;
  };
  if (!is_half(buffer.storage)) {
    for (const std::string& raw : load(memory_type(buffer), count, [&] { return new_register(raw_kind(buffer)); })) {
      values.push_back(from_storage(buffer, raw));
    }
    return;
  }
  if (count == 1) {
    values.push_back(from_storage(buffer, load("b16", 1, [&] { return new_register("h"); }).front()));
    return;
  }
  for (const std::string& word : load("b32", count / 2, [&] { return new_register("r"); })) {
    const std::string low = new_register("h");
    const std::string high = new_register("h");
    line(fmt::format("mov.b32 {{{}, {}}}, {};", low, high, word));
    values.push_back(from_storage(buffer, low));
    values.push_back(from_storage(buffer, high));
  }
}

std::string Ptx::from_storage(const Buffer& buffer, const std::string& raw) {
  const bool single = buffer.element == ScalarKind::f32;
  const auto widened = [&](const std::string& value) {
    return single ? value : compute(ScalarKind::f64, "cvt.f64.f32", {value});
  };
  switch (buffer.storage) {
    case Storage::native:
      return raw;
    case Storage::f16:
      return widened(compute(ScalarKind::f32, "cvt.f32.f16", {raw}));
    case Storage::bf16: {
      // The bits of a bf16 are the upper half of those of an f32.
      std::string value = new_register(ScalarKind::f32);
      line(fmt::format("{{ .reg .b16 none; mov.b16 none, 0; mov.b32 {}, {{none, {}}}; }}", value, raw));
      return widened(value);
    }
    case Storage::f32:
      return widened(raw);
    case Storage::f64:
      return single ? compute(ScalarKind::f32, "cvt.rn.f32.f64", {raw}) : raw;
    default:
      return compute(buffer.element, single ? "cvt.rn.f32.s32" : "cvt.rn.f64.s32", {raw});
  }
}

void Ptx::store(const ir::Store& store, const Lanes& values) {
  const Buffer& buffer = *store.buffer;
  const int lanes = store.value->type.lanes;
  if (buffer.space == ir::Space::registers) {
    for (int l = 0; l < lanes; ++l)
      line(fmt::format("mov.{} {}, {};", memory_type(buffer), element_of(buffer, store.index, l), values[l]));
    return;
  }
  Address address = address_of(buffer, store.index);
  if (store.rank != nullptr) return store_away(store, address, values);
  if (buffer.space == ir::Space::shared) {
    const std::int64_t size = ir::size_of(buffer);
    const std::int64_t known = std::min(max_access, (store.alignment & -store.alignment) * size);
    if (address.bytes % known == 0) address.alignment = std::max(address.alignment, known);
    for (int l = 0; l < lanes; ++l) {
      pend({&buffer, address, values[l]});
      address.bytes += size;
    }
    return;
  }
  const int width = access_width(buffer, lanes, store.alignment);
  for (int l = 0; l < lanes; l += width) {
    store_some(buffer, address.text(l * ir::size_of(buffer)), {values.begin() + l, values.begin() + l + width});
  }
}

/// Stores to the shared array of another work-group of the cluster, whose arrays have the same addresses as here; the
/// rank may be this work-group's own.
void Ptx::store_away(const ir::Store& store, Address address, const Lanes& values) {
  flush_stores();
  address.base = compute(ScalarKind::i32, "mapa.shared::cluster.u32", {address.base, lane_of(store.rank, 0)});
  const int width = access_width(*store.buffer, store.value->type.lanes, store.alignment);
  for (std::size_t l = 0; l < values.size(); l += width) {
    const Lanes some = {values.begin() + static_cast<std::ptrdiff_t>(l),
                        values.begin() + static_cast<std::ptrdiff_t>(l) + width};
    line(fmt::format("st.shared::cluster{}.{} {}, {};", vector_suffix(width), memory_type(*store.buffer),
                     address.text(static_cast<std::int64_t>(l) * ir::size_of(*store.buffer)), braced(some)));
  }
}

void Ptx::store_some(const Buffer& buffer, const std::string& address, const Lanes& values) {
  Lanes words;
  const bool pairs = is_half(buffer.storage) && values.size() > 1;
  for (std::size_t l = 0; l < values.size(); l += pairs ? 2 : 1) {
    words.push_back(pairs ? half_words(buffer, values[l], values[l + 1]) : to_storage(buffer, values[l]));
  }
  line(fmt::format("st.{}{}.{} {}, {};", space_of(buffer), vector_suffix(static_cast<int>(words.size())),
                   pairs ? "b32" : memory_type(buffer), address, braced(words)));
}

/// Packs both numbers into one word; newer devices convert two at once.
std::string Ptx::half_words(const Buffer& buffer, const std::string& low, const std::string& high) {
  if (architecture_ >= 80 && buffer.element == ScalarKind::f32) {
    const std::string_view type = buffer.storage == Storage::f16 ? "f16x2" : "bf16x2";
    return compute(ScalarKind::i32, fmt::format("cvt.rn.{}.f32", type),
                   {in_register(ScalarKind::f32, high), in_register(ScalarKind::f32, low)});
  }
  std::string word = new_register("r");
  const std::string first = to_storage(buffer, low);
  line(fmt::format("mov.b32 {}, {{{}, {}}};", word, first, to_storage(buffer, high)));
  return word;
}

/// Conversions take no literals.
std::string Ptx::in_register(ScalarKind kind, const std::string& value) {
  const bool literal = value.starts_with("0f") || value.starts_with("0d");
  return literal ? compute(kind, kind == ScalarKind::f32 ? "mov.f32" : "mov.f64", {value}) : value;
}

std::string Ptx::to_storage(const Buffer& buffer, const std::string& number) {
  if (buffer.storage == Storage::native) return number;
  std::string value = in_register(buffer.element, number);
  const bool single = buffer.element == ScalarKind::f32;
  const auto narrowed = [&] { return single ? value : compute(ScalarKind::f32, "cvt.rn.f32.f64", {value}); };
  switch (buffer.storage) {
    case Storage::native:
      return value;
    case Storage::f32:
      return narrowed();
    case Storage::f64:
      return single ? compute(ScalarKind::f64, "cvt.f64.f32", {value}) : value;
    case Storage::f16: {
      std::string half = new_register("h");
      line(fmt::format("cvt.rn.f16.f32 {}, {};", half, narrowed()));
      return half;
    }
    case Storage::bf16: {
      const std::string rounding = narrowed();
      const std::string bits = compute(ScalarKind::i32, "mov.b32", {rounding});
      const std::string odd =
          compute(ScalarKind::i32, "and.b32", {compute(ScalarKind::i32, "shr.u32", {bits, "16"}), "1"});
      const std::string sum =
          compute(ScalarKind::i32, "add.s32", {compute(ScalarKind::i32, "add.s32", {bits, odd}), "32767"});
      const std::string nan = compute(ScalarKind::boolean, "setp.nan.f32", {rounding, rounding});
      const std::string rounded = compute(ScalarKind::i32, "shr.u32", {sum, "16"});
      const std::string kept = compute(ScalarKind::i32, "selp.b32", {"32767", rounded, nan});
      std::string half = new_register("h");
      line(fmt::format("cvt.u16.u32 {}, {};", half, kept));
      return half;
    }
    default:
      throw Error::internal(fmt::format("kernel '{}'", module_.name), "integers are not stored");
  }
}

}  // namespace papilio::emit
