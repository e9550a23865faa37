// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "radix248.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <new>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <tuple>

#include "api/access.hpp"
#include "lab/experiments/transform.hpp"

namespace papilio::radix248 {
namespace {

using experiments::TransformChoices;

/// 8 as often as it divides, then 4 or 2.
std::vector<int> radices_of(std::int64_t length) {
  std::vector<int> radices;
  while (length % 8 == 0) {
    radices.push_back(8);
    length /= 8;
  }
  if (length > 1) radices.push_back(static_cast<int>(length));
  return radices;
}

/// The last stages in one kernel, as many as the device's local memory and indices allow; the others one each.
std::vector<std::vector<int>> kernels_of(const std::vector<int>& radices, TransformChoices choices,
                                         const DeviceCaps& caps) {
  for (std::size_t alone = 0; alone + 1 < radices.size(); ++alone) {
    const auto first = radices.begin() + static_cast<std::ptrdiff_t>(alone);
    choices.passes.clear();
    for (auto radix = radices.begin(); radix != first; ++radix) choices.passes.push_back({*radix});
    choices.passes.emplace_back(first, radices.end());
    try {
      (void)experiments::passes_of(choices, caps);
      return choices.passes;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::unsupported) throw;
    }
  }
  std::vector<std::vector<int>> kernels;
  for (const int radix : radices) kernels.push_back({radix});
  return kernels;
}

TransformChoices choices_of(const papilio_radix248_request& request, const DeviceCaps& caps) {
  TransformChoices choices;
  choices.precision = request.precision == PAPILIO_F32 ? Precision::f32 : Precision::f64;
  choices.n = request.length;
  choices.batch = request.batch;
  choices.twiddles = request.table != 0 ? experiments::TwiddleSource::read : experiments::TwiddleSource::computed;
  const std::vector<int> radices = radices_of(request.length);
  if (request.local != 0) {
    choices.passes = kernels_of(radices, choices, caps);
  } else {
    choices.exchange = experiments::ExchangeMemory::global;
    choices.passes = {radices};
  }
  return choices;
}

/// A device, and the transform that it has computed last.
struct Bench {
  explicit Bench(const char* selector) : name(selector), device(name), workbench(api::HandleAccess::pointer(device)) {}

  std::string name;
  Device device;
  experiments::Workbench workbench;
  papilio_radix248_request last = {};
  std::unique_ptr<experiments::StudyTransform> transform = {};
};

std::unique_ptr<Bench>& bench() {
  static std::unique_ptr<Bench> current;
  return current;
}

std::string describe(const experiments::StudyTransform& transform) {
  std::vector<std::string> kernels;
  for (const experiments::StudyPass& pass : transform.passes())
    kernels.push_back(fmt::format("{}", fmt::join(pass.radices, "x")));
  const TransformChoices& choices = transform.choices();
  return fmt::format("{}: twiddles {}, exchange {}", fmt::join(kernels, ", "), experiments::to_string(choices.twiddles),
                     experiments::to_string(choices.exchange));
}

std::string execute(const char* device, const papilio_radix248_request& request, const void* in, void* out) {
  constexpr std::int64_t max_points = std::int64_t{1} << 29;
  if (request.batch < 1 || request.length > max_points || request.batch > max_points / request.length) {
    throw Error::invalid_argument(fmt::format("{} transforms of {} points", request.batch, request.length),
                                  "there are at most 2^29 points in all, and at least one transform");
  }
  if (!bench() || bench()->name != device) {
    bench().reset();
    bench() = std::make_unique<Bench>(device);
  }
  auto& [name, handle, workbench, last, transform] = *bench();
  const auto key = [](const auto& one) {
    return std::tuple(one.length, one.batch, one.precision, one.table, one.local);
  };
  if (!transform || key(request) != key(last)) {
    transform.reset();
    transform =
        std::make_unique<experiments::StudyTransform>(workbench, choices_of(request, workbench.device().caps()));
    last = request;
  }
  const auto bytes = static_cast<std::size_t>(request.length * request.batch) * 2 *
                     (request.precision == PAPILIO_F32 ? sizeof(float) : sizeof(double));
  const auto input = workbench.device().allocate(bytes);
  const auto output = workbench.device().allocate(bytes);
  workbench.stream().write(*input, 0, in, bytes);
  transform->execute(*input, *output);
  workbench.stream().read(*output, 0, out, bytes);
  return describe(*transform);
}

void write(const std::string& message, char* text, std::size_t capacity) {
  text[message.copy(text, capacity - 1)] = '\0';
}

}  // namespace
}  // namespace papilio::radix248

extern "C" {

papilio_status papilio_radix248_execute(const char* device, const papilio_radix248_request* request, const void* in,
                                        void* out, char* text, size_t capacity) {
  namespace here = papilio::radix248;
  try {
    here::write(here::execute(device, *request, in, out), text, capacity);
    return PAPILIO_OK;
  } catch (const papilio::Error& error) {
    here::write(error.what(), text, capacity);
    return static_cast<papilio_status>(static_cast<int>(error.code()));
  } catch (const std::bad_alloc&) {
    here::write("there is not enough memory", text, capacity);
    return PAPILIO_OUT_OF_MEMORY;
  } catch (const std::exception& error) {
    here::write(error.what(), text, capacity);
    return PAPILIO_INTERNAL;
  }
}

void papilio_radix248_close() { papilio::radix248::bench().reset(); }

}  // extern "C"
