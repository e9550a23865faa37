// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/frame_transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <utility>

#include "api/element_type.hpp"

namespace papilio::api {
namespace {

constexpr std::int64_t part_points = std::int64_t{1} << 21;  // enough to hide a launch's cost
constexpr std::int64_t max_phases = 8;                       // each is compiled

constexpr std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

/// Multiplies by the window; the first frame begins at `offset`, the next one `period` later.
std::string load_text(Field field, std::int64_t offset, std::int64_t period) {
  const char* const type = field == Field::real ? "papilio_real" : "papilio_complex";
  const char* const result = field == Field::real ? "x * w" : "PAPILIO_COMPLEX(x.x * w, x.y * w)";
  // A part has fewer than 2^31 samples, and 32 bits divide faster than 64. GLSL has no casts of C's form.
  return fmt::format(
      "PAPILIO_FUNCTION {} papilio_load({} x, papilio_index i, papilio_data user) {{\n"
      "  const int j = i - {};\n"
      "  const papilio_real w = user[j % {}];\n"
      "  return {};\n"
      "}}\n",
      type, type, offset, period, result);
}

constexpr const char* power_text =
    "PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data user) {\n"
    "  return PAPILIO_COMPLEX(x.x * x.x + x.y * x.y, 0);\n"
    "}\n";

/// The device takes no callbacks: CUDA without NVRTC, Vulkan without glslang.
bool wants_no_callbacks(const Error& error) {
  // io: glslang could not be run.
  return error.code() == ErrorCode::unsupported || error.code() == ErrorCode::build_failed ||
         error.code() == ErrorCode::io;
}

/// Returns the batch that a plan executes for `wanted` arrays: no less than its least.
std::int64_t possible_batch(const Plan& plan, std::int64_t wanted) {
  return std::max(wanted, plan.batch_limits().least);
}

}  // namespace

template <class T>
FrameTransform<T>::FrameTransform(const Device& device, Frames frames, FrameResult result)
    : device_(device),
      frames_(std::move(frames)),
      result_(result),
      window_(frames_.window.begin(), frames_.window.end()) {
  const std::int64_t phases = phase_count();
  const std::int64_t each = std::max<std::int64_t>(1, part_points / (frames_.length * phases));
  part_ = each * phases;
  if (phases <= max_phases) {
    try {
      plan_phases();
      return;
    } catch (const Error& error) {
      if (!wants_no_callbacks(error)) throw;
      phases_.clear();
    }
  }
  part_ = std::max<std::int64_t>(1, part_points / frames_.length);
  plan_ = Plan(device_, problem(part_));
}

template <class T>
std::int64_t FrameTransform<T>::bins() const {
  return ElementType<T>::field == Field::real ? frames_.length / 2 + 1 : frames_.length;
}

template <class T>
Problem FrameTransform<T>::problem(std::int64_t batch) const {
  constexpr Precision precision = ElementType<T>::precision;
  return ElementType<T>::field == Field::real ? Problem::r2c(precision, frames_.length, batch)
                                              : Problem::c2c(precision, frames_.length, batch);
}

template <class T>
void FrameTransform<T>::plan_phases() {
  const std::int64_t phases = phase_count();
  for (std::int64_t phase = 0; phase < phases; ++phase) {
    Problem mine = problem(part_ / phases);
    mine.in_distance = phases * frames_.hop;
    mine.in_offset = phase * frames_.hop;
    mine.out_distance = phases * bins();
    mine.out_offset = phase * bins();
    Callbacks callbacks;
    callbacks.load = load_text(ElementType<T>::field, mine.in_offset, mine.in_distance);
    if (result_ == FrameResult::power) {
      callbacks.store = power_text;
      mine.out_layout = ComplexLayout::planar;  // the other plane is never copied to the host
    }
    phases_.emplace_back(device_, mine, callbacks);
  }
}

template <class T>
template <class Out>
void FrameTransform<T>::execute_phases(std::span<const T> in, std::int64_t count, std::span<Out> out) const {
  const auto phases = static_cast<std::int64_t>(phases_.size());
  const auto begun = [&](std::int64_t phase) { return (count - phase + phases - 1) / phases; };  // frames of a phase
  std::int64_t in_elements = 0;
  std::int64_t out_elements = 0;
  for (std::int64_t phase = 0; phase < std::min(phases, count); ++phase) {
    const std::int64_t last = phase + (possible_batch(phases_[as_size(phase)], begun(phase)) - 1) * phases;
    in_elements = std::max(in_elements, last * frames_.hop + frames_.length);
    out_elements = std::max(out_elements, (last + 1) * bins());
  }
  const Stream stream(device_);
  Operands operands;
  operands.in = Buffer(device_, as_size(in_elements) * sizeof(T));
  operands.out = Buffer(device_, as_size(out_elements) * sizeof(Out));
  if (result_ == FrameResult::power) operands.out_imaginary = Buffer(device_, as_size(out_elements) * sizeof(Out));
  operands.load_data = Buffer(device_, window_.size() * sizeof(Real));
  stream.upload(operands.load_data, window_.data(), window_.size() * sizeof(Real));
  stream.upload(operands.in, in.data(), as_size((count - 1) * frames_.hop + frames_.length) * sizeof(T));
  for (std::int64_t phase = 0; phase < std::min(phases, count); ++phase) {
    const Plan& plan = phases_[as_size(phase)];
    operands.batch = possible_batch(plan, begun(phase));
    plan.execute(stream, operands);
  }
  stream.download(operands.out, out.data(), as_size(count * bins()) * sizeof(Out));
}

template <class T>
void FrameTransform<T>::execute_on_host(std::span<const T> in, std::int64_t count, std::span<Bin> out) const {
  const std::int64_t batch = possible_batch(*plan_, count);
  const std::size_t length = as_size(frames_.length);
  std::vector<T> staged(as_size(batch) * length);
  for (std::int64_t frame = 0; frame < count; ++frame) {
    const T* const from = in.data() + frame * frames_.hop;
    T* const to = staged.data() + frame * frames_.length;
    for (std::size_t j = 0; j < length; ++j) to[j] = from[j] * window_[j];
  }
  if (batch == count) {
    plan_->execute({.in = staged, .out = out.first(as_size(count * bins())), .batch = batch});
    return;
  }
  std::vector<Bin> all(as_size(batch * bins()));
  plan_->execute({.in = staged, .out = all, .batch = batch});
  std::copy_n(all.begin(), count * bins(), out.begin());
}

template <class T>
void FrameTransform<T>::execute(std::span<const T> in, std::int64_t frames, std::span<Bin> out) const {
  for (std::int64_t first = 0; first < frames; first += part_) {
    const std::int64_t count = std::min(part_, frames - first);
    const std::span<const T> from = in.subspan(as_size(first * frames_.hop));
    const std::span<Bin> to = out.subspan(as_size(first * bins()), as_size(count * bins()));
    if (phases_.empty()) {
      execute_on_host(from, count, to);
    } else {
      execute_phases(from, count, to);
    }
  }
}

template <class T>
void FrameTransform<T>::execute(std::span<const T> in, std::int64_t frames, std::span<Real> out) const {
  std::vector<Bin> spectra(phases_.empty() ? as_size(std::min(part_, frames) * bins()) : 0);
  for (std::int64_t first = 0; first < frames; first += part_) {
    const std::int64_t count = std::min(part_, frames - first);
    const std::span<const T> from = in.subspan(as_size(first * frames_.hop));
    const std::span<Real> to = out.subspan(as_size(first * bins()), as_size(count * bins()));
    if (!phases_.empty()) {
      execute_phases(from, count, to);
      continue;
    }
    execute_on_host(from, count, spectra);
    std::transform(spectra.begin(), spectra.begin() + static_cast<std::ptrdiff_t>(to.size()), to.begin(),
                   [](const Bin& x) { return x.real() * x.real() + x.imag() * x.imag(); });
  }
}

template class FrameTransform<float>;
template class FrameTransform<double>;
template class FrameTransform<std::complex<float>>;
template class FrameTransform<std::complex<double>>;

}  // namespace papilio::api
