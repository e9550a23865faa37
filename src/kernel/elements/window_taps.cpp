// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/window_taps.hpp"

#include <papilio/error.hpp>

#include "kernel/kernel_context.hpp"
#include "kernel/tables/spec_tables.hpp"

namespace papilio::kernel {
namespace {

class TapSum {
 public:
  TapSum(Builder& b, const KernelSpec& spec, const KernelContext& context, const TapInput& input)
      : b_(b),
        spec_(spec),
        context_(context),
        input_(input),
        ends_(b, spec, context),
        n_(spec.in.ends.front().length),
        taps_(spec.in.ends.front().window.taps),
        distance_(spec.in.strides.step(spec.interleaved) *
                  (input.numbers == Numbers::complex ? context.input_unit() : 1)) {
    if (input.at.number == nullptr)
      throw Error::internal("a number without its index, which its taps need", spec.key());
  }

  Complex sum() {
    const Complex first = first_product();
    if (taps_ == 1) return first;
    if (!is_looped_sum(spec_)) {
      Complex total = first;
      for (std::int64_t q = 1; q < taps_; ++q) total = with_tap(total, b_.constant(static_cast<int>(q)));
      return total;
    }
    put(first);
    b_.loop("tap", b_.constant(1), b_.constant(static_cast<int>(taps_)), {1, Unroll::none},
            [&](Value q) { put(with_tap(total(), q)); });
    return total();
  }

  std::vector<Complex> sums_of_frames(const std::vector<Value>& rows) {
    std::vector<Complex> factors;
    for (std::int64_t q = 0; q < taps_; ++q)
      factors.push_back(ends_.factors(spec_.in, 0, input_.at.number + q * n_, input_.lanes, input_.numbers));
    std::vector<Complex> sums(rows.size() + 1 - factors.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Complex x = input_.load(input_.at.index + rows[r], input_.lanes);
      for (std::size_t f = 0; f < sums.size(); ++f) {
        if (r < f || r - f >= factors.size()) continue;
        const Complex& w = factors[r - f];
        sums[f] = r == f ? product(x, w) : with_product(sums[f], x, w);
      }
    }
    return sums;
  }

 private:
  [[nodiscard]] bool is_real() const { return input_.numbers == Numbers::real; }

  Complex product(Complex x, Complex w) {
    return {b_.let("x", x.re * w.re), is_real() ? Value{} : b_.let("x", x.im * w.im)};
  }

  /// The product of the first tap; with a turn, that of the last one for numbers before the frame's beginning.
  Complex first_product() {
    if (input_.at.turn == nullptr) {
      index_ = input_.at.index;
      number_ = input_.at.number;
      const Complex x = input_.load(index_, input_.lanes);
      return product(x, ends_.factors(spec_.in, 0, number_, input_.lanes, input_.numbers));
    }
    number_ = b_.let("j", input_.at.number - input_.at.turn);
    index_ = b_.let("at", input_.at.index - cast(input_.at.turn, ScalarKind::i64) * distance_);
    std::vector<Complex> parts;
    for (int l = 0; l < input_.lanes; ++l) parts.push_back(wrapped_product(l));
    if (!is_real()) return concat(parts);
    return parts[0];
  }

  /// Number `ahead` of the frame, counted from the first lane's, at its place in the frame.
  struct Wrapped {
    Value number;
    Value index;
  };
  Wrapped wrapped(int ahead) {
    const Value own = b_.let("j", number_ + ahead);
    const auto last = static_cast<int>(taps_ * n_ - 1);
    // The limits tell verify() what the sign of p - r says.
    const Value place = b_.let("place", max(min(select(own < 0, own + (last + 1), own), last), 0));
    return {place, b_.let("at", index_ + cast(place - number_, ScalarKind::i64) * distance_)};
  }

  Complex wrapped_product(int l) {
    const ir::Buffer* const window = context_.table(window_table(0));
    const auto factor = [&](Value place) { return b_.let("w", b_.load(window, place)); };
    if (input_.numbers == Numbers::pairs) {
      const Wrapped first = wrapped(2 * l);
      const Wrapped second = wrapped(2 * l + 1);
      const Complex x{input_.load_one(first.index), input_.load_one(second.index)};
      const Complex w{factor(first.number), factor(second.number)};
      return product(x, w);
    }
    const Wrapped own = wrapped(l);
    const Value w = factor(own.number);
    return product(input_.load(own.index, 1), {w, w});
  }

  Complex with_tap(Complex total, Value q) {
    const Complex x = input_.load(b_.let("at", index_ + cast(q, ScalarKind::i64) * (n_ * distance_)), input_.lanes);
    const Value number = b_.let("j", number_ + q * static_cast<int>(n_));
    const Complex w = ends_.factors(spec_.in, 0, number, input_.lanes, input_.numbers);
    return with_product(total, x, w);
  }

  Complex with_product(Complex total, Complex x, Complex w) {
    return {b_.let("sum", fma(x.re, w.re, total.re)), is_real() ? Value{} : b_.let("sum", fma(x.im, w.im, total.im))};
  }

  void put(Complex value) {
    b_.store(context_.sum, b_.constant(0), value.re, input_.lanes);
    if (!is_real()) b_.store(context_.sum, b_.constant(spec_.shape.lanes), value.im, input_.lanes);
  }
  Complex total() {
    const auto part = [&](int at) {
      return b_.let("sum", b_.load(context_.sum, b_.constant(at), input_.lanes, input_.lanes));
    };
    return {part(0), is_real() ? Value{} : part(spec_.shape.lanes)};
  }

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  const TapInput& input_;
  AxisEnds ends_;
  std::int64_t n_;
  std::int64_t taps_;
  std::int64_t distance_;  ///< of neighbouring numbers, in scalars
  Value number_;           ///< j of the first lane, negative before the frame's beginning
  Value index_;            ///< where it is, or would be
};

}  // namespace

Complex sum_over_taps(Builder& b, const KernelSpec& spec, const KernelContext& context, const TapInput& input) {
  return TapSum(b, spec, context, input).sum();
}

std::vector<Complex> sums_of_frames(Builder& b, const KernelSpec& spec, const KernelContext& context,
                                    const TapInput& input, const std::vector<Value>& rows) {
  return TapSum(b, spec, context, input).sums_of_frames(rows);
}

}  // namespace papilio::kernel
