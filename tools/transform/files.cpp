// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/files.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "files/input_file.hpp"
#include "tools/signal/npy.hpp"
#include "tools/signal/raw.hpp"

namespace papilio::tool {
namespace {

/// The precision of an array is the problem's.
using NpySpectra = NumberWriterBy<NpyWriter>;
using RawSpectra = NumberWriterBy<RawWriter>;

}  // namespace

std::unique_ptr<SignalReader> open_elements(const std::filesystem::path& path) {
  const SignalFormat format = format_by_extension(path).value_or(SignalFormat::by_extension);
  if (format != SignalFormat::npy && !is_raw(format)) {
    files::refuse_folder(path);
    throw Error::invalid_argument(path.string(), "the extension names no format that transform reads",
                                  "use .npy, raw complex .cf32 .cf64 .cs16 .cs8 .cu8, or raw real .f32 .f64 .i16 .i8");
  }
  std::unique_ptr<SignalReader> reader = format == SignalFormat::npy ? open_npy_flat(path) : open_raw(path, format, {});
  if (!reader->info().notes.empty()) {  // bytes that are no whole element
    throw Error::io(path.string(), reader->info().notes.front(), "check that the extension names the right format");
  }
  return reader;
}

void require_writable(const std::filesystem::path& path, const Problem& problem) {
  switch (format_by_extension(path).value_or(SignalFormat::by_extension)) {
    case SignalFormat::npy:
      return;
    case SignalFormat::cf32:
    case SignalFormat::cf64:
      if (!problem.real_output()) return;
      throw Error::invalid_argument(
          path.string(), fmt::format("holds complex numbers, but {} gives real ones", problem.token()), "use .npy");
    default:
      throw Error::invalid_argument(path.string(), "the extension names no format that transform writes",
                                    "use .npy, .cf32 or .cf64");
  }
}

NpyType npy_type_of(const Problem& problem) {
  const bool single = problem.precision == Precision::f32;
  if (problem.real_output()) return single ? NpyType::f32 : NpyType::f64;
  return single ? NpyType::c64 : NpyType::c128;
}

std::unique_ptr<NumberWriter> open_spectra(const std::filesystem::path& path, const Problem& problem,
                                           const std::vector<std::int64_t>& shape) {
  require_writable(path, problem);
  const SignalFormat format = *format_by_extension(path);
  files::OutputFile file(path);
  if (format == SignalFormat::npy) {
    return std::make_unique<NpySpectra>(std::move(file), npy_type_of(problem), shape);
  }
  return std::make_unique<RawSpectra>(std::move(file), format);
}

}  // namespace papilio::tool
