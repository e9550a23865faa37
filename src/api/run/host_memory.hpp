// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The host memory of an execution, checked: element types, sizes, overlap, and the data of callbacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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
  std::int64_t unread = 0;  ///< bytes at the end that an execution does not read; a span may leave them out
};

/// The sides that host memory is checked against.
struct HostSides {
  const char* who = "";  ///< in errors: "plan"
  HostSide input;
  HostSide output;
  std::optional<Placement> placement = Placement::out_of_place;  ///< none: out of place, and there is no other
  std::function<std::string()> token;
};

/// The host memory of one side of an execution. An input is only read.
struct HostPlanes {
  std::byte* data = nullptr;
  std::byte* imaginary = nullptr;  ///< a plane of its own; null where `data` holds the whole side
  std::size_t bytes = 0;           ///< of `data`, and of `imaginary` where it is not null
  std::size_t device_bytes = 0;    ///< the side on the device: more where `data` leaves out what is not read

  [[nodiscard]] bool complete() const { return (imaginary != nullptr ? 2 * bytes : bytes) == device_bytes; }
  friend bool operator==(const HostPlanes&, const HostPlanes&) = default;
};

/// In place, `in` equals `out`.
struct HostMemory {
  HostPlanes in;
  HostPlanes out;
  ConstHostSpan load_data;
  ConstHostSpan store_data;
};

/// Throws Error(invalid_argument) for a span of another type, naming the type that the problem wants, or of another
/// size.
void check_span(const ConstHostSpan& span, const HostSide& side, const std::function<std::string()>& token);

/// Throws Error(invalid_argument) for spans of other types or sizes, a number of spans that does not suit the
/// placement, imaginary parts of a side that is not planar, spans that overlap, and callback data that are not a whole
/// number of papilio_reals.
HostMemory checked_memory(const HostOperands& operands, const HostSides& sides);

}  // namespace papilio::api
