// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/audio.hpp"

#include <fmt/format.h>
#include <sndfile.h>

#include <array>
#include <limits>
#include <papilio/error.hpp>
#include <sstream>

#include "files/identity.hpp"
#include "files/input_file.hpp"

namespace papilio::tool {
namespace {

struct CloseSound {
  void operator()(SNDFILE* file) const noexcept { sf_close(file); }
};

std::string format_name(int format) {
  SF_FORMAT_INFO major{format & SF_FORMAT_TYPEMASK, nullptr, nullptr};
  SF_FORMAT_INFO minor{format & SF_FORMAT_SUBMASK, nullptr, nullptr};
  sf_command(nullptr, SFC_GET_FORMAT_INFO, &major, sizeof major);
  sf_command(nullptr, SFC_GET_FORMAT_INFO, &minor, sizeof minor);
  return fmt::format("{}, {}", major.name != nullptr ? major.name : "audio",
                     minor.name != nullptr ? minor.name : "unknown samples");
}

/// libsndfile's note about the header: "data : 16000 (should be 8956)" where it promises more samples than
/// there are. Nothing where it was written before the length was known, as that of a stream.
std::optional<std::string> note_of_missing_samples(SNDFILE* file) {
  std::array<char, 8192> log{};
  sf_command(file, SFC_GET_LOG_INFO, log.data(), static_cast<int>(log.size()));
  std::istringstream lines(log.data());
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string chunk, colon, should, be;
    std::int64_t promised = 0;
    std::int64_t there = 0;
    words >> chunk >> colon >> promised >> should >> be >> there;
    constexpr std::int64_t of_stream = std::numeric_limits<std::int32_t>::max() - 4096;
    if (!words || (chunk != "data" && chunk != "SSND") || there >= promised || promised > of_stream) continue;
    return fmt::format("the header promises {} bytes of samples and {} are there: the file may be cut off", promised,
                       there);
  }
  return std::nullopt;
}

class AudioReader final : public SignalReader {
 public:
  AudioReader(const std::filesystem::path& path, const OpenOptions& options) : ended_(options.ended) {
    files::InputFile probe(path);  // says "no such file" in the system's words; libsndfile says "System error."
    info_.path = files::name_of_input(path);
    SF_INFO sound{};
    file_.reset(sf_open(path.c_str(), SFM_READ, &sound));
    if (!file_) {
      throw Error::io(info_.path, fmt::format("libsndfile cannot read it ({})", sf_strerror(nullptr)),
                      "check that the file is complete, or name its format with --format");
    }
    if (sound.frames == 0) {
      throw Error::io(info_.path, "holds no samples", "check that the recording has ended");
    }
    info_.format = format_name(sound.format);
    info_.sample_rate = options.rate ? *options.rate : static_cast<double>(sound.samplerate);
    info_.centre = options.centre;
    info_.channels = sound.channels;
    if (const auto note = note_of_missing_samples(file_.get())) info_.notes.push_back(*note);
    // The header of a stream is written before anybody knows its length.
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored) && sound.frames < SF_COUNT_MAX) info_.frames = sound.frames;
  }

  std::size_t read(std::span<double> values) override {
    if (ended_ != nullptr && ended_()) return 0;
    const auto wanted = static_cast<sf_count_t>(values.size() / static_cast<std::size_t>(info_.channels));
    const sf_count_t got = sf_readf_double(file_.get(), values.data(), wanted);
    if (got < wanted && sf_error(file_.get()) != SF_ERR_NO_ERROR) {
      throw Error::io(info_.path, fmt::format("decoding failed ({})", sf_strerror(file_.get())),
                      "check that the file is complete");
    }
    return static_cast<std::size_t>(got);
  }

 private:
  std::unique_ptr<SNDFILE, CloseSound> file_;
  bool (*ended_)();
};

}  // namespace

std::unique_ptr<SignalReader> open_audio(const std::filesystem::path& path, const OpenOptions& options) {
  return std::make_unique<AudioReader>(path, options);
}

}  // namespace papilio::tool
