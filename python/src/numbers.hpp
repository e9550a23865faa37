// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The types of numbers that arrays hold, and how Papilio computes with them.
#pragma once

#include <Python.h>

#include <cstdint>
#include <papilio/problem.hpp>

namespace papilio::python {

enum class ElementNumber : std::uint8_t {
  u8,
  i8,
  i16,
  u16,
  f16,
  f32,
  f64,
  c64,
  c128,
  other,  ///< what Papilio neither reads nor writes
};

constexpr int bytes_of(ElementNumber number) {
  constexpr int bytes[] = {1, 1, 2, 2, 2, 4, 8, 8, 16, 1};
  return bytes[static_cast<int>(number)];
}
constexpr bool is_complex(ElementNumber number) { return number >= ElementNumber::c64; }
/// Integers are computed with in double precision, as NumPy does.
constexpr Precision precision_of(ElementNumber number) {
  return number == ElementNumber::f16 || number == ElementNumber::f32 || number == ElementNumber::c64 ? Precision::f32
                                                                                                      : Precision::f64;
}
constexpr Storage storage_of(ElementNumber number) {
  constexpr Storage storages[] = {Storage::u8, Storage::i8, Storage::i16, Storage::u16, Storage::f16};
  return number <= ElementNumber::f16 ? storages[static_cast<int>(number)] : Storage::native;
}
constexpr ElementNumber real_of(Precision precision) {
  return precision == Precision::f32 ? ElementNumber::f32 : ElementNumber::f64;
}
constexpr ElementNumber complex_of(Precision precision) {
  return precision == Precision::f32 ? ElementNumber::c64 : ElementNumber::c128;
}

}  // namespace papilio::python
