// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// WAV files of floats: no sample is clipped or rounded to an integer. Beyond 4 GiB the format is RF64.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

namespace papilio::tool {

class SoundWriter {
 public:
  /// One channel. `rate` in Hz is rounded to an integer, which is what the format holds. Throws Error(io).
  SoundWriter(const std::filesystem::path& path, double rate);
  ~SoundWriter();
  SoundWriter(const SoundWriter&) = delete;
  SoundWriter& operator=(const SoundWriter&) = delete;

  void write(std::span<const float> values);
  void write(std::span<const double> values);
  /// Throws where the last samples do not fit; the destructor closes silently.
  void close();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace papilio::tool
