// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/stft_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"

namespace papilio::api {
namespace {

constexpr std::int64_t longest = std::int64_t{1} << 27;
constexpr std::int64_t max_samples = std::int64_t{1} << 48;
constexpr double smallest_divisor = 1e-10;  // of the largest, as in scipy.signal.check_NOLA

constexpr std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

std::vector<double> hann(std::int64_t length) {
  std::vector<double> window(as_size(length), 1);
  if (length == 1) return window;  // SciPy's convention; the formula gives 0
  for (std::int64_t j = 0; j < length; ++j) {
    window[as_size(j)] =
        0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(length));
  }
  return window;
}

void check_window(const StftOptions& options) {
  if (options.window.size() > as_size(options.length)) {
    throw Error::invalid_argument(fmt::format("frames with a window of {} numbers", options.window.size()),
                                  fmt::format("the frames have {} samples", options.length),
                                  "give as many or fewer, or none for Hann's");
  }
  for (std::size_t j = 0; j < options.window.size(); ++j) {
    if (std::isfinite(options.window[j])) continue;
    throw Error::invalid_argument(fmt::format("frames with a window that is {} at {}", options.window[j], j),
                                  "it is not finite", "give finite numbers");
  }
}

StftOptions completed(StftOptions options) {
  if (options.length < 1 || options.length > longest) {
    throw Error::invalid_argument(fmt::format("frames of {} samples", options.length), "frames have 1 to 2^27 of them",
                                  "give a length in that range");
  }
  if (options.hop == 0) options.hop = std::max<std::int64_t>(1, options.length / 4);
  if (options.hop < 1 || options.hop > max_samples) {
    throw Error::invalid_argument(fmt::format("frames with a hop of {} samples", options.hop),
                                  "a hop has at least one, and not more than memory can hold",
                                  "give 0 for a quarter of the length");
  }
  if (options.window.empty()) options.window = hann(options.length);
  check_window(options);
  const std::size_t around = as_size(options.length) - options.window.size();
  options.window.insert(options.window.begin(), around / 2, 0.0);
  options.window.resize(as_size(options.length));
  return options;
}

double largest_of(const std::vector<double>& window) {
  double largest = 0;
  for (const double w : window) largest = std::max(largest, std::abs(w));
  return largest > 0 ? largest : 1;
}

double factor_of(const StftOptions& options, double largest) {
  double sum = 0;
  double squares = 0;
  for (const double w : options.window) {
    sum += w / largest;
    squares += w / largest * (w / largest);
  }
  double of = 1;
  switch (options.scaling) {
    case StftScaling::none:
      return 1;
    case StftScaling::unitary:
      return 1 / std::sqrt(static_cast<double>(options.length));
    case StftScaling::magnitude:
      of = std::abs(sum);
      break;
    case StftScaling::psd:
      of = std::sqrt(squares);
      break;
  }
  if (of > 0) return 1 / of / largest;
  throw Error::invalid_argument("frames with this scaling", "the sum that it divides by is 0 for this window",
                                "choose another scaling, or another window");
}

}  // namespace

StftShape::StftShape(StftOptions options, Field field)
    : options_(completed(std::move(options))),
      field_(field),
      largest_factor_(largest_of(options_.window)),
      factor_(factor_of(options_, largest_factor_)) {}

std::int64_t StftShape::bins() const { return field_ == Field::real ? options_.length / 2 + 1 : options_.length; }

std::int64_t StftShape::padding() const { return options_.padding == StftPadding::none ? 0 : options_.length / 2; }

std::int64_t StftShape::frames(std::int64_t samples) const {
  if (samples <= 0) return 0;
  if (samples > max_samples) {
    throw Error::invalid_argument(fmt::format("a signal of {} samples", samples), "no memory holds as many",
                                  "give a shorter signal");
  }
  const auto hops_of = [&](std::int64_t positions) { return ceil_div(positions, options_.hop); };
  const std::int64_t positions = samples + 2 * padding();
  if (options_.last_frame == StftLastFrame::left_out)
    return positions < options_.length ? 0 : 1 + (positions - options_.length) / options_.hop;
  // A hop longer than a frame skips samples; the last frame begins within the padded signal.
  return std::min(1 + hops_of(std::max<std::int64_t>(0, positions - options_.length)), hops_of(positions));
}

std::int64_t StftShape::covered(std::int64_t frames) const { return (frames - 1) * options_.hop + options_.length; }

void StftShape::require_padding(std::int64_t samples) const {
  if (options_.padding != StftPadding::reflect || samples > padding()) return;
  throw Error::invalid_argument(fmt::format("frames of a signal of {} samples", samples),
                                fmt::format("mirroring frames of {} takes more than {}", options_.length, padding()),
                                "pad with zeros instead, or use shorter frames");
}

void StftShape::require_cover(std::int64_t samples) const {
  const std::int64_t hop = options_.hop;
  const std::int64_t length = options_.length;
  const std::int64_t all = frames(samples);
  std::vector<double> squares;  // of factors j, j - hop, j - 2 hop …, summed up
  for (std::int64_t j = 0; j < length; ++j) {
    const double w = options_.window[as_size(j)] / largest_factor_;
    squares.push_back(w * w + (j < hop ? 0 : squares[as_size(j - hop)]));
  }
  const auto sum_at = [&](std::int64_t t) {
    const std::int64_t position = t + padding();
    const std::int64_t least = position - std::min(position / hop, all - 1) * hop;  // of its places within frames
    if (least >= length || all == 0) return 0.0;
    const std::int64_t most = least + (std::min(position, length - 1) - least) / hop * hop;
    return squares[as_size(most)] - (least < hop ? 0 : squares[as_size(least - hop)]);
  };
  // Sums repeat with the hop where both ends of the signal are further away than a frame.
  const std::int64_t end = 2 * options_.length;
  std::vector<std::pair<std::int64_t, double>> sums;
  for (std::int64_t t = 0; t < samples; ++t) {
    if (t == end) t = std::max(t, samples - end);
    sums.emplace_back(t, sum_at(t));
  }
  double largest = 0;
  for (const auto& [t, sum] : sums) largest = std::max(largest, sum);
  for (const auto& [t, sum] : sums) {
    if (sum > smallest_divisor * largest) continue;
    throw Error::invalid_argument(
        fmt::format("istft at sample {}", t),
        fmt::format("the squares of the windows over it sum up to {:.2g} of the most over a sample",
                    largest > 0 ? sum / largest : 0.0),
        options_.padding == StftPadding::none ? "pad with zeros (StftPadding::zeros), or use a window without zeros"
                                              : "use a smaller hop, or a window without zeros");
  }
}

SampleRange StftShape::read(const FramePiece& piece) const {
  const std::int64_t begin = piece.first * options_.hop;
  const std::int64_t last = begin + covered(piece.frames) - 1;
  const std::int64_t first_signal = begin / piece.distance;
  const std::int64_t last_signal = last / piece.distance;
  const auto inside = [&](std::int64_t sample) { return std::clamp<std::int64_t>(sample, 0, piece.samples - 1); };
  std::int64_t from = begin % piece.distance - padding();
  std::int64_t to = last % piece.distance - padding();
  if (options_.padding == StftPadding::reflect) {
    const std::int64_t behind = first_signal == last_signal ? to : piece.distance;
    if (behind >= piece.samples)
      from = std::min(from, 2 * (piece.samples - 1) - std::min(behind, piece.samples - 1 + padding()));
    if (first_signal < last_signal || from < 0) to = std::max(to, padding());
  }
  return {first_signal * piece.samples + inside(from), last_signal * piece.samples + inside(to) + 1};
}

FrameRun StftShape::run_of(const FramePiece& piece, std::int64_t least) const {
  const std::int64_t hop = options_.hop;
  for (std::int64_t k = 0; k < piece.frames;) {
    const std::int64_t position = (piece.first + k) * hop;
    const std::int64_t within = position % piece.distance;
    const std::int64_t before = std::max<std::int64_t>(0, padding() - within);
    const std::int64_t skipped = ceil_div(before, hop);  // frames that begin before the signal
    const std::int64_t sample = within + skipped * hop - padding();
    const std::int64_t room = piece.samples - options_.length - sample;
    const std::int64_t frames = room < 0 ? 0 : std::min(room / hop + 1, piece.frames - k - skipped);
    if (frames > 0 && (frames == piece.frames || frames * hop >= least)) {
      if (k + skipped > 0) return {k + skipped};
      return {frames, position / piece.distance * piece.samples + sample};
    }
    k += ceil_div(piece.distance - within, hop);
  }
  return {piece.frames};
}

}  // namespace papilio::api
