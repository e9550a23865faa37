// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/reference.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <papilio/error.hpp>
#include <random>
#include <set>
#include <span>

namespace papilio::bench {
namespace {

using LongComplex = std::complex<long double>;

template <typename T>
std::vector<std::byte> random_bytes(std::size_t values) {
  std::mt19937_64 engine(20240229);
  std::uniform_real_distribution<T> uniform(-1, 1);
  std::vector<T> drawn(values);
  for (T& value : drawn) value = uniform(engine);
  std::vector<std::byte> bytes(values * sizeof(T));
  std::memcpy(bytes.data(), drawn.data(), bytes.size());
  return bytes;
}

template <typename T>
std::vector<LongComplex> widened(std::span<const std::byte> bytes) {
  std::vector<std::complex<T>> narrow(bytes.size() / sizeof(std::complex<T>));
  std::memcpy(narrow.data(), bytes.data(), bytes.size());
  return {narrow.begin(), narrow.end()};
}

std::vector<LongComplex> widen(std::span<const std::byte> bytes, Precision precision) {
  return precision == Precision::f32 ? widened<float>(bytes) : widened<double>(bytes);
}

void transform(std::vector<LongComplex>& signal, Direction direction) {
  auto* data = reinterpret_cast<fftwl_complex*>(signal.data());
  const int sign = direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
  const fftwl_plan plan = fftwl_plan_dft_1d(static_cast<int>(signal.size()), data, data, sign, FFTW_ESTIMATE);
  if (plan == nullptr) throw Error::internal("the reference", "FFTW made no plan");
  fftwl_execute(plan);
  fftwl_destroy_plan(plan);
}

double relative_l2(const std::vector<LongComplex>& got, const std::vector<LongComplex>& expected) {
  long double difference = 0;
  long double norm = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    difference += std::norm(got[k] - expected[k]);
    norm += std::norm(expected[k]);
  }
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace

std::vector<std::byte> random_input(const Problem& problem) {
  const auto values = static_cast<std::size_t>(2 * problem.input_elements());
  return problem.precision == Precision::f32 ? random_bytes<float>(values) : random_bytes<double>(values);
}

Reference::Reference(const Problem& problem, const std::vector<std::byte>& input) : problem_(problem) {
  const auto bytes = static_cast<std::size_t>(problem.points() * problem.element_bytes());
  for (const std::int64_t index : std::set{std::int64_t{0}, problem.batch / 2, problem.batch - 1}) {
    const auto signal = std::span(input).subspan(static_cast<std::size_t>(index) * bytes, bytes);
    Expected expected{index, widen(signal, problem.precision)};
    transform(expected.spectrum, problem.direction);
    expected_.push_back(std::move(expected));
  }
}

double Reference::error(Arena& arena) const {
  const auto bytes = static_cast<std::size_t>(problem_.points() * problem_.element_bytes());
  std::vector<std::byte> output(bytes);
  double worst = 0;
  for (const Expected& expected : expected_) {
    arena.download(static_cast<std::size_t>(expected.index) * bytes, output);
    worst = std::max(worst, relative_l2(widen(output, problem_.precision), expected.spectrum));
  }
  return worst;
}

}  // namespace papilio::bench
