// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Algorithm::general (spec/general_kernel.hpp): Stockham's stages with twiddles of the inputs, whose radices and
// strides are read from tables. A vector runs along the q of a stage, in the first stage along its butterflies. Where q
// has fewer values than a vector has lanes, the last lanes compute what is not needed; they write beyond their row,
// before the row that they write to gets its own numbers.
#include "spec/general_kernel.hpp"

#include <algorithm>
#include <vector>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/kernels.hpp"

namespace papilio::kernel {
namespace {

const LoopStep one_by_one{1, Unroll::none};
constexpr int max_lanes = 16;   // of a value in every dialect
constexpr int first_radix = 4;  ///< of the first stage, if it has a codelet of its own

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
        sums_(b_.registers("sums", element_, std::int64_t{4} * lanes_)) {}

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
  struct StageSizes {
    Value radix, p_count, q_count, q_last, step, y_p, y_k, twiddles, pitch, roots, first;
  };
  /// A vector of butterflies of a stage.
  struct StageVector {
    const StageSizes& stage;
    Value x;         ///< place of input 0
    Value twiddles;  ///< of input 1
    Value y;         ///< place of result 0
  };

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
    in_imaginary_ = size(SizeField::in_imaginary);
    out_imaginary_ = size(SizeField::out_imaginary);
    const Value inverse = b_.let("inverse", min(size(SizeField::inverse), 1));
    re_plane_ = b_.let("re_plane", inverse * memory_.plane);
    im_plane_ = b_.let("im_plane", memory_.plane - re_plane_);
    half_ = size(SizeField::half);
    chirp_ = size(SizeField::chirp);
    spectrum_ = size(SizeField::spectrum);
  }

  /// A place in local memory, clamped, because what is in tables is not known here.
  Value bounded(Value place, int lanes) { return b_.let("at", min(place, memory_.plane - lanes)); }
  Complex load(Value place) {
    const Value at = bounded(place, lanes_);
    return {b_.load(local_, at, lanes_), b_.load(local_, at + memory_.plane, lanes_)};
  }
  void store(Value place, Complex value) {
    const Value at = bounded(place, lanes_);
    b_.store(local_, at, value.re);
    b_.store(local_, at + memory_.plane, value.im);
  }
  /// `lanes_` complex numbers of the table, whose imaginary parts are `pitch` behind.
  Complex number(Value place, Value pitch) {
    const Value re = b_.load(numbers_, place, lanes_);
    return {re, b_.load(numbers_, b_.let("at", place + pitch), lanes_)};
  }

  void emit_transform(Value transform) {
    const Value column = b_.let("column", transform % columns_);
    const Value stack = b_.let("stack", transform / columns_);
    const Value iteration = b_.let("iteration", stack % iterations_);
    const Value outer = b_.let("outer", stack / iterations_);
    const Value in_loop = stride(StrideField::in_loop);
    const Value in_column = stride(StrideField::in_column);
    load_input(b_.let("in_base", (outer * in_distance_ + in_offset_) * (in_imaginary_ + 1) + iteration * in_loop +
                                     column * in_column));
    const Value result = b_.let("result", stages_ % 2 * memory_.area);
    b_.when(rounds_ == 2, [&] { multiply_chirp(b_.constant(0)); });
    b_.loop("round", b_.constant(0), rounds_, one_by_one, [&](Value round) {
      b_.loop("stage", b_.constant(0), stages_, one_by_one, [&](Value stage) { emit_stage(stage); });
      b_.when(rounds_ == 2, [&] {
        b_.branch(
            round == 0, [&] { multiply_spectrum(result); },
            [&] {
              swap_parts(result);
              multiply_chirp(result);
            });
      });
    });
    const Value out_loop = stride(StrideField::out_loop);
    const Value out_column = stride(StrideField::out_column);
    store_output(result, b_.let("out_base", (outer * out_distance_ + out_offset_) * (out_imaginary_ + 1) +
                                                iteration * out_loop + column * out_column));
  }

  /// The inverse transform exchanges real and imaginary parts before and after the forward one.
  void load_input(Value base) {
    b_.comment("input");
    const Value step = stride(StrideField::in_element);
    const Value whole = b_.let("whole", whole_vectors(step, in_imaginary_, given_));
    b_.loop("i", b_.constant(0), whole, {neighbours_, Unroll::none}, [&](Value i) {
      const Complex x = load_complex(input_, b_.let("at", base + i * 2), neighbours_, 1);
      const Value to = b_.let("to", min(i, memory_.area - neighbours_));
      b_.store(local_, to + re_plane_, x.re);
      b_.store(local_, to + im_plane_, x.im);
    });
    b_.loop("i", whole, given_, one_by_one, [&](Value i) {
      const Value at = b_.let("at", base + cast(i, ScalarKind::i64) * step);
      const Value im = b_.load(input_, at + in_imaginary_);
      const Value to = b_.let("to", min(i, memory_.area - 1));
      b_.store(local_, to + re_plane_, b_.load(input_, at));
      b_.store(local_, to + im_plane_, select(in_imaginary_ == 1, im, constant_like(im, 0.0)));
    });
    b_.when(half_ == 1, [&] {
      const Value zero = b_.real(0.0, Type{element_, 1});
      const Value middle = b_.let("middle", select(length_ % 2 == 0, length_ / 2, 0));
      b_.store(local_, im_plane_, zero);
      b_.store(local_, b_.let("to", min(middle, memory_.area - 1)) + im_plane_, zero);
    });
    const Value end = b_.let("end", given_ + conjugates_);
    b_.loop("i", given_, end, one_by_one, [&](Value i) {
      const Value from = b_.let("from", min(max(length_ - i, 0), memory_.area - 1));
      const Value to = b_.let("to", min(i, memory_.area - 1));
      b_.store(local_, to + re_plane_, b_.load(local_, from + re_plane_));
      b_.store(local_, to + im_plane_, -b_.load(local_, from + im_plane_));
    });
    const Value zero = b_.real(0.0, Type{element_, 1}.with_lanes(lanes_));
    b_.loop("e", end, b_.let("end", work_ + lanes_), {lanes_, Unroll::none}, [&](Value e) { store(e, {zero, zero}); });
    store(memory_.area + work_, {zero, zero});  // vectors of later stages reach as far
  }

  /// Elements that are whole vectors of neighbouring complex numbers, from the first one on.
  Value whole_vectors(Value step, Value imaginary, Value count) {
    return select(step == 2 && imaginary == 1, count / neighbours_ * neighbours_, b_.constant(0));
  }

  void store_output(Value result, Value base) {
    b_.comment("results");
    const Value step = stride(StrideField::out_element);
    const Value scale = b_.load(numbers_, b_.constant(0));
    const Value whole = b_.let("whole", whole_vectors(step, out_imaginary_, stored_));
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
      b_.when(out_imaginary_ == 1, [&] { b_.store(output_, at + 1, b_.load(local_, from + im_plane_) * scale); });
    });
  }

  // Bluestein's algorithm

  void multiply_chirp(Value area) {
    b_.comment("times the chirp");
    b_.loop("e", b_.constant(0), length_, {lanes_, Unroll::none}, [&](Value e) {
      const Complex x = load(area + e);
      const Complex w = number(b_.let("at", chirp_ + e), length_);
      store(area + e, x * w);
    });
  }

  /// Its result is swapped, because the DFT that follows is the inverse one.
  void multiply_spectrum(Value area) {
    b_.comment("times the spectrum");
    b_.loop("e", b_.constant(0), work_, {lanes_, Unroll::none}, [&](Value e) {
      const Complex x = load(area + e);
      const Complex y = x * number(b_.let("at", spectrum_ + e), work_);
      store(e, {y.im, y.re});
    });
  }

  void swap_parts(Value area) {
    b_.loop("e", b_.constant(0), length_, {lanes_, Unroll::none}, [&](Value e) {
      const Complex x = load(area + e);
      store(area + e, {x.im, x.re});
    });
  }

  // Stages

  void emit_stage(Value number) {
    const Value record =
        b_.let("record", number * static_cast<int>(StageField::count) + static_cast<int>(SizeField::count));
    const auto field = [&](StageField which) {
      return b_.let("size", b_.load(sizes_, b_.let("at", record + static_cast<int>(which))));
    };
    StageSizes stage;
    stage.radix = field(StageField::radix);
    stage.p_count = field(StageField::p_count);
    stage.q_count = field(StageField::q_count);
    stage.q_last = field(StageField::q_last);
    stage.step = field(StageField::step);
    stage.y_p = field(StageField::y_p);
    stage.y_k = field(StageField::y_k);
    stage.twiddles = field(StageField::twiddles);
    stage.pitch = field(StageField::pitch);
    stage.roots = field(StageField::roots);
    stage.first = field(StageField::first);
    const Value source = b_.let("source", number % 2 * memory_.area);
    const Value target = b_.let("target", memory_.area - source);
    b_.loop("p", b_.constant(0), stage.p_count, one_by_one, [&](Value p) {
      b_.loop("q", b_.constant(0), stage.q_count, {lanes_, Unroll::none}, [&](Value start) {
        const Value q = b_.let("q", min(start, stage.q_last));
        const Value x = b_.let("x", source + p * stage.q_count + q);
        const Value row = select(stage.first == 1, q * stage.radix, q);
        emit_butterflies(stage, x, b_.let("y", target + p * stage.y_p + row), q);
      });
    });
  }

  void emit_butterflies(const StageSizes& stage, Value x, Value y, Value q) {
    const Value w = b_.let("w", stage.twiddles + select(stage.first == 1, b_.constant(0), q));
    const StageVector vectors{stage, x, w, y};
    const auto emit_later = [&] {
      b_.branch(
          stage.roots == 0, [&] { emit_radix(vectors, 0); }, [&] { emit_prime(vectors); });
    };
    b_.branch(
        stage.first == 1 && stage.radix == first_radix, [&] { emit_first(vectors); }, emit_later);
  }

  /// Results of a lane are neighbours. The last vector may write beyond the array.
  void emit_first(const StageVector& vectors) {
    const std::vector<Complex> z = lane_by_lane(codelet_of(vectors, first_radix, false));
    for (int i = 0; i < first_radix; ++i) store(vectors.y + i * lanes_, z[i]);
  }

  /// One branch for each radix.
  void emit_radix(const StageVector& vectors, std::size_t i) {
    const int radix = general_codelets[i];
    const auto emit = [&] {
      const std::vector<Complex> z = codelet_of(vectors, radix, true);
      for (int k = 0; k < radix; ++k) store(vectors.y + k * vectors.stage.y_k, z[k]);
    };
    if (i + 1 == general_codelets.size()) return emit();
    b_.branch(vectors.stage.radix == radix, emit, [&] { emit_radix(vectors, i + 1); });
  }

  std::vector<Complex> codelet_of(const StageVector& vectors, int radix, bool twiddled) {
    std::vector<Complex> z;
    for (int j = 0; j < radix; ++j) z.push_back(input_of(vectors, b_.constant(j), twiddled && j > 0));
    return butterfly(Direction::forward, codelet::Style::fused, z);
  }

  /// x_j, times its twiddle.
  Complex input_of(const StageVector& vectors, Value j, bool twiddled) {
    const Complex x = load(vectors.x + j * vectors.stage.step);
    if (!twiddled) return x;
    const Value at = b_.let("at", vectors.twiddles + (j - 1) * (2 * vectors.stage.pitch));
    return x * number(at, vectors.stage.pitch);
  }

  /// As SimdPrime: t_j = x_j + x_{r-j} and u_j = x_j - x_{r-j} by the cosines and sines of 2 pi j k/r.
  void emit_prime(const StageVector& vectors) {
    const Value radix = vectors.stage.radix;
    const Value half = b_.let("half", (radix + 1) / 2);
    const Value turn = b_.constant(memory_.turn);
    const Complex first = input_of(vectors, b_.constant(0), false);
    set(0, first);
    b_.loop("j", b_.constant(1), half, one_by_one, [&](Value j) {
      const Complex x = input_of(vectors, j, true);
      const Complex mirror = input_of(vectors, b_.let("j", max(radix - j, 1)), true);
      const Complex sum = x + mirror;
      store(pair(2 * j), sum);
      store(pair(2 * j + 1), x - mirror);
      set(0, get(0) + sum);
    });
    store(turn, get(0));
    b_.loop("k", b_.constant(1), half, one_by_one, [&](Value k) {
      const Value zero = constant_like(first.re, 0.0);
      set(0, first);
      set(1, {zero, zero});
      const Value row = b_.let("row", vectors.stage.roots + (k - 1) * (radix - 1));
      b_.loop("j", b_.constant(1), half, one_by_one, [&](Value j) {
        const Value at = b_.let("at", row + 2 * (j - 1));
        const Value re = b_.load(numbers_, at);
        const Value im = b_.load(numbers_, at + 1);
        const Complex root = broadcast(Complex{re, im}, lanes_);
        const Complex t = load(pair(2 * j));
        const Complex u = load(pair(2 * j + 1));
        const Complex even = get(0);
        const Complex odd = get(1);
        set(0, {fma(t.re, root.re, even.re), fma(t.im, root.re, even.im)});
        set(1, {fma(u.re, root.im, odd.re), fma(u.im, root.im, odd.im)});
      });
      const Complex even = get(0);
      const Complex odd = get(1);
      store(turn + k * lanes_, {even.re + odd.im, even.im - odd.re});
      store(turn + max(radix - k, 0) * lanes_, {even.re - odd.im, even.im + odd.re});
    });
    b_.branch(
        vectors.stage.first == 1, [&] { store_by_lanes(vectors); }, [&] { store_in_order(vectors); });
  }

  /// Ascending, because vectors may reach beyond their rows.
  void store_in_order(const StageVector& vectors) {
    b_.loop("k", b_.constant(0), vectors.stage.radix, one_by_one, [&](Value k) {
      const Complex value = load(memory_.turn + k * lanes_);
      store(vectors.y + k * vectors.stage.y_k, value);
    });
  }

  [[nodiscard]] Value pair(Value i) const { return memory_.pairs + i * lanes_; }

  /// Results of the first stage: those of a lane are neighbours.
  void store_by_lanes(const StageVector& vectors) {
    b_.loop("lane", b_.constant(0), b_.constant(lanes_), one_by_one, [&](Value lane) {
      const Value to = b_.let("to", vectors.y + lane * vectors.stage.radix);
      b_.loop("k", b_.constant(0), vectors.stage.radix, one_by_one, [&](Value k) {
        const Value from = bounded(memory_.turn + k * lanes_ + lane, 1);
        const Value re = b_.load(local_, from);
        const Value im = b_.load(local_, from + memory_.plane);
        const Value at = bounded(to + k, 1);
        b_.store(local_, at, re);
        b_.store(local_, at + memory_.plane, im);
      });
    });
  }

  /// Sums that a loop adds to.
  void set(int i, Complex value) {
    const std::int64_t at = std::int64_t{2} * i * lanes_;
    b_.store(sums_, b_.constant(at), value.re, lanes_);
    b_.store(sums_, b_.constant(at + lanes_), value.im, lanes_);
  }
  Complex get(int i) {
    const std::int64_t at = std::int64_t{2} * i * lanes_;
    const Value re = b_.load(sums_, b_.constant(at), lanes_, lanes_);
    return {re, b_.load(sums_, b_.constant(at + lanes_), lanes_, lanes_)};
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
  const Buffer* sums_;
  Value in_distance_, out_distance_, in_offset_, out_offset_;
  Value columns_, iterations_, given_, conjugates_, length_, work_, stored_, stages_, rounds_;
  Value in_imaginary_, out_imaginary_, re_plane_, im_plane_, half_, chirp_, spectrum_;
};

}  // namespace

Module build_general_kernel(const KernelSpec& spec) { return GeneralKernel(general_program(spec)).build(); }

}  // namespace papilio::kernel
