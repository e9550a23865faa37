// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Records Ctrl-C: from construction to destruction, SIGINT and SIGTERM are only remembered. A second one of the same
// kind has its earlier effect. interruption_posix.cpp, interruption_windows.cpp.
#pragma once

namespace papilio::tool {

/// One at a time in a process.
class Interruption {
 public:
  /// Calls that wait, such as read(): a signal restarts or ends them.
  enum class Calls { go_on, end };
  explicit Interruption(Calls calls = Calls::go_on);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// True once there was a signal. From any thread.
  [[nodiscard]] static bool happened();
  /// Ends the process by the signal, if there was one, so that the caller sees it and a shell loop ends too. Must be
  /// called when everything is written.
  static void hand_on();
  /// Raises the signal again, if there was one, for the handlers that were installed before, which remove unfinished
  /// files and end the process. Must be called when no Interruption is left.
  static void repeat();

 private:
  static void remember(int number);  ///< 0: there was none
  static void handle(int number);
};

}  // namespace papilio::tool
