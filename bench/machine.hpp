// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// On what the figures were taken, and a line that says how far the run is.
#pragma once

#include <string>

#include "bench/result.hpp"

namespace papilio::bench {

/// Everything but load_after. selector: as that of papilio::Device. Throws Error(no_device).
Machine describe_machine(const std::string& selector);
/// The load of the last minute; negative where the system does not say.
double load_average();

/// One line on stderr that is written over and over, only where stderr is a terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { show({}); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// An empty text takes the line away.
  void show(const std::string& text) const;

 private:
  bool terminal_;
};

}  // namespace papilio::bench
