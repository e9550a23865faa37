// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::runtime {

/// Finds the device with this id in a backend's list (`Found` has a member `id`). Throws Error(no_device): with the
/// notes of the enumeration when the list is empty, otherwise with the ids to choose from.
template <typename Found>
const Found& choose(const std::vector<Found>& all, std::string_view id, const std::vector<std::string>& notes) {
  const std::string what = fmt::format("device '{}'", id);
  if (all.empty()) throw Error::no_device(what, fmt::format("{}", fmt::join(notes, "; ")));
  std::vector<std::string_view> ids;
  for (const Found& found : all) {
    if (found.id == id) return found;
    ids.push_back(found.id);
  }
  throw Error::no_device(what, fmt::format("this machine has {}", fmt::join(ids, ", ")),
                         "choose one of them, or 'auto'");
}

}  // namespace papilio::runtime
