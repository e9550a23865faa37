// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/channel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <papilio/error.hpp>
#include <utility>

namespace papilio::tool {
namespace {

class ChannelReader final : public SignalReader {
 public:
  ChannelReader(std::unique_ptr<SignalReader> reader, const ChannelChoice& choice)
      : reader_(std::move(reader)), choice_(choice) {
    info_ = reader_->info();
    info_.channels = 1;
    if (choice.mode == ChannelChoice::Mode::iq) {
      info_.kind = SampleKind::complex;
    }
    if (choice.mode == ChannelChoice::Mode::mix) {
      info_.notes.push_back(fmt::format("the mean of {} channels; --channel takes one", reader_->info().channels));
    }
  }

  std::size_t read(std::span<double> values) override {
    const std::size_t stride = reader_->info().values_per_frame();
    const std::size_t width = info_.values_per_frame();
    block_.resize(values.size() / width * stride);
    const std::size_t frames = reader_->read(block_);
    // With I/Q the first two channels are the two parts; a complex channel's parts are neighbours as well.
    const std::size_t parts = reader_->info().kind == SampleKind::complex ? 2 : 1;
    const std::size_t first =
        choice_.mode == ChannelChoice::Mode::one ? static_cast<std::size_t>(choice_.number - 1) * parts : 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
      const double* from = block_.data() + frame * stride;
      for (std::size_t part = 0; part < width; ++part) {
        values[frame * width + part] =
            choice_.mode == ChannelChoice::Mode::mix ? mean(from + part, stride, parts) : from[first + part];
      }
    }
    return frames;
  }

 private:
  static double mean(const double* from, std::size_t stride, std::size_t step) {
    double sum = 0;
    for (std::size_t i = 0; i < stride; i += step) {
      sum += from[i];
    }
    return sum * static_cast<double>(step) / static_cast<double>(stride);
  }

  std::unique_ptr<SignalReader> reader_;
  ChannelChoice choice_;
  std::vector<double> block_;
};

}  // namespace

ChannelChoice ChannelChoice::parse(std::string_view text) {
  if (text == "mix") {
    return {Mode::mix, 1};
  }
  if (text == "iq") {
    return {Mode::iq, 1};
  }
  int number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || end != text.data() + text.size() || number < 1) {
    throw Error::invalid_argument(fmt::format("channel '{}'", text), "is none of mix, iq and the numbers from 1",
                                  "say for instance --channel 1");
  }
  return {Mode::one, number};
}

std::unique_ptr<SignalReader> select_channel(std::unique_ptr<SignalReader> reader, const ChannelChoice& choice) {
  const SignalInfo& info = reader->info();
  if (choice.mode == ChannelChoice::Mode::one && choice.number > info.channels) {
    throw Error::invalid_argument(
        fmt::format("channel {}", choice.number),
        fmt::format("{} has {} channel{}", info.path, info.channels, info.channels == 1 ? "" : "s"),
        "channels count from 1");
  }
  if (choice.mode == ChannelChoice::Mode::iq && (info.channels != 2 || info.kind == SampleKind::complex)) {
    throw Error::invalid_argument("channel iq", fmt::format("{} is not a file of two real channels", info.path),
                                  "leave --channel out");
  }
  if (info.channels == 1) {
    return reader;
  }
  return std::make_unique<ChannelReader>(std::move(reader), choice);
}

}  // namespace papilio::tool
