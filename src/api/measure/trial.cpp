// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/trial.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <random>
#include <utility>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "core/error_bound.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"

namespace papilio::api {
namespace {

constexpr std::size_t busy_bytes = std::size_t{256} << 20;
constexpr int busy_copies = 8;          ///< together about a millisecond on an H200
constexpr double short_seconds = 2e-5;  ///< of an execution that takes hardly longer than to launch it
constexpr int max_ahead = 256;          ///< executions in the queue
constexpr int max_executions = 65536;

/// The size of a buffer that can be cleared, which needs a multiple of four bytes and at least one byte.
std::size_t allocated(std::int64_t bytes) { return static_cast<std::size_t>(bytes + 15) / 16 * 16 + 16; }

/// Numbers from -1 to 1, or any bytes where integers are stored. The pattern repeats after a prime number of them, so
/// that no two transforms are alike.
std::vector<std::byte> noise(std::size_t bytes, Storage storage, Precision precision) {
  constexpr std::size_t period = 1048573;
  const auto size = static_cast<std::size_t>(bytes_of(storage, precision));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<std::byte> data(bytes);
  const std::size_t own = std::min(bytes / size, period) * size;
  for (std::size_t at = 0; at < own; at += size) {
    if (is_integer(storage)) {
      for (std::size_t i = 0; i < size; ++i) data[at + i] = static_cast<std::byte>(random() & 0xff);
    } else {
      store_number(storage, precision, number(random), &data[at]);
    }
  }
  for (std::size_t at = own; own > 0 && at < bytes; at += own)
    std::memcpy(&data[at], data.data(), std::min(own, bytes - at));
  return data;
}

/// The input of a c2r: spectra of real arrays. For other inputs, different plans may compute different results.
std::vector<std::byte> spectra(const Device& device, const Problem& problem, std::size_t bytes) {
  Problem forward = problem;
  forward.kind = Kind::r2c;
  forward.direction = Direction::forward;
  forward.placement = Placement::out_of_place;
  forward.scale = Scale::inverse_n;
  forward.axis_scales.clear();
  forward.factor = 1;
  forward.in_strides.clear();
  forward.in_distance = forward.in_offset = 0;
  forward.in_storage = Storage::native;
  forward.out_strides = problem.in_strides;
  forward.out_distance = problem.in_distance;
  forward.out_offset = problem.in_offset;
  forward.out_storage = problem.in_storage;
  forward.out_layout = problem.in_layout;
  forward.zero.clear();
  forward.skip.clear();
  forward.window = {};
  forward.detrend = Detrend::none;
  forward.in_shift.clear();
  forward.out_shift = problem.in_shift;
  forward.in_packing = Packing::whole;
  forward.out_packing = problem.in_packing;
  if (problem.in_packing == Packing::compact) forward.skip = problem.zero;  // there is no room for other frequencies
  forward = forward.normalised();
  const std::vector<std::byte> signals =
      noise(static_cast<std::size_t>(forward.input_elements() * forward.input_element_bytes()), Storage::native,
            problem.precision);
  std::vector<std::byte> result(bytes);
  const auto written = static_cast<std::size_t>(forward.output_elements() * forward.output_element_bytes());
  Plan(device, forward).execute(std::span(signals), std::span(result).first(std::min(written, bytes)));
  return result;
}

std::vector<std::byte> input_of(const Device& device, const Problem& problem) {
  const auto bytes = static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes());
  return problem.kind == Kind::c2r ? spectra(device, problem, bytes)
                                   : noise(bytes, problem.in_storage, problem.precision);
}

/// Parts of large results that are compared.
constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr std::size_t max_chunks = 16;

}  // namespace

TrialBench::TrialBench(const Device& device, const Problem& problem)
    : TrialBench(device, problem, std::make_shared<const Bytes>(input_of(device, problem))) {}

TrialBench::TrialBench(const Device& device, const Problem& problem, std::shared_ptr<const Bytes> noise)
    : device_(device),
      problem_(problem),
      in_bytes_(static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes())),
      out_bytes_(static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes())),
      noise_(std::move(noise)) {
  runtime::Device& own = unwrap(device_);
  const bool in_place = problem_.placement == Placement::in_place;
  stream_ = own.make_stream();
  in_ = allocate(own, allocated(static_cast<std::int64_t>(in_place ? std::max(in_bytes_, out_bytes_) : in_bytes_)));
  out_ = in_place ? in_ : allocate(own, allocated(static_cast<std::int64_t>(out_bytes_)));
  if (device_.info().kind == DeviceKind::gpu) {
    busy_from_ = allocate(own, busy_bytes);
    busy_to_ = allocate(own, busy_bytes);
  }
}

std::shared_ptr<Trial> TrialBench::make(plan::PlanNode tree) const {
  auto trial = std::make_shared<Trial>();
  trial->tree = std::move(tree);
  const std::int64_t scratch = trial->tree.scratch_elements * problem_.scratch_element_bytes();
  const auto sides = static_cast<std::int64_t>(std::max(in_bytes_, out_bytes_));
  trial->passes = CompiledPasses(
      unwrap(device_), trial->tree,
      {problem_.token(), problem_.precision, std::max(sides, scratch), problem_.scratch_element_bytes()});
  return trial;
}

void TrialBench::reserve_scratch(const Trial& trial) {
  const std::int64_t bytes = trial.tree.scratch_elements * problem_.scratch_element_bytes();
  if (bytes == 0 || (scratch_ && scratch_->size() >= static_cast<std::size_t>(bytes))) return;
  stream_->synchronize();
  scratch_.reset();
  scratch_ = allocate(unwrap(device_), static_cast<std::size_t>(bytes));
}

void TrialBench::enqueue(const Trial& trial) {
  Memories memories;
  memories.in = in_.get();
  memories.out = out_.get();
  memories.scratch = scratch_.get();
  trial.passes.enqueue(*stream_, memories, {problem_.input_elements(), problem_.output_elements()},
                       {problem_.batch, problem_.batch});
}

std::vector<std::byte> TrialBench::results_of(const Trial& trial) {
  reserve_scratch(trial);
  if (out_ != in_) stream_->clear(*out_, 0, out_->size());
  stream_->write(*in_, 0, noise_->data(), noise_->size());
  enqueue(trial);
  const std::size_t chunks = std::min(max_chunks, ceil_div(out_bytes_, chunk_bytes));
  const auto number = static_cast<std::size_t>(bytes_of(problem_.out_storage, problem_.precision));
  std::vector<std::byte> results;
  for (std::size_t i = 0; i < chunks; ++i) {
    const std::size_t begin = out_bytes_ / chunks * i / number * number;
    const std::size_t size = std::min(chunk_bytes, out_bytes_ - begin);
    results.resize(results.size() + size);
    stream_->read(*out_, begin, results.data() + results.size() - size, size);
  }
  // In place, results grow from execution to execution until they overflow, or shrink until they are denormal.
  if (out_ == in_) stream_->clear(*in_, 0, in_->size());
  return results;
}

void TrialBench::set_reference(const Trial& trial) {
  reference_ = results_of(trial);
  reference_error_ = scratch_error(problem_, trial.tree.roundings);
}

bool TrialBench::is_right(const Trial& trial) {
  const std::vector<std::byte> results = results_of(trial);
  const auto size = static_cast<std::size_t>(bytes_of(problem_.out_storage, problem_.precision));
  const bool phases = problem_.out_map == OutputMap::phase;
  double differences = 0;
  double all = 0;
  for (std::size_t at = 0; at + size <= results.size(); at += size) {
    const double own = load_number(problem_.out_storage, problem_.precision, &results[at]);
    const double other = load_number(problem_.out_storage, problem_.precision, &reference_[at]);
    if (own == other) continue;  // logarithms of 0
    const double difference = phases ? std::remainder(own - other, 2 * std::numbers::pi) : own - other;
    differences += difference * difference;
    all += other * other;
  }
  // Neither is exact.
  const double bound = 2 * error_bound(problem_) + scratch_error(problem_, trial.tree.roundings) + reference_error_;
  return std::sqrt(differences) <= bound * std::sqrt(all);
}

double TrialBench::time(const Trial& trial, int executions) {
  reserve_scratch(trial);
  for (int i = 0; ahead_ && i < busy_copies; ++i) stream_->copy(*busy_from_, *busy_to_, busy_bytes);
  const std::unique_ptr<runtime::Event> begin = stream_->record();
  for (int i = 0; i < executions; ++i) enqueue(trial);
  const std::unique_ptr<runtime::Event> end = stream_->record();
  stream_->submit();
  return end->seconds_since(*begin) / executions;
}

void TrialBench::calibrate(const Trial& trial, double seconds) {
  (void)time(trial, 1);  // may allocate, load code, wake the device
  executions_ = 1;
  double once = time(trial, 1);
  while (once * executions_ < seconds && executions_ < max_executions) {
    const double factor = once > 0 ? std::clamp(1.2 * seconds / (once * executions_), 1.2, 100.0) : 100.0;
    executions_ = std::min(max_executions, static_cast<int>(executions_ * factor) + 1);
    once = time(trial, executions_);
  }
  ahead_ = busy_from_ && once < short_seconds;
  if (ahead_) executions_ = std::min(executions_, max_ahead);
}

double TrialBench::sample(const Trial& trial) { return time(trial, executions_); }

}  // namespace papilio::api
