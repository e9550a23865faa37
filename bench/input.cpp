// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/input.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>

#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

/// Number i of a sequence of random bits: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014), whose state is a counter, so that any part can be made by itself.
constexpr std::uint64_t random_bits(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

std::complex<float> element(std::uint64_t i, float /*precision*/) {
  const std::uint64_t bits = random_bits(i);
  return {static_cast<float>(bits >> 40U) * 0x1p-23F - 1.0F, static_cast<float>(bits & 0xFFFFFFU) * 0x1p-23F - 1.0F};
}

std::complex<double> element(std::uint64_t i, double /*precision*/) {
  const auto uniform = [](std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-52 - 1.0; };
  return {uniform(random_bits(2 * i)), uniform(random_bits(2 * i + 1))};
}

template <typename T>
void extend(std::vector<std::byte>& bytes, std::size_t size) {
  constexpr std::size_t element_bytes = sizeof(std::complex<T>);
  const std::size_t begin = bytes.size() / element_bytes;
  const std::size_t end = (size + element_bytes - 1) / element_bytes;  // of real numbers there may be half a one more
  bytes.resize(end * element_bytes);
  for (std::size_t i = begin; i < end; ++i) {
    const std::complex<T> value = element(i, T{});
    std::memcpy(bytes.data() + i * element_bytes, &value, element_bytes);
  }
}

/// The row of the half spectrum whose indices are the negatives of those of row r.
std::int64_t mirror_of(std::int64_t r, const std::vector<std::int64_t>& lengths) {
  std::int64_t mirror = 0;
  std::int64_t step = 1;
  for (std::size_t axis = lengths.size() - 1; axis-- > 0; step *= lengths[axis]) {
    mirror += (lengths[axis] - r / step % lengths[axis]) % lengths[axis] * step;
  }
  return mirror;
}

/// Where the last index is its own negative, rows and their mirrors are conjugates.
template <typename T>
void symmetrise(std::vector<std::byte>& bytes, const Problem& problem) {
  constexpr std::size_t element_bytes = sizeof(std::complex<T>);
  const std::int64_t n = problem.lengths.back();
  const std::int64_t row = n / 2 + 1;
  const std::int64_t rows = problem.input_elements() / problem.batch / row;
  const auto at = [&](std::int64_t element) { return bytes.data() + static_cast<std::size_t>(element) * element_bytes; };
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t mirror = mirror_of(r, problem.lengths);
    if (mirror < r) continue;
    for (std::int64_t b = 0; b < problem.batch; ++b) {
      for (const std::int64_t k : {std::int64_t{0}, n / 2}) {
        if (k > 0 && n % 2 != 0) continue;
        std::complex<T> value;
        std::memcpy(&value, at((b * rows + r) * row + k), element_bytes);
        value = mirror == r ? std::complex<T>(value.real()) : std::conj(value);
        std::memcpy(at((b * rows + mirror) * row + k), &value, element_bytes);
      }
    }
  }
}

}  // namespace

std::span<const std::byte> Input::of(const Problem& problem) {
  const std::span<const std::byte> random = first(static_cast<std::size_t>(input_bytes(problem)));
  if (problem.kind != Kind::c2r) return random;
  spectra_.assign(random.begin(), random.end());
  precision_ == Precision::f32 ? symmetrise<float>(spectra_, problem) : symmetrise<double>(spectra_, problem);
  return spectra_;
}

std::span<const std::byte> Input::first(std::size_t bytes) {
  if (bytes > bytes_.size())
    precision_ == Precision::f32 ? extend<float>(bytes_, bytes) : extend<double>(bytes_, bytes);
  return std::span(bytes_).first(bytes);
}

bool holds(Arena& arena, std::span<const std::byte> expected) {
  std::vector<std::byte> found(std::min<std::size_t>(expected.size(), 65536));
  const std::size_t last = expected.size() - found.size();
  for (const std::size_t offset : std::array{std::size_t{0}, last / 2, last}) {
    arena.read(Part::input, offset, found);
    if (!std::ranges::equal(found, expected.subspan(offset, found.size()))) return false;
  }
  return true;
}

}  // namespace papilio::bench
