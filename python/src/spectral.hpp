// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectral operators on NumPy's arrays: the work of papilio/operators.py.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <papilio/operator.hpp>
#include <vector>

namespace papilio::python {

using ArrayShape = std::vector<std::int64_t>;

/// papilio.operators.Spectrum: a spectrum, and the shapes of the arrays among its factors.
struct SpectrumObject {
  Spectrum spectrum;
  std::vector<ArrayShape> shapes;
};

/// Throws Error unless arrays of a spectrum have the shape of the operator's frequencies. Needs no GIL.
void require_shapes(const SpectrumObject& spectrum, const OperatorProblem& problem);

void add_spectral_operators(nanobind::module_& module);

}  // namespace papilio::python
