// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Algorithm::general (spec/general_kernel.hpp): the user's arrays, Bluestein's algorithm, and real transforms by DFTs
// of half the length, around the stages of general_stages.hpp.
#include "spec/general_kernel.hpp"

#include <algorithm>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/kernels.hpp"
#include "kernel/simd/general_stages.hpp"

namespace papilio::kernel {
namespace {

const LoopStep one_by_one{1, Unroll::none};
constexpr int max_lanes = 16;  // of a value in every dialect

class GeneralKernel {
 public:
  explicit GeneralKernel(const KernelSpec& program)
      : b_(program.name(), 1),
        element_(element_of(program.precision)),
        lanes_(program.shape.lanes),
        neighbours_(std::min(lanes_, max_lanes / 2)),
        memory_(general_memory(lanes_)),
        input_(b_.input("in", {element_, program.in.storage, false})),
        output_(b_.output("out", {element_, program.out.storage, false})),
        numbers_(b_.table("numbers", {element_, max_general_numbers})),
        sizes_(b_.table("sizes", {ScalarKind::i32, max_general_sizes, 0, max_general_stride})),
        strides_(b_.table("strides", {ScalarKind::i32, static_cast<int>(StrideField::count), -max_general_stride,
                                      max_general_stride})),
        local_(b_.shared("work", element_, 2 * memory_.plane)),
        w_{b_, lanes_, memory_, local_, numbers_},
        dft_(w_, sizes_, b_.registers("sums", element_, std::int64_t{4} * lanes_)) {}

  Module build() {
    const Value batch = b_.scalar(Scalar::batch);
    in_distance_ = b_.scalar(Scalar::in_distance);
    out_distance_ = b_.scalar(Scalar::out_distance);
    in_offset_ = b_.scalar(Scalar::in_offset);
    out_offset_ = b_.scalar(Scalar::out_offset);
    const Value repeat = b_.scalar(Scalar::repeat);
    b_.when(0 < repeat, [&] {
      read_sizes();
      const Value begin = b_.let("begin", cast(b_.group_id(), ScalarKind::i64) * repeat);
      const Value end = b_.let("end", min(begin + repeat, batch * columns_));
      b_.loop("transform", begin, end, one_by_one, [&](Value transform) { emit_transform(transform); });
    });
    return b_.finish();
  }

 private:
  Value size(SizeField field) { return b_.let("size", b_.load(sizes_, b_.constant(static_cast<int>(field)))); }
  Value stride(StrideField field) { return b_.let("stride", b_.load(strides_, b_.constant(static_cast<int>(field)))); }

  void read_sizes() {
    columns_ = size(SizeField::columns);
    iterations_ = size(SizeField::loop);
    given_ = size(SizeField::given);
    conjugates_ = size(SizeField::conjugates);
    length_ = size(SizeField::length);
    work_ = size(SizeField::work);
    stored_ = size(SizeField::stored);
    stages_ = size(SizeField::stages);
    rounds_ = size(SizeField::rounds);
    in_unit_ = size(SizeField::in_unit);
    out_unit_ = size(SizeField::out_unit);
    const Value inverse = b_.let("inverse", min(size(SizeField::inverse), 1));
    re_plane_ = b_.let("re_plane", inverse * memory_.plane);
    im_plane_ = b_.let("im_plane", memory_.plane - re_plane_);
    half_ = size(SizeField::half);
    middle_ = size(SizeField::middle);
    pairing_ = size(SizeField::pairing);
    split_ = size(SizeField::split);
    chirp_ = size(SizeField::chirp);
    spectrum_ = size(SizeField::spectrum);
  }

  void emit_transform(Value transform) {
    const Value column = b_.let("column", transform % columns_);
    const Value stack = b_.let("stack", transform / columns_);
    const Value iteration = b_.let("iteration", stack % iterations_);
    const Value outer = b_.let("outer", stack / iterations_);
    const Value in_loop = stride(StrideField::in_loop);
    const Value in_column = stride(StrideField::in_column);
    load_input(
        b_.let("in_base", (outer * in_distance_ + in_offset_) * in_unit_ + iteration * in_loop + column * in_column));
    const Value result = b_.let("result", stages_ % 2 * memory_.area);
    b_.when(rounds_ == 2, [&] { multiply_chirp(b_.constant(0)); });
    b_.loop("round", b_.constant(0), rounds_, one_by_one, [&](Value round) {
      b_.loop("stage", b_.constant(0), stages_, one_by_one, [&](Value stage) { dft_.emit(stage); });
      b_.when(rounds_ == 2, [&] {
        b_.branch(
            round == 0, [&] { multiply_spectrum(result); },
            [&] {
              swap_parts(result);
              multiply_chirp(result);
            });
      });
    });
    b_.when(pairing_ == 1, [&] {
      const Value first = w_.bounded(result, 1);
      const Value end = w_.bounded(result + length_, 1);
      b_.store(local_, end, b_.load(local_, first));
      b_.store(local_, end + memory_.plane, b_.load(local_, first + memory_.plane));
      pair_halves(result, b_.let("target", memory_.area - result), 1);
    });
    const Value final = b_.let("final", select(pairing_ == 1, memory_.area - result, result));
    const Value out_loop = stride(StrideField::out_loop);
    const Value out_column = stride(StrideField::out_column);
    store_output(final, b_.let("out_base", (outer * out_distance_ + out_offset_) * out_unit_ + iteration * out_loop +
                                               column * out_column));
  }

  /// The inverse transform exchanges real and imaginary parts before and after the forward one.
  void load_input(Value base) {
    b_.comment("input");
    const Value paired = b_.let("paired", select(pairing_ == 2, b_.constant(memory_.area), b_.constant(0)));
    const Value re_place = b_.let("re_place", paired + re_plane_);
    const Value im_place = b_.let("im_place", paired + im_plane_);
    const Value step = stride(StrideField::in_element);
    const Value imaginary = stride(StrideField::in_imaginary);
    const Value whole = b_.let("whole", whole_vectors(step, imaginary, given_));
    b_.loop("i", b_.constant(0), whole, {neighbours_, Unroll::none}, [&](Value i) {
      const Complex x = load_complex(input_, b_.let("at", base + i * 2), neighbours_, 1);
      const Value to = b_.let("to", min(i, memory_.area - neighbours_));
      b_.store(local_, to + re_place, x.re);
      b_.store(local_, to + im_place, x.im);
    });
    b_.loop("i", whole, given_, one_by_one, [&](Value i) {
      const Value at = b_.let("at", base + cast(i, ScalarKind::i64) * step);
      const Value im = b_.load(input_, at + imaginary);
      const Value to = b_.let("to", min(i, memory_.area - 1));
      b_.store(local_, to + re_place, b_.load(input_, at));
      b_.store(local_, to + im_place, select(imaginary == 0, constant_like(im, 0.0), im));
    });
    b_.when(half_ == 1, [&] {
      const Value zero = b_.real(0.0, Type{element_, 1});
      b_.store(local_, im_place, zero);
      b_.store(local_, b_.let("to", min(middle_, memory_.area - 1)) + im_place, zero);
    });
    const Value end = b_.let("end", given_ + conjugates_);
    b_.loop("i", given_, end, one_by_one, [&](Value i) {
      const Value from = b_.let("from", min(max(length_ - i, 0), memory_.area - 1));
      const Value to = b_.let("to", min(i, memory_.area - 1));
      b_.store(local_, to + re_place, b_.load(local_, from + re_place));
      b_.store(local_, to + im_place, -b_.load(local_, from + im_place));
    });
    b_.when(pairing_ == 2, [&] { pair_halves(paired, b_.constant(0), -1); });
    clear_behind(b_.let("behind", select(pairing_ == 2, length_, end)));
  }

  void clear_behind(Value end) {
    const Value zero = b_.real(0.0, Type{element_, 1}.with_lanes(lanes_));
    b_.loop("e", end, b_.let("end", work_ + lanes_), {lanes_, Unroll::none}, [&](Value e) {
      w_.store(e, {zero, zero});
    });
    w_.store(memory_.area + work_, {zero, zero});  // vectors of later stages reach as far
  }

  /// Elements that are whole vectors of neighbouring complex numbers, from the first one on.
  Value whole_vectors(Value step, Value imaginary, Value count) {
    return select(step == 2 && imaginary == 1, count / neighbours_ * neighbours_, b_.constant(0));
  }

  void store_output(Value result, Value base) {
    b_.comment("results");
    const Value step = stride(StrideField::out_element);
    const Value imaginary = stride(StrideField::out_imaginary);
    const Value scale = b_.load(numbers_, b_.constant(0));
    const Value whole = b_.let("whole", whole_vectors(step, imaginary, stored_));
    b_.loop("i", b_.constant(0), whole, {neighbours_, Unroll::none}, [&](Value i) {
      const Value from = b_.let("from", result + min(i, memory_.area - neighbours_));
      const Value re = b_.load(local_, from + re_plane_, neighbours_);
      const Value im = b_.load(local_, from + im_plane_, neighbours_);
      const Value factor = b_.let("factor", b_.broadcast(scale, neighbours_));
      store_complex(output_, b_.let("at", base + i * 2), {re * factor, im * factor}, 1);
    });
    b_.loop("i", whole, stored_, one_by_one, [&](Value i) {
      const Value at = b_.let("at", base + cast(i, ScalarKind::i64) * step);
      const Value from = b_.let("from", result + min(i, memory_.area - 1));
      b_.store(output_, at, b_.load(local_, from + re_plane_) * scale);
      b_.branch(
          imaginary == 0, [] {}, [&] { b_.store(output_, at + imaginary, b_.load(local_, from + im_plane_) * scale); });
    });
  }

  // Real transforms by DFTs of half the length

  /// From the DFT z of pairs of real numbers to twice their half spectrum, or back: a = z[k] and b = z[length - k]
  /// become s + t and conj(s - t), where s = a + conj(b) and t = (a - conj(b)) (-i) W^k. On the way back, sign -1, real
  /// and imaginary parts have changed places, so that -conj stands for conj. The last vectors overlap.
  void pair_halves(Value source, Value target, int sign) {
    b_.comment("pairs of the half spectrum");
    const auto conjugate = [&](Complex z) { return sign > 0 ? Complex{z.re, -z.im} : Complex{-z.re, z.im}; };
    const Value end = b_.let("end", length_ / 2 + 1);
    b_.loop("k", b_.constant(0), end, {lanes_, Unroll::none}, [&](Value k) {
      const Value mirror = b_.let("mirror", max(length_ - k - (lanes_ - 1), 0));
      const Complex a = w_.load(source + k);
      const Complex b = conjugate(reversed(w_.load(source + mirror)));
      const Complex sum = a + b;
      const Complex difference = a - b;
      const Complex t = difference * w_.number(b_.let("at", split_ + k), length_);
      w_.store(target + k, sum + t);
      w_.store(target + mirror, reversed(conjugate(sum - t)));
    });
  }

  // Bluestein's algorithm

  void multiply_chirp(Value area) {
    b_.comment("times the chirp");
    b_.loop("e", b_.constant(0), length_, {lanes_, Unroll::none}, [&](Value e) {
      const Complex x = w_.load(area + e);
      const Complex w = w_.number(b_.let("at", chirp_ + e), length_);
      w_.store(area + e, x * w);
    });
  }

  /// Its result is swapped, because the DFT that follows is the inverse one.
  void multiply_spectrum(Value area) {
    b_.comment("times the spectrum");
    b_.loop("e", b_.constant(0), work_, {lanes_, Unroll::none}, [&](Value e) {
      const Complex x = w_.load(area + e);
      const Complex y = x * w_.number(b_.let("at", spectrum_ + e), work_);
      w_.store(e, {y.im, y.re});
    });
  }

  void swap_parts(Value area) {
    b_.loop("e", b_.constant(0), length_, {lanes_, Unroll::none}, [&](Value e) {
      const Complex x = w_.load(area + e);
      w_.store(area + e, {x.im, x.re});
    });
  }

  Builder b_;
  ScalarKind element_;
  int lanes_;
  int neighbours_;  ///< complex numbers of a vector in the user's memory
  GeneralMemory memory_;
  const Buffer* input_;
  const Buffer* output_;
  const Buffer* numbers_;
  const Buffer* sizes_;
  const Buffer* strides_;
  const Buffer* local_;
  GeneralWork w_;
  GeneralStages dft_;
  Value in_distance_, out_distance_, in_offset_, out_offset_;
  Value columns_, iterations_, given_, conjugates_, length_, work_, stored_, stages_, rounds_;
  Value in_unit_, out_unit_, re_plane_, im_plane_, half_, middle_, chirp_, spectrum_, pairing_, split_;
};

}  // namespace

Module build_general_kernel(const KernelSpec& spec) { return GeneralKernel(general_program(spec)).build(); }

}  // namespace papilio::kernel
