// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "work_arrays.hpp"

#include <algorithm>

namespace papilio::mpi {

WorkArray WorkArrays::free_beside(std::initializer_list<WorkArray> busy) {
  return *std::ranges::find_if(all_work_arrays,
                               [&](WorkArray place) { return std::ranges::find(busy, place) == busy.end(); });
}

void WorkArrays::reserve(WorkArray place, std::int64_t bytes) {
  if (place == WorkArray::input || place == WorkArray::output) return;
  bytes_[index(place)] = std::max(bytes_[index(place)], bytes);
}

}  // namespace papilio::mpi
