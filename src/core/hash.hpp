// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace papilio {

/// A 128-bit content hash as 32 lower-case hex digits, for cache keys and golden texts. It is the same on every machine
/// and in every version. Not cryptographic: accidental collisions are negligible, deliberate ones are possible.
std::string hash_hex(std::string_view content);

/// A different hash of the same kind; it takes less than half of the time for long contents.
std::string long_hash_hex(std::string_view content);

}  // namespace papilio
