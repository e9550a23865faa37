// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Steps: how Papilio computes a transform: one transform of Papilio where it takes the whole problem, else several,
// with copies and halfcomplex pairs before, between and after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <variant>
#include <vector>

#include "host_passes.hpp"
#include "transform.hpp"

namespace papilio::fftw3 {

/// The memory that a step works on: an array of the caller, or a packed copy of one.
enum class Place { in, out, in_copy, out_copy };

/// A problem of Papilio. Each side begins at `lowest` elements from the place's element 0.
struct FftStep {
  Problem problem;
  Place from = Place::in;
  Place to = Place::out;
  std::int64_t from_lowest = 0;
  std::int64_t to_lowest = 0;
};

/// Which numbers of an element a copy moves.
enum class Parts { real, both, real_and_zero };

/// A strided copy. Strides count elements of either place.
struct CopyStep {
  std::vector<Dim> dims;
  Place from = Place::in;
  Place to = Place::out;
  Parts parts = Parts::both;
};

struct PairStep {
  Lines lines;
  Place place = Place::out;
  Pairing pairing = Pairing::to_halfcomplex;
};

using Step = std::variant<FftStep, CopyStep, PairStep>;

/// How the arrays of an execution lie.
enum class Aliasing {
  apart,     ///< no memory in common
  in_place,  ///< the same array
  overlap,   ///< some memory in common: the input is copied first
  woven,     ///< the planes of a split side lie in each other: the input is copied first, the output last
};
inline constexpr std::size_t aliasings = 4;

struct Steps {
  std::vector<Step> steps;
  std::int64_t in_copy_numbers = 0;  ///< real numbers of a packed copy of the input; 0: none
  std::int64_t out_copy_numbers = 0;
};

/// `transform` is sound and not nothing.
Steps make_steps(const Transform& transform, Aliasing aliasing);

/// Howmany dimensions with neighbours joined where one stride on each side does for both, largest strides first,
/// without those of length 1.
std::vector<Dim> joined(std::vector<Dim> howmany);

}  // namespace papilio::fftw3
