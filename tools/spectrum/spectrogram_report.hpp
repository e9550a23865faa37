// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A spectrogram for people (text), for programs (JSON) and as numbers (tables).
#pragma once

#include <papilio/device.hpp>

#include "files/output_file.hpp"
#include "tools/signal/signal_reader.hpp"
#include "tools/spectrum/spectrogram.hpp"

namespace papilio::tool {

struct SpectrogramReport {
  SignalInfo signal;
  Spectrogram spectrogram;
  DeviceInfo device;
  double total_seconds = 0;
  std::vector<std::string> outputs;  ///< paths of what was written
};

/// "a bin every 7.8 Hz", "80 mel filters".
std::string bins_text(const Spectrogram& spectrogram);
std::string as_text(const SpectrogramReport& report);
/// One object, which describes the axes of a .npy file as well.
std::string as_json(const SpectrogramReport& report);

/// .csv: the first line has the frequencies, each further line the time of a column in seconds and its powers. .npy:
/// float32 of shape (columns, bins). By the extension of the file's name; commits it. Throws Error(io).
void write_table(files::OutputFile file, const Spectrogram& spectrogram);

}  // namespace papilio::tool
