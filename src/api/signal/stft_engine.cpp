// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/stft_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/captures.hpp"
#include "api/run/execution.hpp"
#include "api/run/kernels.hpp"
#include "core/number_theory.hpp"

namespace papilio::api {
namespace {

constexpr std::int64_t part_points = std::int64_t{1} << 21;  // of frames: enough to hide a launch's cost
constexpr std::size_t kept_plans = 6;
// Samples of frames that are worth an execution of their own, which reads them where they are, instead of a copy.
constexpr std::int64_t min_in_place_cpu = std::int64_t{1} << 16;
constexpr std::int64_t min_in_place_gpu = std::int64_t{1} << 22;
constexpr const char* captured_remedy = "capture a plan of the frames: its distance is the hop, and it has the window";

}  // namespace

WindowValues scaled_window(const StftShape& shape, Precision precision) {
  const double largest = shape.largest_factor() * shape.factor();
  const bool single = precision == Precision::f32;
  const double least = single ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
  const double most = single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  if (!(least <= largest && largest <= most)) {
    throw Error::invalid_argument(
        fmt::format("frames with a window whose largest factor is {}", shape.largest_factor()),
        fmt::format("{}, with the scaling, is none of {}'s numbers from {:.3g} to {:.3g}", largest,
                    single ? "f32" : "f64", least, most),
        single ? "multiply the window by a number, or use double precision" : "multiply the window by a number");
  }
  std::vector<double> factors = shape.options().window;
  for (double& w : factors) w *= shape.factor();
  return {factors};
}

StftEngine::StftEngine(const Device& device, const StftOptions& options, Precision precision, Field field)
    : device_(device), shape_(options, field), precision_(precision), factors_(scaled_window(shape_, precision)) {}

std::int64_t StftEngine::sample_bytes() const {
  const std::int64_t real = precision_ == Precision::f32 ? 4 : 8;
  return shape_.field() == Field::real ? real : 2 * real;
}

std::int64_t StftEngine::result_bytes(FrameWork work) const {
  if (work == FrameWork::inverse) return sample_bytes();
  const std::int64_t real = precision_ == Precision::f32 ? 4 : 8;
  return work == FrameWork::power ? real : 2 * real;
}

std::int64_t StftEngine::part_frames() const {
  return std::max<std::int64_t>(1, part_points / std::max(shape_.options().length, shape_.options().hop));
}

Problem StftEngine::problem_of(const FrameArrays& arrays) const {
  const std::int64_t length = shape_.options().length;
  const std::int64_t frames = arrays.frames == 0 ? part_frames() : arrays.frames;
  const bool real = shape_.field() == Field::real;
  Problem problem;
  problem.precision = precision_;
  problem.lengths = {length};
  problem.batch = frames * arrays.batch;
  if (arrays.work == FrameWork::inverse) {
    problem.kind = real ? Kind::c2r : Kind::c2c;
    problem.direction = Direction::inverse;
    problem.scale = Scale::inverse_n;
    problem.factor = 1 / (shape_.factor() * shape_.largest_factor());
    return problem;
  }
  problem.kind = real ? Kind::r2c : Kind::c2c;
  problem.window = {.kind = WindowFunction::values, .values = factors_};
  if (arrays.work == FrameWork::power) problem.out_map = OutputMap::power;
  problem.in_distance = shape_.options().hop;
  if (arrays.batch == 1) return problem;
  problem.lengths = {frames, length};
  problem.axes = {1};
  problem.in_strides = {shape_.options().hop, 1};
  problem.in_distance = arrays.distance;
  problem.batch = arrays.batch;
  return problem;
}

Plan StftEngine::plan_of(const FrameArrays& arrays) const {
  const auto moved_to_front = [&] {
    const auto kept = std::ranges::find(plans_, arrays, &KeptPlan::arrays);
    if (kept == plans_.end()) return false;
    plans_.splice(plans_.begin(), plans_, kept);
    return true;
  };
  {
    const std::lock_guard lock(mutex_);
    if (moved_to_front()) return plans_.front().plan;
  }
  Plan plan(device_, problem_of(arrays));  // compiles, while other threads use other plans
  const std::lock_guard lock(mutex_);
  if (moved_to_front()) return plans_.front().plan;
  plans_.push_front({arrays, plan});
  if (plans_.size() > kept_plans) plans_.pop_back();
  return plan;
}

Plan StftEngine::plan(FrameWork work, std::int64_t frames) const {
  const Plan any = plan_of({work, 0, 1, 0});
  const BatchLimits limits = any.batch_limits();
  return limits.least <= frames && frames <= limits.most ? any : plan_of({work, frames, 1, 0});
}

const FrameProgram& StftEngine::program(FrameKernel which) const {
  const std::lock_guard lock(mutex_);
  FrameProgram& made = programs_[static_cast<std::size_t>(which)];
  if (made.program) return made;
  runtime::Device& device = unwrap(device_);
  const bool adds = which == FrameKernel::overlap_add;
  const bool reflects = shape_.options().padding == StftPadding::reflect;
  const kernel::FrameSpec& spec = made.spec =
      frame_spec(device, precision_, adds || shape_.field() == Field::real ? 1 : 2, adds ? 128 : 256);
  made.program = program_of_module(device,
                                   spec.name(adds       ? "overlap_add"
                                             : reflects ? "reflect"
                                                        : "pad"),
                                   [&] {
                                     if (adds) return kernel::build_overlap_add(spec);
                                     return kernel::build_pad(
                                         spec, reflects ? kernel::Surround::reflected : kernel::Surround::zeros);
                                   });
  return made;
}

void StftEngine::pad(runtime::Stream& stream, const FramePiece& piece, const SampleRange& positions,
                     const runtime::Memory& samples, const runtime::Memory& padded) const {
  const std::int64_t count = positions.end - positions.begin;
  const std::int64_t units = ceil_div(count, kernel::pad_chunk);
  program(FrameKernel::pad).launch(stream, unwrap(device_), units, [&](std::int64_t repeat) {
    return std::vector<runtime::Argument>{&samples,   &padded,         count,  piece.samples,    piece.distance,
                                          piece.held, positions.begin, repeat, shape_.padding(), units};
  });
}

std::vector<StftEngine::PlacedRun> StftEngine::runs_of(const Plan& plan, FramePiece piece) const {
  const bool cpu = unwrap(device_).caps().device_class == DeviceClass::cpu;
  // A plan that takes no other batch has one run.
  const bool divides = plan.batch_limits().least < plan.batch_limits().most;
  const std::int64_t least = !divides ? std::numeric_limits<std::int64_t>::max()
                             : cpu    ? min_in_place_cpu
                                      : min_in_place_gpu;
  std::vector<PlacedRun> runs;
  const auto add = [&](std::int64_t frames, std::int64_t offset) {
    if (frames > 0 && offset < 0 && !runs.empty() && runs.back().offset < 0) {
      runs.back().frames += frames;
    } else if (frames > 0) {
      runs.push_back({piece.first, frames, offset});
    }
    piece.first += frames;
    piece.frames -= frames;
  };
  while (piece.frames > 0) {
    const FrameRun run = shape_.run_of(piece, least);
    const std::int64_t offset = run.sample - piece.held;
    const std::int64_t padded = run.sample < 0 ? run.frames : std::min(run.frames, unreadable_frames(offset));
    add(padded, -1);
    add(run.frames - padded, offset + padded * shape_.options().hop);
  }
  return runs;
}

std::int64_t StftEngine::unreadable_frames(std::int64_t offset) const {
  const std::int64_t unit = shape_.field() == Field::complex ? 1 : 4;  // Operands::in_offset
  for (std::int64_t frames = 0; frames < unit; ++frames) {
    if ((offset + frames * shape_.options().hop) % unit == 0) return frames;
  }
  return std::numeric_limits<std::int64_t>::max();
}

void StftEngine::transform(const Stream& stream, FrameWork work, const FramePiece& piece,
                           const PieceBuffers& buffers) const {
  const Plan plan = this->plan(work, piece.frames);
  Operands operands{.out = buffers.results};
  for (const PlacedRun& run : runs_of(plan, piece)) {
    const bool padded = run.offset < 0;
    const std::int64_t begin = run.first * shape_.options().hop;
    if (padded) {
      pad(unwrap(stream), piece, {begin, begin + shape_.covered(run.frames)}, *memory_of(buffers.samples),
          *memory_of(buffers.padded));
    }
    operands.in = padded ? buffers.padded : buffers.samples;
    operands.in_offset = padded ? 0 : run.offset;
    operands.out_offset = (buffers.row + run.first - piece.first) * shape_.bins();
    operands.batch = run.frames;
    plan.execute(stream, operands);
  }
}

StftEngine::AddTables StftEngine::add_tables() const {
  const std::lock_guard lock(mutex_);
  if (add_tables_.window) return add_tables_;
  const std::size_t parts = shape_.field() == Field::real ? 1 : 2;
  const auto hop = static_cast<std::size_t>(shape_.options().hop);
  const std::vector<double>& window = shape_.options().window;
  const double largest = shape_.largest_factor();
  std::vector<double> factors;
  std::vector<double> inverses;
  for (const double w : window) factors.insert(factors.end(), parts, w / largest);
  for (std::size_t r = 0; r < std::min(hop, window.size()); ++r) {
    double sum = 0;
    for (std::size_t j = r; j < window.size(); j += hop) sum += window[j] / largest * (window[j] / largest);
    inverses.insert(inverses.end(), parts, sum > 0 ? 1 / sum : 0);  // no sample is divided by 0: require_cover()
  }
  runtime::Device& device = unwrap(device_);
  return add_tables_ = {uploaded(device, precision_, factors), uploaded(device, precision_, inverses)};
}

void StftEngine::overlap_add(const Stream& stream, const AddedPiece& piece, const Buffer& frames,
                             const Buffer& samples) const {
  const FrameProgram& program = this->program(FrameKernel::overlap_add);
  const std::int64_t parts = shape_.field() == Field::real ? 1 : 2;
  const std::int64_t count = piece.samples * parts;
  const std::int64_t begin = (piece.begin + shape_.padding() - piece.first * shape_.options().hop) * parts;
  const std::int64_t chunk = kernel::overlap_add_chunk(program.spec);
  const std::int64_t units = ceil_div(count, chunk);
  const AddTables tables = add_tables();
  program.launch(unwrap(stream), unwrap(device_), units * piece.signals, [&](std::int64_t repeat) {
    return std::vector<runtime::Argument>{memory_of(frames),
                                          tables.window.get(),
                                          tables.inverses.get(),
                                          memory_of(samples),
                                          piece.signals,
                                          piece.frames,
                                          count,
                                          begin,
                                          repeat,
                                          shape_.options().length * parts,
                                          shape_.options().hop * parts,
                                          units};
  });
}

const FramedProgram* StftEngine::known_framed(const FramedKind& kind) const {
  const std::lock_guard lock(mutex_);
  const auto kept = std::ranges::find(framed_, kind, &KeptFramed::kind);
  return kept == framed_.end() ? nullptr : &kept->program;
}

const FramedProgram& StftEngine::framed(const FramedKind& kind) const {
  if (const FramedProgram* known = known_framed(kind)) return *known;
  runtime::Device& device = unwrap(device_);
  const bool reflects = shape_.options().padding == StftPadding::reflect;
  std::optional<kernel::FramedSpec> spec =
      framed_spec(device, problem_of({kind.work, 0, 1, 0}),
                  reflects ? kernel::Surround::reflected : kernel::Surround::zeros, kind.bands);
  if (spec && !kind.even) spec->frames.aligned_pairs = false;
  FramedProgram program = spec ? FramedProgram(device, *spec) : FramedProgram();  // compiles without the lock
  if (const FramedProgram* known = known_framed(kind)) return *known;
  const std::lock_guard lock(mutex_);
  framed_.push_front({kind, std::move(program)});
  return framed_.front().program;
}

bool StftEngine::read_frames(const Stream& stream, const FramedWork& work, const SignalArrays& arrays) const {
  const std::int64_t hop = shape_.options().hop;
  const std::int64_t before = shape_.padding();
  if (arrays.samples > kernel::max_framed_samples || arrays.batch > kernel::max_framed_signals ||
      work.frames * arrays.batch > std::numeric_limits<std::int32_t>::max())
    return false;
  const bool even = hop % 2 == 0 && before % 2 == 0 && (arrays.batch == 1 || arrays.samples % 2 == 0);
  const FramedKind kind{work.work, work.bands, even};
  if (known_framed(kind) == nullptr && unwrap(stream).capturing()) {
    throw Error::invalid_argument(std::string(work.what) + " while the stream is captured",
                                  "its kernel and tables are not made yet", "compute it once before the capture");
  }
  const FramedProgram& program = framed(kind);
  if (!program) return false;
  program.launch(unwrap(stream), unwrap(device_),
                 {.signals = memory_of(arrays.signals),
                  .results = memory_of(arrays.results),
                  .samples = arrays.samples,
                  .batch = arrays.batch,
                  .frames = work.frames,
                  .hop = hop,
                  .before = before,
                  .numbers = work.numbers,
                  .matrix = work.matrix ? work.matrix() : std::vector<const runtime::Memory*>()});
  return true;
}

void StftEngine::forward_each(const Stream& stream, FrameWork work, const SignalArrays& arrays,
                              FramePiece piece) const {
  std::int64_t most = 0;  // frames that are padded together
  const auto each = [&](const auto& body) {
    for (std::int64_t signal = 0; signal < arrays.batch; ++signal) {
      piece.held = -signal * arrays.samples;
      body(signal);
    }
  };
  const Plan plan = this->plan(work, piece.frames);
  each([&](std::int64_t) {
    for (const PlacedRun& run : runs_of(plan, piece)) most = std::max(most, run.offset < 0 ? run.frames : 0);
  });
  const auto enqueue = [&](std::span<const Buffer> padded) {
    each([&](std::int64_t signal) {
      transform(stream, work, piece,
                {arrays.signals, padded.empty() ? Buffer() : padded[0], arrays.results, signal * piece.frames});
    });
  };
  if (most == 0) return enqueue({});
  with_buffers(stream, device_, {shape_.covered(most) * sample_bytes()}, enqueue);
}

void StftEngine::forward(const Stream& stream, FrameWork work, const SignalArrays& arrays) const {
  const FramedWork framed{work, shape_.frames(arrays.samples), {}, shape_.bins(), {}, "a short-time transform"};
  if (read_frames(stream, framed, arrays)) return;
  require_not_captured(stream, "a short-time transform", captured_remedy);
  const std::int64_t batch = arrays.batch;
  FramePiece piece{.samples = arrays.samples, .first = 0, .frames = shape_.frames(arrays.samples), .held = 0};
  piece.distance = shape_.covered(piece.frames);
  const bool cpu = unwrap(device_).caps().device_class == DeviceClass::cpu;
  if (batch == 1 || (cpu && arrays.samples >= min_in_place_cpu)) return forward_each(stream, work, arrays, piece);
  const bool plain = shape_.run_of(piece, 0).sample == 0 && shape_.run_of(piece, 0).frames == piece.frames;
  piece.distance =
      plain ? arrays.samples : piece.distance + piece.distance % 2;  // even: real numbers are read in pairs
  const Plan plan = plan_of({work, piece.frames, batch, piece.distance});
  if (plain) return plan.execute(stream, arrays.signals, arrays.results, {}, batch);
  const std::int64_t positions = batch * piece.distance;
  with_buffers(stream, device_, {positions * sample_bytes()}, [&](std::span<const Buffer> padded) {
    pad(unwrap(stream), piece, {0, positions}, *memory_of(arrays.signals), *memory_of(padded[0]));
    plan.execute(stream, padded[0], arrays.results, {}, batch);
  });
}

void StftEngine::inverse(const Stream& stream, const SignalArrays& arrays) const {
  require_not_captured(stream, "a short-time transform", captured_remedy);
  const std::int64_t frames = shape_.frames(arrays.samples);
  const std::int64_t all = frames * arrays.batch;
  const Plan plan = this->plan(FrameWork::inverse, all);
  const AddedPiece piece{.signals = arrays.batch, .frames = frames, .first = 0, .begin = 0, .samples = arrays.samples};
  const std::int64_t bytes = all * shape_.options().length * sample_bytes();
  with_buffers(stream, device_, {bytes}, [&](std::span<const Buffer> added) {
    plan.execute(stream, arrays.results, added[0], {}, all);
    overlap_add(stream, piece, added[0], arrays.signals);
  });
}

}  // namespace papilio::api
