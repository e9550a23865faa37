// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/recent_plans.hpp"

#include "api/recent.hpp"

namespace papilio::api {
namespace {

// Never destroyed: a driver may already be gone when static objects are.
Recent<Plan, Problem>& recent_plans() {
  static auto* const plans = new Recent<Plan, Problem>;
  return *plans;
}

}  // namespace

template <typename In, typename Out>
void execute_recent(const Problem& problem, std::span<const In> in, std::span<Out> out) {
  recent_plans().use(problem.normalised(), [&](const Plan& plan) { plan.execute(in, out); });
}

template void execute_recent(const Problem&, std::span<const std::complex<float>>, std::span<std::complex<float>>);
template void execute_recent(const Problem&, std::span<const std::complex<double>>, std::span<std::complex<double>>);
template void execute_recent(const Problem&, std::span<const float>, std::span<std::complex<float>>);
template void execute_recent(const Problem&, std::span<const double>, std::span<std::complex<double>>);
template void execute_recent(const Problem&, std::span<const std::complex<float>>, std::span<float>);
template void execute_recent(const Problem&, std::span<const std::complex<double>>, std::span<double>);
template void execute_recent(const Problem&, std::span<const float>, std::span<float>);
template void execute_recent(const Problem&, std::span<const double>, std::span<double>);

}  // namespace papilio::api
