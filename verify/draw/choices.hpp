// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where random problems get their choices from: a seed (`papilio check --random`) or RapidCheck (tests/support).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>

namespace papilio::verify {

/// The names tell a reporter of choices what is chosen.
class Choices {
 public:
  Choices() = default;
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;
  virtual ~Choices() = default;

  /// A number in lo..hi, both included; `lo` is the simplest.
  virtual std::int64_t number(std::int64_t lo, std::int64_t hi, const char* name) = 0;
  /// One of `count` alternatives, all equally likely; 0 is the simplest.
  virtual std::size_t alternative(std::size_t count, const char* name) = 0;

  /// True once in n times.
  bool one_in(std::size_t n, const char* name) { return alternative(n, name) == n - 1; }
  template <class T>
  T one_of(std::initializer_list<T> values, const char* name) {
    return values.begin()[alternative(values.size(), name)];
  }
};

/// Problem `index` of the sequence that belongs to a seed: the same on every platform, whatever was drawn before.
class SeededChoices final : public Choices {
 public:
  SeededChoices(std::uint64_t seed, std::uint64_t index) {
    std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
                        static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32U)};
    engine_.seed(words);
  }

  std::int64_t number(std::int64_t lo, std::int64_t hi, const char*) override {
    return lo + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  std::size_t alternative(std::size_t count, const char*) override { return engine_() % count; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace papilio::verify
