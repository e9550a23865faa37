// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The host memory of an execution, checked: element types, sizes, overlap, and the data of callbacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <papilio/convolution_problem.hpp>
#include <papilio/plan.hpp>
#include <string>

namespace papilio::api {

/// One side of a problem in host memory.
struct HostSide {
  const char* name = "";  ///< in errors: "input"
  Field field = Field::complex;
  ComplexLayout layout = ComplexLayout::interleaved;
  Precision precision = Precision::f32;
  Storage storage = Storage::native;
  std::int64_t bytes = 0;
};

/// What host memory is checked against.
struct HostSides {
  const char* who = "";  ///< in errors: "plan"
  HostSide input;
  HostSide output;
  Placement placement = Placement::out_of_place;
  std::function<std::string()> token;
};

/// In place, `in` is `out`.
struct HostMemory {
  const void* in = nullptr;
  std::size_t in_bytes = 0;
  void* out = nullptr;
  std::size_t out_bytes = 0;
  ConstHostSpan load_data;
  ConstHostSpan store_data;
};

/// Throws Error(invalid_argument) for a span of another type, naming the type that the problem wants, or of another
/// size.
void check_span(const ConstHostSpan& span, const HostSide& side, const std::function<std::string()>& token);

/// Throws Error(invalid_argument) for spans of other types or sizes, a number of spans that does not suit the
/// placement, spans that overlap, and callback data that are not a whole number of papilio_reals.
HostMemory checked_memory(const HostOperands& operands, const HostSides& sides);

}  // namespace papilio::api
