// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// `papilio study2d`: turns lists of choices into rows, their product.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "lab/experiments/transform2d.hpp"

namespace papilio::tool {

/// As on the command line; none is empty.
struct Study2dChoices {
  std::vector<experiments::ExchangeMemory> scratches = {experiments::ExchangeMemory::local,
                                                        experiments::ExchangeMemory::global};
  std::vector<experiments::MemoryObject> objects = {experiments::MemoryObject::buffers,
                                                    experiments::MemoryObject::images};
  std::vector<experiments::MatrixNumbers> numbers = {
      experiments::MatrixNumbers::f32, experiments::MatrixNumbers::f16_storage, experiments::MatrixNumbers::f16};
  std::vector<int> radices = {16};
  std::vector<int> tiles = {16};
  std::vector<int> threads = {0};  ///< 0: chosen
};

struct Study2dRow {
  std::string label;  ///< of the choices that differ between rows; "usual" if none does
  experiments::Choices2d choices;
};

/// "1024x512": 1024 rows of 512 numbers, one forward f32 transform; "1024": a square; or a problem token. Throws Error
/// for anything but one packed, unscaled complex f32 array of two axes.
Problem parse_subject_2d(const std::string& text);

/// Every combination, the last list of Study2dChoices changing fastest. `local_memory`: bytes, for the division into
/// kernels. Throws Error(unsupported) for lengths with a large prime factor.
std::vector<Study2dRow> rows_2d_of(const Problem& problem, const Study2dChoices& choices, std::int64_t local_memory);

}  // namespace papilio::tool
