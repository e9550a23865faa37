// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio hello: what GPU_FFT's hello_fft measures, and the lines it prints.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "lab/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/strict.hpp"

namespace papilio::tool {
namespace {

using Clock = std::chrono::steady_clock;
using Signals = std::vector<std::complex<float>>;

struct HelloOptions {
  std::int64_t log2_length = 0;
  std::int64_t jobs = 1;
  std::int64_t loops = 1;
  std::string device = "auto";
  bool json = false;
};

struct HelloLoop {
  double error = 0;               ///< sqrt(sum |x - cos|² / sum cos²) over all jobs
  std::int64_t microseconds = 0;  ///< of the transforms, for one job
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Problem problem_of(const HelloOptions& options) {
  const std::pair<const char*, std::int64_t> values[] = {
      {"log2_N", options.log2_length}, {"jobs", options.jobs}, {"loops", options.loops}};
  for (const auto& [what, value] : values) {
    if (value < 1) {
      throw Error::invalid_argument(fmt::format("{} {}", what, value), "it is less than 1",
                                    "usage: papilio hello log2_N [jobs [loops]]");
    }
  }
  if (options.loops > max_repetitions) {
    throw Error::invalid_argument(fmt::format("loops {}", options.loops),
                                  fmt::format("it is more than {}", max_repetitions), "run it several times");
  }
  if (options.log2_length > 27) {
    throw Error::unsupported(fmt::format("log2_N {}", options.log2_length), "lengths beyond 2^27 are not yet supported",
                             "give 1 to 27");
  }
  return Problem::c2c(Precision::f32, std::int64_t{1} << options.log2_length, options.jobs, Direction::inverse)
      .normalised();
}

/// Periods in the output of a job.
std::size_t frequency(std::size_t job, std::size_t n) { return (job + 1) & (n / 2 - 1); }

Signals inputs(const Problem& problem) {
  Signals in(static_cast<std::size_t>(problem.input_elements()));
  const auto n = static_cast<std::size_t>(problem.lengths[0]);
  for (std::size_t job = 0; job * n < in.size(); ++job) {
    const std::size_t f = frequency(job, n);
    in[job * n + f] += 0.5F;
    in[job * n + (n - f) % n] += 0.5F;
  }
  return in;
}

double relative_error(const Signals& out, std::size_t n) {
  double signal = 0;
  double difference = 0;
  for (std::size_t at = 0; at < out.size(); ++at) {
    const std::size_t turns = frequency(at / n, n) * (at % n) % n;
    const double exact = std::cos(2 * std::numbers::pi * static_cast<double>(turns) / static_cast<double>(n));
    const double re = out[at].real() - exact;
    const double im = out[at].imag();
    signal += exact * exact;
    difference += re * re + im * im;
  }
  return std::sqrt(difference / signal);
}

void print_json(const HelloOptions& options, const Plan& plan, double set_up, const std::vector<HelloLoop>& loops) {
  const DeviceInfo& device = plan.device().info();
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const HelloLoop& loop : loops) list.push_back({{"rel_rms_err", loop.error}, {"usecs", loop.microseconds}});
  const nlohmann::ordered_json root = {
      {"token", plan.problem().token()},
      {"log2_n", options.log2_length},
      {"jobs", options.jobs},
      {"loops", list},
      {"device", {{"id", device.id}, {"name", device.name}, {"platform", device.platform}}},
      {"seconds", {{"set_up", set_up}}}};
  fmt::print("{}\n", json_text(root));
}

void run(const HelloOptions& options) {
  const Problem problem = problem_of(options);
  const auto n = static_cast<std::size_t>(problem.lengths[0]);
  const std::size_t bytes = static_cast<std::size_t>(problem.input_elements() * problem.element_bytes());
  const Clock::time_point start = Clock::now();
  const Plan plan(Device(options.device), problem);
  const Stream stream(plan.device());
  const Buffer in(plan.device(), bytes);
  const Buffer out(plan.device(), bytes);
  const Buffer scratch = plan.scratch_bytes() > 0 ? Buffer(plan.device(), plan.scratch_bytes()) : Buffer();
  Signals signals = inputs(problem);
  stream.upload(in, signals.data(), bytes);
  plan.execute(stream, in, out, scratch);  // drivers finish their compilation at the first launch
  stream.synchronize();
  const double set_up = seconds_since(start);

  std::vector<HelloLoop> loops;
  for (std::int64_t k = 0; k < options.loops; ++k) {
    const Clock::time_point begin = Clock::now();
    plan.execute(stream, in, out, scratch);
    stream.synchronize();
    const double seconds = seconds_since(begin);
    stream.download(out, signals.data(), bytes);
    loops.push_back({relative_error(signals, n), std::llround(seconds * 1e6 / static_cast<double>(options.jobs))});
    if (!options.json) {
      fmt::print("rel_rms_err = {:.2g}, usecs = {}, k = {}\n", loops.back().error, loops.back().microseconds, k);
    }
  }
  if (options.json) print_json(options, plan, set_up, loops);
}

}  // namespace

void add_hello(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("hello", "GPU_FFT's hello_fft: error and time of inverse transforms");
  const auto options = std::make_shared<HelloOptions>();
  command->add_option("log2_N", options->log2_length, "Transforms of 2^log2_N points, 1 to 27")->required();
  command->add_option("jobs", options->jobs, "Transforms in a batch")->capture_default_str();
  command->add_option("loops", options->loops, "Measurements")->capture_default_str();
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Prints one line per loop: the relative rms error of all jobs, which are cosines with known values, and\n"
      "the microseconds per transform on the device, without set-up and transfers.\n");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
