// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/generator_hash.hpp"

namespace papilio::api {

std::string_view generator_hash() { return PAPILIO_GENERATOR_HASH; }

}  // namespace papilio::api
