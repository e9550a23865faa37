// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// This process's memory as Linux counts it.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace papilio::test {

/// Bytes that are in memory now; proc(5), statm, second field.
inline std::int64_t resident_bytes() {
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace papilio::test
