// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The table of backends, and devices by selector. docs/how-to/add-a-backend.md describes how to add one.
#pragma once

#include <memory>
#include <papilio/device.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device.hpp"

namespace papilio::api {

/// list() and open() load the backend's driver at the first call.
struct BackendEntry {
  std::string_view name;  ///< selects the backend and begins the ids of its devices: "cuda", "cuda:0"
  DeviceList (*list)();
  std::shared_ptr<runtime::Device> (*open)(std::string_view id);
  /// Ids of GPUs that share the host's memory; null: the driver does not say. "auto" prefers others.
  std::vector<std::string> (*integrated)() = nullptr;
};

/// All backends. "auto" prefers the earlier one when both have a device of the same rank.
std::span<const BackendEntry> backends();

/// The devices of these backends, in their order.
DeviceList list_devices(std::span<const BackendEntry> among);

/// The device that a selector names, see papilio::Device. Throws Error(no_device).
std::shared_ptr<runtime::Device> open_device(std::string_view selector, std::span<const BackendEntry> among);

}  // namespace papilio::api
