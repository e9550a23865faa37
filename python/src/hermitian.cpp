// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "hermitian.hpp"

#include <complex>
#include <cstring>

namespace papilio::python {
namespace {

/// Calls row(here, partner) for each line along the axis `inner`: the byte offsets of its first element, and of that of
/// the line whose indices of the axes in `negated` are the negatives.
template <typename Row>
void for_rows(const ArrayOperand& array, int inner, const std::array<bool, max_dimensions>& negated, const Row& row) {
  std::array<std::int64_t, max_dimensions> index{};
  for (;;) {
    std::int64_t here = 0;
    std::int64_t partner = 0;
    for (int d = 0; d < array.rank; ++d) {
      if (d == inner) continue;
      here += index[d] * array.strides[d];
      partner += (negated[d] && index[d] > 0 ? array.shape[d] - index[d] : index[d]) * array.strides[d];
    }
    row(here, partner);
    int d = array.rank - 1;
    for (; d >= 0; --d) {
      if (d == inner) continue;
      if (++index[d] < array.shape[d]) break;
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

/// A complex number whose parts are pairs of floats.
template <typename T>
struct ComplexPair {
  T real[2];
  T imag[2];
};
template <typename T>
ComplexPair<T> conj(const ComplexPair<T>& bin) {
  return {{bin.real[0], bin.real[1]}, {-bin.imag[0], -bin.imag[1]}};
}
using std::conj;

template <typename Bin>
void complete(const FftCall& call, const ArrayOperand& out, ConjugateHalf conjugate) {
  const int halved = call.axes[call.axes_count - 1];
  const std::int64_t n = out.shape[halved];
  const std::int64_t step = out.strides[halved];
  std::array<bool, max_dimensions> negated{};
  for (int i = 0; i < call.axes_count - 1; ++i) negated[call.axes[i]] = true;
  // The inverse wants conj(X[k]), so its other half is X[-k] itself.
  const bool inverse = conjugate == ConjugateHalf::yes;
  for_rows(out, halved, negated, [&](std::int64_t here, std::int64_t partner) {
    char* to = out.data + here + (n / 2 + 1) * step;
    char* from = out.data + partner + (n - n / 2 - 1) * step;
    for (std::int64_t k = n / 2 + 1; k < n; ++k, to += step, from -= step) {
      const Bin bin = *reinterpret_cast<const Bin*>(from);
      *reinterpret_cast<Bin*>(to) = inverse ? bin : conj(bin);
    }
  });
  if (!inverse) return;
  for_rows(out, halved, negated, [&](std::int64_t here, std::int64_t) {
    for (std::int64_t k = 0; k <= n / 2; ++k) {
      Bin& bin = *reinterpret_cast<Bin*>(out.data + here + k * step);
      bin = conj(bin);
    }
  });
}

template <typename Bin>
void conjugate_all(const ArrayOperand& out) {
  const int inner = out.rank - 1;
  for_rows(out, inner, {}, [&](std::int64_t here, std::int64_t) {
    char* address = out.data + here;
    for (std::int64_t k = 0; k < out.shape[inner]; ++k, address += out.strides[inner]) {
      auto& value = *reinterpret_cast<Bin*>(address);
      value = conj(value);
    }
  });
}

/// Calls visit(a number of the array's type).
template <typename Visit>
void visit_number(ElementNumber number, const Visit& visit) {
  if (number == ElementNumber::c64) return visit(std::complex<float>());
  if (number == ElementNumber::c64x2) return visit(ComplexPair<float>());
  if (number == ElementNumber::c128x2) return visit(ComplexPair<double>());
  visit(std::complex<double>());
}

}  // namespace

void complete_spectrum(const FftCall& call, const ArrayOperand& out, ConjugateHalf conjugate) {
  visit_number(out.number, [&](auto bin) { complete<decltype(bin)>(call, out, conjugate); });
}

void conjugate_array(const ArrayOperand& out) {
  visit_number(out.number, [&](auto bin) { conjugate_all<decltype(bin)>(out); });
}

}  // namespace papilio::python
