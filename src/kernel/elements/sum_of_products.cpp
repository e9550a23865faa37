// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/sum_of_products.hpp"

#include "kernel/complex.hpp"

namespace papilio::kernel {
namespace {

/// The registers in which a loop accumulates.
class Total {
 public:
  Total(Builder& b, const Buffer* registers, int lanes) : b_(b), registers_(registers), lanes_(lanes) {}

  void set(Complex value) const {
    for (int l = 0; l < lanes_; ++l) {
      const Complex one = lane(value, l);
      b_.store(registers_, b_.constant(2 * l), one.re);
      b_.store(registers_, b_.constant(2 * l + 1), one.im);
    }
  }
  [[nodiscard]] Complex get() const {
    std::vector<Complex> parts;
    for (int l = 0; l < lanes_; ++l) {
      parts.push_back({b_.load(registers_, b_.constant(2 * l)), b_.load(registers_, b_.constant(2 * l + 1))});
    }
    return concat(parts);
  }

 private:
  Builder& b_;
  const Buffer* registers_;
  int lanes_;
};

}  // namespace

Complex sum_of_products(Builder& b, const KernelSpec& spec, const KernelContext& context, const Factors& factors) {
  const UserMemory memory(b, spec, context);
  const auto value = [&](Value offset) {
    return memory.load_complex(factors.input + offset, factors.lanes, factors.alignment);
  };
  const auto factor = [&](Value offset) {
    return load_complex(context.filter, factors.filter + offset, factors.lanes, factors.alignment);
  };
  const Value none = b.constant(0, i64);
  const Complex first = value(none);
  const Complex product = first * factor(none);
  if (spec.filter.sum.count == 1) return product;
  const auto with_term = [&](Complex total, Value i) {
    const Complex x = value(i * (2 * spec.filter.sum.in));
    return multiply_add(x, factor(i * (2 * spec.filter.sum.filter)), total);
  };
  if (!is_looped_sum(spec)) {
    Complex total = product;
    for (std::int64_t i = 1; i < spec.filter.sum.count; ++i) total = with_term(total, b.constant(i, i64));
    return total;
  }
  const Total total(b, context.sum, factors.lanes);
  total.set(product);
  b.loop("channel", b.constant(1, i64), b.constant(spec.filter.sum.count, i64), 1,
         [&](Value i) { total.set(with_term(total.get(), i)); });
  return total.get();
}

}  // namespace papilio::kernel
