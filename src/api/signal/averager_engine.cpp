// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/averager_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/captures.hpp"
#include "api/run/execution.hpp"
#include "api/run/kernels.hpp"
#include "api/signal/stft_engine.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"

namespace papilio::api {
namespace {

// Points of the segments of one execution: passes of long ones hold as many in scratch.
constexpr std::int64_t planned_segment_points = std::int64_t{1} << 21;
// Numbers of the spectra of a chunk: what the caches of a device hold, and enough to hide the cost of four launches.
constexpr std::int64_t chunk_numbers_cpu = std::int64_t{1} << 18;
constexpr std::int64_t chunk_numbers_gpu = std::int64_t{1} << 23;
constexpr std::int64_t aligned_samples = 4;  // real ones: Operands::in_offset

/// 1/rate, twice it too, is a normal number of the precision.
bool has_period(double rate, Precision precision) {
  const double period = 1 / rate;
  if (precision == Precision::f32)
    return period >= static_cast<double>(std::numeric_limits<float>::min()) &&
           period <= static_cast<double>(std::numeric_limits<float>::max()) / 2;
  return period >= std::numeric_limits<double>::min() && period <= std::numeric_limits<double>::max() / 2;
}

StftShape shape_of(const SpectrumAveragerOptions& options, Field field) {
  StftOptions frames{.length = options.transform, .hop = options.hop, .window = options.window};
  frames.window.resize(static_cast<std::size_t>(options.transform));  // zeros behind it
  frames.padding = StftPadding::none;
  frames.scaling = options.scaling == SpectrumScaling::density ? StftScaling::psd : StftScaling::magnitude;
  return {frames, field};
}

kernel::FrameSpec spec_of(const Device& device, Precision precision, std::int64_t parts) {
  constexpr int threads = 128;
  kernel::FrameSpec spec = frame_spec(unwrap(device), precision, static_cast<int>(parts), threads);
  spec.threads = static_cast<int>(std::bit_floor(static_cast<unsigned>(spec.threads)));
  return spec;
}

FrameProgram made_program(const Device& device, const kernel::FrameSpec& spec, const std::string& name,
                          const std::function<ir::Module()>& build) {
  return {spec, program_of_module(unwrap(device), name, build)};
}

std::int64_t chunks_of(std::int64_t count, std::int64_t chunk) { return ceil_div(count, chunk); }

}  // namespace

SpectrumAveragerOptions checked_averager(SpectrumAveragerOptions options, Precision precision, Field field) {
  const auto refuse = [](const std::string& what, const char* why, const char* remedy) {
    throw Error::invalid_argument("averaged spectra " + what, why, remedy);
  };
  if (options.length < 1 || options.length > max_segment_samples) {
    refuse(fmt::format("of segments of {} samples", options.length), "segments have 1 to 2^27 of them",
           "set SpectrumAveragerOptions::length");
  }
  if (options.hop == 0) options.hop = options.length - options.length / 2;
  if (options.hop < 1 || options.hop > options.length) {
    refuse(fmt::format("of segments of {} samples that are {} apart", options.length, options.hop),
           "the hop is from 1 to the length", "give 0 for half a segment");
  }
  if (options.transform == 0) options.transform = options.length;
  if (options.transform < options.length || options.transform > max_segment_samples) {
    refuse(fmt::format("of segments of {} samples by transforms of {}", options.length, options.transform),
           "a transform is not shorter than a segment, and at most 2^27 long", "give 0 for the length");
  }
  const auto given = std::ssize(options.window);
  if (given != 0 && given != options.length) {
    refuse(fmt::format("with a window of {} numbers", given), "it has as many as a segment has samples",
           "give as many, or none for Hann's");
  }
  if (!(options.rate > 0 && std::isfinite(options.rate)))
    refuse(fmt::format("of samples at {} Hz", options.rate), "the rate is positive and finite", "give the rate in Hz");
  if (!has_period(options.rate, precision)) {
    refuse(fmt::format("of samples at {} Hz", options.rate),
           "a density is divided by the rate, and 1/rate is out of range", "give the rate in another unit");
  }
  if (options.signals != 1 && options.signals != 2)
    refuse(fmt::format("of {} signals", options.signals), "there are one or two", "give such a number");
  if (options.storage < Storage::native || options.storage > Storage::u16) {
    refuse(fmt::format("of samples stored as {}", static_cast<int>(options.storage)), "there is no such storage",
           "use one of papilio::Storage");
  }
  if (options.scaling < SpectrumScaling::density || options.scaling > SpectrumScaling::spectrum) {
    refuse(fmt::format("with scaling {}", static_cast<int>(options.scaling)), "there is no such scaling",
           "use one of papilio::SpectrumScaling");
  }
  if (options.detrend < Detrend::none || options.detrend > Detrend::mean) {
    refuse(fmt::format("with detrend {}", static_cast<int>(options.detrend)), "there is no such detrend",
           "use one of papilio::Detrend");
  }
  if (is_native(options.storage, precision)) options.storage = Storage::native;
  if (given == 0) options.window = StftShape({.length = options.length}, field).options().window;  // Hann's
  return options;
}

bool AveragerEngine::writes_segments() const {
  return options_.detrend != Detrend::none || options_.transform > options_.length;
}

Problem AveragerEngine::problem() const {
  const std::int64_t distance = writes_segments() ? options_.transform : options_.hop;
  std::int64_t batch = std::max<std::int64_t>(2, planned_segment_points / options_.transform);
  // A plan with scratch takes so many segments at a time, and reads the next ones from their offset.
  if (field_ == Field::real && distance % aligned_samples != 0)
    batch = ceil_div(batch, aligned_samples) * aligned_samples;
  Problem problem = field_ == Field::real ? Problem::r2c(precision_, options_.transform, batch)
                                          : Problem::c2c(precision_, options_.transform, batch);
  problem.window = {.kind = WindowFunction::values, .values = scaled_window(shape_of(options_, field_), precision_)};
  problem.in_distance = distance;
  if (!writes_segments()) problem.in_storage = options_.storage;
  if (!is_pair()) problem.out_map = OutputMap::power;
  return problem;
}

AveragerEngine::AveragerEngine(const Device& device, const SpectrumAveragerOptions& options, Precision precision,
                               Field field)
    : options_(checked_averager(options, precision, field)),
      precision_(precision),
      field_(field),
      stored_bytes_(bytes_of(options_.storage, precision)),
      plan_(device, problem()),
      pieces_(static_cast<std::size_t>(options_.signals),
              FramePieces(device, {.length = options_.length, .hop = options_.hop, .sample_bytes = sample_bytes()})) {
  const bool removes = options_.detrend == Detrend::mean;
  if (writes_segments()) {
    const kernel::SegmentSpec spec{spec_of(device, precision, parts()), options_.storage,
                                   removes ? kernel::SegmentMean::removed : kernel::SegmentMean::kept};
    cut_ = made_program(device, spec.frames, spec.name(), [&] { return kernel::build_segments(spec); });
  }
  if (removes) inverse_length_ = uploaded(unwrap(device), precision, {1 / static_cast<double>(options_.length)});
  const kernel::FrameSpec spec = spec_of(device, precision, 1);
  add_ = made_program(device, spec, kernel::blocks_name(spec, rows()), [&] { return build_blocks(spec, rows()); });
  total_ = made_program(device, spec, spec.name("totals"), [&] { return kernel::build_totals(spec); });
  for (int parts = 1; parts <= options_.signals; ++parts) {
    kernel::FrameSpec own = spec;
    own.parts = parts;
    own.lanes = std::max(own.lanes, parts);
    means_[static_cast<std::size_t>(parts - 1)] =
        made_program(device, own, own.name("means"), [&] { return kernel::build_means(own); });
  }
  const double factor = options_.scaling == SpectrumScaling::density ? 1 / options_.rate : 1;
  std::vector<double> factors(static_cast<std::size_t>(bins()), field == Field::real ? 2 * factor : factor);
  factors[0] = factor;
  if (options_.transform % 2 == 0 && field == Field::real) factors.back() = factor;
  factors_ = uploaded(unwrap(device), precision, factors);
}

std::int64_t AveragerEngine::chunk_segments() const {
  const bool cpu = unwrap(device()).caps().device_class == DeviceClass::cpu;
  const std::int64_t numbers = (is_pair() ? 4 : 1) * std::max(bins(), options_.transform / 2);
  return std::max<std::int64_t>(1, (cpu ? chunk_numbers_cpu : chunk_numbers_gpu) / numbers);
}

void AveragerEngine::check(const Stream& stream, std::span<const Buffer> signals, std::int64_t count) const {
  require_stream(stream);
  require_not_captured(stream, "averaged spectra", "push samples before or after the capture");
  (void)pieces_[0].frames(count);  // refuses counts that are none
  if (std::ssize(signals) != options_.signals) {
    throw Error::invalid_argument(fmt::format("samples of {} signals", signals.size()),
                                  fmt::format("the spectra are those of {}", options_.signals),
                                  "push as many, or change SpectrumAveragerOptions::signals");
  }
  for (const Buffer& samples : signals) {
    const std::int64_t bytes = count * sample_bytes();
    if (count == 0 || (samples && samples.size_bytes() >= static_cast<std::size_t>(bytes))) continue;
    throw Error::invalid_argument(fmt::format("averaged spectra of {} samples", count),
                                  fmt::format("the buffer does not hold {} bytes", bytes),
                                  "give a buffer that holds all samples");
  }
}

void AveragerEngine::prepare(const Stream& stream) {
  if (begun_) return;
  const auto bytes = static_cast<std::size_t>(columns() * number_bytes());
  if (!totals_) {
    totals_ = Buffer(device(), 2 * bytes);
    held_ = Buffer(device(), bytes);
  }
  unwrap(stream).clear(unwrap(totals_), 0, 2 * bytes);
  unwrap(stream).clear(unwrap(held_), 0, bytes);
  begun_ = true;
}

/// Writes the segments, unless they are read where they are; real ones are read from multiples of four samples.
void AveragerEngine::transform(const Stream& stream, const PieceFrames& run, std::int64_t count, const Buffer& segments,
                               const Buffer& spectra) const {
  Operands operands{.in = run.from, .out = spectra};
  operands.in_offset = run.first;
  bool written = writes_segments();
  if (written) {
    cut_.launch(unwrap(stream), unwrap(device()), count, [&](std::int64_t repeat) {
      std::vector<runtime::Argument> arguments = {memory_of(run.from)};
      if (inverse_length_) arguments.emplace_back(inverse_length_.get());
      arguments.emplace_back(memory_of(segments));
      for (const std::int64_t number : {options_.hop * parts(), options_.transform * parts(), run.first * parts(),
                                        repeat, options_.length * parts(), count})
        arguments.emplace_back(number);
      return arguments;
    });
  } else if (field_ == Field::real && run.first % aligned_samples != 0) {
    const auto bytes = static_cast<std::size_t>(((count - 1) * options_.hop + options_.length) * sample_bytes());
    unwrap(stream).copy_part(unwrap(run.from), unwrap(segments), bytes,
                             {static_cast<std::size_t>(run.first * sample_bytes()), 0});
    written = true;
  }
  if (written) {
    operands.in = segments;
    operands.in_offset = 0;
  }
  const std::int64_t most = plan_.batch_limits().most;
  const std::int64_t begin = operands.in_offset;
  for (std::int64_t done = 0; done < count; done += operands.batch) {
    operands.batch = std::min(most, count - done);
    operands.in_offset = begin + done * plan_.problem().in_distance;
    operands.out_offset = done * bins();
    plan_.execute(stream, operands);
  }
}

void AveragerEngine::sum(const Stream& stream, std::int64_t count, const ChunkBuffers& own) {
  constexpr std::int64_t block = kernel::block_segments;
  const std::int64_t open = segments_ % block;
  const std::int64_t complete = (open + count) / block;
  const std::int64_t rest = (open + count) % block == 0 ? 0 : 1;
  const std::int64_t chunk = kernel::bins_chunk(add_.spec);
  const std::int64_t chunks = chunks_of(bins(), chunk);
  const std::int64_t units = chunks * (complete + rest);
  add_.launch(unwrap(stream), unwrap(device()), units, [&](std::int64_t repeat) {
    std::vector<runtime::Argument> arguments;
    for (const Buffer& spectra : own.spectra) arguments.emplace_back(memory_of(spectra));
    arguments.insert(arguments.end(), {memory_of(held_), memory_of(own.blocks)});
    for (const std::int64_t number : {count, bins(), open, repeat, chunks, units}) arguments.emplace_back(number);
    return arguments;
  });
  const std::int64_t total_units = chunks_of(columns(), chunk);
  total_.launch(unwrap(stream), unwrap(device()), total_units, [&](std::int64_t repeat) {
    std::vector<runtime::Argument> arguments = {memory_of(own.blocks), memory_of(totals_), memory_of(held_)};
    for (const std::int64_t number : {complete, columns(), is_pair() ? columns() : bins(), repeat, rest, total_units})
      arguments.emplace_back(number);
    return arguments;
  });
  segments_ += count;
}

void AveragerEngine::accumulate(const Stream& stream, std::span<const PieceFrames> runs) {
  const std::int64_t all = runs[0].frames;
  if (all == 0) return;
  const std::int64_t chunk = std::min(all, chunk_segments());
  const bool misaligned = field_ == Field::real && options_.hop % aligned_samples != 0;
  const bool copies =
      writes_segments() || (field_ == Field::real && (misaligned || runs[0].first % aligned_samples != 0));
  const std::int64_t blocks = chunk / kernel::block_segments + 2;
  std::vector<std::int64_t> sizes(runs.size(), chunk * bins() * plan_.problem().output_element_bytes());
  sizes.push_back(blocks * columns() * number_bytes());
  if (writes_segments()) {
    sizes.push_back(chunk * options_.transform * parts() * number_bytes());
  } else if (copies) {
    sizes.push_back(((chunk - 1) * options_.hop + options_.length) * sample_bytes());
  }
  with_buffers(stream, device(), sizes, [&](std::span<const Buffer> buffers) {
    const ChunkBuffers own{buffers.first(runs.size()), copies ? buffers.back() : Buffer(), buffers[runs.size()]};
    for (std::int64_t done = 0; done < all; done += chunk) {
      const std::int64_t count = std::min(chunk, all - done);
      for (std::size_t s = 0; s < runs.size(); ++s) {
        PieceFrames run = runs[s];
        run.first += done * options_.hop;
        transform(stream, run, count, own.segments, own.spectra[s]);
      }
      sum(stream, count, own);
    }
  });
}

void AveragerEngine::push(const Stream& stream, std::span<const Buffer> signals, std::int64_t count) {
  check(stream, signals, count);
  if (count == 0) return;
  order_.begin(stream);
  prepare(stream);
  std::array<std::vector<PieceFrames>, 2> runs;  // of all signals: those of earlier pieces, and the others
  for (std::size_t s = 0; s < signals.size(); ++s) {
    const std::array<PieceFrames, 2> own = pieces_[s].begin(stream, signals[s], count);
    for (std::size_t r = 0; r < own.size(); ++r) runs[r].push_back(own[r]);
  }
  for (const std::vector<PieceFrames>& own : runs) accumulate(stream, own);
  for (std::size_t s = 0; s < signals.size(); ++s) pieces_[s].end(stream, signals[s], count);
  order_.end(stream);
}

std::int64_t AveragerEngine::parts_of(AveragedSpectrum which) const {
  if (which < AveragedSpectrum::power || which > AveragedSpectrum::cross) {
    throw Error::invalid_argument(fmt::format("averaged spectrum {}", static_cast<int>(which)), "there is none",
                                  "use one of papilio::AveragedSpectrum");
  }
  const bool of_pair = which == AveragedSpectrum::second_power || which == AveragedSpectrum::cross;
  if (which != AveragedSpectrum::power && of_pair != is_pair()) {
    throw Error::invalid_argument(
        fmt::format("{} of {} signal{}", of_pair ? "the second power, or a cross spectrum," : "the largest powers",
                    options_.signals, is_pair() ? "s" : ""),
        of_pair ? "these are of two" : "these are of one", "change SpectrumAveragerOptions::signals");
  }
  return which == AveragedSpectrum::cross ? 2 : 1;
}

void AveragerEngine::read(const Stream& stream, AveragedSpectrum which, const Buffer& out) {
  require_stream(stream);
  require_not_captured(stream, "averaged spectra", "read them before or after the capture");
  const std::int64_t parts = parts_of(which);
  const std::int64_t bytes = bins() * parts * number_bytes();
  if (!out || out.size_bytes() < static_cast<std::size_t>(bytes)) {
    throw Error::invalid_argument("averaged spectra", fmt::format("the buffer does not hold {} bytes", bytes),
                                  "give a buffer that holds a spectrum");
  }
  if (segments_ == 0) {
    throw Error::invalid_argument("averaged spectra of no segment",
                                  fmt::format("the samples fill none of {}", options_.length),
                                  "push more samples, or choose shorter segments");
  }
  constexpr std::array<std::int64_t, 4> rows = {0, 1, 1, 2};  // of AveragedSpectrum
  constexpr int low_bits = 30;
  const std::int64_t divisor = which == AveragedSpectrum::peak ? 1 : segments_;
  const FrameProgram& program = means_[static_cast<std::size_t>(parts - 1)];
  const std::int64_t units = chunks_of(bins() * parts, kernel::bins_chunk(program.spec));
  order_.begin(stream);
  program.launch(unwrap(stream), unwrap(device()), units, [&](std::int64_t repeat) {
    std::vector<runtime::Argument> arguments = {memory_of(totals_), memory_of(held_), factors_.get(), memory_of(out)};
    for (const std::int64_t number :
         {bins() * parts, columns(), rows[static_cast<std::size_t>(which)] * bins(),
          divisor & ((std::int64_t{1} << low_bits) - 1), repeat, bins(), units, divisor >> low_bits})
      arguments.emplace_back(number);
    return arguments;
  });
  order_.end(stream);
}

void AveragerEngine::reset() {
  if (order_.interrupted()) totals_ = held_ = {};
  for (FramePieces& pieces : pieces_) pieces.reset(order_.interrupted());
  begun_ = false;
  segments_ = 0;
}

}  // namespace papilio::api
