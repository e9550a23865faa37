// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A signal whose length can be probed before it is read: the length in a header is not trusted, and some files have
// none.
#pragma once

#include <span>
#include <vector>

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

class ReadAhead {
 public:
  /// `signal` has one channel and outlives this.
  explicit ReadAhead(SignalReader& signal) : signal_(signal) {}

  [[nodiscard]] const SignalInfo& info() const { return signal_.info(); }
  /// The number of available samples, at most `limit`. Call it once, before read().
  std::size_t look_ahead(std::size_t limit);
  /// As SignalReader::read(), from the first sample on.
  std::size_t read(std::span<double> values);

 private:
  SignalReader& signal_;
  std::vector<double> ahead_;
  std::size_t at_ = 0;  ///< how much of it has been read
};

}  // namespace papilio::tool
