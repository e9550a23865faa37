// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the client programs share: device memory, layouts as cuFFT describes them, and a check of one execution against
// a Fourier transform by its definition, in double precision.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace client {

[[noreturn]] inline void fail(const std::string& what) {
  std::printf("FAILED: %s\n", what.c_str());
  std::exit(1);
}
inline void expect(bool condition, const std::string& what) {
  if (!condition) fail(what);
}
inline void check(cufftResult result, const std::string& what, cufftResult expected = CUFFT_SUCCESS) {
  if (result == expected) return;
  fail(what + " returned " + std::to_string(result) + ", not " + std::to_string(expected));
}
inline void check(cudaError_t result, const std::string& what) {
  if (result != cudaSuccess) fail(what + ": CUDA error " + std::to_string(result));
}

class DeviceBytes {
 public:
  explicit DeviceBytes(std::size_t bytes) { check(cudaMalloc(&data_, bytes + 256), "cudaMalloc"); }
  ~DeviceBytes() { cudaFree(data_); }
  DeviceBytes(const DeviceBytes&) = delete;
  DeviceBytes& operator=(const DeviceBytes&) = delete;
  [[nodiscard]] char* get() const { return static_cast<char*>(data_); }

 private:
  void* data_ = nullptr;
};

/// Element (i, j, k) of array b lies at b*distance + ((i*embed[1] + j)*embed[2] + k)*stride.
struct Layout {
  std::vector<long long> embed;
  long long stride = 1;
  long long distance = 0;
};

enum class Kind { c2c, r2c, c2r };

struct Case {
  Kind kind = Kind::c2c;
  std::vector<long long> lengths;
  long long batch = 1;
  int direction = CUFFT_FORWARD;
  bool in_place = false;
  Layout in = {};  ///< without embed: contiguous, as cuFFT takes null embeds
  Layout out = {};
  std::size_t offset = 0;  ///< bytes of the pointers from an aligned address
  /// More than the rounding errors of the transform.
  double tolerance = 1e-5;
};

using Complex = std::complex<double>;
using Exec = std::function<void(void* in, void* out)>;

inline double to_double(float x) { return x; }
inline double to_double(double x) { return x; }
inline double to_double(__half x) { return __half2float(x); }
inline double to_double(__nv_bfloat16 x) { return __bfloat162float(x); }
inline void from_double(double x, float& y) { y = static_cast<float>(x); }
inline void from_double(double x, double& y) { y = x; }
inline void from_double(double x, __half& y) { y = __float2half(static_cast<float>(x)); }
inline void from_double(double x, __nv_bfloat16& y) { y = __float2bfloat16(static_cast<float>(x)); }

/// Along one axis of a contiguous array of `count` * length * `inner` elements.
inline void transform_axis(std::vector<Complex>& data, std::size_t length, std::size_t inner, int sign) {
  std::vector<Complex> roots(length);
  std::vector<Complex> line(length);
  for (std::size_t i = 0; i < length; ++i) {
    const double angle = sign * 2 * M_PI * static_cast<double>(i) / static_cast<double>(length);
    roots[i] = {std::cos(angle), std::sin(angle)};
  }
  for (std::size_t begin = 0; begin < data.size(); begin += length * inner) {
    for (std::size_t column = begin; column < begin + inner; ++column) {
      for (std::size_t k = 0; k < length; ++k) {
        line[k] = 0;
        std::size_t root = 0;
        for (std::size_t j = 0; j < length; ++j) {
          line[k] += data[column + j * inner] * roots[root];
          root += k;
          if (root >= length) root -= length;
        }
      }
      for (std::size_t k = 0; k < length; ++k) data[column + k * inner] = line[k];
    }
  }
}

inline std::size_t product(const std::vector<long long>& lengths) {
  std::size_t result = 1;
  for (const long long length : lengths) result *= static_cast<std::size_t>(length);
  return result;
}

/// Of one contiguous array; sign -1 is forward. Unscaled.
inline std::vector<Complex> transform(std::vector<Complex> data, const std::vector<long long>& lengths, int sign) {
  std::size_t inner = 1;
  for (std::size_t axis = lengths.size(); axis-- > 0;) {
    transform_axis(data, static_cast<std::size_t>(lengths[axis]), inner, sign);
    inner *= static_cast<std::size_t>(lengths[axis]);
  }
  return data;
}

/// One side of a case: whether it is real, its lengths and its layout.
struct Side {
  bool real = false;
  std::vector<long long> lengths;
  Layout layout;

  Side(const Case& c, bool is_input) : lengths(c.lengths), layout(is_input ? c.in : c.out) {
    real = c.kind == (is_input ? Kind::r2c : Kind::c2r);
    const bool halves = c.kind != Kind::c2c;
    if (halves && !real) lengths.back() = lengths.back() / 2 + 1;
    if (!layout.embed.empty()) return;
    layout.embed = lengths;
    if (real && c.in_place) layout.embed.back() = 2 * (lengths.back() / 2 + 1);
    layout.distance = static_cast<long long>(product(layout.embed));
  }
  /// The offset, in elements, of element `i` of the contiguous array b.
  [[nodiscard]] std::size_t place(std::size_t i, long long b) const {
    long long offset = 0;
    long long stride = layout.stride;
    for (std::size_t axis = lengths.size(); axis-- > 0;) {
      offset += static_cast<long long>(i) % lengths[axis] * stride;
      i /= static_cast<std::size_t>(lengths[axis]);
      stride *= layout.embed[axis];
    }
    return static_cast<std::size_t>(b * layout.distance + offset);
  }
  [[nodiscard]] std::size_t parts() const { return real ? 1 : 2; }
  [[nodiscard]] std::size_t scalars(long long batch) const {
    return (place(product(lengths) - 1, batch - 1) + 1) * parts();
  }
};

/// The array on the complex or real side that belongs to a whole array: the half of a spectrum.
inline std::vector<Complex> part_of(const std::vector<Complex>& whole, const Case& c, const Side& side) {
  std::vector<Complex> part(product(side.lengths));
  const auto row = static_cast<std::size_t>(side.lengths.back());
  for (std::size_t i = 0; i < part.size(); ++i) {
    part[i] = whole[i / row * static_cast<std::size_t>(c.lengths.back()) + i % row];
  }
  return part;
}

inline double noise() { return 2.0 * std::rand() / RAND_MAX - 1; }

/// Input of one array, contiguous, and the output of a c2r.
struct Pair {
  std::vector<Complex> in;
  std::vector<Complex> out;
};
inline Pair make_pair(const Case& c, const Side& in) {
  std::vector<Complex> signal(product(c.lengths));
  for (Complex& x : signal) x = {noise(), c.kind == Kind::c2c ? noise() : 0};
  if (c.kind != Kind::c2r) return {signal, {}};
  const std::vector<Complex> spectrum = transform(signal, c.lengths, -1);
  const auto scale = static_cast<double>(signal.size());
  std::vector<Complex> half = part_of(spectrum, c, in);
  for (Complex& x : half) x /= std::sqrt(scale);
  for (Complex& x : signal) x *= std::sqrt(scale);
  return {half, signal};
}

/// The expected output of array b, computed from the input as it is in memory: rounded, and shared with other arrays.
template <typename Scalar>
std::vector<Complex> expected_of(const Case& c, const std::vector<Scalar>& sent, long long b) {
  const Side in(c, true);
  std::vector<Complex> signal(product(c.lengths));
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const std::size_t place = in.place(i, b) * in.parts();
    signal[i] = {to_double(sent[place]), in.real ? 0 : to_double(sent[place + 1])};
  }
  const std::vector<Complex> spectrum = transform(signal, c.lengths, c.direction);
  return c.kind == Kind::r2c ? part_of(spectrum, c, Side(c, false)) : spectrum;
}

/// Fills memory by the layout, executes, and compares; also that gaps of the output stay as they were.
template <typename Scalar>
void verify(const std::string& name, const Case& c, const Exec& exec) {
  const Side in(c, true);
  const Side out(c, false);
  const std::size_t in_scalars = in.scalars(c.batch);
  const std::size_t out_scalars = out.scalars(c.batch);
  const std::size_t shared = std::max(in_scalars, out_scalars);
  Scalar mark;
  from_double(77, mark);
  std::vector<Scalar> sent(c.in_place ? shared : in_scalars, mark);
  std::vector<Scalar> received(c.in_place ? shared : out_scalars, mark);
  std::vector<bool> written(received.size(), false);
  std::vector<std::vector<Complex>> expected;
  for (long long b = 0; b < c.batch; ++b) {
    Pair pair = make_pair(c, in);
    for (std::size_t i = 0; i < pair.in.size(); ++i) {
      const std::size_t place = in.place(i, b) * in.parts();
      from_double(pair.in[i].real(), sent[place]);
      if (!in.real) from_double(pair.in[i].imag(), sent[place + 1]);
    }
    expected.push_back(std::move(pair.out));
  }
  for (long long b = 0; b < c.batch && c.kind != Kind::c2r; ++b) {
    expected[static_cast<std::size_t>(b)] = expected_of(c, sent, b);
  }
  DeviceBytes device_in(sent.size() * sizeof(Scalar));
  DeviceBytes device_out(received.size() * sizeof(Scalar));
  char* from = device_in.get() + c.offset;
  char* to = c.in_place ? from : device_out.get() + c.offset;
  check(cudaMemcpy(device_out.get() + c.offset, received.data(), received.size() * sizeof(Scalar),
                   cudaMemcpyHostToDevice),
        "cudaMemcpy");
  check(cudaMemcpy(from, sent.data(), sent.size() * sizeof(Scalar), cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  exec(from, to);
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  check(cudaMemcpy(received.data(), to, received.size() * sizeof(Scalar), cudaMemcpyDeviceToHost), "cudaMemcpy");
  double error = 0;
  double norm = 0;
  for (long long b = 0; b < c.batch; ++b) {
    for (std::size_t i = 0; i < expected[static_cast<std::size_t>(b)].size(); ++i) {
      const std::size_t place = out.place(i, b) * out.parts();
      const Complex want = expected[static_cast<std::size_t>(b)][i];
      Complex got = to_double(received[place]);
      written[place] = true;
      if (!out.real) {
        got.imag(to_double(received[place + 1]));
        written[place + 1] = true;
      }
      error += std::norm(got - (out.real ? Complex(want.real()) : want));
      norm += std::norm(want);
    }
  }
  const double relative = std::sqrt(error / norm);
  if (!(relative < c.tolerance)) fail(name + ": relative error " + std::to_string(relative));
  for (std::size_t i = 0; i < written.size() && !c.in_place; ++i) {
    expect(written[i] || to_double(received[i]) == 77, name + ": a gap of the output was written");
  }
  std::printf("ok %s (relative error %.1e)\n", name.c_str(), relative);
}

/// Sizes: programs are run on a GPU with "large", and without it where kernels are interpreted.
inline bool is_large(int count, char** arguments) { return count > 1 && std::string(arguments[1]) == "large"; }

}  // namespace client
