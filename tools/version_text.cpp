// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/version_text.hpp"

#include <fmt/format.h>

#include <papilio/version.hpp>

namespace papilio::tool {

/// Written by cmake/commit.cmake. In a source of its own, as only it and the link follow a new commit.
extern const char* const source_commit;

std::string version_text() {
  return fmt::format(
      "papilio {}\n"
      "commit {}\n"
      "compiled by " PAPILIO_COMPILER
      "\n"
      "backends: CUDA, Vulkan, OpenCL; drivers are opened at run time, see papilio devices",
      version(), source_commit);
}

}  // namespace papilio::tool
