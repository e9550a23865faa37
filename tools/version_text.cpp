// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/version_text.hpp"

#include <fmt/format.h>

#include <papilio/version.hpp>

#include "tools/doctor/commit.hpp"

namespace papilio::tool {

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
