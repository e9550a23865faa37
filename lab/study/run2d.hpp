// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Measures the rows of `papilio study2d` on a device, alternately, step by step and as a whole, and checks each against
// a reference of higher precision.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "lab/experiments/measure.hpp"
#include "lab/study/grid2d.hpp"

namespace papilio::tool {

/// The energy of one transform.
struct EnergyUse {
  double joules = 0;
  double watts = 0;  ///< mean power while transforms follow each other
};

struct Study2dResult {
  std::string label;
  std::string kernels;                            ///< radices of the row FFTs: "16x16x4"
  std::string work_items;                         ///< of row FFTs and transposes
  std::string memory;                             ///< "buffers", "CL_RG -> CL_RGBA", "CL_RGBA"
  std::string refused;                            ///< why there are no figures; empty if there are
  std::optional<experiments::Choices2d> choices;  ///< none: Papilio's own plan
  experiments::StudyTiming whole;                 ///< seconds of one transform
  std::vector<experiments::StudyTiming> steps;    ///< rows, transpose, rows, transpose; empty for Papilio's plan
  double error_ppm = 0;                           ///< the worst of three executions
  double bound_ppm = 0;
  std::optional<int> registers;
  std::optional<std::int64_t> local_bytes;
  std::optional<EnergyUse> energy;

  [[nodiscard]] bool measured() const { return refused.empty(); }
  [[nodiscard]] bool wrong() const { return measured() && !(error_ppm <= bound_ppm); }
  /// The sum of the steps' medians.
  [[nodiscard]] std::optional<double> sum() const;
};

struct Study2d {
  std::string token;
  std::string device;
  double copy_seconds = 0;  ///< of the f32 array
  std::string power;        ///< what measured the energy, or why nothing did; empty: not requested
  std::vector<Study2dResult> results;
};

/// Runs `work`, which does some transforms and returns how many, for a while. std::nullopt if the counter does not
/// advance.
using EnergyMeter = std::function<std::optional<EnergyUse>(const std::function<std::size_t()>& work)>;

struct Study2dOptions {
  experiments::MeasureOptions measure;
  EnergyMeter meter;  ///< may be empty
};

/// A row that the device cannot do is a result that says why; if no row can be done, the first refusal is thrown.
/// The last rows are Papilio's own plans, with the number formats in memory that the other rows have.
Study2d run_study_2d(const Device& device, const Problem& problem, const std::vector<Study2dRow>& rows,
                     const Study2dOptions& options, const std::function<void(const std::string&)>& progress);

}  // namespace papilio::tool
