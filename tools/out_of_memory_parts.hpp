// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Parts of out_of_memory.cpp, out_of_memory_posix.cpp and out_of_memory_windows.cpp.
#pragma once

#include <string_view>

namespace papilio::tool {

/// Says so and ends the process. Needs no memory.
[[noreturn]] void stop_without_memory() noexcept;

/// After this, throwing and catching the first exception needs nothing that is not there.
void prepare_exceptions() noexcept;

/// Past all buffers; failures are ignored.
void write_to_standard_error(std::string_view text) noexcept;

}  // namespace papilio::tool
