// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace papilio::api {

/// A hash of the sources that decide a kernel's text, computed by the build: kernels compiled by another version of the
/// generator are never taken from a cache.
std::string_view generator_hash();

}  // namespace papilio::api
