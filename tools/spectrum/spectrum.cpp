// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/spectrum.hpp"

#include <cmath>
#include <papilio/error.hpp>

namespace papilio::tool {

std::string unit_of(Scaling scaling) {
  switch (scaling) {
    case Scaling::density:
      return "unit²/Hz";
    case Scaling::spectrum:
      return "unit²";
    case Scaling::gpu_fft:
      return "|X|²/n";
  }
  throw Error::internal("scaling of an unknown kind");
}

double decibels(double power) { return 10 * std::log10(power); }

}  // namespace papilio::tool
