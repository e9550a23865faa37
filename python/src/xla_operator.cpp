// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "xla_operator.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

#include "arrays.hpp"
#include "recent_values.hpp"
#include "xla_call.hpp"

namespace papilio::python::xla {
namespace {

struct KeptSpectra {
  std::mutex mutex;
  std::deque<SpectrumObject> all;  // their addresses stay
};

KeptSpectra& kept_spectra() {
  static auto* const spectra = new KeptSpectra;
  return *spectra;
}

const SpectrumObject& spectrum_of(std::int64_t number) {
  KeptSpectra& kept = kept_spectra();
  const std::lock_guard lock(kept.mutex);
  if (number < 0 || number >= std::ssize(kept.all)) refuse("spectrum", "this process has none of this number");
  return kept.all[static_cast<std::size_t>(number)];
}

/// The operands of a frame, and the problem of its operator.
struct OperatorCall {
  ArrayOperand in;
  ArrayOperand out;
  std::int64_t spectrum;
  OperatorProblem problem;

  explicit OperatorCall(const CallFrame& frame)
      : in(operand_of(frame.arguments, "operand")), out(operand_of(frame.results, "result")) {
    spectrum = integer(frame, "spectrum");
    if (in.number == ElementNumber::other) refuse("operand", "its numbers are not of a type that operators read");
    if (out.number != in.number || !std::ranges::equal(shape_of(in), shape_of(out))) {
      refuse("result", "its type or its shape is not the operand's");
    }
    const auto axes = integers(frame, "axes");
    const bool ascending = std::adjacent_find(axes.begin(), axes.end(), std::greater_equal<>()) == axes.end();
    if (axes.empty() || axes.size() > 3 || !ascending || axes.front() < 0 || axes.back() >= in.rank) {
      refuse("axes", "there must be one to three of the operand's, which ascend");
    }
    problem.precision = precision_of(in.number);
    problem.field = is_complex(in.number) ? Field::complex : Field::real;
    problem.lengths.assign(shape_of(in).begin(), shape_of(in).end());
    problem.axes.assign(axes.begin(), axes.end());
  }
  [[nodiscard]] bool empty() const { return is_empty(shape_of(in)); }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t count = static_cast<std::size_t>(bytes_of(in.number));
    for (const std::int64_t length : shape_of(in)) count *= static_cast<std::size_t>(length);
    return count;
  }
  [[nodiscard]] std::string key(const OpenDevice& device) const {
    std::string text = text_of(shape_of(in));
    const auto add = [&](std::int64_t value) { text.append(" ").append(std::to_string(value)); };
    add(device.index);
    add(spectrum);
    add(static_cast<int>(in.number));
    for (const int axis : problem.axes) add(axis);
    return text;
  }
  [[nodiscard]] Operator on(const OpenDevice& device) const {
    static auto* const recent = new RecentValues<Operator, 64>;
    return recent->get(key(device), [&] {
      const SpectrumObject& known = spectrum_of(spectrum);
      require_shapes(known, problem);
      return Operator(device.device, problem, known.spectrum);
    });
  }
};

}  // namespace

std::int64_t keep_spectrum(const SpectrumObject& spectrum) {
  KeptSpectra& kept = kept_spectra();
  const std::lock_guard lock(kept.mutex);
  kept.all.push_back(spectrum);
  return std::ssize(kept.all) - 1;
}

void operate_on_host(const CallFrame& frame) {
  const OperatorCall call(frame);
  if (call.empty()) return;
  require_not_forked();
  const std::span<const std::byte> in(reinterpret_cast<const std::byte*>(call.in.data), call.bytes());
  const std::span<std::byte> out(reinterpret_cast<std::byte*>(call.out.data), call.bytes());
  call.on(current_device()).execute(HostOperands{.in = in, .out = out});
}

void operate_on_cuda(const CallFrame& frame) {
  const OperatorCall call(frame);
  if (call.empty()) return;
  const CudaPlace place = cuda_place(frame, call.in, call.out);
  const Operator made = call.on(place.device);
  const XlaScratch scratch(frame, made.scratch_bytes());
  made.execute(place.stream, call.in.data, call.out.data, scratch.data());
}

}  // namespace papilio::python::xla
