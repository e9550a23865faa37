// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Raw samples: numbers and nothing else, little-endian, as SDR programs record them.
#pragma once

#include <complex>

#include "files/output_file.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

/// f32, f64: IEEE floats as they are. i16: int16 / 32768. i8: int8 / 128. Those that begin with c are complex, I before
/// Q: cf32, cf64; cs16, cs8: integers as above; cu8: (uint8 - 127.5) / 127.5, as rtl_sdr records.
[[nodiscard]] bool is_raw(SignalFormat format);

/// The sample rate is options.rate; unknown without it. `format` is raw. Streams may have any length.
std::unique_ptr<SignalReader> open_raw(const std::filesystem::path& path, SignalFormat format,
                                       const OpenOptions& options);

/// Writes the complex formats; integers are rounded to nearest and saturate.
class RawWriter {
 public:
  RawWriter(files::OutputFile file, SignalFormat format);

  void write(std::span<const std::complex<float>> samples);
  void write(std::span<const std::complex<double>> samples);
  void close() { file_.commit(); }

 private:
  files::OutputFile file_;
  SignalFormat format_;
  std::vector<std::byte> bytes_;
};

}  // namespace papilio::tool
