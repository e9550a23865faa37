// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// MeasurementMode: how a problem is measured. The plain way is the transform alone, on data in the device's memory, by
// the device's clock. Every other way uses the host's clock, except a round trip without other words.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace papilio::bench {

struct MeasurementMode {
  bool sequential = false;  ///< also measures the batch as single calls of one transform each
  bool round_trip = false;  ///< the transform and its inverse
  bool end_to_end = false;  ///< from host memory to host memory

  // NOLINTNEXTLINE(modernize-use-nullptr): the defaulted operator's 0
  friend auto operator<=>(const MeasurementMode& a, const MeasurementMode& b) = default;

  /// Transforms of each signal: 1, or 2 in a round trip.
  [[nodiscard]] int transforms() const { return round_trip ? 2 : 1; }
  /// True if the caller's time is measured, which includes starting the work.
  [[nodiscard]] bool by_host_clock() const { return sequential || end_to_end; }
  /// "round-trip end-to-end": the words of suite files, in one order; empty for the plain way.
  [[nodiscard]] std::string words() const;
};

/// The union of both.
MeasurementMode operator|(MeasurementMode a, MeasurementMode b);

/// "sequential", "round-trip" or "end-to-end"; none for any other word.
std::optional<MeasurementMode> mode_of(std::string_view word);

}  // namespace papilio::bench
