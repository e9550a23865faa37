// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ctrl-C as a question: from construction to destruction, SIGINT and SIGTERM are remembered. The second one of a kind
// does what it would have done.
#pragma once

#include <csignal>

namespace papilio::tool {

/// One at a time in a process.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// True once there was a signal. From any thread.
  [[nodiscard]] static bool happened();
  /// Ends the process by the signal, if there was one: whoever called it sees that, and a loop of a shell ends too. To
  /// be called when everything is written.
  static void hand_on();

 private:
  struct sigaction earlier_interrupt_ {};
  struct sigaction earlier_terminate_ {};
};

}  // namespace papilio::tool
