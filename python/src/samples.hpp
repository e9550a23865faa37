// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Samples of signals that come in pieces, as they are stored.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "arrays.hpp"

namespace papilio::python {

/// The type of samples by its name; that of integers and float16 stands for pairs. Raises ValueError for other names.
ElementNumber sample_type(const std::string& dtype);

/// An array, and its bytes.
struct StoredSamples {
  nanobind::object array;
  std::span<const std::byte> bytes;
};
/// Samples: (n,), or (n, 2) of pairs. Raises TypeError and ValueError for others.
StoredSamples stored_samples(nanobind::handle samples, ElementNumber type);

/// The numbers of an array of one dimension, in double precision.
std::vector<double> line_of(nanobind::handle like, const char* name);

/// A new array with the numbers.
template <typename T>
nanobind::object array_of(const std::vector<T>& numbers, ElementNumber number, std::span<const std::int64_t> shape) {
  nanobind::object result = empty_array(number, shape);
  std::copy(numbers.begin(), numbers.end(), reinterpret_cast<T*>(operand_of(result).data));
  return result;
}
template <typename T>
nanobind::object array_of(const std::vector<T>& numbers, ElementNumber number) {
  const auto count = static_cast<std::int64_t>(numbers.size());
  return array_of(numbers, number, std::span(&count, 1));
}

}  // namespace papilio::python
