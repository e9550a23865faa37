// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace papilio::tool {

/// Text that --json prints, without the last line's end. Names of files may be no UTF-8, which JSON must be: such bytes
/// are replaced.
inline std::string json_text(const nlohmann::ordered_json& root) {
  return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace papilio::tool
