// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/tune/interruption.hpp"

namespace papilio::tool {
namespace {

volatile std::sig_atomic_t signalled = 0;

void remember(int number) { signalled = number; }

}  // namespace

Interruption::Interruption() {
  signalled = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &earlier_interrupt_);
  ::sigaction(SIGTERM, &action, &earlier_terminate_);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &earlier_interrupt_, nullptr);
  ::sigaction(SIGTERM, &earlier_terminate_, nullptr);
}

bool Interruption::happened() { return signalled != 0; }

void Interruption::hand_on() {
  if (signalled == 0) return;
  std::signal(signalled, SIG_DFL);
  std::raise(signalled);
}

}  // namespace papilio::tool
