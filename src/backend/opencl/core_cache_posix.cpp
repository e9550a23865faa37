// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "backend/opencl/core_cache.hpp"

namespace papilio::backend::opencl {

std::int64_t core_cache_bytes() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (const long bytes = ::sysconf(_SC_LEVEL2_CACHE_SIZE); bytes > 0) return bytes;
#endif
  std::int64_t kibibytes = 0;
  std::ifstream("/sys/devices/system/cpu/cpu0/cache/index2/size") >> kibibytes;  // "1024K"
  return std::max<std::int64_t>(kibibytes, 0) << 10;
}

}  // namespace papilio::backend::opencl
