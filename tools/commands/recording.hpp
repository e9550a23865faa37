// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What `spectrum` and `spectrogram` share: a recording to read, and pictures and tables to write.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "files/output_file.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

struct Recording {
  std::string file;
  OpenOptions open;
  std::string channel = "mix";
  std::string device = "auto";
  std::vector<std::string> outputs;
};

struct OpenRecording {
  SignalInfo file;
  std::unique_ptr<SignalReader> signal;  ///< its chosen channel
};

/// The recording, of a known rate. Ctrl-C ends a stream early, as if there were no more samples.
OpenRecording open_recording(const Recording& recording);

/// FILE, --rate, --center, --format, --columns, --channel and --device.
void add_input_options(CLI::App& command, Recording& recording);
/// -o.
CLI::Option* add_output_option(CLI::App& command, Recording& recording);

/// The file's name, as a title of pictures.
std::string title_of(const Recording& recording);

/// To be called before any work, so that a wrong name does not cost a long transform. Throws Error(invalid_argument)
/// for a name that is neither a picture's nor a table's.
void require_known_outputs(const Recording& recording);
/// To be called before any work, too. Throws Error where an output cannot be written, or is the recording.
std::vector<files::OutputFile> open_outputs(const Recording& recording);

}  // namespace papilio::tool
