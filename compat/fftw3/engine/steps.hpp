// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ProgramSteps: how Papilio computes a transform: one transform of Papilio where it takes the whole problem, else
// several, with copies and halfcomplex pairs before, between and after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <variant>
#include <vector>

#include "compat/fftw3/host_passes.hpp"
#include "compat/fftw3/transform.hpp"

namespace papilio::fftw3 {

/// The memory that a step works on: an array of the caller, or a packed copy of one.
enum class StepPlace { in, out, in_copy, out_copy };

/// A problem of Papilio. Each side begins at `lowest` elements from the place's element 0.
struct FftStep {
  Problem problem;
  StepPlace from = StepPlace::in;
  StepPlace to = StepPlace::out;
  std::int64_t from_lowest = 0;
  std::int64_t to_lowest = 0;
};

/// Which numbers of an element a copy moves.
enum class CopiedParts { real, both, real_and_zero };

/// A strided copy. Strides count elements of either place.
struct CopyStep {
  std::vector<Dim> dims;
  StepPlace from = StepPlace::in;
  StepPlace to = StepPlace::out;
  CopiedParts parts = CopiedParts::both;
  std::size_t batch_axes = 0;  ///< the first of `dims`, which are not transformed
};

struct PairStep {
  StridedLines lines;
  StepPlace place = StepPlace::out;
  HalfcomplexPass pairing = HalfcomplexPass::to_halfcomplex;
};

using ProgramStep = std::variant<FftStep, CopyStep, PairStep>;

/// How the arrays of an execution lie.
enum class Aliasing {
  apart,     ///< no memory in common
  in_place,  ///< the same array
  overlap,   ///< some memory in common: the input is copied first
  staged,    ///< the input is copied first, the output last: planes that lie in each other, long doubles, which are
             ///< computed as pairs, or gaps between elements of the output that an execution would read and write
             ///< back, over what other threads write there
};
inline constexpr std::size_t aliasings = 4;

struct ProgramSteps {
  std::vector<ProgramStep> steps;
  std::int64_t in_copy_numbers = 0;  ///< real numbers of a packed copy of the input; 0: none
  std::int64_t out_copy_numbers = 0;
};

/// `transform` is sound and not nothing.
ProgramSteps make_steps(const Transform& transform, Aliasing aliasing);

/// Howmany dimensions with neighbours joined where one stride on each side does for both, largest strides first,
/// without those of length 1.
std::vector<Dim> joined(std::vector<Dim> howmany);

}  // namespace papilio::fftw3
