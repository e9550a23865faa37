// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Storage: number types in memory, which may differ from the type that kernels compute with. Their sizes, their names,
// and their conversion on the host, which rounds as the kernels do (to nearest, ties to even).
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string_view>

namespace papilio {

/// Bytes of one real number.
std::int64_t bytes_of(Storage storage, Precision precision);
/// Bytes of a real number, and of a complex one, of the type that kernels compute with.
constexpr int real_bytes(Precision precision) {
  return precision == Precision::f32 ? 4 : precision == Precision::f64x2 ? 16 : 8;
}
constexpr int element_bytes(Precision precision) { return 2 * real_bytes(precision); }
/// Numbers are sums of two floats.
constexpr bool is_pair(Precision precision) { return precision == Precision::f32x2 || precision == Precision::f64x2; }
/// The floats that numbers consist of.
constexpr Precision part_of(Precision precision) {
  return precision == Precision::f32 || precision == Precision::f32x2 ? Precision::f32 : Precision::f64;
}
/// The name, "f16" …; for Storage::native, that of the precision.
std::string_view to_string(Storage storage, Precision precision);
/// Half an ulp of 1, the largest relative rounding error of a normal number; 0 if numbers of `precision` are stored
/// without rounding. With a shared exponent, sqrt(2) times as much: the error of a complex number whose parts are as
/// different as can be.
double unit_roundoff(Storage storage, Precision precision);
/// Half the distance between the smallest numbers: the absolute rounding error where unit_roundoff() does not apply.
/// Nonzero for f16 only; the other types reach as far down as f32.
double least_roundoff(Storage storage);
bool is_integer(Storage storage);
/// 16 bits for a real number, or 32 for a complex one.
constexpr bool is_half(Storage storage) {
  return storage == Storage::f16 || storage == Storage::bf16 || storage == Storage::shared_exponent;
}
/// The storage of numbers between passes for a Problem::scratch_storage.
constexpr Storage stored_between_passes(Storage scratch) {
  return scratch == Storage::f16 ? Storage::shared_exponent : scratch;
}
/// True if numbers are stored in the type that kernels compute with.
bool is_native(Storage storage, Precision precision);

/// The number at `address`, which may have any alignment. f16 and bf16 are converted through f32.
double load_number(Storage storage, Precision precision, const std::byte* address);
/// Writes a number; does not support integer types.
void store_number(Storage storage, Precision precision, double value, std::byte* address);

/// IEEE 754 binary16 and bfloat16.
float from_f16(std::uint16_t bits);
std::uint16_t to_f16(float value);
float from_bf16(std::uint16_t bits);
std::uint16_t to_bf16(float value);

}  // namespace papilio
