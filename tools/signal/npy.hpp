// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NumPy's .npy files, versions 1.0 to 3.0, after numpy/lib/format.py's description of the format.
#pragma once

#include <complex>
#include <string_view>

#include "files/input_file.hpp"
#include "files/output_file.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

/// Fields of the Python literal at the start of the file.
struct NpyHeader {
  std::string descr;  ///< "<f4"
  bool fortran_order = false;
  std::vector<std::int64_t> shape;

  /// Parses {'descr': '<f4', 'fortran_order': False, 'shape': (3,), }; `where` names the file in errors.
  static NpyHeader parse(std::string_view text, const std::string& where);
};

/// f2 f4 f8 c8 c16 b1 i1 i2 i4 i8 u1 u2 u4 u8 in either byte order, values as they are. One dimension is one channel;
/// two are (frames, channels), as scipy.io.wavfile returns them, and (1, frames) is one channel. The rate is
/// options.rate.
std::unique_ptr<SignalReader> open_npy(const std::filesystem::path& path, const OpenOptions& options);

/// An array of any shape in C order as one channel of all its elements; the last axis runs fastest.
std::unique_ptr<SignalReader> open_npy_flat(const std::filesystem::path& path);

enum class NpyType { f32, f64, c64, c128 };  ///< NumPy's names: float32, float64, complex64, complex128

/// Everything before the elements of a file in C order, version 1.0; 128 bytes for most shapes.
std::string npy_header(NpyType type, const std::vector<std::int64_t>& shape);

/// Writes version 1.0 in C order, while the number of rows is still unknown.
class NpyWriter {
 public:
  /// columns = 0: one dimension. columns = c: shape (rows, c).
  /// Throws Error(io) where the file is not seekable: the number of rows stands before them.
  NpyWriter(files::OutputFile file, NpyType type, std::int64_t columns = 0);
  /// For a known shape: as many elements must follow.
  NpyWriter(files::OutputFile file, NpyType type, std::vector<std::int64_t> shape);

  /// The element type must be that of the file: Error(invalid_argument) otherwise.
  void write(std::span<const float> values);
  void write(std::span<const double> values);
  void write(std::span<const std::complex<float>> values);
  void write(std::span<const std::complex<double>> values);
  /// Writes the final shape if it was unknown. Without this call there is no file.
  void close();

 private:
  template <class Number>
  void append(NpyType type, std::span<const Number> numbers);
  [[nodiscard]] std::string header() const;

  files::OutputFile file_;
  NpyType type_;
  std::int64_t columns_ = 0;
  std::optional<std::vector<std::int64_t>> shape_;
  std::int64_t elements_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace papilio::tool
