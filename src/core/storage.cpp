// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/storage.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numbers>
#include <papilio/error.hpp>

namespace papilio {
namespace {

struct Facts {
  std::string_view name;
  std::int64_t bytes;
  int significand;  ///< bits, including the implied one; 0 for an integer
};

/// In the order of the enumerators, without `native`.
constexpr Facts stored[] = {{"f16", 2, 11}, {"bf16", 2, 8}, {"f32", 4, 24}, {"f64", 8, 53},  {"i8", 1, 0},
                            {"u8", 1, 0},   {"i16", 2, 0},  {"u16", 2, 0},  {"c12e8", 2, 11}};
/// In the order of the enumerators of Precision.
constexpr Facts computed[] = {{"f32", 4, 24}, {"f64", 8, 53}, {"f32x2", 8, 48}, {"f64x2", 16, 106}};

const Facts& facts_of(Storage storage, Precision precision) {
  if (storage == Storage::native) {
    if (static_cast<std::size_t>(precision) < std::size(computed)) return computed[static_cast<std::size_t>(precision)];
    throw Error::invalid_argument("problem", "its precision has no meaning", "use a value of enum Precision");
  }
  const auto i = static_cast<std::size_t>(storage) - 1;
  if (i < std::size(stored)) return stored[i];
  throw Error::invalid_argument("problem", "its storage has no meaning", "use a value of enum Storage");
}

/// Storage::native, made explicit, of f32 and f64.
Storage resolved(Storage storage, Precision precision) {
  if (storage != Storage::native || is_pair(precision)) return storage;
  return precision == Precision::f32 ? Storage::f32 : Storage::f64;
}

Error shares_exponent() {
  return Error::unsupported("storage c12e8", "checks and measurements access single numbers, and these share exponents",
                            "take f16 in its place");
}

template <typename T>
T read(const std::byte* address) {
  T value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

template <typename T>
void write(std::byte* address, T value) {
  std::memcpy(address, &value, sizeof value);
}

}  // namespace

std::int64_t bytes_of(Storage storage, Precision precision) { return facts_of(storage, precision).bytes; }

std::string_view to_string(Storage storage, Precision precision) { return facts_of(storage, precision).name; }

bool is_native(Storage storage, Precision precision) {
  return resolved(storage, precision) == resolved(Storage::native, precision);
}

bool is_integer(Storage storage) { return storage != Storage::native && facts_of(storage, {}).significand == 0; }

double least_roundoff(Storage storage) { return storage == Storage::f16 ? 0x1p-25 : 0; }

double unit_roundoff(Storage storage, Precision precision) {
  const int own = facts_of(storage, precision).significand;
  const int computed = facts_of(Storage::native, precision).significand;
  if (own == 0 || own >= computed) return 0;
  return std::ldexp(storage == Storage::shared_exponent ? std::numbers::sqrt2 : 1.0, -own);
}

double load_number(Storage storage, Precision precision, const std::byte* address) {
  switch (resolved(storage, precision)) {
    case Storage::f16:
      return from_f16(read<std::uint16_t>(address));
    case Storage::bf16:
      return from_bf16(read<std::uint16_t>(address));
    case Storage::f32:
      return read<float>(address);
    case Storage::f64:
      return read<double>(address);
    case Storage::i8:
      return read<std::int8_t>(address);
    case Storage::u8:
      return read<std::uint8_t>(address);
    case Storage::i16:
      return read<std::int16_t>(address);
    case Storage::u16:
      return read<std::uint16_t>(address);
    case Storage::shared_exponent:
      throw shares_exponent();
    case Storage::native:
      break;
  }
  if (precision == Precision::f64x2) return read<double>(address) + read<double>(address + sizeof(double));
  return static_cast<double>(read<float>(address)) + static_cast<double>(read<float>(address + sizeof(float)));
}

void store_number(Storage storage, Precision precision, double value, std::byte* address) {
  switch (resolved(storage, precision)) {
    case Storage::f16:
      return write(address, to_f16(static_cast<float>(value)));
    case Storage::bf16:
      return write(address, to_bf16(static_cast<float>(value)));
    case Storage::f32:
      return write(address, static_cast<float>(value));
    case Storage::f64:
      return write(address, value);
    case Storage::native:
      break;
    case Storage::shared_exponent:
      throw shares_exponent();
    default:
      throw Error::internal("a number to be stored", "its type is read only");
  }
  if (precision == Precision::f64x2) {
    write(address, value);
    return write(address + sizeof value, value - value);  // NaN of NaN
  }
  const auto high = static_cast<float>(value);
  write(address, high);
  write(address + sizeof high, static_cast<float>(value - static_cast<double>(high)));
}

float from_f16(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U;
  const std::uint32_t rest = bits & 0x7fffU;
  if (rest >= 0x7c00U) return std::bit_cast<float>(sign | 0x7f800000U | (rest & 0x3ffU) << 13U);
  // The exponents are biased by 15 and by 127. A subnormal f16 is a normal f32.
  const float scaled = std::bit_cast<float>(rest << 13U) * 0x1p112F;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(scaled));
}

std::uint16_t to_f16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
  const std::uint32_t rest = bits & 0x7fffffffU;
  if (rest > 0x7f800000U) return sign | 0x7e00U | static_cast<std::uint16_t>(rest >> 13U & 0x3ffU);
  if (rest >= 0x477ff000U) return sign | 0x7c00U;  // 65520 and above round to infinity
  if (rest < 0x38800000U) {
    // Numbers below 2^-14 are multiples of 2^-24; the addition rounds to such multiples.
    const float rounded = std::bit_cast<float>(rest) + 0.5F;
    return sign | static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(rounded) - 0x3f000000U);
  }
  const std::uint32_t nearest = rest - 0x38000000U + 0xfffU + (rest >> 13U & 1U);
  return sign | static_cast<std::uint16_t>(nearest >> 13U);
}

float from_bf16(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U); }

std::uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return static_cast<std::uint16_t>(bits >> 16U | 0x40U);
  return static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16U & 1U)) >> 16U);
}

}  // namespace papilio
