// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Device memory, where need be at the expense of what the device keeps for plans to come (runtime/shared_objects.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/error.hpp>

#include "runtime/device.hpp"

namespace papilio::api {

/// What take() returns; where that finds too little memory, once more without the kept objects.
template <typename Take>
auto with_room(runtime::Device& device, Take take) {
  try {
    return take();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    device.shared_objects().let_go();
  }
  return take();
}

inline std::shared_ptr<runtime::Memory> allocate(runtime::Device& device, std::size_t bytes) {
  return with_room(device, [&] { return device.allocate(bytes); });
}

}  // namespace papilio::api
