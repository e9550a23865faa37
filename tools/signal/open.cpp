// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <string_view>

#include "files/input_file.hpp"
#include "tools/signal/audio.hpp"
#include "tools/signal/csv.hpp"
#include "tools/signal/npy.hpp"
#include "tools/signal/raw.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {
namespace {

struct Extension {
  std::string_view name;
  SignalFormat format;
};

constexpr Extension extensions[] = {
    {".wav", SignalFormat::audio}, {".flac", SignalFormat::audio}, {".ogg", SignalFormat::audio},
    {".oga", SignalFormat::audio}, {".opus", SignalFormat::audio}, {".aiff", SignalFormat::audio},
    {".aif", SignalFormat::audio}, {".au", SignalFormat::audio},   {".caf", SignalFormat::audio},
    {".w64", SignalFormat::audio}, {".rf64", SignalFormat::audio}, {".mp3", SignalFormat::audio},
    {".cf32", SignalFormat::cf32}, {".fc32", SignalFormat::cf32},  {".cfile", SignalFormat::cf32},
    {".cf64", SignalFormat::cf64}, {".cs16", SignalFormat::cs16},  {".sc16", SignalFormat::cs16},
    {".cu8", SignalFormat::cu8},   {".csv", SignalFormat::csv},    {".tsv", SignalFormat::csv},
    {".txt", SignalFormat::csv},   {".npy", SignalFormat::npy},
};

/// ASCII only: std::tolower would ask the locale.
std::string lower_case_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

SignalFormat format_of(const std::filesystem::path& path, const std::string& prefix) {
  if (const std::optional<SignalFormat> format = format_by_extension(path)) {
    return *format;
  }
  files::refuse_folder(path);
  if (lower_case_extension(path) == ".png") {
    throw Error::invalid_argument(path.string(), "is a picture", "papilio image shows the spectrum of one");
  }
  const std::string extension = path.extension().string();
  throw Error::invalid_argument(path.string(),
                                extension.empty() ? "has no extension that would tell its format"
                                                  : fmt::format("the extension '{}' names no known format", extension),
                                fmt::format("say which with {}format audio|cf32|cf64|cs16|cu8|csv|npy", prefix));
}

}  // namespace

void SignalReader::seek(std::int64_t) {
  throw Error::unsupported(info_.path, "is read in order only", "save it as .npy, or as raw complex .cf32 or .cf64");
}

std::optional<SignalFormat> format_by_extension(const std::filesystem::path& path) {
  const std::string extension = lower_case_extension(path);
  const auto* found = std::find_if(std::begin(extensions), std::end(extensions),
                                   [&](const Extension& known) { return known.name == extension; });
  return found == std::end(extensions) ? std::nullopt : std::optional(found->format);
}

namespace {

/// Throws Error(invalid_argument) for a file or a rate that no recording has.
void check_options(const std::filesystem::path& path, const OpenOptions& options) {
  if (path.empty()) throw Error::invalid_argument("file name ''", "is empty", "name a recording");
  if (options.rate && !(*options.rate >= least_rate && *options.rate <= most_rate)) {
    throw Error::invalid_argument(fmt::format("sample rate {}", *options.rate),
                                  "is not a positive number of Hz between 1e-100 and 1e100",
                                  "give for instance --rate 2.4e6");
  }
}

}  // namespace

std::unique_ptr<SignalReader> open_signal(const std::filesystem::path& path, const OpenOptions& options) {
  check_options(path, options);
  const SignalFormat format =
      options.format == SignalFormat::by_extension ? format_of(path, options.option_prefix) : options.format;
  if (!options.columns.empty() && format != SignalFormat::csv) {
    throw Error::invalid_argument(options.option_prefix + "columns", fmt::format("{} is not text", path.string()),
                                  "leave it out");
  }
  switch (format) {
    case SignalFormat::cf32:
      return open_raw(path, RawFormat::cf32, options);
    case SignalFormat::cf64:
      return open_raw(path, RawFormat::cf64, options);
    case SignalFormat::cs16:
      return open_raw(path, RawFormat::cs16, options);
    case SignalFormat::cu8:
      return open_raw(path, RawFormat::cu8, options);
    case SignalFormat::csv:
      return open_csv(path, options);
    case SignalFormat::npy:
      return open_npy(path, options);
    case SignalFormat::audio:
    case SignalFormat::by_extension:
      break;
  }
  return open_audio(path, options);
}

}  // namespace papilio::tool
