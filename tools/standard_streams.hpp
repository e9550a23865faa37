// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Standard input, output and error as a careful command treats them.
#pragma once

namespace papilio::tool {

/// Must be called before anything is opened: opens a standard stream that the caller closed on /dev/null, in the wrong
/// direction. So no other file gets its number, and writing to it still fails.
void occupy_standard_streams();

/// Flushes standard output. Throws Error(io) if any of the output was lost, for instance because a disk is full.
void finish_standard_output();

}  // namespace papilio::tool
