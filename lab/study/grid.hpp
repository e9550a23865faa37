// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Turns lists of choices into rows: their product.
#pragma once

#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "lab/experiments/choices.hpp"

namespace papilio::tool {

/// As on the command line; an empty list stands for the usual choice.
struct StudyChoices {
  std::vector<std::string> radices;  ///< "16x16", "8", "5+4"
  std::vector<std::string> splits;   ///< lengths of the kernels, "256x256", or exponents
  std::vector<int> threads;
  std::vector<int> tiles;
  std::vector<experiments::TwiddleSource> twiddles;
  std::vector<experiments::ExchangeMemory> exchanges;
  std::vector<experiments::Decimation> decimations;
  std::vector<Storage> between;
};

struct StudyRow {
  std::string label;  ///< of the choices that differ between rows; "usual" if none does
  experiments::TransformChoices choices;
};

/// A problem token, or a length, "4096" or "2^24", of one forward f32 transform. Throws Error.
Problem parse_subject(const std::string& text);

/// The largest radix of Papilio's usual choice.
inline constexpr std::int64_t usual_radix = 16;
/// The radices of a transform of n points by kernels (TransformChoices::passes): each as large as possible and at most
/// `radix`, unless n has a larger prime factor; each kernel as long as local memory permits.
std::vector<std::vector<int>> usual_passes(std::int64_t n, std::int64_t radix, std::int64_t max_points);
/// Points of the longest kernel that exchanges through that many bytes of local memory.
std::int64_t longest_kernel(std::int64_t local_memory, Precision precision);

/// Every combination, the last list of StudyChoices changing fastest. `local_memory`: bytes, for the usual split.
/// Throws Error(invalid_argument or unsupported) unless the token is a packed, unscaled complex transform of one axis,
/// the product of the radices is its length, and every part of a split is a product of consecutive radices.
std::vector<StudyRow> rows_of(const Problem& problem, const StudyChoices& choices, std::int64_t local_memory);

}  // namespace papilio::tool
