// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The types of numbers that arrays hold, and how Papilio computes with them.
#pragma once

#include <Python.h>

#include <cstdint>
#include <papilio/problem.hpp>

namespace papilio::python {

enum class Number : std::uint8_t { u8, i8, i16, f16, f32, f64, c64, c128 };

constexpr int bytes_of(Number number) {
  constexpr int bytes[] = {1, 1, 2, 2, 4, 8, 8, 16};
  return bytes[static_cast<int>(number)];
}
constexpr bool is_complex(Number number) { return number >= Number::c64; }
/// Integers are computed with in double precision, as NumPy does.
constexpr Precision precision_of(Number number) {
  return number == Number::f16 || number == Number::f32 || number == Number::c64 ? Precision::f32 : Precision::f64;
}
constexpr Storage storage_of(Number number) {
  constexpr Storage storages[] = {Storage::u8, Storage::i8, Storage::i16, Storage::f16};
  return number <= Number::f16 ? storages[static_cast<int>(number)] : Storage::native;
}
constexpr Number real_of(Precision precision) { return precision == Precision::f32 ? Number::f32 : Number::f64; }
constexpr Number complex_of(Precision precision) { return precision == Precision::f32 ? Number::c64 : Number::c128; }

}  // namespace papilio::python
