// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Raw I/Q: complex samples and nothing else, little-endian, as SDR programs record them.
#pragma once

#include <complex>

#include "files/output_file.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

/// cf32, cf64: IEEE floats as they are. cs16: int16 / 32768. cu8: (uint8 - 127.5) / 127.5, as rtl_sdr records.
enum class RawFormat { cf32, cf64, cs16, cu8 };

/// The sample rate is options.rate; unknown without it.
std::unique_ptr<SignalReader> open_raw(const std::filesystem::path& path, RawFormat format, const OpenOptions& options);

/// Writes the same formats; integers are rounded to nearest and saturate.
class RawWriter {
 public:
  RawWriter(files::OutputFile file, RawFormat format);

  void write(std::span<const std::complex<float>> samples);
  void write(std::span<const std::complex<double>> samples);
  void close() { file_.commit(); }

 private:
  files::OutputFile file_;
  RawFormat format_;
  std::vector<std::byte> bytes_;
};

}  // namespace papilio::tool
