// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/standard_streams.hpp"

#include <cerrno>
#include <cstdio>
#include <papilio/error.hpp>
#include <system_error>

namespace papilio::tool {

void finish_standard_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  const std::string why = errno == 0 ? "an earlier write failed" : std::generic_category().message(errno);
  throw Error::io("standard output", why, "send it somewhere that takes it");
}

}  // namespace papilio::tool
