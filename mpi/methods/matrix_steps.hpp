// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// MatrixSteps: a program of one axis as a matrix, step by step; numbers go from the input to and fro between two
// places.
#pragma once

#include <optional>
#include <utility>

#include "mpi/program/program.hpp"
#include "strips.hpp"

namespace papilio::mpi {

class MatrixSteps {
 public:
  explicit MatrixSteps(int rank) : rank_(rank) {}

  /// An exchange with the copies beside it, which all ranks have or none: messages do not lie in the arrays.
  struct ExchangePlan {
    std::int64_t bytes = 0;  ///< of an element
    bool gathers = false;
    bool scatters = false;
    std::optional<WorkArray> end = {};
    std::int64_t left = 0;  ///< bytes of what it leaves, if some are of no element
  };
  void exchange(MessagesAndCopies sent, MessagesAndCopies received, const ExchangePlan& way);

  /// A pass that writes so many bytes, without parts; add() takes it when it has them. `last`: it writes the output.
  enum class PassPlace { between, last };
  Pass pass(std::size_t position, std::int64_t bytes, PassPlace place);
  void add(Pass pass);

  Program take() { return std::move(program_); }

 private:
  /// The place to write to next, which holds so many bytes.
  WorkArray next(std::int64_t bytes);
  void copy(std::vector<BoxCopy> boxes, std::int64_t bytes, WorkArray target);

  int rank_;
  WorkArray now_ = WorkArray::input;
  Program program_;
};

}  // namespace papilio::mpi
