// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Lengths of all kinds under a Raspberry Pi's limits, in f32 and with f16 storage: every 211th to 2048 and 4 longer
// ones, or by PAPILIO_TEST_LENGTHS=FROM-TO every length from FROM to TO, and by PAPILIO_TEST_LENGTHS=longer 100 longer
// than 2048.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "device/vulkan/fixture.hpp"

namespace papilio::test {
namespace {

/// Powers, smooth numbers, primes and others, up to a quarter of a million.
std::vector<std::int64_t> longer_lengths(int count, int distance) {
  std::vector<std::int64_t> result;
  std::int64_t n = 2053;
  for (int i = 0; i < count; ++i) {
    result.push_back(i % 4 == 0 ? std::int64_t{4096} << (i / 4 % 7) : i % 4 == 1 ? n / 60 * 60 : n);
    n += distance;
  }
  return result;
}

std::vector<std::int64_t> lengths() {
  const char* variable = std::getenv("PAPILIO_TEST_LENGTHS");
  const std::string chosen = variable != nullptr ? variable : "";
  if (chosen == "longer") return longer_lengths(100, 2477);
  std::vector<std::int64_t> result;
  if (!chosen.empty()) {
    char* rest = nullptr;
    const std::int64_t first = std::strtoll(chosen.c_str(), &rest, 10);
    const std::int64_t last = *rest == '-' ? std::strtoll(rest + 1, &rest, 10) : 0;
    if (first < 1 || last < first || *rest != '\0')
      throw std::invalid_argument("PAPILIO_TEST_LENGTHS=" + chosen + ": not FROM-TO, nor longer");
    for (std::int64_t n = first; n <= last; ++n) result.push_back(n);
    return result;
  }
  for (std::int64_t n = 1; n <= 2048; n += 421) result.push_back(n);
  result.push_back(2048);
  for (const std::int64_t n : longer_lengths(2, 20261)) result.push_back(n);
  return result;
}

using Lengths = OnVulkan;

/// The input is what the storage holds, so that storage adds the rounding of the output alone.
void expect_correct(const Device& device, const Problem& problem) {
  const std::vector<LongComplex> signal = random_signal(problem.points(), Precision::f32, 11);
  std::vector<std::complex<float>> in;
  for (const LongComplex& x : signal) in.emplace_back(static_cast<float>(x.real()), static_cast<float>(x.imag()));
  std::vector<std::complex<float>> out(in.size());
  const Plan plan(device, problem);
  plan.execute(std::span<const std::complex<float>>(in), std::span(out));
  const std::vector<LongComplex> expected = reference_dft(signal, problem.direction);
  const std::vector<LongComplex> got(out.begin(), out.end());
  EXPECT_LE(relative_l2(got, expected), error_bound(problem.points(), Precision::f32)) << problem.token();
}

TEST_F(Lengths, InF32) {
  const Device device(id_);
  for (const std::int64_t n : lengths()) {
    expect_correct(device, Problem::parse("c2c:f32:" + std::to_string(n)));
    if (HasFailure()) return;
  }
}

/// Of 10 bits and a hidden one.
std::uint16_t half_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  const std::uint32_t sign = bits >> 16 & 0x8000;
  const int exponent = static_cast<int>(bits >> 23 & 0xff) - 127 + 15;
  if (exponent <= 0) return static_cast<std::uint16_t>(sign);
  return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(exponent) << 10 | (bits >> 13 & 0x3ff));
}

float of_half(std::uint16_t half) {
  const int exponent = half >> 10 & 0x1f;
  const double fraction = half & 0x3ff;
  const double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return static_cast<float>((half & 0x8000) != 0 ? -magnitude : magnitude);
}

TEST_F(Lengths, InF16Storage) {
  const Device device(id_);
  for (const std::int64_t n : lengths()) {
    const Problem problem = Problem::parse("c2c:f32:" + std::to_string(n) + ":scale=1/sqrt(n):in=f16:out=f16");
    std::vector<LongComplex> signal = random_signal(n, Precision::f32, 12);
    std::vector<std::uint16_t> in;
    for (LongComplex& x : signal) {
      in.push_back(half_of(static_cast<float>(x.real())));
      in.push_back(half_of(static_cast<float>(x.imag())));
      x = {of_half(in[in.size() - 2]), of_half(in.back())};
    }
    std::vector<std::uint16_t> out(in.size());
    const Plan plan(device, problem);
    plan.execute(std::as_bytes(std::span(in)), std::as_writable_bytes(std::span(out)));
    std::vector<LongComplex> expected = reference_dft(signal, problem.direction);
    for (LongComplex& x : expected) x *= static_cast<long double>(problem.scale_factor());
    std::vector<LongComplex> got;
    for (std::size_t i = 0; i < out.size(); i += 2) got.emplace_back(of_half(out[i]), of_half(out[i + 1]));
    constexpr double rounding = 1.0 / 2048;  // half a unit in the last of 11 bits
    EXPECT_LE(relative_l2(got, expected), rounding + error_bound(n, Precision::f32)) << problem.token();
    if (HasFailure()) return;
  }
}

/// 1009 points take nine buffers, of which tables are given by address where there are more than a device may bind.
TEST_F(Lengths, PrimesWithCallbacks) {
  const Device device(id_);
  Callbacks callbacks;
  callbacks.load =
      "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data w) {"
      "  return PAPILIO_COMPLEX(x.x * w[0], x.y * w[0]);"
      "}";
  callbacks.store =
      "PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data w) {"
      "  return PAPILIO_COMPLEX(x.x * w[0], x.y * w[0]);"
      "}";
  for (const std::int64_t n : {1009, 2039}) {
    const Problem problem = Problem::parse("c2c:f32:" + std::to_string(n));
    const std::vector<LongComplex> signal = random_signal(n, Precision::f32, 13);
    std::vector<std::complex<float>> in;
    for (const LongComplex& x : signal) in.emplace_back(static_cast<float>(x.real()), static_cast<float>(x.imag()));
    std::vector<std::complex<float>> out(in.size());
    const std::vector<float> two = {2};
    try {
      const auto on_host = [](const auto& numbers) { return std::as_bytes(std::span(numbers)); };
      Plan(device, problem, callbacks)
          .execute({.in = on_host(in),
                    .out = std::as_writable_bytes(std::span(out)),
                    .load_data = on_host(two),
                    .store_data = on_host(two)});
    } catch (const Error& error) {
      if (std::string_view(error.what()).find("glslang") != std::string_view::npos) GTEST_SKIP() << error.what();
      throw;
    }
    std::vector<LongComplex> expected = reference_dft(signal, problem.direction);
    for (LongComplex& x : expected) x *= 4;
    EXPECT_LE(relative_l2(std::vector<LongComplex>(out.begin(), out.end()), expected), error_bound(n, Precision::f32));
  }
}

}  // namespace
}  // namespace papilio::test
