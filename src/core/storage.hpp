// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers in memory of types that no kernel computes with: sizes, names, and their conversion on the host, which is
// that of the kernels (round to nearest, ties to even).
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string_view>

namespace papilio {

/// Bytes of one real number.
std::int64_t bytes_of(Storage storage, Precision precision);
/// "f16" …; that of the precision for Storage::native.
std::string_view to_string(Storage storage, Precision precision);
/// Half an ulp of 1: the largest relative rounding of a normal number; 0 where nothing is rounded that `precision`
/// holds.
double unit_roundoff(Storage storage, Precision precision);
/// Half the distance of its smallest numbers: the rounding of what is too small for unit_roundoff(). Of f16; others
/// reach as far down as f32 does.
double least_roundoff(Storage storage);
bool is_integer(Storage storage);
/// f16 or bf16.
constexpr bool is_half(Storage storage) { return storage == Storage::f16 || storage == Storage::bf16; }
/// Numbers are in memory as they are computed with.
bool is_native(Storage storage, Precision precision);

/// The number at `address`, which may have any alignment. f16 and bf16 go by way of f32.
double load_number(Storage storage, Precision precision, const std::byte* address);
/// Writes a number; integers are not written.
void store_number(Storage storage, Precision precision, double value, std::byte* address);

/// IEEE 754 binary16 and bfloat16.
float from_f16(std::uint16_t bits);
std::uint16_t to_f16(float value);
float from_bf16(std::uint16_t bits);
std::uint16_t to_bf16(float value);

}  // namespace papilio
