// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// WorkArrays: the work arrays of a program, and how large each must be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace papilio::mpi {

/// An array that a step reads or writes: the user's, or one of the plan's. Exchanges in several chunks need three of
/// those: one that is sent from, one that is received into, and one that a pass reads or writes meanwhile.
enum class WorkArray { input, output, work0, work1, work2 };
inline constexpr std::array all_work_arrays = {WorkArray::work0, WorkArray::work1, WorkArray::work2};

class WorkArrays {
 public:
  /// Returns the first work array that is not busy.
  static WorkArray free_beside(std::initializer_list<WorkArray> busy);
  /// Makes a work array that large at least; does nothing for the user's arrays.
  void reserve(WorkArray place, std::int64_t bytes);
  /// Bytes of a work array.
  [[nodiscard]] std::int64_t bytes(WorkArray place) const { return bytes_[index(place)]; }

  /// The number of a work array, from 0.
  static constexpr std::size_t index(WorkArray place) {
    return static_cast<std::size_t>(place) - static_cast<std::size_t>(WorkArray::work0);
  }

 private:
  std::array<std::int64_t, all_work_arrays.size()> bytes_ = {};
};

}  // namespace papilio::mpi
