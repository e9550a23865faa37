// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Windows has no fork(): the function runs in this process, without a time limit, and takes the process along if it
// crashes. All but that is as for a child.
#include <exception>

#include "tools/doctor/child.hpp"

namespace papilio::tool {

ChildOutcome run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds) {
  try {
    return {work(), {}, {}};
  } catch (const std::exception& error) {
    return {{}, error.what(), {}};
  }
}

}  // namespace papilio::tool
