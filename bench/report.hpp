// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A Report as text for people and as JSON for other programs.
#pragma once

#include <string>

#include "bench/result.hpp"
#include "bench/table.hpp"

namespace papilio::bench {

/// The machine, the times with their geometric means, the errors and plan times, and why cells are empty.
std::string to_text(const Report& report, TableStyle style);

/// The same, all quartiles and numbers of samples. Times are in seconds.
std::string to_json(const Report& report);

/// The name of an outcome in either.
const char* name_of(Outcome outcome);

}  // namespace papilio::bench
