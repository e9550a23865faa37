// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Way: how a problem is measured. By itself it is the transform alone, on data that are on the device, by the device's
// clock; every other way is measured by the host's clock, except round trips alone.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace papilio::bench {

struct Way {
  bool sequential = false;  ///< besides the batch, as many calls of one transform each
  bool round_trip = false;  ///< the transform and its inverse
  bool end_to_end = false;  ///< from host memory to host memory

  friend auto operator<=>(const Way&, const Way&) = default;  // NOLINT(modernize-use-nullptr): of the default's 0

  /// Of the plain way 1, of a round trip 2: transforms of each signal.
  [[nodiscard]] int transforms() const { return round_trip ? 2 : 1; }
  /// A caller's time is asked for: what starting the work takes is a part of it.
  [[nodiscard]] bool by_host_clock() const { return sequential || end_to_end; }
  /// "round-trip end-to-end": the words of suite files, in one order; empty for the plain way.
  [[nodiscard]] std::string words() const;
};

/// Both: what either asks for.
Way operator|(Way a, Way b);

/// "sequential", "round-trip" or "end-to-end"; none for any other word.
std::optional<Way> way_of(std::string_view word);

}  // namespace papilio::bench
