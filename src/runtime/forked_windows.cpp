// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Windows has no fork().
#include "runtime/forked.hpp"

namespace papilio::runtime {

void note_driver() noexcept {}
bool is_forked() noexcept { return false; }

}  // namespace papilio::runtime
