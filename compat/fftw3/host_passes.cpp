// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "host_passes.hpp"

#include <algorithm>
#include <cmath>
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

/// high + low, as f64x2 has them in memory.
struct HostPair {
  double high;
  double low;
};
HostPair operator+(const HostPair& a, const HostPair& b) {
  const double sum = a.high + b.high;
  const double part = sum - a.high;
  const double rest = ((a.high - (sum - part)) + (b.high - part)) + (a.low + b.low);
  const double high = sum + rest;
  return {high, rest - (high - sum)};
}
HostPair operator-(const HostPair& a, const HostPair& b) { return a + HostPair{-b.high, -b.low}; }
HostPair operator/(const HostPair& a, int power_of_two) { return {a.high / power_of_two, a.low / power_of_two}; }

template <typename From, typename To, typename Convert>
void copy(std::vector<Dim> dims, const From* from, To* to, const Convert& convert) {
  dims = innermost_last(std::move(dims));
  Dim inner{1, 0, 0};
  if (!dims.empty()) {
    inner = dims.back();
    dims.pop_back();
  }
  for_each_index(dims, [&](std::ptrdiff_t in, std::ptrdiff_t out) {
    if (from == nullptr) {
      for (std::ptrdiff_t i = 0; i < inner.n; ++i) to[out + i * inner.os] = To{};
    } else if (inner.is == 1 && inner.os == 1) {
      std::transform(from + in, from + in + inner.n, to + out, convert);
    } else {
      for (std::ptrdiff_t i = 0; i < inner.n; ++i) to[out + i * inner.os] = convert(from[in + i * inner.is]);
    }
  });
}

template <typename Real>
void copy(const std::vector<Dim>& dims, const void* from, void* to) {
  copy(dims, static_cast<const Real*>(from), static_cast<Real*>(to), [](Real x) { return x; });
}

void split(const std::vector<Dim>& dims, const long double* from, HostPair* to, int exponent) {
  copy(dims, from, to, [exponent](long double x) {
    if (exponent != 0) x = std::ldexp(x, -exponent);
    const auto high = static_cast<double>(x);
    return HostPair{high, std::isfinite(high) ? static_cast<double>(x - high) : 0.0};
  });
}

void join(const std::vector<Dim>& dims, const HostPair* from, long double* to, int exponent) {
  copy(dims, from, to, [exponent](const HostPair& pair) {
    const long double x = static_cast<long double>(pair.high) + pair.low;
    return exponent != 0 ? std::ldexp(x, exponent) : x;
  });
}

/// Dimensions of a batch, and of each of its transforms.
struct BatchedDims {
  std::vector<Dim> batch;
  std::vector<Dim> transform;
  BatchedDims(const std::vector<Dim>& dims, std::size_t batch_axes)
      : batch(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(batch_axes)),
        transform(dims.begin() + static_cast<std::ptrdiff_t>(batch_axes), dims.end()) {}
};

/// Copies each transform with its exponent.
template <typename From, typename To>
void convert(const CopyFormat& format, const std::vector<Dim>& dims, const void* from, void* to,
             void (*copy_scaled)(const std::vector<Dim>&, const From*, To*, int)) {
  const auto* const source = static_cast<const From*>(from);
  auto* const target = static_cast<To*>(to);
  if (format.exponents.empty()) return copy_scaled(dims, source, target, 0);
  const BatchedDims parts(dims, format.batch_axes);
  std::size_t transform = 0;
  for_each_index(parts.batch, [&](std::ptrdiff_t in, std::ptrdiff_t out) {
    copy_scaled(parts.transform, source != nullptr ? source + in : nullptr, target + out,
                format.exponents[transform++]);
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

void copy_numbers(const CopyFormat& format, const std::vector<Dim>& dims, const void* from, void* to) {
  if (format.conversion == NumberConversion::split) return convert(format, dims, from, to, split);
  if (format.conversion == NumberConversion::join) return convert(format, dims, from, to, join);
  if (format.precision == Precision::f32) return copy<float>(dims, from, to);
  if (format.precision == Precision::f64) return copy<double>(dims, from, to);
  copy<long double>(dims, from, to);
}

std::vector<int> exponents_of(const std::vector<Dim>& dims, std::size_t batch_axes, const void* numbers,
                              const void* others) {
  constexpr int farthest = 300;
  const BatchedDims parts(dims, batch_axes);
  std::vector<int> exponents;
  for_each_index(parts.batch, [&](std::ptrdiff_t begin, std::ptrdiff_t) {
    long double largest = 0;
    for (const void* array : {numbers, others}) {
      if (array == nullptr) continue;
      for_each_index(parts.transform, [&](std::ptrdiff_t in, std::ptrdiff_t) {
        const long double size = std::fabs(static_cast<const long double*>(array)[begin + in]);
        if (size > largest && std::isfinite(size)) largest = size;
      });
    }
    const int exponent = largest > 0 ? std::ilogb(largest) : 0;
    exponents.push_back(std::abs(exponent) > farthest ? exponent : 0);
  });
  const bool none = std::all_of(exponents.begin(), exponents.end(), [](int exponent) { return exponent == 0; });
  return none ? std::vector<int>() : exponents;
}

void pair_numbers(Precision precision, const StridedLines& lines, HalfcomplexPass pairing, void* data) {
  if (precision == Precision::f32) return pair(lines, pairing, static_cast<float*>(data));
  if (precision == Precision::f64) return pair(lines, pairing, static_cast<double*>(data));
  pair(lines, pairing, static_cast<HostPair*>(data));
}

}  // namespace papilio::fftw3
