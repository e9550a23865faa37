// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/subject2d.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/roots.hpp"
#include "core/storage.hpp"

namespace papilio::experiments {
namespace {

using Numbers64 = std::vector<std::complex<double>>;

void transform_rows(Numbers64& x, std::int64_t columns, Direction direction) {
  for (auto begin = x.begin(); begin != x.end(); begin += columns) {
    std::ranges::copy(host_fft<double>(Numbers64(begin, begin + columns), direction), begin);
  }
}

/// Transposes rows of `columns` numbers.
Numbers64 transposed(const Numbers64& x, std::int64_t columns) {
  const std::int64_t rows = static_cast<std::int64_t>(x.size()) / columns;
  constexpr std::int64_t block = 32;  // for the host's caches
  Numbers64 y(x.size());
  for (std::int64_t top = 0; top < rows; top += block) {
    for (std::int64_t c = 0; c < columns; ++c) {
      for (std::int64_t r = top; r < std::min(rows, top + block); ++r) {
        y[static_cast<std::size_t>(c * rows + r)] = x[static_cast<std::size_t>(r * columns + c)];
      }
    }
  }
  return y;
}

}  // namespace

Subject2d::Subject2d(std::int64_t rows, std::int64_t columns, Direction direction)
    : input_(static_cast<std::size_t>(2 * rows * columns)) {
  std::mt19937_64 engine(1);
  for (float& value : input_) value = static_cast<float>(static_cast<double>(engine() >> 53U) * 0x1p-10 - 1);
  for (std::size_t i = 0; i < input_.size(); i += 2) exact_.emplace_back(input_[i], input_[i + 1]);
  transform_rows(exact_, columns, direction);
  exact_ = transposed(exact_, columns);
  transform_rows(exact_, rows, direction);
  exact_ = transposed(exact_, rows);
}

std::vector<std::byte> Subject2d::input(Storage storage) const {
  const auto width = static_cast<std::size_t>(bytes_of(storage, Precision::f32));
  std::vector<std::byte> bytes(input_.size() * width);
  for (std::size_t i = 0; i < input_.size(); ++i) {
    store_number(storage, Precision::f32, input_[i], bytes.data() + i * width);
  }
  return bytes;
}

double Subject2d::error_ppm(const std::vector<std::byte>& result, Storage storage) const {
  const auto width = static_cast<std::size_t>(bytes_of(storage, Precision::f32));
  if (result.size() != 2 * exact_.size() * width) return std::numeric_limits<double>::infinity();
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < exact_.size(); ++i) {
    const std::byte* const at = result.data() + 2 * i * width;
    const std::complex<double> value(load_number(storage, Precision::f32, at),
                                     load_number(storage, Precision::f32, at + width));
    difference += std::norm(value - exact_[i]);
    norm += std::norm(exact_[i]);
  }
  const double error = std::sqrt(difference / norm);
  return std::isfinite(error) ? 1e6 * error : std::numeric_limits<double>::infinity();
}

}  // namespace papilio::experiments
