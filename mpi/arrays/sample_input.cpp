// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "sample_input.hpp"

#include <cstring>
#include <papilio/error.hpp>

namespace papilio::mpi {
namespace {

/// Sebastiano Vigna's splitmix64: a number for every index.
std::uint64_t mixed(std::uint64_t index) {
  std::uint64_t z = index * 0x9e3779b97f4a7c15ULL + 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::size_t bytes_of(Width width) { return width == Width::f64 ? 8 : width == Width::f32 ? 4 : 2; }

void store(std::uint64_t random, Width width, std::byte* to) {
  // 24 bits, so that f32 and f64 are the same numbers.
  const double value = static_cast<double>(random >> 40) * 0x1p-23 - 1;
  const auto narrow = static_cast<float>(value);
  // IEEE binary16 of a random sign and mantissa.
  const auto half = static_cast<std::uint16_t>(0x3800U | (random & 0x83ffU));
  if (width == Width::f64) std::memcpy(to, &value, sizeof value);
  if (width == Width::f32) std::memcpy(to, &narrow, sizeof narrow);
  if (width == Width::f16) std::memcpy(to, &half, sizeof half);
}

}  // namespace

Width width_of(const Problem& problem, Storage storage) {
  if (storage == Storage::f64 || (storage == Storage::native && problem.precision == Precision::f64)) return Width::f64;
  if (storage == Storage::f32 || (storage == Storage::native && problem.precision == Precision::f32)) return Width::f32;
  if (storage == Storage::f16) return Width::f16;
  throw Error::unsupported("checking " + problem.token(), "it stores numbers as something else than f16, f32 or f64",
                           "leave the storage out");
}

std::vector<std::byte> make_input(const Problem& problem, const Box& box, Width width) {
  const int parts = problem.real_input() ? 1 : 2;
  const std::size_t bytes = bytes_of(width);
  std::vector<std::byte> result(static_cast<std::size_t>(box.volume() * problem.batch * parts) * bytes);
  std::byte* to = result.data();
  for_rows(box, problem.input_lengths(), problem.batch, [&](std::int64_t there, std::int64_t, std::int64_t row) {
    for (std::int64_t i = there * parts; i < (there + row) * parts; ++i, to += bytes) {
      store(mixed(static_cast<std::uint64_t>(i)), width, to);
    }
  });
  return result;
}

}  // namespace papilio::mpi
