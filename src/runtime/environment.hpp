// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one place where the library reads the environment.
#pragma once

#include <cstdlib>

namespace papilio::runtime {

/// The value of a variable. Null if it is not set, and in a process with more rights than its user (set-user-ID): its
/// environment comes from that user, and libraries that it names would run with these rights.
inline const char* environment_variable(const char* name) noexcept { return ::secure_getenv(name); }

}  // namespace papilio::runtime
