// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <papilio/error.hpp>
#include <span>
#include <utility>

#include "files/output_file.hpp"

namespace papilio::tool {

/// Writes numbers to a file. The file gets its name when close() has succeeded; until then, and for good if anything
/// fails, an earlier file of that name stays as it was.
class NumberWriter {
 public:
  virtual ~NumberWriter() = default;
  NumberWriter(const NumberWriter&) = delete;
  NumberWriter& operator=(const NumberWriter&) = delete;

  virtual void write(std::span<const float> numbers) = 0;
  virtual void write(std::span<const double> numbers) = 0;
  virtual void write(std::span<const std::complex<float>> numbers) = 0;
  virtual void write(std::span<const std::complex<double>> numbers) = 0;
  virtual void close() = 0;

 protected:
  NumberWriter() = default;
};

/// Writes with a Writer of some of these types; the caller has refused the others.
template <class Writer>
class NumberWriterBy final : public NumberWriter {
 public:
  template <class... Arguments>
  explicit NumberWriterBy(files::OutputFile file, Arguments... arguments) : writer_(std::move(file), arguments...) {}

  void write(std::span<const float> numbers) override { write_any(numbers); }
  void write(std::span<const double> numbers) override { write_any(numbers); }
  void write(std::span<const std::complex<float>> numbers) override { write_any(numbers); }
  void write(std::span<const std::complex<double>> numbers) override { write_any(numbers); }
  void close() override { writer_.close(); }

 private:
  template <class T>
  void write_any(std::span<const T> numbers) {
    if constexpr (requires { writer_.write(numbers); }) {
      writer_.write(numbers);
    } else {
      throw Error::internal("numbers of a kind that the file does not hold");
    }
  }

  Writer writer_;
};

}  // namespace papilio::tool
