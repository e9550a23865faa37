// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The exchanges of a program without its passes, to measure them. What stays on its rank is left out.
#pragma once

#include <vector>

#include "mpi/program/program.hpp"
#include "transport.hpp"

namespace papilio::mpi {

class ExchangesAlone {
 public:
  ExchangesAlone(const Program& program, int rank);

  [[nodiscard]] bool empty() const { return exchanges_.empty(); }
  /// Bytes of the memory that messages leave from, and of that in which they arrive; never 0.
  [[nodiscard]] std::size_t sent_extent() const { return sent_extent_; }
  [[nodiscard]] std::size_t received_extent() const { return received_extent_; }
  /// Collective, on all ranks' parts of one program. The addresses are of the transport's memory.
  void run(Transport& transport, const Stream& stream, const std::byte* from, std::byte* to) const;

 private:
  std::vector<ExchangeStep> exchanges_;
  std::size_t sent_extent_ = 16;
  std::size_t received_extent_ = 16;
};

}  // namespace papilio::mpi
