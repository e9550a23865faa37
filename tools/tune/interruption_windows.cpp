// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <csignal>

#include "tools/tune/interruption.hpp"

namespace papilio::tool {
namespace {

/// The handlers that were installed before.
void (*earlier_interrupt)(int);
void (*earlier_terminate)(int);

}  // namespace

/// Windows itself restores the usual effect before it calls a handler.
void Interruption::handle(int number) { remember(number); }

Interruption::Interruption(Calls) {
  remember(0);
  earlier_interrupt = std::signal(SIGINT, handle);
  earlier_terminate = std::signal(SIGTERM, handle);
}

Interruption::~Interruption() {
  std::signal(SIGINT, earlier_interrupt);
  std::signal(SIGTERM, earlier_terminate);
}

}  // namespace papilio::tool
