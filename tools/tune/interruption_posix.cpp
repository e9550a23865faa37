// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <csignal>

#include "tools/tune/interruption.hpp"

namespace papilio::tool {

struct Interruption::Earlier {
  struct sigaction interrupt {};
  struct sigaction terminate {};
};

Interruption::Interruption() : earlier_(std::make_unique<Earlier>()) {
  remember(0);
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &earlier_->interrupt);
  ::sigaction(SIGTERM, &action, &earlier_->terminate);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &earlier_->interrupt, nullptr);
  ::sigaction(SIGTERM, &earlier_->terminate, nullptr);
}

}  // namespace papilio::tool
