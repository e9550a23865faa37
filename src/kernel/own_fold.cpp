// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/own_fold.hpp"

#include <papilio/error.hpp>

#include "core/roots.hpp"
#include "kernel/real_fold.hpp"
#include "kernel/trig.hpp"

namespace papilio::kernel {
namespace {

/// Real numbers in pairs, by constant numbers.
class Numbers {
 public:
  explicit Numbers(std::vector<Complex> pairs) : pairs_(std::move(pairs)) {}
  Value& operator[](Value number) {
    std::int64_t j = 0;
    if (!is_constant(number, &j)) throw Error::internal("OwnFold", "a number that is not known");
    return j % 2 == 0 ? pairs_[j / 2].re : pairs_[j / 2].im;
  }
  [[nodiscard]] const std::vector<Complex>& pairs() const { return pairs_; }

 private:
  std::vector<Complex> pairs_;
};

}  // namespace

Complex OwnFold::root(std::int64_t k, std::int64_t n, Type type) {
  const LongComplex w = root_of_unity(k, n);
  return {b_.real(static_cast<double>(w.real()), type), b_.real(static_cast<double>(w.imag()), type)};
}

/// Z[0..m-1] of X[0..m].
std::vector<Complex> OwnFold::folded(const std::vector<Complex>& x) {
  std::vector<Complex> z(m_);
  z[0] = {b_.let("re", b_.add(x[0].re, x[m_].re)), b_.let("im", b_.sub(x[0].re, x[m_].re))};
  for (std::int64_t k = 1; 2 * k < m_; ++k) {
    const Partners pair = fold(b_, {x[k], x[m_ - k]}, root(k, 2 * m_, x[k].re->type), nullptr);
    z[k] = pair.low;
    z[m_ - k] = pair.high;
  }
  if (m_ % 2 == 0) z[m_ / 2] = scale(b_, conjugate(b_, x[m_ / 2]), 2.0);
  return z;
}

/// X[0..m] of Z[0..m-1].
std::vector<Complex> OwnFold::unfolded(const std::vector<Complex>& z) {
  std::vector<Complex> x(m_ + 1);
  const Value zero = b_.real(0.0, z[0].re->type);
  x[0] = {b_.let("re", b_.add(z[0].re, z[0].im)), zero};
  x[m_] = {b_.let("re", b_.sub(z[0].re, z[0].im)), zero};
  for (std::int64_t k = 1; 2 * k < m_; ++k) {
    const Partners pair = unfold(b_, {z[k], z[m_ - k]}, root(k, 2 * m_, zero->type));
    x[k] = pair.low;
    x[m_ - k] = pair.high;
  }
  if (m_ % 2 == 0) x[m_ / 2] = conjugate(b_, z[m_ / 2]);
  return x;
}

/// Of cosine and sine transforms: the twiddle of a constant k.
Complex OwnFold::twiddle(Value k, Type type) {
  std::int64_t known = 0;
  if (!is_constant(k, &known)) throw Error::internal("OwnFold", "a twiddle that is not known");
  return root(known, 4 * spec_.extent, type);
}

std::vector<Complex> OwnFold::before(const std::vector<Complex>& memory, Complex last) {
  std::vector<Complex> x = memory;
  if (spec_.in.form == Form::trig) {
    Numbers numbers(memory);
    const auto read = [&](Value j) { return numbers[j]; };
    const auto root_of = [&](Value k) { return twiddle(k, memory[0].re->type); };
    x.clear();
    const std::int64_t wanted = spec_.folds_before() ? m_ + 1 : m_;
    for (std::int64_t i = 0; i < wanted; ++i) x.push_back(load_trig(b_, spec_, b_.constant(i), read, root_of));
  } else if (spec_.folds_before()) {
    x.push_back(last);
  }
  return spec_.folds_before() ? folded(x) : x;
}

std::vector<Complex> OwnFold::after(const std::vector<Complex>& z) {
  const std::vector<Complex> x = spec_.folds_after() ? unfolded(z) : z;
  if (spec_.out.form != Form::trig) return x;
  Numbers numbers{std::vector<Complex>(m_)};
  const auto write = [&](Value j, Value y) { numbers[j] = b_.let("y", y); };
  const auto root_of = [&](Value k) { return twiddle(k, z[0].re->type); };
  const auto store = spec_.folds_after() ? store_half_trig : store_trig;
  for (std::size_t k = 0; k < x.size(); ++k) {
    store(b_, spec_, b_.constant(static_cast<std::int64_t>(k)), x[k], write, root_of);
  }
  return numbers.pairs();
}

}  // namespace papilio::kernel
