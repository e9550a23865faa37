// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <csignal>

#include "tools/tune/interruption.hpp"

namespace papilio::tool {

struct Interruption::Earlier {
  void (*interrupt)(int);
  void (*terminate)(int);
};

Interruption::Interruption() {
  remember(0);  // Windows itself restores the usual effect before it calls a handler
  earlier_ = std::make_unique<Earlier>(Earlier{std::signal(SIGINT, remember), std::signal(SIGTERM, remember)});
}

Interruption::~Interruption() {
  std::signal(SIGINT, earlier_->interrupt);
  std::signal(SIGTERM, earlier_->terminate);
}

}  // namespace papilio::tool
