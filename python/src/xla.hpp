// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms and spectral operators as custom calls of XLA, the compiler of JAX: papilio/jax registers their handlers.
// XLA calls them from threads of its own, without the GIL.
//
// A call has one operand and one result, both packed. papilio_transform has these attributes; the lists are of 64-bit
// integers:
//   kind        Kind of problem.hpp
//   inverse     1: the sign of c2c's exponent is +; c2r has it in any case
//   orthogonal  1: a cosine or sine transform has the weights, and the scale, of SciPy's norm="ortho"
//   factor      multiplies the result, f64
//   axes        transformed ones, the last one halved
//   lengths     of the real or complex signal along them; an operand that is shorter is continued by zeros
//   modes       frequencies that the spectrum has along them, as Problem::keep_modes() says; empty: all
// papilio_operator has axes, and spectrum, the number that xla_keep_spectrum() gave.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_xla_handlers(nanobind::module_& module);

}  // namespace papilio::python
