// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What stops the process removes its files in the making first: stop_signals_posix.cpp, stop_signals_windows.cpp.
#pragma once

#include <functional>

namespace papilio::files {

/// From the first call to the last release_signals(), what stops the process calls remove_temporary_files().
void catch_signals();
/// A handler that was installed on top of ours stays.
void release_signals();

/// Does the work, during which no handler removes files: this thread's signals wait, and handlers on other threads wait
/// for it.
void without_removal(const std::function<void()>& work);

}  // namespace papilio::files
