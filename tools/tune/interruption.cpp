// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/tune/interruption.hpp"

#include <csignal>

namespace papilio::tool {
namespace {

volatile std::sig_atomic_t signalled = 0;

}  // namespace

void Interruption::remember(int number) { signalled = number; }

bool Interruption::happened() { return signalled != 0; }

void Interruption::hand_on() {
  if (signalled == 0) return;
  std::signal(signalled, SIG_DFL);
  std::raise(signalled);
}

void Interruption::repeat() {
  if (signalled != 0) std::raise(signalled);
}

}  // namespace papilio::tool
