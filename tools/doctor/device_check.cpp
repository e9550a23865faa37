// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/doctor/device_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <span>

#include "api/access.hpp"
#include "api/backends.hpp"
#include "core/error_bound.hpp"
#include "tools/doctor/child.hpp"
#include "verify/reference/host_transform.hpp"

namespace papilio::tool {
namespace {

using nlohmann::json;

/// A driver's texts need not be UTF-8; JSON must be.
std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string failure_of(const ChildOutcome& outcome) {
  if (outcome.failure.empty() || outcome.last_line.empty()) return outcome.failure;
  return fmt::format("{}; it last said: {}", outcome.failure, outcome.last_line);
}

std::string list_backend(const api::BackendEntry& backend) {
  const DeviceList list = backend.list();
  json devices = json::array();
  for (const DeviceInfo& info : list.devices) {
    devices.push_back({{"id", info.id},
                       {"name", info.name},
                       {"kind", to_string(info.kind)},
                       {"platform", info.platform},
                       {"driver", info.driver},
                       {"compute_units", info.compute_units},
                       {"global_memory", info.global_memory},
                       {"f64", info.f64}});
  }
  return dumped({{"devices", devices}, {"notes", list.notes}});
}

BackendFindings find_devices_of(const api::BackendEntry& backend, std::chrono::milliseconds limit) {
  BackendFindings findings;
  findings.name = backend.name;
  const ChildOutcome outcome = run_in_child([&] { return list_backend(backend); }, limit);
  findings.failure = failure_of(outcome);
  if (!findings.failure.empty()) return findings;
  const json list = json::parse(outcome.result);
  findings.notes = list.at("notes").get<std::vector<std::string>>();
  for (const json& device : list.at("devices")) {
    findings.devices.push_back({device.at("id"), device.at("name"), device.at("kind"), device.at("platform"),
                                device.at("driver"), device.at("compute_units"), device.at("global_memory"),
                                device.at("f64")});
  }
  return findings;
}

/// Numbers without a pattern, the same each time.
std::vector<LongComplex> signal_of(std::int64_t count) {
  std::vector<LongComplex> signal;
  std::uint32_t state = 1;
  const auto next = [&] {
    state = state * 1664525U + 1013904223U;  // of Numerical Recipes
    return static_cast<long double>(state >> 8U) / (1U << 23U) - 1;
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const long double re = next();
    signal.emplace_back(re, next());
  }
  return signal;
}

/// Error of the worst transform of a packed complex problem.
template <class Real>
double error_of(const Device& device, const Problem& problem) {
  using Complex = std::complex<Real>;
  const Plan plan(device, problem);
  const auto n = static_cast<std::ptrdiff_t>(problem.points());
  std::vector<Complex> in;
  for (const LongComplex& x : signal_of(problem.input_elements())) {
    in.emplace_back(static_cast<Real>(x.real()), static_cast<Real>(x.imag()));
  }
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  std::vector<Complex> out(in.size(), Complex(nan, nan));  // what is not written shows
  plan.execute(in, std::span(out));
  double worst = 0;
  for (std::ptrdiff_t b = 0; b < problem.batch; ++b) {
    const std::vector<LongComplex> from(in.begin() + b * n, in.begin() + (b + 1) * n);
    const std::vector<LongComplex> got(out.begin() + b * n, out.begin() + (b + 1) * n);
    worst = std::max(worst, verify::relative_l2(got, verify::reference_dft(from, problem.direction)));
  }
  return worst;
}

/// Why callbacks do not work; empty if they do.
std::string try_callbacks(const Device& device) {
  try {
    Callbacks callbacks;  // by itself: in the call, GCC 13 crashes on its designated initializers
    callbacks.load =
        "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) "
        "{ return PAPILIO_COMPLEX(2 * x.x, 2 * x.y); }";
    const Plan plan(device, Problem::parse("c2c:f32:4"), callbacks);
    std::vector<std::complex<float>> out(4);
    plan.execute(std::vector<std::complex<float>>(4, 1), std::span(out));
    return out[0] == std::complex<float>(8) ? "" : "they compute wrong results";
  } catch (const Error& error) {
    return error.what();
  }
}

std::string check_transforms(const FoundDevice& found) {
  const Device device(found.id);
  json transforms = json::array();
  // The last one fails where a compiler contracts sums, or where an fma that plans rely on rounds twice.
  for (const char* token : {"c2c:f32:1000*4", "c2c:f64:1000*4", "c2c:f32x2:64*4:in=f64:out=f64"}) {
    const Problem problem = Problem::parse(token);
    if (problem.precision == Precision::f64 && !found.f64) continue;
    const double error =
        problem.precision == Precision::f32 ? error_of<float>(device, problem) : error_of<double>(device, problem);
    // JSON has no infinity, which NaN counts as.
    transforms.push_back({{"token", token},
                          {"error", std::min(error, std::numeric_limits<double>::max())},
                          {"bound", error_bound(problem)}});
  }
  return dumped({{"transforms", transforms},
                 {"callbacks", try_callbacks(device)},
                 {"exact_fma", api::unwrap(device).caps().exact_fma}});
}

/// A device that only compiles refuses to execute: that is no failure.
std::string check_here(const FoundDevice& found) {
  try {
    return check_transforms(found);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return dumped({{"passed_over", error.what()}});
  }
}

}  // namespace

bool DeviceFindings::pass() const {
  return failure.empty() &&
         std::all_of(transforms.begin(), transforms.end(), [](const CheckedTransform& one) { return one.pass(); });
}

std::vector<BackendFindings> find_devices(std::chrono::milliseconds limit) {
  std::vector<BackendFindings> all;
  for (const api::BackendEntry& backend : api::backends()) all.push_back(find_devices_of(backend, limit));
  return all;
}

DeviceFindings check_device(const FoundDevice& device, std::chrono::milliseconds limit) {
  DeviceFindings findings;
  findings.device = device;
  const auto start = std::chrono::steady_clock::now();
  const ChildOutcome outcome = run_in_child([&] { return check_here(device); }, limit);
  findings.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  findings.failure = failure_of(outcome);
  if (!findings.failure.empty()) return findings;
  const json found = json::parse(outcome.result);
  findings.passed_over = found.value("passed_over", "");
  if (!findings.passed_over.empty()) return findings;
  findings.callbacks = found.at("callbacks");
  findings.exact_fma = found.at("exact_fma");
  for (const json& one : found.at("transforms")) {
    findings.transforms.push_back({one.at("token"), one.at("error"), one.at("bound")});
  }
  return findings;
}

}  // namespace papilio::tool
