// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <windows.h>

#include <atomic>
#include <mutex>

#include "files/stop_signals.hpp"
#include "files/temporary_file.hpp"

namespace papilio::files {
namespace {

std::mutex users_mutex;
int users = 0;
constinit std::atomic_flag busy = ATOMIC_FLAG_INIT;

/// Held while a file is made whose name has no slot yet, and by the handler.
class Turn {
 public:
  Turn() {
    while (busy.test_and_set()) ::SwitchToThread();
  }
  ~Turn() { busy.clear(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
};

/// Ctrl-C, Ctrl-Break, a closed window, the end of a session. Windows calls it on a thread of its own.
BOOL WINAPI remove_and_stop(DWORD) {
  const Turn turn;
  remove_temporary_files();
  return FALSE;  // on to the handler that ends the process
}

}  // namespace

void without_removal(const std::function<void()>& work) {
  const Turn turn;
  work();
}

void catch_signals() {
  const std::lock_guard lock(users_mutex);
  if (users++ == 0) ::SetConsoleCtrlHandler(remove_and_stop, TRUE);
}

void release_signals() {
  const std::lock_guard lock(users_mutex);
  if (--users == 0) ::SetConsoleCtrlHandler(remove_and_stop, FALSE);
}

}  // namespace papilio::files
