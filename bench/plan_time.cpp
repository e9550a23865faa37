// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/plan_time.hpp"

#include <chrono>
#include <locale>
#include <papilio/papilio.hpp>
#include <sstream>
#include <vector>

#include "api/access.hpp"
#include "bench/input.hpp"
#include "bench/plan_process.hpp"
#include "bench/statistics.hpp"
#include "runtime/device.hpp"
#include "verify/check/check_problem.hpp"

namespace papilio::bench {
namespace {

PlanTime run_child(const PlanTimeRequest& request) {
  const std::string text =
      run_self_with_fresh_caches({"bench", "--plan-time-of", request.token, "--device", request.device});
  std::istringstream numbers(text);
  numbers.imbue(std::locale::classic());
  PlanTime time;
  if (!(numbers >> time.cold >> time.disk >> time.warm))
    throw Error::internal("the process of the plan time", "no numbers: " + text);
  return time;
}

/// Drawing points is no part of the time.
struct PlacedProblem {
  verify::PlacedNufft problem;
  verify::PlacedPoints points;
};
PlacedProblem prepared(const verify::PlacedNufft& problem) { return {problem, bench_points(problem)}; }
template <typename AnyProblem>
const AnyProblem& prepared(const AnyProblem& problem) {
  return problem;
}

void make(const Device& device, const Problem& problem) { (void)Plan(device, problem); }
void make(const Device& device, const ConvolutionProblem& problem) { (void)Convolution(device, problem); }
void make(const Device& device, const RaggedProblem& problem) { (void)RaggedPlan(device, problem); }
void make(const Device& device, const PlacedProblem& problem) {
  (void)verify::nufft_at(device, problem.problem, problem.points);
}

template <typename AnyProblem>
double seconds_to_make(const Device& device, const AnyProblem& problem) {
  const auto begin = std::chrono::steady_clock::now();
  make(device, problem);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

PlanTime measure_plan_time(const PlanTimeRequest& request) {
  std::vector<PlanTime> times;
  for (std::size_t i = 0; i < request.runs; ++i) times.push_back(run_child(request));
  const auto median = [&](double PlanTime::*which) {
    std::vector<double> seconds;
    for (const PlanTime& time : times) seconds.push_back(time.*which);
    return quartiles(seconds).median;
  };
  return {median(&PlanTime::cold), median(&PlanTime::disk), median(&PlanTime::warm)};
}

PlanTime time_plan_here(const std::string& token, const std::string& device_id) {
  const auto thrice = [](const Device& device, const auto& seconds) {
    PlanTime time;
    time.cold = seconds();
    api::unwrap(device).shared_objects().let_go();
    time.disk = seconds();
    time.warm = seconds();
    return time;
  };
  const verify::CheckProblem problem = verify::parse_any(token);
  const Device device(device_id);
  return std::visit(
      [&](const auto& value) {
        const auto& ready = prepared(value);
        return thrice(device, [&] { return seconds_to_make(device, ready); });
      },
      problem);
}

}  // namespace papilio::bench
