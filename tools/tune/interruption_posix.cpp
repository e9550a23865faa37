// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <csignal>

#include "tools/tune/interruption.hpp"

namespace papilio::tool {
namespace {

/// The handlers that were installed before.
struct sigaction earlier_interrupt;
struct sigaction earlier_terminate;

}  // namespace

/// Puts the earlier handler back, which may have unfinished files to remove.
void Interruption::handle(int number) {
  remember(number);
  ::sigaction(number, number == SIGINT ? &earlier_interrupt : &earlier_terminate, nullptr);
}

Interruption::Interruption(Calls calls) {
  remember(0);
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = calls == Calls::go_on ? SA_RESTART : 0;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, nullptr, &earlier_interrupt);  // before the handler may run
  ::sigaction(SIGTERM, nullptr, &earlier_terminate);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &earlier_interrupt, nullptr);
  ::sigaction(SIGTERM, &earlier_terminate, nullptr);
}

}  // namespace papilio::tool
