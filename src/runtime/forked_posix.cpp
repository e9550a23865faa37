// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <pthread.h>

#include <atomic>

#include "runtime/forked.hpp"

namespace papilio::runtime {
namespace {

std::atomic<bool> forked = false;

}  // namespace

void note_driver() noexcept {
  [[maybe_unused]] static const int registered = ::pthread_atfork(nullptr, nullptr, [] { forked = true; });
}

bool is_forked() noexcept { return forked.load(std::memory_order_relaxed); }

}  // namespace papilio::runtime
