// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <windows.h>

#include <vector>

#include "backend/opencl/core_cache.hpp"

namespace papilio::backend::opencl {

std::int64_t core_cache_bytes() {
  DWORD bytes = 0;
  ::GetLogicalProcessorInformation(nullptr, &bytes);
  std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> facts(bytes / sizeof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION));
  if (facts.empty() || ::GetLogicalProcessorInformation(facts.data(), &bytes) == 0) return 0;
  for (const SYSTEM_LOGICAL_PROCESSOR_INFORMATION& fact : facts) {
    constexpr BYTE second_level = 2;
    if (fact.Relationship == RelationCache && fact.Cache.Level == second_level) return fact.Cache.Size;
  }
  return 0;
}

}  // namespace papilio::backend::opencl
