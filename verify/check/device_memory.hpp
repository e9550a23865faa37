// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What checks of transforms and of convolutions have in common: poison, random numbers, numbers as they are stored, and
// device memory that is used again for the next problem.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/storage.hpp"
#include "verify/check/pair_number.hpp"

namespace papilio::verify {

inline constexpr int executions = 3;
// Numbers after the end of every buffer, which nothing may touch.
inline constexpr std::size_t guard = 128;
// Most points of a comparison: 2^22 points in quad precision take some 20 seconds.
template <class T>
inline constexpr std::int64_t most_points = sizeof(T) == 4 ? std::int64_t{1} << 24 : std::int64_t{1} << 22;

/// A NaN with a payload that no arithmetic produces.
template <class T>
T poison() {
  if constexpr (is_pair_number<T>) {
    return {poison<decltype(T::high)>(), poison<decltype(T::high)>()};
  } else if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(std::uint32_t{0x7fc5a5a5});
  } else {
    return std::bit_cast<T>(std::uint64_t{0x7ff85a5a5a5a5a5a});
  }
}

/// Uniform in [-1, 1) with all bits of the significand; the same on every platform.
template <class T>
T uniform(std::mt19937_64& engine) {
  if constexpr (sizeof(T) == 4) {
    return static_cast<T>(engine() >> 40U) * 0x1p-23F - 1.0F;
  } else {
    return static_cast<T>(engine() >> 11U) * 0x1p-52 - 1.0;
  }
}

/// Numbers as a side of a problem stores them.
struct Stored {
  Storage storage = Storage::native;
  Precision precision = Precision::f32;

  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(bytes_of(storage, precision)); }
  /// The value that a number has after it was stored.
  template <class T>
  T rounded(T value) const {
    if (is_pair_number<T> && storage == Storage::native) return value;
    std::array<std::byte, sizeof(double)> memory{};
    encode_one(value, memory.data());
    return static_cast<T>(load_number(storage, precision, memory.data()));
  }
  template <class T>
  void encode(const std::vector<T>& from, std::vector<std::byte>& to) const {
    to.resize(from.size() * bytes());
    for (std::size_t i = 0; i < from.size(); ++i) encode_one(from[i], &to[i * bytes()]);
  }
  template <class T>
  void decode(const std::vector<std::byte>& from, std::vector<T>& to) const {
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i] = static_cast<T>(load_number(storage, precision, &from[i * bytes()]));
    }
  }

  /// A number in [-1, 1) as an input of this storage has it: as it is stored, or an integer in [-100, 100], of u8 in
  /// [0, 200].
  template <class T>
  T fitted(T value) const {
    if (storage == Storage::native) return value;
    if (!is_integer(storage)) return rounded(value);
    return std::round(value * 100) + (storage == Storage::u8 || storage == Storage::u16 ? 100 : 0);
  }

 private:
  template <class T>
  void encode_one(T value, std::byte* to) const {
    const auto number = static_cast<double>(value);
    if (!is_integer(storage)) return store_number(storage, precision, number, to);
    // No integer is reserved for poison; one that no input contains is used. Little-endian, as every device here.
    const auto integer = static_cast<std::int16_t>(std::isnan(number) ? 101 : number);
    std::memcpy(to, &integer, bytes());
  }
};

template <class T>
bool same_bits(const T* a, const T* b, std::size_t count) {
  return std::memcmp(a, b, count * sizeof(*a)) == 0;
}

inline std::mt19937_64 engine_for(std::uint64_t seed, const std::string& token) {
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)};
  words.insert(words.end(), token.begin(), token.end());
  std::seed_seq sequence(words.begin(), words.end());
  return std::mt19937_64(sequence);
}

inline std::int64_t random_below(std::mt19937_64& engine, std::int64_t end) {
  return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(end));
}

/// Chooses from `all` transforms the first, the last, and others at random: `most` of them, but at least one.
inline std::set<std::int64_t> sample(std::int64_t all, std::int64_t most, std::mt19937_64& engine) {
  const std::int64_t count = std::clamp<std::int64_t>(most, 1, all);
  std::set<std::int64_t> chosen = {0};
  if (count > 1) chosen.insert(all - 1);
  for (std::int64_t b = 0; count == all && b < count; ++b) chosen.insert(b);
  while (static_cast<std::int64_t>(chosen.size()) < count) chosen.insert(random_below(engine, all));
  return chosen;
}

/// Buffers of one device that only grow, so that a sweep allocates rarely.
class CheckMemory {
 public:
  CheckMemory(const Device& device, const Stream& stream) : device_(device), stream_(stream) {}

  const Buffer& reserve(std::size_t bytes) {
    if (buffer_.size_bytes() < bytes) {
      buffer_ = {};  // first: there may not be room for both
      buffer_ = Buffer(device_, bytes);
    }
    return buffer_;
  }
  template <class T>
  void upload(const std::vector<T>& from, const Stored& stored) {
    if (stored.storage == Storage::native) {
      stream_.upload(reserve(from.size() * sizeof(T)), from.data(), from.size() * sizeof(T));
    } else {
      stored.encode(from, bytes_);
      stream_.upload(reserve(bytes_.size()), bytes_.data(), bytes_.size());
    }
  }
  template <class T>
  void download(std::vector<T>& to, const Stored& stored) {
    if (stored.storage == Storage::native) {
      stream_.download(buffer_, to.data(), to.size() * sizeof(T));
    } else {
      bytes_.resize(to.size() * stored.bytes());
      stream_.download(buffer_, bytes_.data(), bytes_.size());
      stored.decode(bytes_, to);
    }
  }
  /// Fills so many bytes, and the guard behind them, in blocks, because a second copy of all of them might not fit the
  /// host.
  template <class T>
  void poison_all(std::size_t bytes) {
    const std::vector<T> block(std::clamp<std::size_t>(bytes / sizeof(T), guard, 1U << 20U), poison<T>());
    reserve(bytes + guard * sizeof(T));
    for (std::size_t at = 0; at < bytes; at += block.size() * sizeof(T)) {
      stream_.upload(buffer_, block.data(), std::min(block.size() * sizeof(T), bytes - at), at);
    }
    stream_.upload(buffer_, block.data(), guard * sizeof(T), bytes);
  }
  /// Whether the guard behind so many poisoned bytes is as it was.
  template <class T>
  [[nodiscard]] bool guarded(std::size_t bytes) const {
    const std::vector<T> untouched(guard, poison<T>());
    std::vector<T> now(guard);
    stream_.download(buffer_, now.data(), guard * sizeof(T), bytes);
    return same_bits(now.data(), untouched.data(), guard);
  }
  [[nodiscard]] const Buffer& buffer() const { return buffer_; }

 private:
  Device device_;
  Stream stream_;
  Buffer buffer_;
  std::vector<std::byte> bytes_;
};

/// The memory of a thread's checks.
struct CheckPlace {
  Device device;
  Stream stream;
  CheckMemory in;
  CheckMemory out;
  CheckMemory scratch;
  explicit CheckPlace(const Device& on)
      : device(on), stream(on), in(on, stream), out(on, stream), scratch(on, stream) {}
};

}  // namespace papilio::verify
