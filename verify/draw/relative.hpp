// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems that differ from a given one only in what kernels take as arguments, so that most have its kernels.
#pragma once

#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>

#include "verify/draw/choices.hpp"

namespace papilio::verify {

/// Another batch, arrays further apart, and more elements before the first one: valid and normalised. Where axes lie
/// around the batch, or the arrays are interleaved, the batch and the distances are constants of the kernels and stay;
/// only the offsets differ then.
Problem relative_of(const Problem& problem, Choices& choices);
ConvolutionProblem relative_of(const ConvolutionProblem& problem, Choices& choices);

}  // namespace papilio::verify
