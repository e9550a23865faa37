// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The resident memory of this process, as Linux reports it.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace papilio::test {

/// Resident bytes; proc(5), statm, second field.
inline std::int64_t resident_bytes() {
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace papilio::test
