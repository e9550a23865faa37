// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Standard input, output and error as a careful command treats them.
#pragma once

namespace papilio::tool {

/// To be called before anything is opened: a standard stream that the caller closed is opened on /dev/null, the wrong
/// way round, so that no other file gets its number and what is written to it still fails.
void occupy_standard_streams();

/// Writes out what standard output still holds. Throws Error(io) if any of it was lost: a disk is full, say.
void finish_standard_output();

}  // namespace papilio::tool
