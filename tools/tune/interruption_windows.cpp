// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <csignal>

#include "tools/tune/interruption.hpp"

namespace papilio::tool {
namespace {

volatile std::sig_atomic_t signalled = 0;

// Windows itself restores the usual effect before it calls a handler.
void remember(int number) { signalled = number; }

}  // namespace

struct Interruption::Earlier {
  void (*interrupt)(int);
  void (*terminate)(int);
};

Interruption::Interruption() {
  signalled = 0;
  earlier_ = std::make_unique<Earlier>(Earlier{std::signal(SIGINT, remember), std::signal(SIGTERM, remember)});
}

Interruption::~Interruption() {
  std::signal(SIGINT, earlier_->interrupt);
  std::signal(SIGTERM, earlier_->terminate);
}

bool Interruption::happened() { return signalled != 0; }

void Interruption::hand_on() {
  if (signalled == 0) return;
  std::signal(signalled, SIG_DFL);
  std::raise(signalled);
}

}  // namespace papilio::tool
