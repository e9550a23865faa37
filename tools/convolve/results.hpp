// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <filesystem>
#include <memory>
#include <optional>
#include <papilio/convolution.hpp>
#include <span>

namespace papilio::tool {

/// Results on their way to a file, which appears under its name when close() has succeeded.
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  virtual void write(std::span<const float> values) = 0;
  virtual void write(std::span<const double> values) = 0;
  virtual void write(std::span<const std::complex<float>> values) = 0;
  virtual void write(std::span<const std::complex<double>> values) = 0;
  virtual void close() = 0;

 protected:
  ResultWriter() = default;
};

struct ResultKind {
  Precision precision = Precision::f32;
  Field field = Field::real;
  std::optional<double> rate;  ///< Hz
};

/// .npy of the kind's type; .csv, a column or two; .wav, real and with a rate; .cf32 (.fc32, .cfile) and .cf64, complex.
/// Throws Error(invalid_argument) for another extension, or one that does not hold the kind.
void require_writable(const std::filesystem::path& path, const ResultKind& kind);
std::unique_ptr<ResultWriter> open_results(const std::filesystem::path& path, const ResultKind& kind);

}  // namespace papilio::tool
