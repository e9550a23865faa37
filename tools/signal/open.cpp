// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <papilio/error.hpp>
#include <string_view>

#include "files/identity.hpp"
#include "files/input_file.hpp"
#include "tools/signal/audio.hpp"
#include "tools/signal/csv.hpp"
#include "tools/signal/npy.hpp"
#include "tools/signal/raw.hpp"
#include "tools/signal/sigmf.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {
namespace {

constexpr FormatName names[] = {
    {"audio", SignalFormat::audio}, {"csv", SignalFormat::csv},   {"npy", SignalFormat::npy},
    {"sigmf", SignalFormat::sigmf}, {"cf32", SignalFormat::cf32}, {"cf64", SignalFormat::cf64},
    {"cs16", SignalFormat::cs16},   {"cs8", SignalFormat::cs8},   {"cu8", SignalFormat::cu8},
    {"f32", SignalFormat::f32},     {"f64", SignalFormat::f64},   {"i16", SignalFormat::i16},
    {"i8", SignalFormat::i8},
};

constexpr FormatName extensions[] = {
    {".wav", SignalFormat::audio},
    {".flac", SignalFormat::audio},
    {".ogg", SignalFormat::audio},
    {".oga", SignalFormat::audio},
    {".opus", SignalFormat::audio},
    {".aiff", SignalFormat::audio},
    {".aif", SignalFormat::audio},
    {".au", SignalFormat::audio},
    {".caf", SignalFormat::audio},
    {".w64", SignalFormat::audio},
    {".rf64", SignalFormat::audio},
    {".mp3", SignalFormat::audio},
    {".cf32", SignalFormat::cf32},
    {".fc32", SignalFormat::cf32},
    {".cfile", SignalFormat::cf32},
    {".cf64", SignalFormat::cf64},
    {".cs16", SignalFormat::cs16},
    {".sc16", SignalFormat::cs16},
    {".cs8", SignalFormat::cs8},
    {".sc8", SignalFormat::cs8},
    {".cu8", SignalFormat::cu8},
    {".f32", SignalFormat::f32},
    {".f64", SignalFormat::f64},
    {".i16", SignalFormat::i16},
    {".i8", SignalFormat::i8},
    {".csv", SignalFormat::csv},
    {".tsv", SignalFormat::csv},
    {".txt", SignalFormat::csv},
    {".npy", SignalFormat::npy},
    {".sigmf-meta", SignalFormat::sigmf},
    {".sigmf-data", SignalFormat::sigmf},
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
  std::string known;
  for (const FormatName& format : names) known += (known.empty() ? "" : "|") + std::string(format.name);
  throw Error::invalid_argument(files::name_of_input(path),
                                extension.empty() ? "has no extension that would tell its format"
                                                  : fmt::format("the extension '{}' names no known format", extension),
                                fmt::format("say which with {}format {}", prefix, known));
}

}  // namespace

void SignalReader::seek(std::int64_t) {
  throw Error::unsupported(info_.path, "is read in order only", "save it as .npy, or as raw complex .cf32 or .cf64");
}

std::span<const FormatName> format_names() { return names; }

std::optional<SignalFormat> format_by_extension(const std::filesystem::path& path) {
  const std::string extension = lower_case_extension(path);
  const FormatName* found = std::find_if(std::begin(extensions), std::end(extensions),
                                         [&](const FormatName& known) { return known.name == extension; });
  return found == std::end(extensions) ? std::nullopt : std::optional(found->format);
}

namespace {

/// Throws Error(invalid_argument) for a file, a rate or a centre that no recording has.
void check_options(const std::filesystem::path& path, const OpenOptions& options) {
  if (path.empty()) throw Error::invalid_argument("file name ''", "is empty", "name a recording");
  const auto bounded = [](double hertz) { return std::abs(hertz) <= most_rate; };
  if (options.rate && !(*options.rate >= least_rate && bounded(*options.rate))) {
    throw Error::invalid_argument(fmt::format("sample rate {}", *options.rate),
                                  "is not a positive number of Hz between 1e-100 and 1e100",
                                  "give for instance --rate 2.4e6");
  }
  if (options.centre && !bounded(*options.centre)) {
    throw Error::invalid_argument(fmt::format("centre frequency {}", *options.centre),
                                  "is not a number of Hz between -1e100 and 1e100",
                                  "give for instance --center 100.3e6");
  }
}

}  // namespace

std::unique_ptr<SignalReader> open_signal(const std::filesystem::path& path, const OpenOptions& options) {
  check_options(path, options);
  const SignalFormat format =
      options.format == SignalFormat::by_extension ? format_of(path, options.option_prefix) : options.format;
  if (!options.columns.empty() && format != SignalFormat::csv) {
    throw Error::invalid_argument(options.option_prefix + "columns",
                                  fmt::format("{} is not text", files::name_of_input(path)), "leave it out");
  }
  if (is_raw(format)) return open_raw(path, format, options);
  if (format == SignalFormat::csv) return open_csv(path, options);
  if (format == SignalFormat::npy) return open_npy(path, options);
  return format == SignalFormat::sigmf ? open_sigmf(path, options) : open_audio(path, options);
}

}  // namespace papilio::tool
