// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_prime.hpp"

#include <algorithm>

#include "kernel/tables/spec_tables.hpp"

namespace papilio::kernel {
namespace {

/// Results that are computed at once. They share the loads of t_j and u_j, and have sums in 8 of a processor's 16
/// registers.
constexpr int max_results = 2;

}  // namespace

SimdPrime::SimdPrime(Builder& b, const KernelSpec& spec, const KernelContext& context)
    : b_(b), context_(context), lanes_(spec.shape.lanes), primes_(looped_primes(spec)) {
  if (primes_.empty()) return;
  const int largest = *std::ranges::max_element(primes_);
  pairs_.emplace(b_, "pairs", context.element, ScratchShape{largest - 1, lanes_, ScratchLayout::columns});
  registers_ = b_.registers("sums", context.element, std::int64_t{2} * 2 * max_results * lanes_);
}

void SimdPrime::emit(const PrimeButterfly& butterfly) const {
  const int h = (butterfly.radix - 1) / 2;
  const int together = h / max_results * max_results;
  const Value zero = b_.constant(0);
  const Complex first = butterfly.input(zero);
  butterfly.store(zero, emit_pairs(butterfly, first));
  b_.loop("k", zero, b_.constant(together), {max_results, Unroll::none},
          [&](Value k) { emit_results(butterfly, first, k, max_results); });
  if (together < h) emit_results(butterfly, first, b_.constant(together), 1);
}

/// t_j and u_j; returns y_0.
Complex SimdPrime::emit_pairs(const PrimeButterfly& butterfly, Complex first) const {
  set(0, first);
  b_.loop("j", b_.constant(0), b_.constant((butterfly.radix - 1) / 2), {1, Unroll::none}, [&](Value j) {
    const Complex x = butterfly.input(b_.let("j", j + 1));
    const Complex mirror = butterfly.input(b_.let("j", butterfly.radix - 1 - j));
    const Complex sum = x + mirror;
    pairs_->store(b_, 2 * j, sum);
    pairs_->store(b_, 2 * j + 1, x - mirror);
    set(0, get(0) + sum);
  });
  return get(0);
}

/// Results k+1 to k+count, and radix-1-k downwards. Each sum has two halves: chains of roundings are half as long, as
/// in codelets.
void SimdPrime::emit_results(const PrimeButterfly& butterfly, Complex first, Value k, int count) const {
  const std::int64_t h = (butterfly.radix - 1) / 2;
  const Value zero = constant_like(first.re, 0.0);
  const Complex none{zero, zero};
  const auto low = add_products(butterfly, std::vector<EvenOdd>(count, {first, none}), k, 0, h / 2);
  const auto high = add_products(butterfly, std::vector<EvenOdd>(count, {none, none}), k, h / 2, h);
  for (int i = 0; i < count; ++i) {
    const Complex even = low[i].even + high[i].even;
    const Complex odd = low[i].odd + high[i].odd;
    const Complex below{b_.let("y", even.re + odd.im), b_.let("y", even.im - odd.re)};
    const Complex above{b_.let("y", even.re - odd.im), b_.let("y", even.im + odd.re)};
    const bool forward = butterfly.direction == Direction::forward;
    butterfly.store(b_.let("k", k + (i + 1)), forward ? below : above);
    butterfly.store(b_.let("k", butterfly.radix - (i + 1) - k), forward ? above : below);
  }
}

std::vector<SimdPrime::EvenOdd> SimdPrime::add_products(const PrimeButterfly& butterfly,
                                                        const std::vector<EvenOdd>& start, Value k, std::int64_t begin,
                                                        std::int64_t end) const {
  const int radix = butterfly.radix;
  const std::int64_t first = first_prime_root(primes_, radix);
  for (std::size_t i = 0; i < start.size(); ++i) {
    set(2 * i, start[i].even);
    set(2 * i + 1, start[i].odd);
  }
  b_.loop("j", b_.constant(begin), b_.constant(end), {1, Unroll::none}, [&](Value j) {
    const Complex t = pairs_->load(b_, 2 * j, lanes_);
    const Complex u = pairs_->load(b_, 2 * j + 1, lanes_);
    for (std::size_t i = 0; i < start.size(); ++i) {
      const EntrySlot<Value> slot = prime_root_slot(k + static_cast<int>(i), j, radix, first);
      const Complex w{b_.load(context_.table("prime_roots"), slot.re), b_.load(context_.table("prime_roots"), slot.im)};
      const Complex root = broadcast(w, lanes_);
      const Complex even = get(2 * i);
      set(2 * i, {fma(t.re, root.re, even.re), butterfly.real ? even.im : fma(t.im, root.re, even.im)});
      const Complex odd = get(2 * i + 1);
      set(2 * i + 1, {fma(u.re, root.im, odd.re), butterfly.real ? odd.im : fma(u.im, root.im, odd.im)});
    }
  });
  std::vector<EvenOdd> sums;
  for (std::size_t i = 0; i < start.size(); ++i) sums.push_back({get(2 * i), get(2 * i + 1)});
  return sums;
}

void SimdPrime::set(std::size_t i, Complex value) const {
  const auto at = static_cast<std::int64_t>(2 * i) * lanes_;
  b_.store(registers_, b_.constant(at), value.re, lanes_);
  b_.store(registers_, b_.constant(at + lanes_), value.im, lanes_);
}

Complex SimdPrime::get(std::size_t i) const {
  const auto at = static_cast<std::int64_t>(2 * i) * lanes_;
  return {b_.load(registers_, b_.constant(at), lanes_, lanes_),
          b_.load(registers_, b_.constant(at + lanes_), lanes_, lanes_)};
}

}  // namespace papilio::kernel
