// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One line and exit code 6 where memory is exhausted, also where no exception can say so: before main(), in a function
// that must not throw, or when there is no memory for the exception.
#pragma once

namespace papilio::tool {

/// Must be called first in main(). Before it, a failing allocation ends the process; after it, a failing allocation
/// throws, and an exception that is not caught ends the process as described.
void handle_exhausted_memory() noexcept;

/// The line, on standard error. Needs no memory. Returns the exit code.
int tell_exhausted_memory() noexcept;

}  // namespace papilio::tool
