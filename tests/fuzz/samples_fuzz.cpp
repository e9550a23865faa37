// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file of samples: the first byte chooses the format, the others are the file. Readers of libsndfile are not ours.
#include <array>
#include <cmath>
#include <vector>

#include "input_path.hpp"
#include "tools/signal/signal_reader.hpp"

namespace {

using papilio::fuzz::require;
using papilio::tool::SignalFormat;
using papilio::tool::SignalReader;

constexpr std::array formats = {SignalFormat::csv,  SignalFormat::npy, SignalFormat::cf32, SignalFormat::cf64,
                                SignalFormat::cs16, SignalFormat::cu8, SignalFormat::cs8,  SignalFormat::f32,
                                SignalFormat::f64,  SignalFormat::i16, SignalFormat::i8};

/// The number of frames.
std::int64_t read_all(SignalReader& reader) {
  std::vector<double> values(reader.info().values_per_frame() * 7);
  std::int64_t frames = 0;
  while (const std::size_t got = reader.read(values)) {
    require(got <= 7);
    frames += static_cast<std::int64_t>(got);
  }
  return frames;
}

void check(const std::filesystem::path& path, SignalFormat format) {
  const std::unique_ptr<SignalReader> reader = papilio::tool::open_signal(path, {format, {}});
  const papilio::tool::SignalInfo& info = reader->info();
  require(info.channels >= 1);
  require(!info.sample_rate ||
          (*info.sample_rate >= papilio::tool::least_rate && *info.sample_rate <= papilio::tool::most_rate));
  for (const std::string& note : info.notes) require(papilio::fuzz::one_line(note));
  const std::int64_t frames = read_all(*reader);
  require(frames >= 1);
  if (info.frames) require(frames == *info.frames);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static papilio::fuzz::InputPath file;
  if (size == 0) return 0;
  const SignalFormat format = formats[data[0] % formats.size()];
  try {
    check(file.with(papilio::fuzz::text_of(data + 1, size - 1)), format);
  } catch (const papilio::Error& error) {
    papilio::fuzz::check_refusal(error);
  }
  return 0;
}
