// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers of a precision as the bytes of a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <papilio/problem.hpp>
#include <vector>

#include "support/interpreter.hpp"

namespace papilio::test {

using Bytes = std::vector<std::byte>;

inline std::size_t number_bytes(Precision precision) {
  return precision == Precision::f32 ? sizeof(float) : sizeof(double);
}

inline ir::Binding binding(Bytes& bytes, Precision precision) {
  return {bytes.data(), static_cast<std::int64_t>(bytes.size() / number_bytes(precision))};
}

inline Bytes stored(Precision precision, const std::vector<double>& values) {
  const std::size_t number = number_bytes(precision);
  Bytes result(values.size() * number);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto single = static_cast<float>(values[i]);
    const void* const from = number == sizeof(float) ? static_cast<const void*>(&single) : &values[i];
    std::memcpy(&result[i * number], from, number);
  }
  return result;
}

inline double number_at(Precision precision, const Bytes& bytes, std::size_t i) {
  if (precision == Precision::f64) {
    double value = 0;
    std::memcpy(&value, &bytes[i * sizeof(value)], sizeof(value));
    return value;
  }
  float value = 0;
  std::memcpy(&value, &bytes[i * sizeof(value)], sizeof(value));
  return value;
}

}  // namespace papilio::test
