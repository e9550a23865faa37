// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Children of fork(): forked_posix.cpp, forked_windows.cpp. Drivers do not survive it: their threads are gone, and a
// call waits for ever for one of them, or for a lock that one of them held.
#pragma once

namespace papilio::runtime {

/// Remembers that this process has a driver open, so that its children know.
void note_driver() noexcept;
/// True in a child whose parent had a driver open: no driver may be called, not even to free an object.
bool is_forked() noexcept;
/// Throws Error(device_failed), which names fork() and the remedy, in such a child; `what` needs a driver.
void require_not_forked(const char* what);

}  // namespace papilio::runtime
