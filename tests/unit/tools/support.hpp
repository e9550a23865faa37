// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shared by the tests of the tool: a directory that is removed automatically, signals from memory, and a slow reference
// FFT.
#pragma once

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/signal/signal_reader.hpp"
#include "tools/spectrum/batch_fft.hpp"
#include "tools/spectrum/segment_average.hpp"

namespace papilio::tool {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "papilio-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return path_ / name; }
  [[nodiscard]] std::filesystem::path write(const std::string& name, std::string_view content) const {
    std::ofstream(file(name), std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A signal of one channel, in memory; complex ones as re, im, re, im …
class MemorySignal final : public SignalReader {
 public:
  MemorySignal(std::vector<double> values, double rate, SampleKind kind = SampleKind::real)
      : values_(std::move(values)) {
    info_.path = "memory";
    info_.format = "test";
    info_.sample_rate = rate;
    info_.kind = kind;
  }
  std::size_t read(std::span<double> values) override {
    const std::size_t width = info_.values_per_frame();
    const std::size_t count = std::min(values.size() / width * width, values_.size() - at_);
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(at_), count, values.begin());
    at_ += count;
    return count / width;
  }

 private:
  std::vector<double> values_;
  std::size_t at_ = 0;
};

/// Reads the whole signal in blocks of an odd size, so that block boundaries fall everywhere.
inline std::vector<double> read_all(SignalReader& reader, std::size_t frames_per_block = 7) {
  std::vector<double> all;
  std::vector<double> block(frames_per_block * reader.info().values_per_frame());
  for (std::size_t got = reader.read(block); got > 0; got = reader.read(block)) {
    all.insert(all.end(), block.begin(),
               block.begin() + static_cast<std::ptrdiff_t>(got * reader.info().values_per_frame()));
  }
  return all;
}

/// Transform by definition for odd n, recursively by halves for even n. In double; written for clarity, not speed.
inline std::vector<std::complex<double>> reference_fft(const std::vector<std::complex<double>>& x) {
  const std::size_t n = x.size();
  std::vector<std::complex<double>> result(n);
  const auto root = [n](std::size_t k) {
    return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k % n) / static_cast<double>(n));
  };
  if (n % 2 != 0) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) result[k] += x[j] * root(j * k);
    }
    return result;
  }
  std::vector<std::complex<double>> even(n / 2);
  std::vector<std::complex<double>> odd(n / 2);
  for (std::size_t j = 0; j < n / 2; ++j) {
    even[j] = x[2 * j];
    odd[j] = x[2 * j + 1];
  }
  even = reference_fft(even);
  odd = reference_fft(odd);
  for (std::size_t k = 0; k < n; ++k) result[k] = even[k % (n / 2)] + root(k) * odd[k % (n / 2)];
  return result;
}

class ReferenceBatchFft final : public BatchFft {
 public:
  explicit ReferenceBatchFft(std::size_t length) : length_(length) {}
  FftTiming transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override {
    for (std::size_t start = 0; start < in.size(); start += length_) {
      const auto row = in.subspan(start, length_);
      const auto spectrum = reference_fft({row.begin(), row.end()});
      for (std::size_t k = 0; k < length_; ++k) out[start + k] = std::complex<float>(spectrum[k]);
    }
    return {0.25, 0.5, 0.125};
  }

 private:
  std::size_t length_;
};

inline std::unique_ptr<BatchFft> make_reference_fft(std::size_t length, std::size_t) {
  return std::make_unique<ReferenceBatchFft>(length);
}

/// The definition, in double.
class ReferenceAverage final : public SegmentAverage {
 public:
  explicit ReferenceAverage(SegmentShape shape) : shape_(std::move(shape)) {}
  void push(std::span<const float> values) override { values_.insert(values_.end(), values.begin(), values.end()); }
  std::vector<float> powers() override {
    const std::size_t width = shape_.kind == SampleKind::real ? 1 : 2;
    const std::size_t length = shape_.window.size();
    double sum = 0;
    double squares = 0;
    for (const double w : shape_.window) {
      sum += w;
      squares += w * w;
    }
    std::vector<double> power(shape_.transform);
    std::size_t segments = 0;
    for (std::size_t at = 0; at + length <= values_.size() / width; at += shape_.step, ++segments) {
      std::vector<std::complex<double>> segment(shape_.transform);
      std::complex<double> mean;
      for (std::size_t j = 0; j < length; ++j)
        segment[j] = {values_[(at + j) * width], width == 1 ? 0.0 : values_[(at + j) * width + 1]};
      for (const auto& x : segment) mean += x / static_cast<double>(length);
      for (std::size_t j = 0; j < length; ++j)
        segment[j] = (segment[j] - (shape_.detrend ? mean : 0.0)) * shape_.window[j];
      const auto spectrum = reference_fft(segment);
      for (std::size_t k = 0; k < power.size(); ++k) power[k] += std::norm(spectrum[k]);
    }
    const std::size_t n = shape_.transform;
    const double divisor = shape_.scaling == Scaling::density ? shape_.rate * squares : sum * sum;
    std::vector<float> means;
    for (std::size_t k = 0; k < (width == 1 ? n / 2 + 1 : n); ++k) {
      const double signs = width == 1 && k != 0 && 2 * k != n ? 2 : 1;
      means.push_back(static_cast<float>(signs * power[k] / divisor / static_cast<double>(segments)));
    }
    return means;
  }

 private:
  SegmentShape shape_;
  std::vector<float> values_;
};

inline std::unique_ptr<SegmentAverage> make_reference_average(const SegmentShape& shape) {
  return std::make_unique<ReferenceAverage>(shape);
}

/// The message and the code of the papilio::Error that `action` throws.
struct Failure {
  ErrorCode code;
  std::string message;
};
inline Failure failure_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorCode::internal, {}};
}

}  // namespace papilio::tool
