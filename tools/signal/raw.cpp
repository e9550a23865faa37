// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/raw.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <utility>

#include "files/input_file.hpp"
#include "tools/signal/samples.hpp"

namespace papilio::tool {
namespace {

void decode_cs16(std::span<const std::byte> bytes, std::span<double> values) {
  decode_numbers<std::int16_t>(bytes, values);
  for (double& value : values) {
    value /= 32768.0;
  }
}

void decode_cu8(std::span<const std::byte> bytes, std::span<double> values) {
  decode_numbers<std::uint8_t>(bytes, values);
  for (double& value : values) {
    value = (value - 127.5) / 127.5;
  }
}

/// The nearest integer that T holds; 0 for a NaN.
template <class T>
T saturate(double value) {
  constexpr double low = std::numeric_limits<T>::min();
  constexpr double high = std::numeric_limits<T>::max();
  return std::isnan(value) ? T{0} : static_cast<T>(std::clamp(std::nearbyint(value), low, high));
}

void encode_f32(double value, std::byte* to) { store_little(static_cast<float>(value), to); }
void encode_f64(double value, std::byte* to) { store_little(value, to); }
void encode_s16(double value, std::byte* to) { store_little(saturate<std::int16_t>(value * 32768.0), to); }
void encode_u8(double value, std::byte* to) { store_little(saturate<std::uint8_t>(value * 127.5 + 127.5), to); }

struct RawCodec {
  const char* description;
  std::size_t bytes;  ///< of one number; a sample is two
  Decode decode;
  void (*encode)(double value, std::byte* to);
};

/// In the order of RawFormat.
constexpr RawCodec codecs[] = {
    {"raw I/Q, 32-bit floats", 4, decode_numbers<float>, encode_f32},
    {"raw I/Q, 64-bit floats", 8, decode_numbers<double>, encode_f64},
    {"raw I/Q, 16-bit signed integers", 2, decode_cs16, encode_s16},
    {"raw I/Q, 8-bit unsigned integers", 1, decode_cu8, encode_u8},
};

const RawCodec& codec_of(RawFormat format) { return codecs[static_cast<std::size_t>(format)]; }

class RawReader final : public SignalReader {
 public:
  RawReader(const std::filesystem::path& path, RawFormat format, const OpenOptions& options)
      : file_(path), codec_(codec_of(format)) {
    const auto sample_bytes = static_cast<std::int64_t>(2 * codec_.bytes);
    const std::int64_t bytes = file_.size();
    if (bytes < sample_bytes) {
      throw Error::io(path.string(), fmt::format("holds {} bytes, not one sample of {}", bytes, sample_bytes),
                      "check that the recording has ended and that the format is right");
    }
    info_ = {path.string(), codec_.description, options.rate, 1, SampleKind::complex, bytes / sample_bytes, {}};
    if (bytes % sample_bytes != 0) {
      info_.notes.push_back(
          fmt::format("the last {} bytes are no whole sample and are left out", bytes % sample_bytes));
    }
  }

  std::size_t read(std::span<double> values) override {
    const std::size_t frames = values.size() / 2;
    bytes_.resize(frames * 2 * codec_.bytes);
    const std::size_t got = file_.read(bytes_) / (2 * codec_.bytes);
    codec_.decode(std::span(bytes_).first(got * 2 * codec_.bytes), values.first(got * 2));
    return got;
  }

  void seek(std::int64_t frame) override { file_.seek(frame * static_cast<std::int64_t>(2 * codec_.bytes)); }

 private:
  files::InputFile file_;
  const RawCodec& codec_;
  std::vector<std::byte> bytes_;
};

template <class T>
std::span<const std::byte> encode(std::span<const std::complex<T>> samples, const RawCodec& codec,
                                  std::vector<std::byte>& bytes) {
  bytes.resize(samples.size() * 2 * codec.bytes);
  std::byte* to = bytes.data();
  for (const std::complex<T>& sample : samples) {
    codec.encode(static_cast<double>(sample.real()), to);
    codec.encode(static_cast<double>(sample.imag()), to + codec.bytes);
    to += 2 * codec.bytes;
  }
  return bytes;
}

}  // namespace

std::unique_ptr<SignalReader> open_raw(const std::filesystem::path& path, RawFormat format,
                                       const OpenOptions& options) {
  return std::make_unique<RawReader>(path, format, options);
}

RawWriter::RawWriter(files::OutputFile file, RawFormat format) : file_(std::move(file)), format_(format) {}

void RawWriter::write(std::span<const std::complex<float>> samples) {
  file_.write(encode(samples, codec_of(format_), bytes_));
}

void RawWriter::write(std::span<const std::complex<double>> samples) {
  file_.write(encode(samples, codec_of(format_), bytes_));
}

}  // namespace papilio::tool
