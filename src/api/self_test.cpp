// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "api/access.hpp"
#include "api/generator_hash.hpp"
#include "api/run/compiled_passes.hpp"
#include "core/storage.hpp"
#include "plan/plan.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/environment.hpp"

namespace papilio::api {
namespace {

/// A transform in registers alone, one through shared memory with several radices, and one in two passes.
constexpr const char* problems[] = {"c2c:f32:8*41", "c2c:f32:1000*3", "c2c:f32:2^14"};

using TestSignal = std::vector<std::complex<float>>;

/// Two tones for each transform of the batch; their frequencies are powers of ten and of two, which lie in different
/// stages.
struct Tones {
  TestSignal signal;
  TestSignal spectrum;
};

Tones tones_of(const Problem& problem) {
  const auto n = static_cast<std::size_t>(problem.points());
  const auto batch = static_cast<std::size_t>(problem.batch);
  Tones result{TestSignal(n * batch), TestSignal(n * batch)};
  for (std::size_t b = 0; b < batch; ++b) {
    const std::size_t low = (b + 1) % n;
    const std::size_t high = (n / 2 + 3 * b) % n;
    const auto put = [&](std::size_t frequency, std::complex<double> amplitude) {
      for (std::size_t i = 0; i < n; ++i) {
        const double turns = static_cast<double>(frequency * i % n) / static_cast<double>(n);
        result.signal[b * n + i] += std::complex<float>(amplitude * std::polar(1.0, 2 * std::numbers::pi * turns));
      }
      result.spectrum[b * n + frequency] += std::complex<float>(amplitude * static_cast<double>(n));
    };
    put(low, {1, 0});
    put(high, {0.25, -0.5});
  }
  return result;
}

/// Relative to the largest value; infinite if a value is NaN.
double difference(const TestSignal& got, const TestSignal& expected) {
  double largest = 0;
  double apart = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    largest = std::max(largest, static_cast<double>(std::abs(expected[i])));
    const double error = std::abs(got[i] - expected[i]);
    apart = std::isfinite(error) ? std::max(apart, error) : std::numeric_limits<double>::infinity();
  }
  return apart / largest;
}

double error_of(const Device& device, const Problem& problem) {
  const Tones tones = tones_of(problem);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  TestSignal spectrum(tones.spectrum.size(), {nan, nan});
  const std::size_t bytes = spectrum.size() * sizeof(spectrum[0]);
  const Plan plan(device, problem);
  const Stream stream(device);
  const Buffer in(device, bytes);
  const Buffer out(device, bytes);
  stream.upload(in, tones.signal.data(), bytes);
  stream.upload(out, spectrum.data(), bytes);  // so that elements that are not written are noticed
  plan.execute(stream, in, out);
  stream.download(out, spectrum.data(), bytes);
  return difference(spectrum, tones.spectrum);
}

/// Bytes of transforms of random pairs, whose products rely on fma, or on split factors.
std::vector<std::byte> result_of_pairs(runtime::Device& device, const Problem& problem, bool exact_fma) {
  DeviceCaps caps = device.caps();
  caps.exact_fma = exact_fma;
  const plan::PlanNode tree = plan::make_plan(problem, caps);
  const auto bytes = static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes());
  const CompiledPasses passes(device, tree, {problem.token(), problem.precision, static_cast<std::int64_t>(bytes)});
  std::vector<std::byte> numbers(bytes);
  std::minstd_rand engine;
  const auto part = static_cast<std::size_t>(real_bytes(problem.precision));
  for (std::size_t at = 0; at < bytes; at += part) {
    const double number = std::uniform_real_distribution<double>(-1, 1)(engine);
    store_number(Storage::native, problem.precision, number, &numbers[at]);
  }
  const auto stream = device.make_stream();
  const auto in = device.allocate(bytes);
  const auto out = device.allocate(bytes);
  stream->write(*in, 0, numbers.data(), bytes);
  Memories memories;
  memories.in = in.get();
  memories.out = out.get();
  passes.enqueue(*stream, memories, {}, {problem.batch, problem.batch});
  stream->read(*out, 0, numbers.data(), bytes);
  return numbers;
}

/// True if products of floats whose rounding errors fma computes have the bits of those without it.
bool rounds_fma_once(runtime::Device& device) {
  for (const char* token : {"c2c:f32x2:3*64", "c2c:f64x2:3*64"}) {
    const Problem problem = Problem::parse(token).normalised();
    if (problem.precision == Precision::f64x2 && !device.caps().f64) continue;
    if (result_of_pairs(device, problem, true) != result_of_pairs(device, problem, false)) return false;
  }
  return true;
}

bool trusted() {
  const char* value = runtime::environment_variable("PAPILIO_TRUST_DEVICE");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

void require_correct(const std::shared_ptr<runtime::Device>& device) {
  const DeviceInfo& info = device->info();
  if (info.backend != Backend::vulkan || trusted()) return;
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  const std::string key =
      fmt::format("self-test with fma\n{}\n{}", device->compiler_identity(device->dialect()), generator_hash());
  constexpr std::byte fma_rounds_once{1};
  if (const auto known = cache.find(key)) {
    if (*known == std::vector{fma_rounds_once}) device->trust_fma();
    return;
  }
  constexpr double tolerance = 1e-5;  // 2^14 points in f32 differ by 1e-7 of the largest
  const auto handle = HandleAccess::handle<Device>(device);
  for (const char* token : problems) {
    const double error = error_of(handle, Problem::parse(token));
    if (error <= tolerance) continue;
    throw Error::device_failed(fmt::format("{} ({}, driver {})", info.id, info.name, info.driver),
                               fmt::format("it computes wrong results: {} is off by {:.1g}", token, error),
                               "update the driver, or set PAPILIO_TRUST_DEVICE=1 to use it nevertheless");
  }
  const std::byte found = rounds_fma_once(*device) ? fma_rounds_once : std::byte{0};
  if (found == fma_rounds_once) device->trust_fma();
  cache.store(key, {&found, 1});
}

}  // namespace papilio::api
