// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SignalReader: a recording as a stream of frames. A frame is one instant: one value for each channel, or two (re, im)
// where the samples are complex. Readers hold one block in memory, never the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::tool {

enum class SampleKind { real, complex };

struct SignalInfo {
  std::string path;
  std::string format = {};                 ///< for people: "WAV (Microsoft), Signed 16 bit PCM"
  std::optional<double> sample_rate = {};  ///< Hz; none where the file does not say and nobody else did
  std::optional<double> centre = {};       ///< Hz; what a receiver of complex samples was tuned to, where it is known
  int channels = 1;
  SampleKind kind = SampleKind::real;
  std::optional<std::int64_t> frames = {};  ///< none where only reading to the end would tell (CSV, a pipe)
  std::vector<std::string> notes = {};      ///< what a person should know: "the last 3 bytes are no whole sample …"
  std::vector<std::int64_t> shape = {};     ///< of a .npy file's array

  /// Doubles in one frame.
  [[nodiscard]] std::size_t values_per_frame() const {
    return static_cast<std::size_t>(channels) * (kind == SampleKind::complex ? 2U : 1U);
  }
};

class SignalReader {
 public:
  virtual ~SignalReader() = default;
  SignalReader(const SignalReader&) = delete;
  SignalReader& operator=(const SignalReader&) = delete;

  [[nodiscard]] const SignalInfo& info() const noexcept { return info_; }

  /// Reads as many whole frames as `values` holds and returns their number: fewer only at the end, 0 after it.
  /// Order: frame by frame, in it channel by channel, in it re, im. Doubles hold every format's values exactly
  /// (64-bit integers beyond 2^53 aside). Throws Error(io) naming the file, the place and the reason.
  virtual std::size_t read(std::span<double> values) = 0;
  /// The next frame to be read. Only raw files and .npy have it: Error(unsupported) elsewhere.
  virtual void seek(std::int64_t frame);

 protected:
  SignalReader() = default;
  SignalInfo info_;
};

/// Formats from cf32 on are raw: numbers and nothing else, c for complex (raw.hpp).
enum class SignalFormat { by_extension, audio, csv, npy, sigmf, cf32, cf64, cs16, cs8, cu8, f32, f64, i16, i8 };

struct FormatName {
  std::string_view name;  ///< the value of --format
  SignalFormat format;
};
std::span<const FormatName> format_names();

/// The format that the extension stands for, in either case; none for an unknown extension.
std::optional<SignalFormat> format_by_extension(const std::filesystem::path& path);

/// The sample rates that are taken, in Hz. Beyond them, densities overflow or underflow: the square of 1e-100 is near
/// the smallest double.
inline constexpr double least_rate = 1e-100;
inline constexpr double most_rate = 1e100;

struct OpenOptions {
  SignalFormat format = SignalFormat::by_extension;
  std::optional<double> rate = {};    ///< Hz; overrides the file's own
  std::optional<double> centre = {};  ///< Hz, of complex samples; overrides the file's own
  std::string columns = {};           ///< of text: their names, as columns.hpp has them; empty: those of its first line
  std::string option_prefix = "--";   ///< of "format" and "columns", for people
  bool (*ended)() = nullptr;          ///< true: a stream is read no further, as by InputFile
};

/// The formats, their values and their extensions are listed in tools/signal/README.md. "-" is the standard input.
/// Throws Error(io) for a file that cannot be read or understood, Error(invalid_argument) for an unknown extension.
std::unique_ptr<SignalReader> open_signal(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace papilio::tool
