// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "xla.hpp"

#include <algorithm>

#include "arrays.hpp"
#include "plans.hpp"
#include "xla_call.hpp"
#include "xla_operator.hpp"

namespace nb = nanobind;

namespace papilio::python::xla {
namespace {

bool reads_spectrum(const FftCall& call) { return call.direction == Direction::inverse; }

/// Fills in the transformed axes and their lengths.
void choose_axes(FftCall& call, const CallFrame& frame, int rank) {
  const auto axes = integers(frame, "axes");
  const auto lengths = integers(frame, "lengths");
  if (axes.empty() || axes.size() > static_cast<std::size_t>(rank) || axes.size() != lengths.size()) {
    refuse("axes", "there must be one length for each, and no more than the operand has");
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const bool known = axes[i] >= 0 && axes[i] < rank;
    if (!known || std::find(axes.begin(), axes.begin() + i, axes[i]) != axes.begin() + i) {
      refuse("axes", "one is repeated, or not an axis of the operand");
    }
    if (lengths[i] < 1 || (call.kind == Kind::dct1 && lengths[i] < 2)) refuse("lengths", "one is too short");
    call.axes[i] = static_cast<int>(axes[i]);
    call.lengths[i] = lengths[i];
  }
  call.axes_count = static_cast<int>(axes.size());
}

/// Fills in the frequencies that the spectrum has; an empty list stands for all of them.
void choose_modes(FftCall& call, const CallFrame& frame, const ArrayOperand& in) {
  const auto modes = integers(frame, "modes");
  if (modes.empty()) return;
  if (modes.size() != static_cast<std::size_t>(call.axes_count) || call.kind > Kind::c2r) {
    refuse("modes", "there must be one for each axis of a Fourier transform");
  }
  call.has_modes = true;
  for (int i = 0; i < call.axes_count; ++i) {
    const bool halved = call.kind != Kind::c2c && i + 1 == call.axes_count;
    const std::int64_t all = halved ? call.lengths[i] / 2 + 1 : call.lengths[i];
    if (modes[i] < 1 || modes[i] > all) refuse("modes", "one is less than 1, or more than the spectrum has");
    if (reads_spectrum(call) && in.shape[call.axes[i]] != modes[i]) refuse("modes", "the operand has other lengths");
    call.modes[i] = modes[i];
  }
}

/// Fills in the result's shape.
void choose_shape(FftCall& call, const ArrayOperand& in) {
  call.rank = in.rank;
  std::copy_n(in.shape.begin(), in.rank, call.out_shape.begin());
  const bool compact = call.has_modes && !reads_spectrum(call);
  for (int i = 0; i < call.axes_count; ++i) call.out_shape[call.axes[i]] = compact ? call.modes[i] : call.lengths[i];
  const int last = call.axes_count - 1;
  if (call.kind == Kind::r2c && !compact) call.out_shape[call.axes[last]] = call.lengths[last] / 2 + 1;
}

/// The call's numbers: what it reads, and whether it is one of pairs of real numbers.
bool choose_numbers(FftCall& call, const ArrayOperand& in) {
  const bool trigonometric = call.kind != Kind::c2c && call.kind != Kind::r2c && call.kind != Kind::c2r;
  const bool real = call.kind == Kind::r2c || (trigonometric && !is_complex(in.number));
  if (in.number == ElementNumber::other || (!trigonometric && real == is_complex(in.number))) {
    refuse("operand", "its numbers are not of a type that the kind reads");
  }
  const Precision precision = precision_of(in.number);
  call.out_number = trigonometric ? in.number : call.kind == Kind::c2r ? real_of(precision) : complex_of(precision);
  return trigonometric && is_complex(in.number);
}

/// The transform that a frame asks for.
struct XlaCall {
  FftCall call;
  ArrayOperand in;
  ArrayOperand out;

  explicit XlaCall(const CallFrame& frame) : in(operand_of(frame.arguments, "operand")) {
    out = operand_of(frame.results, "result");
    const std::int64_t kind = integer(frame, "kind");
    if (kind < 0 || kind > static_cast<std::int64_t>(Kind::dst4)) refuse("kind", "there is none of this number");
    call.kind = static_cast<Kind>(kind);
    const bool inverse = call.kind == Kind::c2r || (call.kind == Kind::c2c && integer(frame, "inverse") != 0);
    call.direction = inverse ? Direction::inverse : Direction::forward;
    call.scale = integer(frame, "orthogonal") != 0 ? Scale::inverse_sqrt_n : Scale::none;
    call.factor = real_number(frame, "factor");
    const bool pairs = choose_numbers(call, in);
    choose_axes(call, frame, in.rank);
    choose_modes(call, frame, in);
    choose_shape(call, in);
    if (out.number != call.out_number || out.rank != call.rank ||
        !std::equal(out.shape.begin(), out.shape.begin() + out.rank, call.out_shape.begin())) {
      refuse("result", "its type or its shape is not that of the transform");
    }
    if (!pairs) return;
    in = as_pairs(in);
    out = as_pairs(out);
  }
  [[nodiscard]] bool empty() const { return is_empty(shape_of(in)) || is_empty(shape_of(out)); }
  [[nodiscard]] NumPyRequest request() const { return {call, in, out, Placement::out_of_place}; }
};

void on_host(const CallFrame& frame) {
  const XlaCall call(frame);
  if (call.empty()) return;
  const NumPyRequest request = call.request();
  const auto prepared = PlanCache::instance().get_outside_python(request, current_device());
  const auto bytes = static_cast<std::size_t>(request.given_extent().elements() * bytes_of(call.in.number));
  const std::span<const std::byte> in(reinterpret_cast<const std::byte*>(call.in.data), bytes);
  if (prepared->execute({in, reinterpret_cast<std::byte*>(call.out.data)})) PlanCache::instance().trim();
}

void on_cuda(const CallFrame& frame) {
  const XlaCall call(frame);
  if (call.empty()) return;
  const CudaPlace place = cuda_place(frame, call.in, call.out);
  const auto prepared = PlanCache::instance().get_outside_python(call.request(), place.device);
  const XlaScratch scratch(frame, prepared->plan().scratch_bytes());
  prepared->enqueue(place.stream, call.in.data, call.out.data, scratch.data());
}

}  // namespace
}  // namespace papilio::python::xla

namespace papilio::python {

void add_xla_handlers(nb::module_& module) {
  const auto capsule = [](xla::Handler* handler) { return nb::capsule(reinterpret_cast<void*>(handler)); };
  module.def(
      "xla_handlers",
      [=] {
        nb::dict transforms;
        transforms["cpu"] = capsule(&xla::handle<xla::on_host>);
        transforms["CUDA"] = capsule(&xla::handle<xla::on_cuda>);
        nb::dict operators;
        operators["cpu"] = capsule(&xla::handle<xla::operate_on_host>);
        operators["CUDA"] = capsule(&xla::handle<xla::operate_on_cuda>);
        nb::dict handlers;
        handlers["papilio_transform"] = transforms;
        handlers["papilio_operator"] = operators;
        return handlers;
      },
      nb::sig("def xla_handlers() -> dict[str, dict[str, object]]"),
      "Returns the addresses of handlers, for jax.ffi.register_ffi_target, by names and XLA's platforms.");
  module.def("xla_keep_spectrum", &xla::keep_spectrum, nb::arg("spectrum"),
             "Keeps a spectrum for as long as the process lives; returns the number that custom calls name it by.");
}

}  // namespace papilio::python
