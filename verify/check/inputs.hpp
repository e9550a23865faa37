// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The numbers of a problem's input.
#pragma once

#include <cmath>
#include <cstdint>
#include <papilio/programs.hpp>
#include <random>

#include "verify/check/device_memory.hpp"

namespace papilio::verify {

/// From which numbers an input is drawn.
enum class Inputs {
  uniform,  ///< all uniform in [-1, 1); of integers see Stored::fitted()
  varied,   ///< each transform, or signal, follows a pattern of its own (InputNumbers)
};

/// As options and files say it.
constexpr const char* name_of(Inputs inputs) { return inputs == Inputs::varied ? "varied" : "uniform"; }

/// Choices of a check besides the problem's token. Inputs follow from the first two.
struct CheckInputs {
  std::uint64_t seed = 0;
  Inputs distribution = Inputs::uniform;
  Programs programs = Programs::specialised;  ///< of the plan
};

/// Makes the numbers of one input after the other. All lie in [-1, 1), before magnify().
template <class T>
class InputNumbers {
 public:
  InputNumbers(const Stored& stored, Inputs inputs, std::mt19937_64& engine)
      : stored_(stored), inputs_(inputs), engine_(engine) {}

  /// Varied: all numbers are multiplied by one power of two, from 2^-most to 2^most.
  void magnify(int most) {
    if (inputs_ == Inputs::varied) {
      factor_ = std::ldexp(T{1}, static_cast<int>(random_below(engine_, 2 * most + 1)) - most);
    }
  }
  /// Varied: draws the pattern of the next transform, which has so many elements of `width` numbers. Without constants
  /// for convolutions, whose bound is for spectra that do not peak at the same frequency.
  void begin(std::int64_t elements, std::int64_t width, bool constants) {
    if (inputs_ == Inputs::uniform) return;
    pattern_ = static_cast<Pattern>(random_below(engine_, constants ? 5 : 4));
    width_ = width;
    number_ = 0;
    impulse_ = random_below(engine_, elements);
    // The zero frequency is then as large as that of random numbers, so that f16 can hold it.
    constant_ = uniform<T>(engine_) / std::sqrt(static_cast<T>(elements * width));
  }
  T next() { return stored_.fitted(value()) * factor_; }

 private:
  enum class Pattern {
    uniform,
    bell,  ///< sums of three, nearly normal
    // Impulses stand on elements: c2r ignores some imaginary parts, and must not be left with nothing else, nor with
    // much less.
    impulse,   ///< zero, but for one element, whose first number is at least 1/2
    decaying,  ///< of many magnitudes, down to 2^-24
    constant,  ///< one number everywhere
  };

  T value() {
    switch (pattern_) {
      case Pattern::uniform:
        break;
      case Pattern::bell: {
        const T two = uniform<T>(engine_) + uniform<T>(engine_);
        return (two + uniform<T>(engine_)) / 3;
      }
      case Pattern::impulse: {
        const bool first = number_ % width_ == 0;
        if (number_++ / width_ != impulse_) return 0;
        const T size = uniform<T>(engine_);
        return first ? std::copysign((1 + std::abs(size)) / 2, size) : size;
      }
      case Pattern::decaying:
        if (number_++ % width_ == 0) exponent_ = -static_cast<int>(random_below(engine_, 25));
        return std::ldexp(uniform<T>(engine_), exponent_);
      case Pattern::constant:
        return constant_;
    }
    return uniform<T>(engine_);
  }

  Stored stored_;
  Inputs inputs_;
  std::mt19937_64& engine_;
  Pattern pattern_ = Pattern::uniform;
  T factor_ = 1;
  T constant_ = 0;
  int exponent_ = 0;          ///< of the element
  std::int64_t width_ = 1;    ///< numbers of an element
  std::int64_t number_ = 0;   ///< of the transform, from 0
  std::int64_t impulse_ = 0;  ///< its element
};

/// Pairs: low parts are random where numbers are stored as pairs.
template <class Part>
class InputNumbers<PairNumber<Part>> {
 public:
  InputNumbers(const Stored& stored, Inputs inputs, std::mt19937_64& engine)
      : native_(stored.storage == Storage::native), numbers_(stored, inputs, engine), engine_(engine) {}

  void magnify(int most) { numbers_.magnify(most); }
  void begin(std::int64_t elements, std::int64_t width, bool constants) { numbers_.begin(elements, width, constants); }
  PairNumber<Part> next() {
    if (!native_) return PairNumber<Part>(numbers_.next());
    constexpr Part less_than_half_ulp = sizeof(Part) == 4 ? 0x1p-25F : 0x1p-54;
    const auto high = static_cast<Part>(numbers_.next());
    return {high, high * uniform<Part>(engine_) * less_than_half_ulp};
  }

 private:
  bool native_;
  InputNumbers<double> numbers_;
  std::mt19937_64& engine_;
};

}  // namespace papilio::verify
