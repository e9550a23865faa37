// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Standard input, output and error as a careful command treats them: standard_streams.cpp, standard_streams_posix.cpp,
// standard_streams_windows.cpp.
#pragma once

namespace papilio::tool {

/// Must be called before anything is opened: opens a standard stream that the caller closed on /dev/null, in the wrong
/// direction. So no other file gets its number, and writing to it still fails.
/// On Windows: makes standard output take bytes as they are.
void occupy_standard_streams();

/// From now on, writing beyond the limit of file sizes fails with an error, and no signal ends the process.
void make_size_limit_an_error();

/// Flushes standard output. Throws Error(io) if any of the output was lost, for instance because a disk is full.
void finish_standard_output();

}  // namespace papilio::tool
