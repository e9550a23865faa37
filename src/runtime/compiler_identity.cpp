// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/compiler_identity.hpp"

#include "runtime/compile_cache.hpp"

namespace papilio::runtime {
namespace {

std::string key_of(const std::string& target) { return "compiler\n" + target; }

}  // namespace

std::optional<std::string> remembered_identity(const std::string& target) {
  const CompileCache cache(CacheConfig::from_environment());
  const auto entry = cache.find(key_of(target));
  if (!entry) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(entry->data()), entry->size());
}

void remember_identity(const std::string& target, const std::string& identity) {
  if (remembered_identity(target) == identity) return;
  const CompileCache cache(CacheConfig::from_environment());
  const auto* bytes = reinterpret_cast<const std::byte*>(identity.data());
  cache.store(key_of(target), {bytes, identity.size()});
}

}  // namespace papilio::runtime
