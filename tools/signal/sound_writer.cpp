// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/sound_writer.hpp"

#include <fmt/format.h>
#include <sndfile.h>

#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <string>
#include <vector>

namespace papilio::tool {

struct SoundWriter::File {
  std::string path;
  SNDFILE* handle = nullptr;

  ~File() {
    if (handle != nullptr) sf_close(handle);
  }
  [[noreturn]] void fail(const char* what) const {
    throw Error::io(path, fmt::format("{} ({})", what, sf_strerror(handle)), "free some space on that disk");
  }
  void require(sf_count_t written, std::size_t wanted) const {
    if (written != static_cast<sf_count_t>(wanted)) fail("writing failed");
  }
};

SoundWriter::SoundWriter(const std::filesystem::path& path, double rate) : file_(std::make_unique<File>()) {
  file_->path = path.string();
  if (!(rate >= 1 && rate <= std::numeric_limits<int>::max() && rate == std::floor(rate))) {
    throw Error::invalid_argument(file_->path,
                                  fmt::format("the sample rate of a WAV file is a whole number, not {} Hz", rate),
                                  "give another with --rate, or write .npy");
  }
  SF_INFO sound{};
  sound.samplerate = static_cast<int>(rate);
  sound.channels = 1;
  sound.format = SF_FORMAT_RF64 | SF_FORMAT_FLOAT;
  file_->handle = sf_open(path.c_str(), SFM_WRITE, &sound);
  if (file_->handle == nullptr) {
    throw Error::io(file_->path, fmt::format("cannot be written ({})", sf_strerror(nullptr)),
                    "check that the folder exists and is yours");
  }
  sf_command(file_->handle, SFC_RF64_AUTO_DOWNGRADE, nullptr, SF_TRUE);  // WAV up to 4 GiB
}

SoundWriter::~SoundWriter() = default;

void SoundWriter::write(std::span<const float> values) {
  file_->require(sf_writef_float(file_->handle, values.data(), static_cast<sf_count_t>(values.size())), values.size());
}

void SoundWriter::write(std::span<const double> values) {
  file_->require(sf_writef_double(file_->handle, values.data(), static_cast<sf_count_t>(values.size())), values.size());
}

void SoundWriter::close() {
  SNDFILE* const handle = file_->handle;
  file_->handle = nullptr;
  if (sf_close(handle) != 0)
    throw Error::io(file_->path, "its end could not be written", "free some space on that disk");
}

}  // namespace papilio::tool
