// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/version.h>

#include <papilio/export.hpp>
#include <string_view>

namespace papilio {

/// The version of the library in use, "0.2.0". It may differ from that of the headers, PAPILIO_VERSION_MAJOR and so on,
/// that the program was compiled with.
PAPILIO_API std::string_view version();

}  // namespace papilio
