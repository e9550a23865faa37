// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any values of the environment variables that the library reads as more than the name of a file. The lines of the
// input are the values, in the order of the table below.
#include <array>
#include <cstdlib>
#include <string>

#include "api/measure/wisdom_file.hpp"
#include "api/verified/verification.hpp"
#include "checks.hpp"
#include "runtime/cache_files.hpp"
#include "runtime/compile_cache.hpp"

namespace {

using papilio::fuzz::require;

constexpr std::array variables = {"PAPILIO_CACHE_LIMIT", "PAPILIO_CACHE_DIR", "PAPILIO_CACHE_READONLY",
                                  "PAPILIO_WISDOM",      "PAPILIO_CACHE",     "PAPILIO_VERIFY",
                                  "XDG_CACHE_HOME",      "XDG_DATA_HOME",     "HOME"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(papilio::fuzz::text_of(data, size));
  for (const char* const name : variables) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string value = text.substr(0, end);
    ::setenv(name, value.c_str(), 1);
    text.erase(0, end + 1);
  }
  const auto config = papilio::runtime::CacheConfig::from_environment();
  require(config.limit_bytes >= 0);
  for (const std::string& note : config.notes) require(papilio::fuzz::one_line(note));
  require(papilio::runtime::is_short_enough(papilio::api::wisdom_path().string()));
  (void)papilio::api::verification_in_environment();
  return 0;
}
