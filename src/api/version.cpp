// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/version.hpp>

#define PAPILIO_TEXT_OF(number) #number
#define PAPILIO_DOTTED(major, minor, patch) PAPILIO_TEXT_OF(major) "." PAPILIO_TEXT_OF(minor) "." PAPILIO_TEXT_OF(patch)

namespace papilio {

std::string_view version() {
  return PAPILIO_DOTTED(PAPILIO_VERSION_MAJOR, PAPILIO_VERSION_MINOR, PAPILIO_VERSION_PATCH);
}

}  // namespace papilio
