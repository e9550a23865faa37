// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/feature_engine.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/captures.hpp"
#include "api/run/execution.hpp"
#include "api/run/kernels.hpp"
#include "core/number_theory.hpp"

namespace papilio::api {
namespace {

// Powers of a chunk of frames: what the caches of a device hold, and enough to hide the cost of three launches.
constexpr std::int64_t chunk_powers_cpu = std::int64_t{1} << 18;
constexpr std::int64_t chunk_powers_gpu = std::int64_t{1} << 23;
constexpr std::int64_t max_parts_gpu = 8;  // of frames, in a chunk
// The largest numbers of a signal are found in rounds of fewer and fewer candidates.
constexpr std::array<std::int64_t, 3> peak_counts = {16384, 128, 1};

void refuse_captured(const Stream& stream) {
  require_not_captured(stream, "features", "compute them before or after the capture");
}

std::shared_ptr<runtime::Memory> uploaded_ranges(runtime::Device& device, const std::vector<std::int32_t>& ranges) {
  const std::size_t bytes = ranges.size() * sizeof(ranges[0]);
  std::shared_ptr<runtime::Memory> memory = allocate(device, bytes);
  device.make_stream()->write(*memory, 0, ranges.data(), bytes);
  return memory;
}

}  // namespace

FeatureEngine::FeatureEngine(const Device& device, const FeatureOptions& options, Precision precision)
    : frames_(device, options.frames, precision, Field::real),
      shape_(options, frames_.shape(), precision),
      precision_(precision) {}

bool FeatureEngine::has_second_stage() const { return shape_.options().range > 0 || shape_.options().coefficients > 0; }

kernel::BandsStep FeatureEngine::step_of(FeatureStage stage) const {
  const FeatureOptions& options = shape_.options();
  if (stage == FeatureStage::bands)
    return options.level == FeatureLevel::power ? kernel::BandsStep::sums : kernel::BandsStep::levels;
  return options.range > 0 ? kernel::BandsStep::limited : kernel::BandsStep::sums;
}

/// Blocks of `lanes` rows, as kernel::build_bands() takes them.
FeatureEngine::BandTables FeatureEngine::tables_of(const std::vector<WeightRow>& rows, int lanes,
                                                   kernel::BandsStep step) const {
  std::vector<double> weights;
  std::vector<std::int32_t> ranges;
  const auto width = static_cast<std::size_t>(lanes);
  const auto vectors = [&] { return static_cast<std::int32_t>(weights.size() / width); };
  for (std::size_t block = 0; block < rows.size(); block += width) {
    const std::span<const WeightRow> own(&rows[block], std::min(width, rows.size() - block));
    std::int64_t begin = own[0].first;
    std::int64_t end = begin;
    for (const WeightRow& row : own) {
      begin = std::min(begin, row.first);
      end = std::max(end, row.first + static_cast<std::int64_t>(row.weights.size()));
    }
    ranges.insert(ranges.end(), {static_cast<std::int32_t>(begin), vectors()});
    for (std::int64_t column = begin; column < end; ++column) {
      for (std::size_t l = 0; l < width; ++l) {
        const std::int64_t at = l < own.size() ? column - own[l].first : -1;
        const bool inside = at >= 0 && at < std::ssize(own[l].weights);
        weights.push_back(inside ? own[l].weights[static_cast<std::size_t>(at)] : 0);
      }
    }
  }
  ranges.insert(ranges.end(), {0, vectors()});
  const FeatureOptions& options = shape_.options();
  runtime::Device& device = unwrap(this->device());
  std::vector<double> numbers;
  if (step == kernel::BandsStep::levels) numbers = {options.floor, shape_.log_factor(), options.offset};
  if (step == kernel::BandsStep::limited) numbers = {options.range};
  return {uploaded(device, precision_, weights), uploaded_ranges(device, ranges),
          uploaded(device, precision_, numbers)};
}

std::vector<const runtime::Memory*> FeatureEngine::BandTables::all() const {
  std::vector<const runtime::Memory*> memories = {weights.get(), ranges.get()};
  if (numbers) memories.push_back(numbers.get());
  return memories;
}

std::int64_t FeatureEngine::columns_of(FeatureStage stage) const {
  return stage == FeatureStage::bands ? frames_.shape().bins() : shape_.bands();
}

std::int64_t FeatureEngine::rows_of(FeatureStage stage) const {
  return stage == FeatureStage::bands ? shape_.bands() : shape_.size();
}

const FeatureEngine::BandTables& FeatureEngine::tables(FeatureStage stage) const {
  const std::lock_guard lock(mutex_);
  BandTables& made = tables_[static_cast<std::size_t>(stage)];
  if (made.weights) return made;
  const int lanes = frame_spec(unwrap(device()), precision_, 1, 128).lanes;
  return made =
             tables_of(stage == FeatureStage::bands ? shape_.filters() : shape_.coefficients(), lanes, step_of(stage));
}

const FrameProgram& FeatureEngine::program(FeatureStage stage) const {
  const std::lock_guard lock(mutex_);
  FrameProgram& made = programs_[static_cast<std::size_t>(stage)];
  if (made.program) return made;
  runtime::Device& device = unwrap(this->device());
  const kernel::BandsStep step = step_of(stage);
  const kernel::FrameSpec& spec = made.spec = frame_spec(device, precision_, 1, 128);
  made.program =
      program_of_module(device, kernel::bands_name(spec, step), [&] { return kernel::build_bands(spec, step); });
  return made;
}

const FrameProgram& FeatureEngine::peaks_program() const {
  const std::lock_guard lock(mutex_);
  if (peaks_.program) return peaks_;
  runtime::Device& device = unwrap(this->device());
  peaks_.spec = frame_spec(device, precision_, 1, 128);
  peaks_.program =
      program_of_module(device, peaks_.spec.name("peaks"), [&] { return kernel::build_peaks(peaks_.spec); });
  return peaks_;
}

void FeatureEngine::multiply(runtime::Stream& stream, FeatureStage stage, const BandRows& rows,
                             const BandBuffers& buffers) const {
  const FrameProgram& program = this->program(stage);
  const kernel::FrameSpec& spec = program.spec;
  const std::int64_t work = spec.on_cpu() ? rows.count : rows.count * rows_of(stage);
  const std::int64_t chunk = kernel::bands_chunk(spec);
  const std::int64_t units = ceil_div(work, chunk);
  program.launch(stream, unwrap(device()), units, [&](std::int64_t repeat) {
    std::vector<runtime::Argument> arguments = {buffers.in};
    for (const runtime::Memory* const table : tables(stage).all()) arguments.emplace_back(table);
    if (buffers.peaks != nullptr) arguments.emplace_back(buffers.peaks);
    arguments.emplace_back(buffers.out);
    for (const std::int64_t number :
         {rows.count, columns_of(stage), rows_of(stage), rows.first, repeat, rows.distance, rows.wanted, units})
      arguments.emplace_back(number);
    return arguments;
  });
}

const Buffer& FeatureEngine::find_peaks(runtime::Stream& stream, const SignalArrays& levels,
                                        std::span<const Buffer> room) const {
  const FrameProgram& program = peaks_program();
  const bool cpu = program.spec.on_cpu();
  const runtime::Memory* from = memory_of(levels.signals);
  std::int64_t count = levels.samples;
  for (std::size_t round = 0;; ++round) {
    const std::int64_t results =
        *std::ranges::find_if(peak_counts, [&](std::int64_t c) { return c < count || c == 1; });
    const std::int64_t each = ceil_div(count, results);
    const std::int64_t units = ceil_div(results, program.spec.threads);
    const Buffer& to = room[round % 2];
    program.launch(stream, unwrap(device()), units * levels.batch, [&](std::int64_t repeat) {
      // Neighbouring work-items of a GPU read neighbours.
      return std::vector<runtime::Argument>{from,   memory_of(to),  levels.batch,      count, results, each,
                                            repeat, cpu ? each : 1, cpu ? 1 : results, units};
    });
    if (results == 1) return to;
    from = memory_of(to);
    count = results;
  }
}

void FeatureEngine::bands(const Stream& stream, const SignalArrays& arrays) const {
  const StftShape& frames = frames_.shape();
  const std::int64_t wanted = shape_.frames(arrays.samples);
  const FramedWork framed{FrameWork::power,
                          wanted,
                          step_of(FeatureStage::bands),
                          shape_.bands(),
                          [&] { return tables(FeatureStage::bands).all(); },
                          "features"};
  if (frames_.read_frames(stream, framed, arrays)) return;
  refuse_captured(stream);
  const std::int64_t each = frames.hops(arrays.samples);
  const std::int64_t together = each - wanted > wanted ? 1 : arrays.batch;  // else most frames are between two signals
  const std::int64_t all = (together - 1) * each + wanted;
  const bool cpu = unwrap(device()).caps().device_class == DeviceClass::cpu;
  const std::int64_t most = (cpu ? chunk_powers_cpu : chunk_powers_gpu) / frames.bins();
  const std::int64_t part = cpu ? frames_.part_frames() : max_parts_gpu * frames_.part_frames();
  const std::int64_t chunk = std::min(all, std::clamp<std::int64_t>(most, 1, part));
  const std::vector<std::int64_t> sizes = {frames.covered(chunk) * number_bytes(),
                                           chunk * frames.bins() * number_bytes()};
  with_buffers(stream, device(), sizes, [&](std::span<const Buffer> room) {
    for (std::int64_t signal = 0; signal < arrays.batch; signal += together) {
      FramePiece piece{.samples = arrays.samples, .distance = each * frames.options().hop, .first = signal * each};
      for (const std::int64_t end = piece.first + all; piece.first < end; piece.first += chunk) {
        piece.frames = std::min(chunk, end - piece.first);
        frames_.transform(stream, FrameWork::power, piece, {arrays.signals, room[0], room[1]});
        multiply(unwrap(stream), FeatureStage::bands, {piece.first, piece.frames, each, wanted},
                 {memory_of(room[1]), nullptr, memory_of(arrays.results)});
      }
    }
  });
}

void FeatureEngine::compute(const Stream& stream, const SignalArrays& arrays) const {
  if (!has_second_stage()) return bands(stream, arrays);
  refuse_captured(stream);
  const std::int64_t wanted = shape_.frames(arrays.samples);
  const std::int64_t count = wanted * shape_.bands();
  const bool limited = shape_.options().range > 0;
  const std::int64_t peaks = arrays.batch * (limited ? peak_counts[0] : 1) * number_bytes();
  with_buffers(
      stream, device(), {arrays.batch * count * number_bytes(), peaks, peaks}, [&](std::span<const Buffer> room) {
        bands(stream, {arrays.signals, room[0], arrays.samples, arrays.batch});
        const Buffer* const found =
            limited ? &find_peaks(unwrap(stream), {room[0], {}, count, arrays.batch}, room.subspan(1)) : nullptr;
        multiply(unwrap(stream), FeatureStage::coefficients, {0, arrays.batch * wanted, wanted, wanted},
                 {memory_of(room[0]), found == nullptr ? nullptr : memory_of(*found), memory_of(arrays.results)});
      });
}

}  // namespace papilio::api
