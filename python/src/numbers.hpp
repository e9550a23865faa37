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
  // Pairs of floats, which NumPy alone has, as structures: papilio.float32x2 and so on.
  f32x2,
  f64x2,
  c64x2,
  c128x2,
};

struct NumberFacts {
  int bytes;
  bool is_complex;
  Precision precision;  ///< integers are computed with in double precision, as NumPy does
  Storage storage;
};
constexpr NumberFacts number_table[] = {
    {1, false, Precision::f64, Storage::u8},       {1, false, Precision::f64, Storage::i8},
    {2, false, Precision::f64, Storage::i16},      {2, false, Precision::f64, Storage::u16},
    {2, false, Precision::f32, Storage::f16},      {4, false, Precision::f32, Storage::native},
    {8, false, Precision::f64, Storage::native},   {8, true, Precision::f32, Storage::native},
    {16, true, Precision::f64, Storage::native},   {1, false, Precision::f64, Storage::native},
    {8, false, Precision::f32x2, Storage::native}, {16, false, Precision::f64x2, Storage::native},
    {16, true, Precision::f32x2, Storage::native}, {32, true, Precision::f64x2, Storage::native},
};
constexpr const NumberFacts& number_facts(ElementNumber number) { return number_table[static_cast<int>(number)]; }

constexpr int bytes_of(ElementNumber number) { return number_facts(number).bytes; }
constexpr bool is_complex(ElementNumber number) { return number_facts(number).is_complex; }
constexpr Precision precision_of(ElementNumber number) { return number_facts(number).precision; }
constexpr Storage storage_of(ElementNumber number) { return number_facts(number).storage; }
constexpr bool is_pair(ElementNumber number) { return number > ElementNumber::other; }
constexpr ElementNumber real_of(Precision precision) {
  constexpr ElementNumber numbers[] = {ElementNumber::f32, ElementNumber::f64, ElementNumber::f32x2,
                                       ElementNumber::f64x2};
  return numbers[static_cast<int>(precision)];
}
constexpr ElementNumber complex_of(Precision precision) {
  constexpr ElementNumber numbers[] = {ElementNumber::c64, ElementNumber::c128, ElementNumber::c64x2,
                                       ElementNumber::c128x2};
  return numbers[static_cast<int>(precision)];
}

}  // namespace papilio::python
