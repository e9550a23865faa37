// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A run as text for people: a line for each problem as soon as it is known, then geometric means, errors and notes.
#pragma once

#include <string>

#include "bench/report/table.hpp"
#include "bench/result.hpp"

namespace papilio::bench {

/// "1000", "2^20", "f64 1000", "1000 inverse", "1000 round-trip", "conv:f32:1000:kernel=9": a problem without its
/// batch, and the words of its way but for "sequential", which is no other measurement of the batch.
std::string label_of(const Work& work);

class TextReport {
 public:
  /// report: machine, settings and peers are needed; rows and notes may come later. label_width: of the first column.
  TextReport(const Report& report, TableStyle style, std::size_t label_width);

  /// On what, with what and how, and the heading of the table.
  [[nodiscard]] std::string opening(const Report& report) const;
  [[nodiscard]] std::string line(const Report& report, const Row& row) const;
  /// The means of each suite and of all, the errors of every library, and why cells are empty.
  [[nodiscard]] std::string closing(const Report& report) const;

 private:
  [[nodiscard]] std::string errors(const Report& report) const;
  [[nodiscard]] std::string calls(const Report& report) const;
  [[nodiscard]] std::string batches(const Report& report) const;

  TableStyle style_;
  std::size_t label_width_;
  Table speed_;
};

/// All of a report that is complete.
std::string whole_text(const Report& report, TableStyle style);

}  // namespace papilio::bench
