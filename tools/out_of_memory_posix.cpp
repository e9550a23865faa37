// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <new>

#include "tools/out_of_memory_parts.hpp"

namespace papilio::tool {
namespace {

#if defined(__ELF__)
/// CLI11 alone has some 20 objects in each source that are made before main(), where nothing can be caught. So this
/// runs before them, and before the constructors of shared libraries (System V ABI, "Initialization and Termination").
void start(int, char**, char**) { std::set_new_handler(stop_without_memory); }
[[gnu::section(".preinit_array"), gnu::used]] void (*const first)(int, char**, char**) = start;
#endif

extern "C" void stop_at_signal(int) { stop_without_memory(); }

}  // namespace

/// When the first exception passes through pthread_once(), which std::call_once() uses, glibc opens libgcc, and aborts
/// if there is no memory for that. So this throws one now.
void prepare_exceptions() noexcept {
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

void write_to_standard_error(std::string_view text) noexcept {
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace papilio::tool
