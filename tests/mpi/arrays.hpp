// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays whose elements follow from their indices, so that every rank can make its own box, and boxes cut out of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <papilio/mpi_distribution.hpp>
#include <papilio/problem.hpp>
#include <random>
#include <vector>

namespace papilio::test {

using Bytes = std::vector<std::byte>;

/// Numbers in [-1, 1) as `problem` stores its input, of all arrays of the batch.
inline Bytes whole_input(const Problem& problem) {
  std::int64_t numbers = problem.batch * (problem.real_input() ? 1 : 2);
  for (const std::int64_t length : problem.input_lengths()) numbers *= length;
  const std::int64_t bytes_each = problem.input_element_bytes() / (problem.real_input() ? 1 : 2);
  Bytes bytes(static_cast<std::size_t>(numbers * bytes_each));
  std::mt19937_64 random(numbers);
  for (std::int64_t i = 0; i < numbers; ++i) {
    const std::uint64_t word = random();
    const double value = static_cast<double>(word >> 11) * 0x1p-52 - 1.0;
    const auto narrow = static_cast<float>(value);
    // IEEE binary16 of a random sign and mantissa, of a magnitude of at least 1/2.
    const auto half = static_cast<std::uint16_t>(0x3800U | (word & 0x83ffU));
    const void* from = bytes_each == 8   ? static_cast<const void*>(&value)
                       : bytes_each == 4 ? &narrow
                                         : static_cast<const void*>(&half);
    std::memcpy(bytes.data() + i * bytes_each, from, static_cast<std::size_t>(bytes_each));
  }
  return bytes;
}

/// The elements of a box, row-major, of every array of a batch.
inline Bytes cut_out(const Bytes& whole, const std::vector<std::int64_t>& lengths, std::int64_t batch,
                     std::int64_t element_bytes, const mpi::Box& box) {
  Bytes part(static_cast<std::size_t>(box.volume() * batch * element_bytes));
  if (part.empty()) return part;
  std::int64_t volume = 1;
  for (const std::int64_t length : lengths) volume *= length;
  std::byte* to = part.data();
  for (std::int64_t b = 0; b < batch; ++b) {
    std::vector<std::int64_t> index = box.begin;
    for (std::int64_t i = 0; i < box.volume(); ++i) {
      std::int64_t place = 0;
      for (std::size_t a = 0; a < lengths.size(); ++a) place = place * lengths[a] + index[a];
      std::memcpy(to, whole.data() + (b * volume + place) * element_bytes, static_cast<std::size_t>(element_bytes));
      to += element_bytes;
      for (std::size_t a = lengths.size(); a-- > 0;) {
        if (++index[a] < box.end[a]) break;
        index[a] = box.begin[a];
      }
    }
  }
  return part;
}

/// Boxes of any sizes: the array halved at random places along random axes until each rank has a part, some of them
/// empty, in a random order of ranks.
inline mpi::Distribution random_boxes(const std::vector<std::int64_t>& lengths, int ranks, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  mpi::Distribution result{lengths, {{std::vector<std::int64_t>(lengths.size(), 0), lengths}}};
  while (result.ranks() < ranks) {
    const auto which = static_cast<std::size_t>(below(result.ranks()));
    const auto axis = static_cast<std::size_t>(below(static_cast<std::int64_t>(lengths.size())));
    mpi::Box& box = result.boxes[which];
    mpi::Box rest = box;
    const std::int64_t at = box.begin[axis] + below(box.end[axis] - box.begin[axis] + 1);
    box.end[axis] = rest.begin[axis] = at;
    result.boxes.push_back(rest);
  }
  std::shuffle(result.boxes.begin(), result.boxes.end(), random);
  return result;
}

}  // namespace papilio::test
