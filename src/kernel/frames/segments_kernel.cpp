// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A work-group takes a segment. On CPUs a vector has its sums, those of some hundreds of numbers first, so that long
// segments are summed as precisely as short ones; on GPUs each work-item has a sum.
#include <fmt/format.h>

#include "core/storage.hpp"
#include "kernel/frames/average_kernels.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {

namespace {

constexpr std::int64_t vectors_at_once = 64;

}  // namespace

std::string SegmentSpec::name() const {
  const char* const what = mean == SegmentMean::removed ? "segments_detrended" : "segments_padded";
  return fmt::format("{}_in{}", frames.name(what), static_cast<int>(storage));
}

namespace {

class SegmentsKernel {
 public:
  explicit SegmentsKernel(const SegmentSpec& spec)
      : spec_(spec.frames),
        removes_(spec.mean == SegmentMean::removed),
        b_(spec.name(), spec.frames.threads),
        element_(element_of(spec.frames.precision)),
        samples_(b_.input("samples", {element_, spec.storage})),
        numbers_(removes_ ? b_.input("numbers", {element_}) : nullptr),
        segments_(b_.output("segments", {element_})),
        sums_(b_.registers("sums", element_, std::int64_t{2} * spec_.lanes + spec_.parts)),
        shared_(removes_ && !spec_.on_cpu() ? b_.shared("shared", element_, std::int64_t{spec_.threads} * spec_.parts)
                                            : nullptr) {}

  Module build() {
    for_units(b_, b_.scalar(Scalar::units), [&](Value unit) {
      from_ = b_.let("from", b_.scalar(Scalar::in_offset) + unit * b_.scalar(Scalar::in_distance));
      to_ = b_.let("to", unit * b_.scalar(Scalar::out_distance));
      const Value length = b_.scalar(Scalar::in_plane);
      whole_ = spec_.on_cpu() ? b_.let("whole", length / spec_.lanes * spec_.lanes) : length;
      const Value mean = !removes_ ? nullptr : spec_.on_cpu() ? mean_of_vectors(length) : mean_of_items(length);
      copy(length, mean);
      each(length, b_.scalar(Scalar::out_distance), spec_.parts,
           [&](Value i) { b_.store(segments_, to_ + i, zero(spec_.parts), spec_.parts); });
    });
    return b_.finish();
  }

 private:
  Value zero(int lanes) { return b_.real(0, Type{element_, 1}.with_lanes(lanes)); }
  Value load(Value i, int lanes) { return b_.let("x", b_.load(samples_, from_ + i, lanes)); }
  Value sum(std::int64_t at, int lanes) { return b_.load(sums_, b_.constant(at), lanes, lanes); }
  void set_sum(std::int64_t at, Value value, int lanes) { b_.store(sums_, b_.constant(at), value, lanes); }

  /// Calls body(i) for numbers first .. end-1, `width` at a time; on GPUs each work-item has its own.
  void each(Value first, Value end, int width, const std::function<void(Value)>& body) {
    const Value begin = spec_.on_cpu() ? first : b_.let("own", first + b_.thread_id() * width);
    b_.loop("i", begin, end, {std::int64_t{width} * spec_.threads, Unroll::none}, body);
  }

  /// The mean of each part, a vector of `parts`.
  Value mean_of_vectors(Value length) {
    const int lanes = spec_.lanes;
    const std::int64_t rest = 2 * std::int64_t{lanes};
    set_sum(0, zero(lanes), lanes);
    set_sum(rest, zero(spec_.parts), spec_.parts);
    b_.loop("block", b_.constant(0, i64), whole_, {vectors_at_once * lanes, Unroll::none}, [&](Value block) {
      set_sum(lanes, zero(lanes), lanes);
      const Value end = b_.let("end", min(block + vectors_at_once * lanes, whole_));
      b_.loop("i", block, end, {lanes, Unroll::none},
              [&](Value i) { set_sum(lanes, sum(lanes, lanes) + load(i, lanes), lanes); });
      set_sum(0, sum(0, lanes) + sum(lanes, lanes), lanes);
    });
    b_.loop("rest", whole_, length, {spec_.parts, Unroll::none},
            [&](Value i) { set_sum(rest, sum(rest, spec_.parts) + load(i, spec_.parts), spec_.parts); });
    std::vector<Value> means;
    for (int part = 0; part < spec_.parts; ++part) {
      Value total = b_.let("total", b_.load(sums_, b_.constant(rest + part)));
      for (int l = part; l < lanes; l += spec_.parts)
        total = b_.let("total", total + b_.load(sums_, b_.constant(std::int64_t{l})));
      means.push_back(total);
    }
    return scaled(means);
  }

  Value mean_of_items(Value length) {
    const int parts = spec_.parts;
    set_sum(0, zero(parts), parts);
    each(b_.constant(0, i64), length, parts, [&](Value i) { set_sum(0, sum(0, parts) + load(i, parts), parts); });
    const Value item = b_.thread_id();
    const auto slot = [&](Value of, int part) { return of * parts + part; };
    const auto put = [&](int part, Value value) { b_.store(shared_, slot(item, part), value); };
    for (int part = 0; part < parts; ++part) put(part, b_.load(sums_, b_.constant(std::int64_t{part})));
    for (int half = spec_.threads / 2; half >= 1; half /= 2) {
      b_.barrier();
      b_.when(item < half, [&] {
        for (int part = 0; part < parts; ++part)
          put(part, b_.load(shared_, slot(item, part)) + b_.load(shared_, slot(item + half, part)));
      });
    }
    b_.barrier();
    std::vector<Value> means;
    for (int part = 0; part < parts; ++part) means.push_back(b_.let("total", b_.load(shared_, b_.constant(part))));
    return scaled(means);
  }

  Value scaled(std::vector<Value>& sums) {
    const Value inverse = b_.let("inverse", b_.load(numbers_, b_.constant(0)));
    for (Value& sum : sums) sum = b_.let("mean", sum * inverse);
    return sums.size() == 1 ? sums[0] : b_.let("mean", concat(sums));
  }

  void copy(Value length, Value mean) {
    const auto move = [&](Value i, int lanes) {
      Value x = load(i, lanes);
      if (mean != nullptr) x = x - repeated(mean, lanes);
      b_.store(segments_, to_ + i, x, spec_.parts);
    };
    if (spec_.on_cpu() && spec_.lanes > spec_.parts) {
      each(b_.constant(0, i64), whole_, spec_.lanes, [&](Value i) { move(i, spec_.lanes); });
      return each(whole_, length, spec_.parts, [&](Value i) { move(i, spec_.parts); });
    }
    each(b_.constant(0, i64), length, spec_.parts, [&](Value i) { move(i, spec_.parts); });
  }

  /// A number of each part, as often as a vector has them.
  Value repeated(Value mean, int lanes) {
    if (lanes == spec_.parts) return mean;
    std::vector<Value> parts;
    for (int l = 0; l < lanes; ++l) parts.push_back(spec_.parts == 1 ? mean : lane(mean, l % spec_.parts));
    return concat(parts);
  }

  const FrameSpec& spec_;
  bool removes_;
  Builder b_;
  ScalarKind element_;
  const Buffer* samples_;
  const Buffer* numbers_;
  const Buffer* segments_;
  const Buffer* sums_;    ///< CPUs: of all vectors, of some, of the rest
  const Buffer* shared_;  ///< GPUs: the sums of work-items
  Value from_;
  Value to_;
  Value whole_;
};

}  // namespace

Module build_segments(const SegmentSpec& spec) { return SegmentsKernel(spec).build(); }

}  // namespace papilio::kernel
