// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The compute units of a device, for a person.
#pragma once

#include <fmt/format.h>

#include <string>

namespace papilio {

/// "132 compute units"; DeviceInfo::compute_units is 0 where the driver does not report them.
inline std::string units_text(int compute_units) {
  return compute_units > 0 ? fmt::format("{} compute units", compute_units) : "unknown compute units";
}

}  // namespace papilio
