// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one-liners of transforms.
#include <papilio/papilio.hpp>

#include "api/recent.hpp"

namespace papilio {
namespace {

// Never destroyed: a driver may already be gone when static objects are.
api::Recent<Plan, Problem>& recent_plans() {
  static auto* const plans = new api::Recent<Plan, Problem>;
  return *plans;
}

template <typename T>
std::vector<std::complex<T>> transform(std::span<const std::complex<T>> x, Direction direction) {
  if (x.empty()) return {};
  constexpr Precision precision = sizeof(T) == 4 ? Precision::f32 : Precision::f64;
  Problem problem = Problem::c2c(precision, static_cast<std::int64_t>(x.size()), 1, direction);
  if (direction == Direction::inverse) problem.scale = Scale::by_n;
  std::vector<std::complex<T>> result(x.size());
  recent_plans().use(problem.normalised(), [&](const Plan& plan) { plan.execute(x, std::span(result)); });
  return result;
}

}  // namespace

std::vector<std::complex<float>> fft(std::span<const std::complex<float>> x) { return transform(x, Direction::forward); }
std::vector<std::complex<double>> fft(std::span<const std::complex<double>> x) { return transform(x, Direction::forward); }
std::vector<std::complex<float>> ifft(std::span<const std::complex<float>> x) { return transform(x, Direction::inverse); }
std::vector<std::complex<double>> ifft(std::span<const std::complex<double>> x) { return transform(x, Direction::inverse); }

}  // namespace papilio
