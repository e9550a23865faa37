// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "matrix_steps.hpp"

#include <algorithm>

namespace papilio::mpi {

WorkArray MatrixSteps::next(std::int64_t bytes) {
  const WorkArray place = WorkArrays::free_beside({now_});
  program_.work.reserve(place, bytes);
  return place;
}

void MatrixSteps::copy(std::vector<BoxCopy> boxes, std::int64_t bytes, WorkArray target) {
  for (const BoxCopy& box : boxes) program_.copied_bytes += volume_of(box.extents) * bytes;
  program_.steps.emplace_back(Copy{now_, target, bytes, std::move(boxes)});
  now_ = target;
}

void MatrixSteps::exchange(MessagesAndCopies sent, MessagesAndCopies received, const ExchangePlan& way) {
  if (way.gathers) copy(std::move(sent.boxes), way.bytes, next(sent.elements * way.bytes));
  const std::int64_t arrived = received.elements * way.bytes;
  const WorkArray target = next(way.scatters ? arrived : std::max(arrived, way.left));
  for (const Message& message : sent.messages) program_.sent_bytes += message.peer == rank_ ? 0 : message.bytes;
  for (const Message& message : received.messages) {
    program_.received_bytes += message.peer == rank_ ? 0 : message.bytes;
  }
  program_.steps.emplace_back(ExchangeStep{now_, target, 1, std::move(sent.messages), std::move(received.messages)});
  now_ = target;
  if (!way.scatters) return;
  copy(reversed(std::move(received.boxes)), way.bytes, way.end ? *way.end : next(std::max(arrived, way.left)));
}

Pass MatrixSteps::pass(std::size_t position, std::int64_t bytes, PassPlace place) {
  return {position, now_, place == PassPlace::last ? WorkArray::output : next(bytes), {}};
}

void MatrixSteps::add(Pass pass) {
  now_ = pass.target;
  program_.steps.emplace_back(std::move(pass));
}

}  // namespace papilio::mpi
