// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "host_passes.hpp"

#include <algorithm>
#include <cstdlib>

namespace papilio::fftw3 {
namespace {

/// Calls visit(input offset, output offset) for every index of the dimensions.
template <typename Visit>
void for_each_index(const std::vector<Dim>& dims, Visit visit) {
  std::vector<std::ptrdiff_t> index(dims.size(), 0);
  std::ptrdiff_t in = 0;
  std::ptrdiff_t out = 0;
  while (true) {
    visit(in, out);
    std::size_t i = dims.size();
    while (i > 0) {
      --i;
      in += dims[i].is;
      out += dims[i].os;
      if (++index[i] < dims[i].n) break;
      in -= dims[i].is * dims[i].n;
      out -= dims[i].os * dims[i].n;
      index[i] = 0;
      if (i == 0) return;
    }
    if (dims.empty()) return;
  }
}

/// The dimension with the smallest strides is last, where the inner loop is.
std::vector<Dim> innermost_last(std::vector<Dim> dims) {
  std::erase_if(dims, [](const Dim& dim) { return dim.n == 1; });
  std::stable_sort(dims.begin(), dims.end(), [](const Dim& a, const Dim& b) {
    return std::abs(a.is) + std::abs(a.os) > std::abs(b.is) + std::abs(b.os);
  });
  return dims;
}

template <typename Real>
void copy(std::vector<Dim> dims, const Real* from, Real* to) {
  dims = innermost_last(std::move(dims));
  Dim inner{1, 0, 0};
  if (!dims.empty()) {
    inner = dims.back();
    dims.pop_back();
  }
  for_each_index(dims, [&](std::ptrdiff_t in, std::ptrdiff_t out) {
    if (from == nullptr) {
      for (std::ptrdiff_t i = 0; i < inner.n; ++i) to[out + i * inner.os] = Real{0};
    } else if (inner.is == 1 && inner.os == 1) {
      std::copy(from + in, from + in + inner.n, to + out);
    } else {
      for (std::ptrdiff_t i = 0; i < inner.n; ++i) to[out + i * inner.os] = from[in + i * inner.is];
    }
  });
}

template <typename Real>
void pair(const StridedLines& lines, HalfcomplexPass pairing, Real* data) {
  for_each_index(innermost_last(lines.others), [&](std::ptrdiff_t, std::ptrdiff_t offset) {
    Real* const line = data + offset;
    for (std::ptrdiff_t k = 1; 2 * k < lines.n; ++k) {
      Real& low = line[k * lines.stride];
      Real& high = line[(lines.n - k) * lines.stride];
      const Real a = low;
      const Real b = high;
      if (pairing == HalfcomplexPass::to_halfcomplex) {
        low = (a + b) / 2;
        high = (b - a) / 2;
      } else {
        low = a - b;
        high = a + b;
      }
    }
  });
}

}  // namespace

void copy_numbers(Precision precision, const std::vector<Dim>& dims, const void* from, void* to) {
  if (precision == Precision::f32) {
    copy(dims, static_cast<const float*>(from), static_cast<float*>(to));
  } else {
    copy(dims, static_cast<const double*>(from), static_cast<double*>(to));
  }
}

void pair_numbers(Precision precision, const StridedLines& lines, HalfcomplexPass pairing, void* data) {
  if (precision == Precision::f32) {
    pair(lines, pairing, static_cast<float*>(data));
  } else {
    pair(lines, pairing, static_cast<double*>(data));
  }
}

}  // namespace papilio::fftw3
