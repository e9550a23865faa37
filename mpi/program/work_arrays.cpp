// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "work_arrays.hpp"

#include <algorithm>

namespace papilio::mpi {

Place WorkArrays::free_beside(std::initializer_list<Place> busy) {
  return *std::ranges::find_if(work_places, [&](Place place) { return std::ranges::find(busy, place) == busy.end(); });
}

void WorkArrays::reserve(Place place, std::int64_t bytes) {
  if (place == Place::input || place == Place::output) return;
  bytes_[index(place)] = std::max(bytes_[index(place)], bytes);
}

}  // namespace papilio::mpi
