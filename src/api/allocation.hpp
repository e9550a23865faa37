// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Device memory. If there is too little, the device's cache (runtime/shared_objects.hpp) is dropped first.
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <vector>

#include "runtime/device.hpp"

namespace papilio::api {

/// Returns take(). If it runs out of memory, drops the device's cache and tries once more. If that fails as well, the
/// error is the first one: the second may be a consequence of it.
template <typename Take>
auto with_room(runtime::Device& device, Take take) {
  try {
    return take();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    device.shared_objects().let_go();
    try {
      return take();
    } catch (const Error&) {  // the first one is thrown
    }
    throw;
  }
}

inline std::shared_ptr<runtime::Memory> allocate(runtime::Device& device, std::size_t bytes) {
  return with_room(device, [&] { return device.allocate(bytes); });
}

/// Numbers of that precision in device memory; null of none.
inline std::shared_ptr<runtime::Memory> uploaded(runtime::Device& device, Precision precision,
                                                 const std::vector<double>& values) {
  const auto put = [&](const auto& numbers) {
    const std::size_t bytes = numbers.size() * sizeof(numbers[0]);
    std::shared_ptr<runtime::Memory> memory = allocate(device, bytes);
    device.make_stream()->write(*memory, 0, numbers.data(), bytes);
    return memory;
  };
  if (values.empty()) return nullptr;
  if (precision == Precision::f64) return put(values);
  return put(std::vector<float>(values.begin(), values.end()));
}

}  // namespace papilio::api
