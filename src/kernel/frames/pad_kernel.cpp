// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "kernel/frames/frame_kernels.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {

std::string FrameSpec::name(const char* kernel) const {
  return fmt::format("frames_{}_{}_p{}_v{}_t{}", kernel, precision == Precision::f32 ? "f32" : "f64", parts, lanes,
                     threads);
}

namespace {

class PadKernel {
 public:
  PadKernel(const FrameSpec& spec, Surround surround)
      : spec_(spec),
        surround_(surround),
        b_(spec.name(surround == Surround::zeros ? "pad" : "reflect"), spec.threads),
        element_(element_of(spec.precision)),
        samples_(b_.input("samples", {element_})),
        padded_(b_.output("padded", {element_})),
        count_(b_.scalar(Scalar::batch)),
        length_(b_.scalar(Scalar::in_distance)),
        distance_(b_.scalar(Scalar::out_distance)),
        held_(b_.scalar(Scalar::in_offset)),
        position_(b_.scalar(Scalar::out_offset)),
        before_(b_.scalar(Scalar::in_plane)) {}

  Module build() {
    for_units(b_, b_.scalar(Scalar::units), [&](Value unit) { chunk(unit); });
    return b_.finish();
  }

 private:
  /// Copies where all samples are inside of one signal.
  void chunk(Value unit) {
    const Value first = b_.let("first", unit * pad_chunk);
    const Value last = b_.let("last", min(first + pad_chunk, count_));
    const Value begin = b_.let("begin", position_ + first);
    const Value signal = b_.let("signal", begin / distance_);
    const Value sample = b_.let("sample", begin - signal * distance_ - before_);
    const Value end = b_.let("end", sample + (last - first));
    // A hop longer than a frame leaves out samples: the next padded signal may begin before this one ends.
    const Value inside = Value(sample >= 0) && Value(end <= min(length_, distance_ - before_));
    b_.branch(
        inside, [&] { copy(first, last, b_.let("from", signal * length_ + sample - held_)); },
        [&] { each(first, last, [&](Value x) { place(x); }); });
  }

  /// Calls body(x) for first .. last-1.
  void each(Value first, Value last, const std::function<void(Value)>& body) {
    const Value begin = spec_.on_cpu() ? first : b_.let("x", first + b_.thread_id());
    b_.loop("x", begin, last, {spec_.threads, Unroll::none}, body);
  }

  void copy(Value first, Value last, Value from) {
    const auto move = [&](Value x, int lanes) {  // x counts numbers
      const Value at = b_.let("at", from * spec_.parts + x);
      b_.store(padded_, first * spec_.parts + x, b_.load(samples_, at, lanes, spec_.parts), spec_.parts);
    };
    if (!spec_.on_cpu()) {
      return each(b_.constant(0, i64), b_.let("count", last - first),
                  [&](Value x) { move(x * spec_.parts, spec_.parts); });
    }
    const Value numbers = b_.let("numbers", (last - first) * spec_.parts);
    const Value whole = b_.let("whole", numbers / spec_.lanes * spec_.lanes);
    b_.loop("x", b_.constant(0, i64), whole, {spec_.lanes, Unroll::none}, [&](Value x) { move(x, spec_.lanes); });
    b_.loop("rest", whole, numbers, {spec_.parts, Unroll::none}, [&](Value x) { move(x, spec_.parts); });
  }

  /// One sample, wherever it is.
  void place(Value x) {
    const Value at = b_.let("position", position_ + x);
    const Value signal = b_.let("signal", at / distance_);
    const Value sample = b_.let("sample", at - signal * distance_ - before_);
    Value source = sample;
    Value limit = length_;
    if (surround_ == Surround::reflected) {
      const Value reflection = select(sample < 0, -sample, (length_ - 1) * 2 - sample);
      source = b_.let("source", select(Value(sample >= 0) && Value(sample < length_), sample, reflection));
      limit = b_.let("limit", length_ + before_);
    }
    const Value to = b_.let("to", x * spec_.parts);
    b_.branch(
        Value(source >= 0) && Value(sample < limit),
        [&] {
          const Value from = b_.let("from", (signal * length_ + source - held_) * spec_.parts);
          b_.store(padded_, to, b_.load(samples_, from, spec_.parts, spec_.parts), spec_.parts);
        },
        [&] {
          b_.store(padded_, to, b_.real(0, Type{element_, 1}.with_lanes(spec_.parts)), spec_.parts);
        });
  }

  const FrameSpec& spec_;
  Surround surround_;
  Builder b_;
  ScalarKind element_;
  const Buffer* samples_;
  const Buffer* padded_;
  Value count_;
  Value length_;
  Value distance_;
  Value held_;
  Value position_;
  Value before_;
};

}  // namespace

Module build_pad(const FrameSpec& spec, Surround surround) { return PadKernel(spec, surround).build(); }

}  // namespace papilio::kernel
