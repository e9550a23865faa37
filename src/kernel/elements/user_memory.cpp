// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/user_memory.hpp"

#include "kernel/complex.hpp"

namespace papilio::kernel {

Complex UserMemory::load_complex(Value index, int lanes, std::int64_t alignment) const {
  const Complex x = context_.input_im == nullptr
                        ? kernel::load_complex(context_.input, index, lanes, alignment)
                        : Complex{b_.load(context_.input, index, lanes),
                                  b_.load(context_.input_im, index + context_.in_plane, lanes)};
  if (context_.load_data == nullptr) return x;
  return called(Callback::load, context_.load_data, index / context_.input_unit(), x, Numbers::complex);
}

void UserMemory::store_complex(Value index, Complex value, std::int64_t alignment) const {
  if (context_.store_data != nullptr) {
    value = called(Callback::store, context_.store_data, index / context_.output_unit(), value, Numbers::complex);
  }
  if (context_.output_im == nullptr) {
    kernel::store_complex(context_.output, index, value, alignment);
  } else {
    b_.store(context_.output, index, value.re);
    b_.store(context_.output_im, index + context_.out_plane, value.im);
  }
}

Complex UserMemory::load_pairs(Value index, int lanes, std::int64_t alignment) const {
  const Complex x = kernel::load_complex(context_.input, index, lanes, alignment);
  return context_.load_data == nullptr ? x : called(Callback::load, context_.load_data, index, x, Numbers::pairs);
}

void UserMemory::store_pairs(Value index, Complex value, std::int64_t alignment) const {
  if (context_.store_data != nullptr)
    value = called(Callback::store, context_.store_data, index, value, Numbers::pairs);
  kernel::store_complex(context_.output, index, value, alignment);
}

Value UserMemory::load_real(Value index) const {
  const Value x = b_.load(context_.input, index);
  return context_.load_data == nullptr ? x : b_.call(Callback::load, x, index, context_.load_data);
}

void UserMemory::store_real(Value index, Value value) const {
  if (context_.store_data != nullptr) value = b_.call(Callback::store, b_.let("y", value), index, context_.store_data);
  b_.store(context_.output, index, value);
}

/// How many of four neighbours one access may take: no GPU has accesses of more than 16 bytes.
int UserMemory::lanes_of(const Buffer* buffer, const Buffer* callback, std::int64_t alignment) const {
  if (callback != nullptr || alignment % 4 != 0 || buffer->storage != Storage::native) return 1;
  return context_.element == ScalarKind::f32 ? 4 : 2;
}

Quad UserMemory::load_quad(Value index, std::int64_t alignment) const {
  const int lanes = lanes_of(context_.input, context_.load_data, alignment);
  Quad x;
  for (int l = 0; l < 4; l += lanes) {
    if (lanes == 1) {
      x[l] = load_real(index + l);
      continue;
    }
    const Value some = b_.let("x", b_.load(context_.input, index + l, lanes, lanes));
    for (int i = 0; i < lanes; ++i) x[l + i] = b_.let("x", lane(some, i));
  }
  return x;
}

void UserMemory::store_quad(Value index, const Quad& values, std::int64_t alignment) const {
  const int lanes = lanes_of(context_.output, context_.store_data, alignment);
  for (int l = 0; l < 4; l += lanes) {
    if (lanes == 1) {
      store_real(index + l, values[l]);
      continue;
    }
    const auto* first = values.begin() + l;
    b_.store(context_.output, index + l, b_.concat({first, first + lanes}), lanes);
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
