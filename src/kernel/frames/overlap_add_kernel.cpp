// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Overlap-add as a gather: a sample at position k*h + r, 0 <= r < h, of hop h is number r + i*h of frame k - i. With
// q = ceil(n/h) and e = n - (q-1)*h, i is at most q-1 for r < e, and q-2 for the others: neighbours between two such
// borders have the same frames, and are computed in vectors. There the sums of squares repeat with the hop, and their
// reciprocals are a table; at the signal's ends, where frames are missing, they are summed and divided by.
#include <vector>

#include "kernel/frames/frame_kernels.hpp"
#include "kernel/frames/stepped_quotient.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/quotient.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {

namespace {

/// Samples that a work-item of a GPU computes, which divide once.
constexpr int samples_per_item = 4;
/// Frames that it reads at once, so that it does not wait for each.
constexpr int frames_at_once = 4;

}  // namespace

std::int64_t overlap_add_chunk(const FrameSpec& spec) {
  return spec.on_cpu() ? 4096 : std::int64_t{samples_per_item} * spec.threads;
}

namespace {

class OverlapAddKernel {
 public:
  explicit OverlapAddKernel(const FrameSpec& spec)
      : spec_(spec),
        b_(spec.name("overlap_add"), spec.threads),
        element_(element_of(spec.precision)),
        frames_(b_.input("frames", {element_})),
        window_(b_.input("window", {element_})),
        inverses_(b_.input("inverses", {element_})),
        signals_(b_.output("signals", {element_})),
        sums_(b_.registers("sums", element_, std::int64_t{2} * spec.lanes)) {}

  Module build() {
    const Value units = b_.scalar(Scalar::units);
    for_units(b_, b_.scalar(Scalar::batch) * units,
              [&](Value u) { chunk(b_.let("signal", u / units), b_.let("chunk", u % units)); });
    return b_.finish();
  }

 private:
  void chunk(Value signal, Value chunk) {
    const Value count = b_.scalar(Scalar::out_distance);
    length_ = b_.scalar(Scalar::in_plane);
    hop_ = b_.scalar(Scalar::out_plane);
    held_ = b_.scalar(Scalar::in_distance);
    most_ = b_.let("most", (length_ - 1) / hop_);
    border_ = b_.let("border", length_ - most_ * hop_);
    from_ = b_.let("from", signal * held_ * length_);
    to_ = b_.let("to", signal * count - b_.scalar(Scalar::out_offset));
    const Value first = b_.let("first", b_.scalar(Scalar::out_offset) + chunk * overlap_add_chunk(spec_));
    const Value end = b_.scalar(Scalar::out_offset) + count;
    if (!spec_.on_cpu()) return samples(first, end);
    const Value last = b_.let("last", min(first + overlap_add_chunk(spec_), end));
    b_.loop("k", b_.let("k", first / hop_), b_.let("blocks", (last - 1) / hop_ + 1), {1, Unroll::none}, [&](Value k) {
      const Value begin = b_.let("begin", max(first - k * hop_, 0));
      const Value stop = b_.let("stop", min(last - k * hop_, hop_));
      run(k, begin, min(stop, border_), most_);
      run(k, max(begin, border_), stop, most_ - 1);
    });
  }

  /// On GPUs: every threads-th sample from `first` plus the work-item's number on.
  void samples(Value first, Value end) {
    Value position = b_.let("position", first + b_.thread_id());
    SteppedQuotient hops(b_, position, spec_.threads, hop_);
    for (int i = 0; i < samples_per_item; ++i) {
      if (i > 0) {
        position = b_.let("position", position + spec_.threads);
        hops.advance();
      }
      const Value k = hops.quotient();
      const Value r = hops.remainder();
      b_.when(position < end, [&] {
        const Value most = b_.let("most", select(r < border_, most_, most_ - 1));
        b_.branch(
            is_full(k, most), [&] { add_full(k, r, most, 1); }, [&] { add_rest(k, r, most); });
      });
    }
  }

  /// Frames first .. end-1.
  struct FramesOver {
    Value first;
    Value end;
  };

  /// All frames from k - most to k are in memory.
  Value is_full(Value k, Value most) { return Value(k >= most) && Value(k < held_); }

  /// Samples k*h + begin .. k*h + end-1, which have the same frames.
  void run(Value k, Value begin, Value end, Value most) {
    const Value first = b_.let("first", begin);
    const Value stop = b_.let("end", max(end, first));
    const auto vectors = [&] {
      const Value whole = b_.let("whole", first + (stop - first) / spec_.lanes * spec_.lanes);
      b_.loop("r", first, whole, {spec_.lanes, Unroll::none}, [&](Value r) { add_full(k, r, most, spec_.lanes); });
      b_.loop("rest", whole, stop, {1, Unroll::none}, [&](Value r) { add_full(k, r, most, 1); });
    };
    b_.branch(is_full(k, most), vectors, [&] {
      b_.loop("r", first, stop, {1, Unroll::none}, [&](Value r) { add_rest(k, r, most); });
    });
  }

  void clear(std::int64_t at, int lanes) {
    b_.store(sums_, b_.constant(at), b_.real(0, Type{element_, 1}.with_lanes(lanes)), lanes);
  }
  Value sum_at(std::int64_t at, int lanes) { return b_.load(sums_, b_.constant(at), lanes, lanes); }

  /// Adds numbers of these frames, and the squares of their factors at `squares` if that is not 0.
  void add(Value k, Value r, const FramesOver& frames, int lanes, std::int64_t squares = 0) {
    clear(0, lanes);
    if (squares != 0) clear(squares, lanes);
    if (!spec_.on_cpu() && squares == 0) return add_at_once(k, r, frames);
    b_.loop("frame", frames.first, frames.end, {1, Unroll::none}, [&](Value frame) {
      const Value j = b_.let("j", r + (k - frame) * hop_);
      const Value w = b_.let("w", b_.load(window_, j, lanes));
      const Value y = b_.load(frames_, from_ + frame * length_ + j, lanes);
      b_.store(sums_, b_.constant(0), sum_at(0, lanes) + y * w, lanes);
      if (squares != 0) b_.store(sums_, b_.constant(squares), sum_at(squares, lanes) + w * w, lanes);
    });
  }

  void add_at_once(Value k, Value r, const FramesOver& frames) {
    b_.loop("frame", frames.first, frames.end, {frames_at_once, Unroll::none}, [&](Value first) {
      std::vector<Value> numbers;
      for (int i = 0; i < frames_at_once; ++i) {
        const Value frame = i == 0 ? first : b_.let("next", min(first + i, frames.end - 1));
        const Value j = b_.let("j", r + (k - frame) * hop_);
        const Value w = b_.let("w", b_.load(window_, j));
        numbers.push_back(b_.let("product", b_.load(frames_, from_ + frame * length_ + j) * w));
      }
      for (int i = 0; i < frames_at_once; ++i) {
        const Value sum = sum_at(0, 1) + numbers[static_cast<std::size_t>(i)];
        b_.store(sums_, b_.constant(0), i == 0 ? sum : select(first + i < frames.end, sum, sum_at(0, 1)));
      }
    });
  }

  void add_full(Value k, Value r, Value most, int lanes) {
    add(k, r, {b_.let("earliest", k - most), b_.let("latest", k + 1)}, lanes);
    b_.store(signals_, to_ + k * hop_ + r, sum_at(0, lanes) * b_.load(inverses_, r, lanes));
  }

  void add_rest(Value k, Value r, Value most) {
    const std::int64_t squares = spec_.lanes;
    add(k, r, {b_.let("earliest", max(k - most, 0)), b_.let("latest", min(k + 1, held_))}, 1, squares);
    const Value weight = b_.let("weight", sum_at(squares, 1));
    // As elsewhere, by the reciprocal: the remainder of an infinite sum would be no number.
    b_.store(signals_, to_ + k * hop_ + r, sum_at(0, 1) * quotient(b_.real(1, weight.type()), weight));
  }

  const FrameSpec& spec_;
  Builder b_;
  ScalarKind element_;
  const Buffer* frames_;
  const Buffer* window_;
  const Buffer* inverses_;
  const Buffer* signals_;
  const Buffer* sums_;  ///< the frames' sum and that of the squares, a vector each
  Value length_;
  Value hop_;
  Value held_;    ///< frames in memory
  Value most_;    ///< q-1
  Value border_;  ///< e
  Value from_;    ///< where the signal's frames begin
  Value to_;      ///< where its position 0 would be
};

}  // namespace

Module build_overlap_add(const FrameSpec& spec) { return OverlapAddKernel(spec).build(); }

}  // namespace papilio::kernel
