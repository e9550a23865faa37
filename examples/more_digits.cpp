// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of docs/more-digits.md: there and back in f64x2, and the answer of double precision to data of single.
#include <cmath>
#include <complex>
#include <cstdio>
#include <papilio/papilio.hpp>
#include <span>
#include <vector>

namespace {

/// A number of f64x2: high + low.
struct Pair {
  double high = 0;
  double low = 0;
};

/// Pairs of real and imaginary parts.
double there_and_back(const papilio::Device& device) {
  constexpr std::int64_t n = 1009;
  std::vector<Pair> signal(2 * n), spectrum(2 * n), again(2 * n);
  for (std::size_t i = 0; i < signal.size(); ++i) signal[i].high = std::sin(static_cast<double>(i * i));

  papilio::Problem problem = papilio::Problem::c2c(papilio::Precision::f64x2, n);
  papilio::Plan(device, problem).execute(std::as_bytes(std::span(signal)), std::as_writable_bytes(std::span(spectrum)));
  problem.direction = papilio::Direction::inverse;
  problem.scale = papilio::Scale::inverse_n;
  papilio::Plan(device, problem).execute(std::as_bytes(std::span(spectrum)), std::as_writable_bytes(std::span(again)));

  double largest = 0;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double difference = (again[i].high - signal[i].high) + again[i].low;
    largest = std::max(largest, std::abs(difference));
  }
  return largest;
}

/// The relative distance of an f32 transform computed in f32x2 from the one computed in f64; both store f32.
double beside_double(const papilio::Device& device) {
  std::vector<std::complex<float>> x(1000), pairs(1000), wide(1000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::polar(1.0F, static_cast<float>(i * i % 997));
  papilio::Plan(device, papilio::Problem::parse("c2c:f32x2:1000:in=f32:out=f32")).execute(x, pairs);
  papilio::Plan(device, papilio::Problem::parse("c2c:f64:1000:in=f32:out=f32")).execute(x, wide);
  double difference = 0;
  double norm = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    difference += std::norm(pairs[k] - wide[k]);
    norm += std::norm(wide[k]);
  }
  return std::sqrt(difference / norm);
}

}  // namespace

int main() try {
  const papilio::Device device("auto");
  const double difference = there_and_back(device);
  std::printf("1009 points in f64x2, there and back: %s\n", difference < 1e-30 ? "30 digits" : "fewer than 30 digits");
  const double distance = beside_double(device);
  std::printf("f32 data in f32x2 and in f64: %s\n", distance < 1e-9 ? "the same results" : "other results");
  return difference < 1e-30 && distance < 1e-9 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
