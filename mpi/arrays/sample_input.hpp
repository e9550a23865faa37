// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers to transform, for commands that check and measure: they follow from the index in the whole array, so that
// they are the same for any distribution.
#pragma once

#include <cstddef>
#include <papilio/mpi_distribution.hpp>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::mpi {

/// How numbers are stored.
enum class Width { f16, f32, f64 };

/// How one side of a problem is stored. Throws Error(unsupported) for other storages.
Width width_of(const Problem& problem, Storage storage);

/// Bytes of a rank's input: numbers in [-1, 1), in f16 with a magnitude of at least 1/2. f32 and f64 have the same
/// numbers.
std::vector<std::byte> make_input(const Problem& problem, const Box& box, Width width);

/// Calls visit(place in the whole batch, place in the box, elements) for each row of a box.
template <typename Visit>
void for_rows(const Box& box, const std::vector<std::int64_t>& lengths, std::int64_t batch, Visit visit) {
  if (box.empty()) return;
  std::int64_t volume = 1;
  for (const std::int64_t length : lengths) volume *= length;
  const std::int64_t row = box.extent(lengths.size() - 1);
  std::int64_t local = 0;
  for (std::int64_t b = 0; b < batch; ++b) {
    std::vector<std::int64_t> index = box.begin;
    for (std::int64_t done = 0; done < box.volume(); done += row, local += row) {
      std::int64_t place = 0;
      for (std::size_t a = 0; a < lengths.size(); ++a) place = place * lengths[a] + index[a];
      visit(b * volume + place, local, row);
      for (std::size_t a = lengths.size() - 1; a-- > 0;) {
        if (++index[a] < box.end[a]) break;
        index[a] = box.begin[a];
      }
    }
  }
}

}  // namespace papilio::mpi
