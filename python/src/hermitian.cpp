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
void for_rows(const ArrayOperand& array, int inner, const std::array<bool, most_dimensions>& negated, const Row& row) {
  std::array<std::int64_t, most_dimensions> index{};
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

template <typename T>
void complete(const FftCall& call, const ArrayOperand& out, ConjugateHalf conjugate) {
  const int halved = call.axes[call.axes_count - 1];
  const std::int64_t n = out.shape[halved];
  const std::int64_t step = out.strides[halved];
  std::array<bool, most_dimensions> negated{};
  for (int i = 0; i < call.axes_count - 1; ++i) negated[call.axes[i]] = true;
  using Bin = std::complex<T>;
  // The inverse wants conj(X[k]), so its other half is X[-k] itself.
  const bool inverse = conjugate == ConjugateHalf::yes;
  for_rows(out, halved, negated, [&](std::int64_t here, std::int64_t partner) {
    char* to = out.data + here + (n / 2 + 1) * step;
    char* from = out.data + partner + (n - n / 2 - 1) * step;
    for (std::int64_t k = n / 2 + 1; k < n; ++k, to += step, from -= step) {
      const Bin bin = *reinterpret_cast<const Bin*>(from);
      *reinterpret_cast<Bin*>(to) = inverse ? bin : std::conj(bin);
    }
  });
  if (!inverse) return;
  for_rows(out, halved, negated, [&](std::int64_t here, std::int64_t) {
    for (std::int64_t k = 0; k <= n / 2; ++k) {
      Bin& bin = *reinterpret_cast<Bin*>(out.data + here + k * step);
      bin = std::conj(bin);
    }
  });
}

template <typename T>
void conjugate_all(const ArrayOperand& out) {
  const int inner = out.rank - 1;
  for_rows(out, inner, {}, [&](std::int64_t here, std::int64_t) {
    char* address = out.data + here;
    for (std::int64_t k = 0; k < out.shape[inner]; ++k, address += out.strides[inner]) {
      auto& value = *reinterpret_cast<std::complex<T>*>(address);
      value = std::conj(value);
    }
  });
}

}  // namespace

void complete_spectrum(const FftCall& call, const ArrayOperand& out, ConjugateHalf conjugate) {
  if (out.number == ElementNumber::c64) return complete<float>(call, out, conjugate);
  complete<double>(call, out, conjugate);
}

void conjugate_array(const ArrayOperand& out) {
  if (out.number == ElementNumber::c64) return conjugate_all<float>(out);
  conjugate_all<double>(out);
}

}  // namespace papilio::python
