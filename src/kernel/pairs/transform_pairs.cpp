// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/transform_pairs.hpp"

#include <papilio/error.hpp>

#include "kernel/elements/trig.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

/// Numbers k and m-k of what is in registers. Z[m] is Z[0].
PairSource read_registers(const std::vector<Complex>& numbers, std::size_t m) {
  return [&numbers, m](const Pair& pair) {
    return Partners{numbers[pair.number], numbers[(m - pair.number) % numbers.size()]};
  };
}

/// Stores number k, and m-k if there is such a number: X[m] is one, Z[m] is not.
PairSink write_registers(std::vector<Complex>& numbers, std::size_t m) {
  return [&numbers, m](const Pair& pair, const Partners& x) {
    numbers[pair.number] = x.low;
    if (x.high.re) numbers[m - pair.number] = x.high;
  };
}

/// Real numbers in pairs, by constant numbers.
class PairedReals {
 public:
  explicit PairedReals(std::vector<Complex> pairs) : pairs_(std::move(pairs)) {}
  Value& operator[](Value number) {
    std::int64_t j = 0;
    if (!is_constant(number, &j)) throw Error::internal("transform_pairs", "a number that is not known");
    return j % 2 == 0 ? pairs_[j / 2].re : pairs_[j / 2].im;
  }
  [[nodiscard]] const std::vector<Complex>& pairs() const { return pairs_; }

 private:
  std::vector<Complex> pairs_;
};

/// Twiddles of cosine and sine transforms for a constant k.
std::function<Complex(Value)> constant_twiddles(Builder& b, const KernelSpec& spec, Type type) {
  return [&b, &spec, type](Value k) {
    std::int64_t known = 0;
    if (!is_constant(k, &known)) throw Error::internal("transform_pairs", "a twiddle that is not known");
    return constant_root(b, known, 4 * spec.trig.extent, type);
  };
}

}  // namespace

std::vector<Pair> transform_pairs(Builder& b, std::int64_t m, Type type) {
  std::vector<Pair> all;
  for (std::int64_t k = 0; 2 * k <= m; ++k) {
    Pair& pair = all.emplace_back();
    pair.kind = k == 0 ? PairKind::zero : 2 * k == m ? PairKind::middle : PairKind::both;
    pair.number = static_cast<std::size_t>(k);
    pair.twiddle = [&b, k, m, type] { return constant_root(b, k, 2 * m, type); };
  }
  return all;
}

std::vector<Complex> pre_process_transform(Builder& b, const KernelSpec& spec, const std::vector<Complex>& memory,
                                           Complex last) {
  const auto m = static_cast<std::size_t>(spec.length);
  const Type type = memory[0].re.type();
  std::vector<Complex> x = memory;
  if (stages_numbers(spec)) {
    PairedReals numbers(memory);
    const Trig trig(b, spec, constant_twiddles(b, spec, type));
    const auto read = [&](Value j) { return numbers[j]; };
    x.clear();
    for (std::size_t i = 0; i < (pre_processes(spec) ? m + 1 : m); ++i) {
      x.push_back(trig.load(b.constant(static_cast<std::int64_t>(i)), read));
    }
  } else if (pre_processes(spec)) {
    x.push_back(last);
  }
  if (!pre_processes(spec)) return x;
  std::vector<Complex> z(m);
  pre_process(b, transform_pairs(b, spec.length, type), read_registers(x, m), write_registers(z, m));
  return z;
}

std::vector<Complex> post_process_transform(Builder& b, const KernelSpec& spec, const std::vector<Complex>& z) {
  const auto m = static_cast<std::size_t>(spec.length);
  const Type type = z[0].re.type();
  std::vector<Complex> x = z;
  if (post_processes(spec)) {
    x.resize(m + 1);
    post_process(b, transform_pairs(b, spec.length, type), read_registers(z, m), write_registers(x, m));
  }
  if (!stages_numbers(spec)) return x;
  PairedReals numbers{std::vector<Complex>(m)};
  const auto write = [&](Value j, Value y) { numbers[j] = b.let("y", y); };
  const Trig trig(b, spec, constant_twiddles(b, spec, type));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Value k = b.constant(static_cast<std::int64_t>(i));
    post_processes(spec) ? trig.store_half(k, x[i], write) : trig.store(k, x[i], write);
  }
  return numbers.pairs();
}

}  // namespace papilio::kernel
