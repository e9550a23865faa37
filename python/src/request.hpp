// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NumPyRequest: a call on two arrays as the library sees it: axes with strides. It is the key of the plan cache.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string_view>

#include "call.hpp"

namespace papilio::python {

/// Elements relative to the one with indices 0, both ends included.
struct ElementExtent {
  std::int64_t least = 0;
  std::int64_t most = 0;
  [[nodiscard]] std::int64_t elements() const { return most - least + 1; }
};

struct NumPyRequest {
  /// One axis of the array; strides in elements of their side.
  struct RequestAxis {
    std::int64_t length;  ///< of the real side
    std::int64_t given;   ///< elements of the input that are there; the others count as zeros
    std::int64_t in_stride;
    std::int64_t out_stride;
    std::int64_t transformed;
    std::int64_t modes;  ///< frequencies that the spectrum's array has; 0: all
  };

  Kind kind = Kind::c2c;
  Direction direction = Direction::forward;
  Scale scale = Scale::none;
  Placement placement = Placement::out_of_place;
  ElementNumber in_number = ElementNumber::c128;
  ElementNumber out_number = ElementNumber::c128;
  double factor = 1.0;
  /// Elements between the address that the library is given, a multiple of 16, and the lowest element of the side.
  std::int64_t in_lead = 0;
  std::int64_t out_lead = 0;
  int rank = 0;
  std::array<RequestAxis, max_dimensions + 1> axes;

  /// The arrays have the call's shapes; strides must be multiples of the elements' sizes. Axes of one element that are
  /// not transformed are left out, and neighbours that one stride describes become one.
  NumPyRequest(const FftCall& call, const ArrayOperand& in, const ArrayOperand& out, Placement placement);

  /// The halved axis, the last transformed one; -1 if there is none.
  [[nodiscard]] int halved_axis() const;
  [[nodiscard]] std::int64_t input_length(int axis) const;  ///< as the problem has it, zeros included but for modes
  [[nodiscard]] std::int64_t output_length(int axis) const;
  [[nodiscard]] bool padded() const;
  [[nodiscard]] ElementExtent input_extent() const;  ///< as the problem has it
  [[nodiscard]] ElementExtent given_extent() const;  ///< of what is in memory
  [[nodiscard]] ElementExtent output_extent() const;
  /// Elements of the input in memory, each counted once.
  [[nodiscard]] std::int64_t given_elements() const;
  /// The output's elements are all of its extent.
  [[nodiscard]] bool output_is_dense() const;
  [[nodiscard]] Problem problem() const;

 private:
  /// True if the input is the spectrum.
  [[nodiscard]] bool is_inverse() const { return kind == Kind::c2r || direction == Direction::inverse; }
  void add_axes(const FftCall& call, const ArrayOperand& in, const ArrayOperand& out);
  /// Strides of axes with a single element are never used; equal ones make equal requests.
  void clear_unused_strides();
  void merge_batches();
};

/// The bytes that tell requests apart, made in place.
class RequestKey {
 public:
  RequestKey(const NumPyRequest& request, int device);
  [[nodiscard]] std::string_view view() const {
    return {reinterpret_cast<const char*>(values_.data()), count_ * sizeof(std::int64_t)};
  }

 private:
  std::size_t count_ = 0;
  std::array<std::int64_t, 5 + 6 * (max_dimensions + 1)> values_;
};

}  // namespace papilio::python
