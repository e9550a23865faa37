// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/user_memory.hpp"

#include <algorithm>

#include "kernel/complex.hpp"
#include "kernel/elements/output_map.hpp"
#include "kernel/elements/shared_exponent.hpp"
#include "kernel/elements/window_taps.hpp"

namespace papilio::kernel {

Value UserMemory::one(Value index) const {
  if (!context_.place) return b_.load(context_.input, index);
  const PlacedNumber at = context_.place(index);
  const Value x = b_.let("x", b_.load(context_.input, at.index));
  return at.exists == nullptr ? x : b_.let("x", select(at.exists, x, 0.0));
}

Complex UserMemory::in_pairs(Value index, int lanes, std::int64_t alignment) const {
  if (!context_.place) return kernel::load_complex(context_.input, index, lanes, alignment);
  std::vector<Complex> pairs;
  for (int l = 0; l < lanes; ++l) {
    const Value re = one(index + 2 * l);
    pairs.push_back({re, one(index + (2 * l + 1))});
  }
  return concat(pairs);
}

/// Complex numbers as the callback returns them.
Complex UserMemory::own_complex(Value index, int lanes, std::int64_t alignment) const {
  Complex x;
  if (spec_.in.storage == Storage::shared_exponent) {
    x = numbers_of(b_.load(context_.input, index, lanes, std::max<std::int64_t>(1, alignment / 2)));
  } else if (context_.input_im == nullptr) {
    x = in_pairs(index, lanes, alignment);
  } else {
    x = {b_.load(context_.input, index, lanes), b_.load(context_.input_im, index + context_.in_plane, lanes)};
  }
  if (context_.load_data == nullptr) return x;
  return called(Callback::load, context_.load_data, index / context_.input_unit(), x, Numbers::complex);
}

Value UserMemory::own_real(Value index) const {
  const Value x = one(index);
  return context_.load_data == nullptr ? x : b_.call(Callback::load, x, index, context_.load_data);
}

Complex UserMemory::load_complex(Indexed at, int lanes, std::int64_t alignment) const {
  if (spec_.in.folds()) {
    const auto load = [&](Value index, int width) {
      return own_complex(index, width, std::min<std::int64_t>(alignment, 2));
    };
    return sum_over_taps(b_, spec_, context_, {at, lanes, Numbers::complex, load, {}});
  }
  return ends_.times_factors(spec_.in, own_complex(at.index, lanes, alignment), at.number, Numbers::complex);
}

std::vector<Complex> UserMemory::load_frames(Indexed at, const std::vector<Value>& rows) const {
  const auto load = [&](Value index, int width) { return own_complex(index, width, 2); };
  return sums_of_frames(b_, spec_, context_, {at, 1, Numbers::complex, load, {}}, rows);
}

void UserMemory::store_complex(Indexed at, Complex value, std::int64_t alignment) const {
  value = ends_.times_factors(spec_.out, value, at.number, Numbers::complex);
  if (spec_.out.map != OutputMap::none) return b_.store(context_.output, at.index, mapped(spec_.out.map, value));
  if (context_.store_data != nullptr) {
    value = called(Callback::store, context_.store_data, at.index / context_.output_unit(), value, Numbers::complex);
  }
  if (spec_.out.storage == Storage::shared_exponent) {
    b_.store(context_.output, at.index, words_of(value), std::max<std::int64_t>(1, alignment / 2));
  } else if (context_.output_im == nullptr) {
    kernel::store_complex(context_.output, at.index, value, alignment);
  } else {
    b_.store(context_.output, at.index, value.re);
    b_.store(context_.output_im, at.index + context_.out_plane, value.im);
  }
}

Complex UserMemory::load_pairs(Indexed at, int lanes, std::int64_t alignment) const {
  const auto load = [&](Value index, int width, std::int64_t known) {
    const Complex x = in_pairs(index, width, known);
    return context_.load_data == nullptr ? x : called(Callback::load, context_.load_data, index, x, Numbers::pairs);
  };
  if (spec_.in.folds()) {
    const std::int64_t known = at.turn == nullptr ? std::min<std::int64_t>(alignment, 2) : 1;
    const auto pairs = [&](Value index, int width) { return load(index, width, known); };
    return sum_over_taps(b_, spec_, context_, {at, lanes, Numbers::pairs, pairs, [&](Value i) { return own_real(i); }});
  }
  return ends_.times_factors(spec_.in, load(at.index, lanes, alignment), at.number, Numbers::pairs);
}

void UserMemory::store_pairs(Indexed at, Complex value, std::int64_t alignment) const {
  value = ends_.times_factors(spec_.out, value, at.number, Numbers::pairs);
  if (context_.store_data != nullptr)
    value = called(Callback::store, context_.store_data, at.index, value, Numbers::pairs);
  kernel::store_complex(context_.output, at.index, value, alignment);
}

Value UserMemory::load_real(Indexed at) const {
  if (spec_.in.folds()) {
    const auto load = [&](Value index, int) { return Complex{own_real(index), nullptr}; };
    return sum_over_taps(b_, spec_, context_, {at, 1, Numbers::real, load, {}}).re;
  }
  return ends_.times_factors(spec_.in, {own_real(at.index), nullptr}, at.number, Numbers::real).re;
}

void UserMemory::store_real(Indexed at, Value value) const {
  value = ends_.times_factors(spec_.out, {value, nullptr}, at.number, Numbers::real).re;
  if (context_.store_data != nullptr)
    value = b_.call(Callback::store, b_.let("y", value), at.index, context_.store_data);
  b_.store(context_.output, at.index, value);
}

/// How many of four neighbours one access may take: no GPU has accesses of more than 16 bytes.
int UserMemory::lanes_of(const Side& side, std::int64_t alignment) const {
  if (!side.native() || alignment % 4 != 0) return 1;
  return std::max(1, 16 / static_cast<int>(size_of(context_.element)));
}

Quad UserMemory::load_quad(Indexed at, std::int64_t alignment) const {
  const int lanes = lanes_of(spec_.in, alignment);
  Quad x;
  for (int l = 0; l < 4; l += lanes) {
    if (lanes == 1) {
      x[l] = load_real({at.index + l, at.number ? at.number + l : at.number, at.turn});
      continue;
    }
    const Value some = b_.let("x", b_.load(context_.input, at.index + l, lanes, lanes));
    for (int i = 0; i < lanes; ++i) x[l + i] = b_.let("x", lane(some, i));
  }
  return x;
}

void UserMemory::store_quad(Indexed at, const Quad& values, std::int64_t alignment) const {
  const int lanes = lanes_of(spec_.out, alignment);
  for (int l = 0; l < 4; l += lanes) {
    if (lanes == 1) {
      store_real({at.index + l, at.number ? at.number + l : at.number}, values[l]);
      continue;
    }
    const auto* first = values.begin() + l;
    b_.store(context_.output, at.index + l, b_.concat({first, first + lanes}), lanes);
  }
}

/// Lane by lane, because the user's callback takes single numbers.
Complex UserMemory::called(Callback which, const Buffer* data, Value index, Complex value, Numbers numbers) const {
  std::vector<Complex> parts;
  const int lanes = value.re->type.lanes;
  for (int l = 0; l < lanes; ++l) {
    const Value element = b_.let("element", index + (numbers == Numbers::pairs ? 2 * l : l));
    parts.push_back(called_one(which, data, element, lane(value, l), numbers));
  }
  return concat(parts);
}

Complex UserMemory::called_one(Callback which, const Buffer* data, Value element, Complex value,
                               Numbers numbers) const {
  if (numbers == Numbers::pairs) {
    return {b_.call(which, b_.let("x", value.re), element, data),
            b_.call(which, b_.let("x", value.im), element + 1, data)};
  }
  const Value pair = b_.let("x", b_.concat({value.re, value.im}));
  return deinterleave(b_.call(which, pair, element, data));
}

}  // namespace papilio::kernel
