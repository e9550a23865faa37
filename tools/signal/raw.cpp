// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/raw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <utility>

#include "files/identity.hpp"
#include "files/input_file.hpp"
#include "tools/signal/samples.hpp"

namespace papilio::tool {
namespace {

/// Signed integers as numbers from -1 to 1.
template <class T>
void decode_fractions(std::span<const std::byte> bytes, std::span<double> values) {
  decode_numbers<T>(bytes, values);
  for (double& value : values) value /= -static_cast<double>(std::numeric_limits<T>::min());
}

void decode_u8(std::span<const std::byte> bytes, std::span<double> values) {
  decode_numbers<std::uint8_t>(bytes, values);
  for (double& value : values) value = (value - 127.5) / 127.5;
}

/// The nearest integer that T holds; 0 for a NaN.
template <class T>
T saturate(double value) {
  constexpr double low = std::numeric_limits<T>::min();
  constexpr double high = std::numeric_limits<T>::max();
  return std::isnan(value) ? T{0} : static_cast<T>(std::clamp(std::nearbyint(value), low, high));
}

template <class T>
void encode_number(double value, std::byte* to) {
  store_little(static_cast<T>(value), to);
}
template <class T>
void encode_fraction(double value, std::byte* to) {
  store_little(saturate<T>(value * -static_cast<double>(std::numeric_limits<T>::min())), to);
}
void encode_u8(double value, std::byte* to) { store_little(saturate<std::uint8_t>(value * 127.5 + 127.5), to); }

struct RawNumber {
  const char* description;
  std::size_t bytes;
  Decode decode;
  void (*encode)(double value, std::byte* to);
};

constexpr RawNumber float_32{"32-bit floats", 4, decode_numbers<float>, encode_number<float>};
constexpr RawNumber float_64{"64-bit floats", 8, decode_numbers<double>, encode_number<double>};
constexpr RawNumber signed_16{"16-bit signed integers", 2, decode_fractions<std::int16_t>,
                              encode_fraction<std::int16_t>};
constexpr RawNumber signed_8{"8-bit signed integers", 1, decode_fractions<std::int8_t>, encode_fraction<std::int8_t>};
constexpr RawNumber unsigned_8{"8-bit unsigned integers", 1, decode_u8, encode_u8};

struct RawCodec {
  SignalFormat format;
  SampleKind kind;
  const RawNumber& number;

  [[nodiscard]] std::size_t sample_bytes() const { return (kind == SampleKind::complex ? 2 : 1) * number.bytes; }
  [[nodiscard]] std::string description() const {
    return fmt::format("raw {}, {}", kind == SampleKind::complex ? "I/Q" : "real", number.description);
  }
};

constexpr RawCodec codecs[] = {
    {SignalFormat::cf32, SampleKind::complex, float_32},  {SignalFormat::cf64, SampleKind::complex, float_64},
    {SignalFormat::cs16, SampleKind::complex, signed_16}, {SignalFormat::cs8, SampleKind::complex, signed_8},
    {SignalFormat::cu8, SampleKind::complex, unsigned_8}, {SignalFormat::f32, SampleKind::real, float_32},
    {SignalFormat::f64, SampleKind::real, float_64},      {SignalFormat::i16, SampleKind::real, signed_16},
    {SignalFormat::i8, SampleKind::real, signed_8},
};

const RawCodec& codec_of(SignalFormat format) {
  return *std::find_if(std::begin(codecs), std::end(codecs),
                       [&](const RawCodec& codec) { return codec.format == format; });
}

class RawReader final : public SignalReader {
 public:
  RawReader(const std::filesystem::path& path, SignalFormat format, const OpenOptions& options)
      : file_(path, options.ended), codec_(codec_of(format)), sample_bytes_(codec_.sample_bytes()) {
    info_ = {.path = files::name_of_input(path),
             .format = codec_.description(),
             .sample_rate = options.rate,
             .centre = options.centre,
             .kind = codec_.kind};
    const std::optional<std::int64_t> bytes = file_.regular_size();
    if (!bytes) return;
    const auto sample = static_cast<std::int64_t>(sample_bytes_);
    if (*bytes < sample) {
      throw Error::io(info_.path, fmt::format("holds {} bytes, not one sample of {}", *bytes, sample),
                      "check that the recording has ended and that the format is right");
    }
    info_.frames = *bytes / sample;
    if (*bytes % sample != 0) {
      info_.notes.push_back(fmt::format("the last {} bytes are no whole sample and are left out", *bytes % sample));
    }
  }

  std::size_t read(std::span<double> values) override {
    const std::size_t width = info_.values_per_frame();
    bytes_.resize(values.size() / width * sample_bytes_);
    const std::size_t got = file_.read(bytes_) / sample_bytes_;
    codec_.number.decode(std::span(bytes_).first(got * sample_bytes_), values.first(got * width));
    return got;
  }

  void seek(std::int64_t frame) override { file_.seek(frame * static_cast<std::int64_t>(sample_bytes_)); }

 private:
  files::InputFile file_;
  const RawCodec& codec_;
  std::size_t sample_bytes_;
  std::vector<std::byte> bytes_;
};

template <class T>
std::span<const std::byte> encode(std::span<const std::complex<T>> samples, const RawNumber& number,
                                  std::vector<std::byte>& bytes) {
  bytes.resize(samples.size() * 2 * number.bytes);
  std::byte* to = bytes.data();
  for (const std::complex<T>& sample : samples) {
    number.encode(static_cast<double>(sample.real()), to);
    number.encode(static_cast<double>(sample.imag()), to + number.bytes);
    to += 2 * number.bytes;
  }
  return bytes;
}

}  // namespace

bool is_raw(SignalFormat format) {
  return std::any_of(std::begin(codecs), std::end(codecs),
                     [&](const RawCodec& codec) { return codec.format == format; });
}

std::unique_ptr<SignalReader> open_raw(const std::filesystem::path& path, SignalFormat format,
                                       const OpenOptions& options) {
  return std::make_unique<RawReader>(path, format, options);
}

RawWriter::RawWriter(files::OutputFile file, SignalFormat format) : file_(std::move(file)), format_(format) {}

void RawWriter::write(std::span<const std::complex<float>> samples) {
  file_.write(encode(samples, codec_of(format_).number, bytes_));
}

void RawWriter::write(std::span<const std::complex<double>> samples) {
  file_.write(encode(samples, codec_of(format_).number, bytes_));
}

}  // namespace papilio::tool
