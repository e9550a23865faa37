// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "radix248.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <new>
#include <papilio/device.hpp>
#include <papilio/error.hpp>

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

class Bench {
 public:
  explicit Bench(const std::string& selector)
      : selector_(selector), device_(selector), bench_(api::HandleAccess::pointer(device_)) {}

  [[nodiscard]] const std::string& selector() const { return selector_; }

  std::string run(const papilio_radix248_request& request, const void* in, void* out) {
    if (!transform_ || request.length != last_.length || request.batch != last_.batch ||
        request.precision != last_.precision || request.twiddles != last_.twiddles ||
        request.exchange != last_.exchange) {
      transform_.reset();
      transform_ = std::make_unique<experiments::StudyTransform>(bench_, choices_of(request));
      last_ = request;
    }
    const auto bytes = static_cast<std::size_t>(request.length * request.batch) * 2 *
                       (request.precision == PAPILIO_F32 ? sizeof(float) : sizeof(double));
    const auto input = bench_.device().allocate(bytes);
    const auto output = bench_.device().allocate(bytes);
    bench_.stream().write(*input, 0, in, bytes);
    transform_->execute(*input, *output);
    bench_.stream().read(*output, 0, out, bytes);
    return describe();
  }

 private:
  [[nodiscard]] TransformChoices choices_of(const papilio_radix248_request& request) const {
    TransformChoices choices;
    choices.precision = request.precision == PAPILIO_F32 ? Precision::f32 : Precision::f64;
    choices.n = request.length;
    choices.batch = request.batch;
    choices.twiddles = request.twiddles == PAPILIO_TWIDDLES_TABLE ? experiments::TwiddleSource::read
                                                                  : experiments::TwiddleSource::computed;
    const std::vector<int> radices = radices_of(request.length);
    if (request.exchange == PAPILIO_EXCHANGE_GLOBAL) {
      choices.exchange = experiments::ExchangeMemory::global;
      choices.passes = {radices};
    } else {
      choices.passes = kernels_of(radices, choices, bench_.device().caps());
    }
    return choices;
  }

  [[nodiscard]] std::string describe() const {
    std::vector<std::string> kernels;
    for (const experiments::StudyPass& pass : transform_->passes())
      kernels.push_back(fmt::format("{}", fmt::join(pass.radices, "x")));
    const TransformChoices& choices = transform_->choices();
    return fmt::format("{}: twiddles {}, exchange {}", fmt::join(kernels, ", "),
                       experiments::to_string(choices.twiddles), experiments::to_string(choices.exchange));
  }

  std::string selector_;
  Device device_;
  experiments::Workbench bench_;
  std::unique_ptr<experiments::StudyTransform> transform_;
  papilio_radix248_request last_{};
};

std::unique_ptr<Bench>& bench() {
  static std::unique_ptr<Bench> current;
  return current;
}

void check(const papilio_radix248_request& request) {
  constexpr std::int64_t most = std::int64_t{1} << 29;
  const bool power = request.length >= 2 && (request.length & (request.length - 1)) == 0;
  if (!power || request.batch < 1 || request.length > most || request.batch > most / request.length) {
    throw Error::invalid_argument(fmt::format("{} transforms of {} points", request.batch, request.length),
                                  "lengths are powers of two from 2 on, and there are at most 2^29 points in all");
  }
  if ((request.precision != PAPILIO_F32 && request.precision != PAPILIO_F64) ||
      (request.twiddles != PAPILIO_TWIDDLES_COMPUTED && request.twiddles != PAPILIO_TWIDDLES_TABLE) ||
      (request.exchange != PAPILIO_EXCHANGE_GLOBAL && request.exchange != PAPILIO_EXCHANGE_LOCAL)) {
    throw Error::invalid_argument("a request of radix 2, 4 and 8", "it has a value that there is not");
  }
}

std::string execute(const char* device, const papilio_radix248_request* request, const void* in, void* out) {
  if (device == nullptr || request == nullptr || in == nullptr || out == nullptr)
    throw Error::invalid_argument("papilio_radix248_execute", "a pointer is null");
  check(*request);
  if (!bench() || bench()->selector() != device) {
    bench().reset();
    bench() = std::make_unique<Bench>(device);
  }
  return bench()->run(*request, in, out);
}

void write(const std::string& message, char* text, std::size_t capacity) {
  if (text == nullptr || capacity == 0) return;
  const std::size_t length = std::min(message.size(), capacity - 1);
  std::copy_n(message.begin(), length, text);
  text[length] = '\0';
}

}  // namespace
}  // namespace papilio::radix248

extern "C" {

papilio_status papilio_radix248_execute(const char* device, const papilio_radix248_request* request, const void* in,
                                        void* out, char* text, size_t capacity) {
  namespace here = papilio::radix248;
  try {
    here::write(here::execute(device, request, in, out), text, capacity);
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
