// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/device.hpp>
#include <string>

namespace papilio::api {

/// Throws Error(invalid_argument) if the stream is captured: a graph would outlive the plans, of which the last few are
/// kept, and the work memory.
void require_not_captured(const Stream& stream, const std::string& what, const char* remedy);

}  // namespace papilio::api
