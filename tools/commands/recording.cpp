// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/recording.hpp"

#include <papilio/error.hpp>

#include "files/identity.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/signal_format.hpp"
#include "tools/plot/picture_name.hpp"
#include "tools/spectrum/table.hpp"

namespace papilio::tool {

void add_input_options(CLI::App& command, Recording& recording) {
  command.add_option("FILE", recording.file, "WAV, FLAC, Ogg, AIFF; .cf32 .cf64 .cs16 .cu8; .csv .tsv .txt; .npy")
      ->required();
  command.add_option("--rate", recording.open.rate, "Sample rate in Hz; required for files that have none");
  command.add_option("--format", recording.open.format, "File format, if the extension does not determine it")
      ->transform(signal_format());
  command.add_option("--columns", recording.open.columns, columns_help);
  command.add_option("--channel", recording.channel, "A number from 1, mix (the mean), or iq (1 real, 2 imaginary)")
      ->capture_default_str();
  command.add_option("--device", recording.device, device_help)->capture_default_str();
}

CLI::Option* add_output_option(CLI::App& command, Recording& recording) {
  return command
      .add_option("-o,--output", recording.outputs, "Picture .png .svg .pdf or table .csv .npy; may be repeated")
      ->allow_extra_args(false);
}

void require_known_outputs(const Recording& recording) {
  for (const std::string& output : recording.outputs) {
    if (names_picture(output) || is_table(output)) continue;
    throw Error::invalid_argument(output, "the extension names no format of pictures or tables",
                                  "choose .png, .svg, .pdf, .csv or .npy");
  }
}

std::vector<files::OutputFile> open_outputs(const Recording& recording) {
  files::require_distinct({recording.file}, {recording.outputs.begin(), recording.outputs.end()});
  std::vector<files::OutputFile> outputs;
  for (const std::string& output : recording.outputs) outputs.emplace_back(output);
  return outputs;
}

}  // namespace papilio::tool
