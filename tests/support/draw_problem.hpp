// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Generates any valid problem inside a RapidCheck property, by verify/draw; a failing one shrinks towards c2c:f32:1.
#pragma once

#include <rapidcheck.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <papilio/problem.hpp>

#include "verify/draw/draw_problem.hpp"

namespace papilio::test {

using verify::DrawLimits;

/// Numbers grow with RapidCheck's size; each choice shrinks towards its simplest.
class RapidChoices final : public verify::Choices {
 public:
  std::int64_t number(std::int64_t lo, std::int64_t hi, const char* name) override {
    return *rc::gen::inRange<std::int64_t>(lo, hi + 1).as(name);
  }
  std::size_t alternative(std::size_t count, const char* name) override {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, count)).as(name);
  }
};

inline Problem draw_problem(const DrawLimits& limits) {
  RapidChoices choices;
  return verify::draw_problem(choices, limits);
}

/// Decides whether a property may start another example: the time limit is $PAPILIO_PROPERTY_SECONDS, or else `usual`.
/// After a failure it always may, so that it can shrink the input.
class TimeBox {
 public:
  explicit TimeBox(double usual = 5.0) : end_(std::chrono::steady_clock::now() + seconds(usual)) {}
  [[nodiscard]] bool open() const { return failed_ || std::chrono::steady_clock::now() < end_; }
  void failed() { failed_ = true; }

 private:
  static std::chrono::steady_clock::duration seconds(double usual) {
    const char* const given = std::getenv("PAPILIO_PROPERTY_SECONDS");
    const std::chrono::duration<double> most(given != nullptr ? std::atof(given) : usual);
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(most);
  }
  bool failed_ = false;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace papilio::test
