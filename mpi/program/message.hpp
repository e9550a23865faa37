// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Message: consecutive bytes of an array, to or from another rank.
#pragma once

#include <cstdint>

namespace papilio::mpi {

struct Message {
  int peer = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  int chunk = 0;
  friend bool operator==(const Message&, const Message&) = default;
};

}  // namespace papilio::mpi
