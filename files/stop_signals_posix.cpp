// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <sched.h>

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>
#include <span>

#include "files/stop_signals.hpp"
#include "files/temporary_file.hpp"

namespace papilio::files {
namespace {

constexpr std::array stopping = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};

/// The handlers that were installed before. They need not be the default: LLVM, inside an OpenCL driver, installs its
/// own.
std::array<struct sigaction, stopping.size()> earlier;
constinit std::mutex handlers_mutex;
int handlers_users = 0;

/// Held while a file is made whose name has no slot yet, and by a handler that removes files.
constinit std::atomic_flag busy = ATOMIC_FLAG_INIT;

void take_turn() {
  while (busy.test_and_set()) ::sched_yield();
}

sigset_t set_of(std::span<const int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

/// While it lives, no handler removes files.
class Making {
 public:
  Making() {
    const sigset_t signals = set_of(stopping);
    ::pthread_sigmask(SIG_BLOCK, &signals, &mask_before_);
    take_turn();
  }
  ~Making() {
    busy.clear();
    ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;

 private:
  sigset_t mask_before_{};
};

extern "C" void remove_and_stop(int signal) {
  take_turn();
  remove_temporary_files();
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    if (stopping[i] == signal) ::sigaction(signal, &earlier[i], nullptr);
  }
  const sigset_t blocked = set_of({&signal, 1});  // while its handler runs; raise() would only make it pending
  ::pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  ::raise(signal);
  // The earlier handler returned, as LLVM's does for SIGQUIT and SIGXCPU. The process cannot go on without its files.
  struct sigaction ends = {};
  ends.sa_handler = SIG_DFL;
  ::sigaction(signal, &ends, nullptr);
  ::raise(signal);
}

}  // namespace

void without_removal(const std::function<void()>& work) {
  const Making making;
  work();
}

/// Signals that the caller ignores (nohup) stay ignored.
void catch_signals() {
  const std::lock_guard lock(handlers_mutex);
  if (handlers_users++ > 0) return;
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    if (::sigaction(stopping[i], nullptr, &earlier[i]) != 0 || earlier[i].sa_handler == SIG_IGN) continue;
    struct sigaction ours = {};
    ours.sa_handler = remove_and_stop;
    ours.sa_mask = set_of(stopping);  // another handler on its thread would wait for it for ever
    ::sigaction(stopping[i], &ours, nullptr);
  }
}

void release_signals() {
  const std::lock_guard lock(handlers_mutex);
  if (--handlers_users > 0) return;
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    struct sigaction now = {};
    if (::sigaction(stopping[i], nullptr, &now) != 0 || now.sa_handler != remove_and_stop) continue;
    ::sigaction(stopping[i], &earlier[i], nullptr);
  }
}

}  // namespace papilio::files
