// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The charts of a run: the ratios of all suites together, if there are several; for each suite and precision the
// efficiency (the time, where transforms are alone), the ratios to the other libraries, and the errors; then what
// sweeps.hpp draws.
#pragma once

#include <string>
#include <vector>

#include "bench/result.hpp"

namespace papilio::bench {

struct Picture {
  std::string name;     ///< of the file, without ".svg": "efficiency-primes-f32"
  std::string section;  ///< "Primes", "Primes, double precision"
  std::string caption;  ///< how to read it, in a sentence or two
  std::string svg;
};

std::vector<Picture> pictures_of(const Report& report);
/// For several devices, the charts of sweeps.hpp with a line for each device; for one device, all charts.
std::vector<Picture> pictures_of(const std::vector<Report>& reports);

/// "Papilio", "cuFFT", "FFTW (1 thread)": a library's name as its authors write it.
std::string display_name(const std::string& library);

}  // namespace papilio::bench
