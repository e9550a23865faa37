// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/kernel_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/measure/trial.hpp"
#include "plan/tuned/tuned_shapes.hpp"

namespace papilio::api {
namespace {

constexpr double sample_seconds = 4e-3;
constexpr int samples = 9;

/// A plan of one launch alone, in the scratch of the whole plan.
plan::PlanNode alone(const plan::PassLaunch& launch, std::int64_t scratch_elements) {
  plan::PlanNode node;
  node.solver = "launch";
  node.scratch_elements = scratch_elements;
  for (const plan::Pass* pass : {launch.pass, launch.second}) {
    if (pass == nullptr) continue;
    plan::PlanNode& leaf = node.children.emplace_back();
    leaf.solver = "pass";
    leaf.pass = *pass;
  }
  return node;
}

double seconds_of(TrialBench& bench, const Trial& trial) {
  bench.calibrate(trial, sample_seconds);
  std::vector<double> seconds;
  seconds.reserve(samples);
  for (int i = 0; i < samples; ++i) seconds.push_back(bench.sample(trial));
  std::ranges::nth_element(seconds, seconds.begin() + samples / 2);
  return seconds[samples / 2];
}

}  // namespace

std::string shape_of_line(const KernelSpec& spec, int compute_units) {
  ChosenShape chosen = chosen_shape(spec);
  if (chosen.radices.size() == 1) chosen.shape.staged = false;
  return shape_token(chosen, compute_units);
}

std::vector<std::string> kernel_lines(const Device& device, const Problem& problem) {
  const DeviceCaps& caps = unwrap(device).caps();
  if (caps.device_class != DeviceClass::gpu) {
    throw Error::unsupported("lines of kernels on " + device.info().id, "only GPUs have tables",
                             "wisdom has whole plans of any device");
  }
  const plan::PlanNode tree = best_known_plan(device.info(), caps, problem);
  TrialBench bench(device, problem);
  std::vector<std::string> lines;
  for (const plan::PassLaunch& launch : tree.launches()) {
    const std::shared_ptr<Trial> trial = bench.make(alone(launch, tree.scratch_elements));
    const double seconds = seconds_of(bench, *trial);
    const plan::Pass& last = launch.second != nullptr ? *launch.second : *launch.pass;
    const auto bytes = static_cast<double>(launch.pass->read_bytes + last.written_bytes);
    const bool cached = launch.second == nullptr && bytes < static_cast<double>(caps.l2_memory);
    std::string key = to_text(plan::key_of(launch.pass->kernel, cached));
    std::string shape = shape_of_line(launch.pass->kernel, caps.compute_units);
    if (launch.second != nullptr) {
      key += "+" + to_text(plan::key_of(last.kernel, cached));
      shape += "+" + shape_of_line(last.kernel, caps.compute_units);
    }
    lines.push_back(fmt::format("{} {} {:.2f}", key, shape, bytes / seconds / caps.bandwidth));
  }
  return lines;
}

}  // namespace papilio::api
