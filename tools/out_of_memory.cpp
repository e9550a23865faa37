// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/out_of_memory.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <mutex>
#include <new>
#include <papilio/error.hpp>
#include <string_view>

#include "files/temporary_file.hpp"

namespace papilio::tool {
namespace {

std::terminate_handler earlier = nullptr;

[[noreturn]] void stop() noexcept {
  files::remove_temporary_files();
  _exit(tell_exhausted_memory());
}

/// Called for an exception that is not caught, and if there is no memory for an exception.
bool is_exhausted() noexcept {
  const std::exception_ptr current = std::current_exception();
  if (!current) return errno == ENOMEM;
  try {
    std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

[[noreturn]] void end() noexcept {
  if (is_exhausted()) stop();
  files::remove_temporary_files();
  earlier();
  _exit(static_cast<int>(ErrorCode::internal));  // a handler that returns is a defect
}

/// CLI11 alone has some 20 objects in each source that are made before main(), where nothing can be caught. So this
/// runs before them, and before the constructors of shared libraries (System V ABI, "Initialization and Termination").
void start(int, char**, char**) { std::set_new_handler(stop); }
[[gnu::section(".preinit_array"), gnu::used]] void (*const first)(int, char**, char**) = start;

extern "C" void stop_at_signal(int) { stop(); }

/// When the first exception passes through pthread_once(), which std::call_once() uses, glibc opens libgcc, and aborts
/// if there is no memory for that. So this throws one now.
void prepare_call_once() {
  struct sigaction before = {};
  struct sigaction ours = {};
  ours.sa_handler = stop_at_signal;
  ::sigaction(SIGABRT, &ours, &before);
  try {
    std::once_flag once;
    std::call_once(once, [] { throw std::bad_alloc(); });
  } catch (const std::bad_alloc&) {
    // as it should be
  }
  ::sigaction(SIGABRT, &before, nullptr);
}

}  // namespace

void handle_exhausted_memory() noexcept {
  earlier = std::set_terminate(end);
  std::set_new_handler(nullptr);
  prepare_call_once();
}

int tell_exhausted_memory() noexcept {
  constexpr std::string_view line = "papilio: memory: the host has no more; free some, or work on less at a time\n";
  (void)!::write(STDERR_FILENO, line.data(), line.size());
  return static_cast<int>(ErrorCode::out_of_memory);
}

}  // namespace papilio::tool
