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
/// batch, with the words of its way except "sequential", which does not change how the batch is measured.
std::string label_of(const Work& work);

/// "papilio 0.2.0 beside cufft 12.5.0, vkfft 1.3.4": what every report and chart says first.
std::string versions_text(const Report& report);

/// "NVIDIA H200", "AMD EPYC (PoCL)": the device's name in charts. PoCL's own name has its thread driver and LLVM's
/// target.
std::string device_text(const MachineInfo& machine);

class TextReport {
 public:
  /// report: machine, settings and peers are needed; rows and notes may come later. label_width: of the first column.
  TextReport(const Report& report, TableStyle style, std::size_t label_width);

  /// The device, the libraries, how it is measured, and the heading of the table.
  [[nodiscard]] std::string opening(const Report& report) const;
  [[nodiscard]] std::string line(const Report& report, const Row& row) const;
  /// The means of each suite and of all, on terminals the columns for which a line is too short, the errors of every
  /// library, and why cells are empty.
  [[nodiscard]] std::string closing(const Report& report) const;

 private:
  [[nodiscard]] std::string details(const Report& report) const;
  [[nodiscard]] std::string errors(const Report& report) const;
  [[nodiscard]] std::string calls(const Report& report) const;
  [[nodiscard]] std::string batches(const Report& report) const;

  TableStyle style_;
  std::size_t label_width_;
  TextTable speed_;
};

/// A complete report.
std::string whole_text(const Report& report, TableStyle style);

}  // namespace papilio::bench
