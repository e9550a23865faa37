// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/convolve/results.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>
#include <utility>

#include "tools/signal/npy.hpp"
#include "tools/signal/raw.hpp"
#include "tools/signal/sound_writer.hpp"

namespace papilio::tool {
namespace {

/// One line per result, with enough digits to read back the same number, and a first line that names two columns.
class CsvWriter {
 public:
  CsvWriter(files::OutputFile file, Field field) : file_(std::move(file)) {
    if (field == Field::complex) file_.write(std::string_view("re,im\n"));
  }

  template <class T>
  void write(std::span<const T> values) {
    text_.clear();
    for (const T& value : values) {
      if constexpr (std::is_floating_point_v<T>) {
        fmt::format_to(std::back_inserter(text_), "{}\n", value);
      } else {
        fmt::format_to(std::back_inserter(text_), "{},{}\n", value.real(), value.imag());
      }
    }
    file_.write(std::string_view(text_.data(), text_.size()));
  }
  void close() { file_.commit(); }

 private:
  files::OutputFile file_;
  fmt::memory_buffer text_;
};

SignalFormat format_of(const std::filesystem::path& path) {
  return format_by_extension(path).value_or(SignalFormat::by_extension);
}

NpyType npy_type(const ResultKind& kind) {
  const bool single = kind.precision == Precision::f32;
  if (kind.field == Field::real) return single ? NpyType::f32 : NpyType::f64;
  return single ? NpyType::c64 : NpyType::c128;
}

}  // namespace

void require_writable(const std::filesystem::path& path, const ResultKind& kind) {
  const SignalFormat format = format_of(path);
  const bool raw = format == SignalFormat::cf32 || format == SignalFormat::cf64;
  const bool wav = format == SignalFormat::audio && path.extension() == ".wav";
  if (!raw && !wav && format != SignalFormat::npy && format != SignalFormat::csv) {
    throw Error::invalid_argument(path.string(), "the extension names no format that convolve writes",
                                  "use .npy, .csv, .wav, .cf32 or .cf64");
  }
  if (raw && kind.field == Field::real) {
    throw Error::invalid_argument(path.string(), "holds complex numbers, but the results are real",
                                  "use .npy, .csv or .wav");
  }
  if (wav && kind.field == Field::complex) {
    throw Error::invalid_argument(path.string(), "holds real numbers, but the results are complex",
                                  "use .npy or .cf32");
  }
  if (wav && !kind.rate) {
    throw Error::invalid_argument(path.string(), "a WAV file has a sample rate, and the signal has none",
                                  "give it with --rate, or use .npy");
  }
}

std::unique_ptr<NumberWriter> open_results(const std::filesystem::path& path, const ResultKind& kind) {
  require_writable(path, kind);
  files::OutputFile file(path);
  switch (format_of(path)) {
    case SignalFormat::npy:
      return std::make_unique<NumberWriterBy<NpyWriter>>(std::move(file), npy_type(kind));
    case SignalFormat::csv:
      return std::make_unique<NumberWriterBy<CsvWriter>>(std::move(file), kind.field);
    case SignalFormat::cf32:
    case SignalFormat::cf64:
      return std::make_unique<NumberWriterBy<RawWriter>>(std::move(file), format_of(path));
    default:
      return std::make_unique<NumberWriterBy<SoundWriter>>(std::move(file), *kind.rate);
  }
}

}  // namespace papilio::tool
