// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Measures the rows of a study on a device, alternately, and checks those that compute a DFT against a reference of
// higher precision.
#pragma once

#include <functional>
#include <optional>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "lab/experiments/measure.hpp"
#include "lab/study/grid.hpp"

namespace papilio::tool {

struct StudyResult {
  std::string label;
  std::string kernels;  ///< radices of each: "16x16, 16"; of Papilio's own plan the lengths
  std::string refused;  ///< why there are no figures; empty if there are
  bool dft = true;      ///< false: parts are switched off
  experiments::StudyTiming seconds;
  std::size_t bytes = 0;  ///< that any implementation must move
  std::optional<double> error_ppm;
  double bound_ppm = 0;
  std::optional<int> registers;
  std::optional<std::int64_t> local_bytes;
  std::optional<int> threads;
  std::optional<double> operations;  ///< of a point

  [[nodiscard]] bool measured() const { return refused.empty(); }
  [[nodiscard]] bool wrong() const { return error_ppm && !(*error_ppm <= bound_ppm); }
};

struct Study {
  std::string title;
  std::string token;
  std::string device;
  double copy_seconds = 0;
  std::vector<StudyResult> results;
  std::vector<std::string> findings;

  [[nodiscard]] bool sound() const;
};

struct StudyOptions {
  experiments::MeasureOptions measure;
  bool own_plan = true;  ///< Papilio's own plan as the last row
};

/// A row that the device cannot do is a result that says why; if no row can be done, the first refusal is thrown.
Study run_study(const Device& device, const Problem& problem, const std::vector<StudyRow>& rows,
                const StudyOptions& options, const std::function<void(const std::string&)>& progress);

}  // namespace papilio::tool
