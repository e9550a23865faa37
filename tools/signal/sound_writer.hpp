// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// WAV files of floats: no sample is clipped or rounded to an integer. Beyond 4 GiB the format is RF64.
#pragma once

#include <memory>
#include <span>

#include "files/output_file.hpp"

namespace papilio::tool {

class SoundWriter {
 public:
  /// One channel. `rate` in Hz is an integer, which is what the format holds. Throws Error(io), also where the file is
  /// not seekable: the length stands before the samples.
  SoundWriter(files::OutputFile file, double rate);
  ~SoundWriter();
  SoundWriter(const SoundWriter&) = delete;
  SoundWriter& operator=(const SoundWriter&) = delete;

  void write(std::span<const float> values);
  void write(std::span<const double> values);
  /// Commits the file; throws if the last samples do not fit. Without this call there is no file.
  void close();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace papilio::tool
