// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio-tune: times the shapes that plan::gpu_shapes() offers, one kernel at a time, on cuda:0. The lines of
// src/plan/tuned and the constants of src/plan/model come from what it prints.
//
//   papilio-tune 10 < kernels      at most 10 shapes of each
//
// A line of input is KERNEL [SHAPE [pad]]. SHAPE is a shape token (spec/shape_token.hpp) with at least one option;
// `pad` behind it leaves the padding to plan::choose_pad(). KERNEL is one of
//
//   TOKEN                                             a problem whose plan is one kernel
//   TOKEN@N                                           kernel N, from 0, of a problem's plan
//   ALGORITHM PRECISION LENGTH INNER OUTER [BATCH]    BATCH 0, or none, is what makes 512 MiB
//
// "stockham f32 1024 1 1024" is the first pass of 2^20, "stockham f32 64 1 1 1 8x8:threads=8" one shape of one
// transform. LENGTH 16x16 are 2-D arrays of 16 by 16 points in one kernel, INNER of them side by side. ALGORITHM is
//
//   stockham, rader, factors (prime_factor), bluestein
//   r2c, c2r               real 2-D arrays: LENGTH 16x8 of 16 by 16; with OUTER slabs of them
//   blocks, intoN          a last pass that reads blocks (Strides::block), a first one that writes blocks of N columns
//   middleN                the middle one of a convolution, which does both, or neither with middle0
//   chirpN, unchirpN       the first and the last of a Bluestein of so many points, with blocks, or without if N is 0
//
// PRECISION is f32, f64, or f16: f32 whose numbers are stored as f16. The fastest shapes of each kernel are measured
// twice.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <map>
#include <papilio/error.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "api/describe.hpp"
#include "api/kernels.hpp"
#include "backend/cuda/backend.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "kernel/kernel.hpp"
#include "plan/gpu_candidates.hpp"
#include "plan/gpu_padding.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/plan.hpp"
#include "plan/shape_rules.hpp"
#include "spec/array_axes.hpp"

namespace {

using namespace papilio;

constexpr std::int64_t data_bytes = std::int64_t{512} << 20;
constexpr int repetitions = 5;

struct Trial {
  std::string kernel;  ///< the line without a shape
  KernelSpec spec;
  double estimate = 0;
  std::int64_t batch = 1;
  std::int64_t in_distance = 0;
  std::int64_t out_distance = 0;
  double bytes = 0;  ///< read and written
  std::shared_ptr<runtime::Program> program;
  std::string error;
  double seconds = 0;
};

/// Of a complex number in memory.
std::int64_t stored_bytes(const KernelSpec& spec) { return 2 * bytes_of(spec.in.storage, spec.precision); }

/// Numbers with an x between them.
template <typename Number>
std::vector<Number> parse_product(const std::string& text) {
  std::vector<Number> factors;
  std::istringstream numbers(text);
  for (std::string number; std::getline(numbers, number, 'x');) factors.push_back(std::stoi(number));
  return factors;
}

/// The rest of a line that names one shape.
bool parse_shape(std::istream& in, KernelSpec& spec, const DeviceCaps& caps) {
  std::string token;
  if (!(in >> token)) return false;
  ChosenShape chosen = parse_shape_token(token, caps.compute_units);
  spec.radices = std::move(chosen.radices);
  spec.shape = chosen.shape;
  plan::fit_block(spec);
  std::string pad;
  if (!(in >> pad)) return true;
  if (pad != "pad") throw Error::invalid_argument(fmt::format("'{}'", pad), "a line ends with its shape, or with pad");
  plan::choose_pad(spec, caps);
  return true;
}

/// A problem whose plan is one kernel, or one kernel of its plan.
Trial parse_problem(const std::string& text, const DeviceCaps& caps) {
  const std::size_t at = text.find('@');
  const plan::PlanNode plan = plan::make_plan(Problem::parse(text.substr(0, at)).normalised(), caps);
  const std::vector<const plan::Pass*> passes = plan.passes();
  const std::size_t number = at == std::string::npos ? 0 : std::stoul(text.substr(at + 1));
  if (number >= passes.size() || (at == std::string::npos && passes.size() > 1)) {
    throw Error::invalid_argument(fmt::format("'{}'", text), fmt::format("its plan has {} kernels", passes.size()));
  }
  const plan::Pass& pass = *passes[number];
  Trial trial;
  trial.kernel = text;
  trial.spec = pass.kernel;
  trial.batch = pass.batch;
  trial.in_distance = pass.source.distance;
  trial.out_distance = pass.target.distance;
  trial.bytes = static_cast<double>(pass.read_bytes + pass.written_bytes);
  return trial;
}

/// 0 where the next word is a shape.
std::int64_t parse_batch(std::istream& in) {
  const std::istream::pos_type at = in.tellg();
  std::string word;
  in >> word;
  const bool digits = !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  if (digits) return std::stoll(word);
  in.clear();
  in.seekg(at);
  return 0;
}

/// r2c, c2r: what the sides hold.
void set_forms(const std::string& algorithm, KernelSpec& spec) {
  const bool forward = algorithm == "r2c";
  if (!forward && algorithm != "c2r") return;
  spec.direction = forward ? Direction::forward : Direction::inverse;
  spec.in.form = forward ? Form::pairs : Form::half;
  spec.out.form = forward ? Form::half : Form::pairs;
}

/// blocks, intoB, middleB, chirpB, unchirpB: passes, with blocks of B columns.
void set_pass(const std::string& algorithm, KernelSpec& spec) {
  const auto block_after = [&](std::string_view word) { return std::stoi(algorithm.substr(word.size())); };
  if (algorithm == "blocks") spec.in.strides.block = 1;
  if (algorithm.starts_with("into")) spec.out.strides.block = block_after("into");
  const std::int64_t chirp_length = (spec.points() - 1) / 2 | 1;
  if (algorithm.starts_with("middle")) {
    spec.algorithm = Algorithm::convolution;
    spec.chirp_length = chirp_length;
    spec.out.strides.block = block_after("middle");
    spec.in.strides.block = spec.out.strides.block > 0 ? 1 : 0;
  } else if (algorithm.starts_with("chirp")) {
    spec.load = LoadOp::chirp;
    spec.chirp_length = chirp_length;
    spec.out.strides.block = block_after("chirp");
  } else if (algorithm.starts_with("unchirp")) {
    spec.store = StoreOp::chirp;
    spec.chirp_length = chirp_length;
    spec.in.strides.block = block_after("unchirp");
  }
}

/// rader, factors, bluestein.
void set_convolution(const std::string& algorithm, plan::KernelRequest& request) {
  KernelSpec& spec = request.spec;
  if (algorithm == "rader") {
    spec.algorithm = Algorithm::rader;
    request.work_length = spec.length - 1;
  } else if (algorithm == "factors") {
    spec.algorithm = Algorithm::prime_factor;
  } else if (algorithm == "bluestein") {
    spec.algorithm = Algorithm::bluestein;
    request.work_length = next_power_of_two(2 * spec.length - 1);
  }
}

plan::KernelRequest parse_kernel(std::istream& in, const std::string& line) {
  std::string algorithm;
  std::string precision;
  plan::KernelRequest request;
  KernelSpec& spec = request.spec;
  std::string length;
  if (!(in >> algorithm >> precision >> length >> spec.inner >> spec.outer)) {
    throw Error::invalid_argument(fmt::format("'{}'", line), "a kernel is ALGORITHM PRECISION LENGTH INNER OUTER");
  }
  spec.axis_lengths = parse_product<std::int64_t>(length);
  spec.length = product(spec.axis_lengths);
  if (spec.axis_lengths.size() == 1) spec.axis_lengths.clear();
  if (spec.several_axes()) spec.stack = spec.inner;
  spec.precision = precision == "f64" ? Precision::f64 : Precision::f32;
  if (precision == "f16") spec.in.storage = spec.out.storage = Storage::f16;
  request.work_length = spec.length;
  set_forms(algorithm, spec);
  set_pass(algorithm, spec);
  set_convolution(algorithm, request);
  request.batch = parse_batch(in);
  if (request.batch > 0) return request;
  request.batch = std::max<std::int64_t>(1, data_bytes / stored_bytes(spec) / spec.transform());
  return request;
}

/// What a line says before the shape.
Trial parse(std::istream& in, const std::string& line, const DeviceCaps& caps, plan::KernelRequest& request) {
  std::string first;
  in >> first;
  Trial trial;
  if (first.find(':') != std::string::npos) {
    trial = parse_problem(first, caps);
    request.spec = trial.spec;
    request.spec.shape = {};
    request.work_length = trial.spec.work_length();
    request.batch = trial.batch;
    return trial;
  }
  in.seekg(0);
  request = parse_kernel(in, line);
  const std::vector<std::int64_t> axes = {request.spec.length};
  trial.kernel = fmt::format("{} {} {} {} {} {}", line.substr(0, line.find(' ')), stored_bytes(request.spec),
                             fmt::join(!request.spec.several_axes() ? axes : request.spec.axis_lengths, "x"),
                             request.spec.inner, request.spec.outer, request.batch);
  trial.batch = request.batch;
  trial.in_distance = trial.out_distance = request.spec.transform();
  if (request.spec.load == LoadOp::chirp) trial.in_distance = request.spec.chirp_length;
  if (request.spec.store == StoreOp::chirp) trial.out_distance = request.spec.chirp_length;
  const bool after = request.spec.post_processes();
  if (request.spec.pairs_conjugates())
    (after ? trial.out_distance : trial.in_distance) = half_numbers(request.spec) * request.spec.outer;
  trial.bytes =
      static_cast<double>((trial.in_distance + trial.out_distance) * request.batch * stored_bytes(request.spec));
  if (request.spec.pairs_conjugates()) (after ? trial.in_distance : trial.out_distance) *= 2;  // of real numbers
  return trial;
}

/// The cheapest by the estimate, at most `alike` of the same radices.
void add_trials(const std::string& line, const DeviceCaps& caps, std::size_t most, std::vector<Trial>& trials) {
  std::istringstream in(line);
  plan::KernelRequest request;
  Trial trial = parse(in, line, caps, request);
  if (parse_shape(in, request.spec, caps)) {
    if (request.spec.work_length() != request.work_length) {
      throw Error::invalid_argument(fmt::format("'{}'", line),
                                    fmt::format("the kernel has {} points", request.work_length));
    }
    // What fits depends on the device.
    if (const std::optional<plan::Misfit> misfit = plan::misfit_of(request.spec, caps)) {
      fmt::print(stderr, "{}: {}; {}\n", line, misfit->why, misfit->remedy);
      return;
    }
    trial.spec = request.spec;
    trials.push_back(trial);
    return;
  }
  std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request, caps);
  std::sort(shapes.begin(), shapes.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  const std::ptrdiff_t alike = std::max<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(most) / 8);
  std::vector<std::vector<int>> seen;
  for (plan::ShapedKernel& shape : shapes) {
    if (seen.size() == most) return;
    if (std::count(seen.begin(), seen.end(), shape.spec.radices) == alike) continue;
    plan::choose_pad(shape.spec, caps);
    if (shape.spec == trial.spec) continue;  // two ways to the same tile
    seen.push_back(shape.spec.radices);
    trial.spec = shape.spec;
    trial.estimate = shape.seconds;
    trials.push_back(trial);
  }
}

/// Compiling takes most of the time, so every core compiles.
void compile(runtime::Device& device, std::vector<Trial>& trials) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    workers.emplace_back([&] {
      for (std::size_t t = next++; t < trials.size(); t = next++) {
        try {
          trials[t].program = api::program_of(device, trials[t].spec);
        } catch (const Error& error) {
          trials[t].error = error.what();
        }
      }
    });
  }
}

double measure(runtime::Device& device, runtime::Stream& stream, const Trial& trial, const runtime::Memory& in,
               runtime::Memory& out) {
  const kernel::KernelInterface face = kernel::interface_of(trial.spec);
  const api::LaunchShape shape = api::launch_shape(face, trial.batch, device.caps().compute_units);
  api::UploadStream uploads(device);
  std::vector<std::shared_ptr<runtime::Memory>> tables;
  std::vector<runtime::Argument> arguments = {&in};
  if (face.planar_input) arguments.emplace_back(&in);
  arguments.emplace_back(&out);
  if (face.planar_output) arguments.emplace_back(&out);
  for (const kernel::TableSpec& table : face.tables) {
    tables.push_back(api::table_of(device, uploads, table));
    arguments.emplace_back(tables.back().get());
  }
  for (const std::int64_t scalar :
       {trial.batch, trial.in_distance, trial.out_distance, std::int64_t{0}, std::int64_t{0}, shape.repeat}) {
    arguments.emplace_back(scalar);
  }
  // The imaginary parts behind the real ones.
  const auto plane = [&](std::int64_t distance) { return trial.batch * std::max(distance, trial.spec.transform()); };
  if (face.planar_input) arguments.emplace_back(plane(trial.in_distance));
  if (face.planar_output) arguments.emplace_back(plane(trial.out_distance));
  const auto launch = [&] {
    stream.launch({trial.program.get(), shape.groups, face.threads, arguments, face.local_memory});
  };
  // Short kernels are timed many at once. Those that take hardly longer than to launch them are in the queue before the
  // first begins, behind copies of 2 ms.
  constexpr double short_seconds = 1e-5;
  constexpr int queued = 256;
  const auto time = [&](int count, bool ahead) {
    for (int i = 0; ahead && i < 8; ++i) stream.copy(in, out, data_bytes);
    const auto begin = stream.record();
    for (int i = 0; i < count; ++i) launch();
    return stream.record()->seconds_since(*begin) / count;
  };
  launch();
  const double once = time(2, false);
  const bool ahead = once < short_seconds;
  const int count = ahead ? queued : std::max(2, static_cast<int>(1e-3 / once));
  std::vector<double> seconds;
  seconds.reserve(repetitions);
  for (int i = 0; i < repetitions; ++i) seconds.push_back(time(count, ahead));
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

void print(const Trial& trial, int compute_units) {
  const KernelSpec& spec = trial.spec;
  const auto resources = trial.program->resources(spec.shape.threads, kernel::interface_of(spec).local_memory);
  fmt::print("{} {} {:.2f} {:.2f} {:.0f} {} {}\n", trial.kernel, shape_token(chosen_shape(spec), compute_units),
             trial.estimate * 1e6, trial.seconds * 1e6, trial.bytes / trial.seconds * 1e-9,
             resources ? resources->registers.value_or(0) : 0, resources ? resources->private_memory.value_or(0) : 0);
}

/// Once each; then those close to the best of their kernel again, in the hope that no other work disturbs both.
void measure_all(runtime::Device& device, std::vector<Trial>& trials) {
  std::int64_t bytes = data_bytes;
  for (const Trial& trial : trials) {
    const std::int64_t number = 2 * std::max(bytes_of(trial.spec.in.storage, trial.spec.precision),
                                             bytes_of(trial.spec.out.storage, trial.spec.precision));
    bytes = std::max(bytes, trial.batch * trial.spec.transform() * number);
  }
  const auto in = device.allocate(2 * bytes);  // rows of half spectra and of gaps take more
  const auto out = device.allocate(2 * bytes);
  const auto stream = device.make_stream();
  std::vector<float> noise(bytes / sizeof(float));
  unsigned state = 1;
  for (float& value : noise) value = static_cast<float>(state = state * 1664525U + 1013904223U) / 4294967296.0F - 0.5F;
  for (const std::int64_t half : {std::int64_t{0}, bytes}) stream->write(*in, half, noise.data(), bytes);
  std::map<std::string, double> best;
  for (Trial& trial : trials) {
    if (!trial.program) continue;
    trial.seconds = measure(device, *stream, trial, *in, *out);
    double& least = best.try_emplace(trial.kernel, trial.seconds).first->second;
    least = std::min(least, trial.seconds);
  }
  for (Trial& trial : trials) {
    if (!trial.program || trial.seconds > 1.04 * best[trial.kernel]) continue;
    trial.seconds = (trial.seconds + measure(device, *stream, trial, *in, *out)) / 2;
  }
}

void run(std::size_t most) {
  const std::shared_ptr<runtime::Device> device = backend::cuda::open_device("cuda:0");
  std::vector<Trial> trials;
  for (std::string line; std::getline(std::cin, line);) add_trials(line, device->caps(), most, trials);
  compile(*device, trials);
  measure_all(*device, trials);
  fmt::print("kernel shape estimate_us us GBs registers spills\n");
  for (const Trial& trial : trials) {
    if (trial.program) {
      print(trial, device->caps().compute_units);
    } else {
      fmt::print(stderr, "{}: {}\n", trial.spec.name(), trial.error);
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  run(argc > 1 ? std::stoul(argv[1]) : 10);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "papilio-tune: {}\n", error.what());
  return 1;
}
