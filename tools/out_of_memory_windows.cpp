// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <io.h>

#include "tools/out_of_memory_parts.hpp"

namespace papilio::tool {

void prepare_exceptions() noexcept {}

void write_to_standard_error(std::string_view text) noexcept {
  constexpr int standard_error = 2;
  ::_write(standard_error, text.data(), static_cast<unsigned>(text.size()));
}

}  // namespace papilio::tool
