// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What `papilio study`, `study2d` and `ablate` have in common: how to measure, and where the figures go.
#pragma once

#include <CLI/CLI.hpp>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "lab/study/run.hpp"

namespace papilio::tool {

struct StudyOutput {
  std::string device = "auto";
  StudyOptions options;
  std::string csv;
  std::string json;
  std::string chart;

  /// Throws Error(invalid_argument) for outputs that exclude each other, and for a chart of another format.
  void check() const;
  /// With a progress bar on a terminal.
  [[nodiscard]] Study measure(const Device& device, const Problem& problem, const std::vector<StudyRow>& rows) const;
  /// Text, unless CSV or JSON takes standard output. Throws Error(check_failed) if a row is wrong.
  void write(const std::vector<Study>& studies) const;
};

/// Throws Error(check_failed) unless no row is wrong.
void throw_if_wrong(std::size_t rows);

void add_output_options(CLI::App& command, StudyOutput& output);

}  // namespace papilio::tool
