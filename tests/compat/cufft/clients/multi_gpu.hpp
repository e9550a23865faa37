// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Parts that the clients of several GPUs share: a plan over some GPUs, descriptors, and arrays on the host beside the
// reference of client.hpp.
#pragma once

#include <cstring>
#include <memory>

#include "client.hpp"

namespace client {

inline std::string text_of(const std::vector<int>& gpus) {
  std::string text = " on";
  for (const int gpu : gpus) text += " " + std::to_string(gpu);
  return text;
}

template <typename Scalar>
constexpr bool is_double = sizeof(Scalar) == 8;

inline cufftType type_of(Kind kind, bool f64) {
  if (kind == Kind::c2c) return f64 ? CUFFT_Z2Z : CUFFT_C2C;
  if (kind == Kind::r2c) return f64 ? CUFFT_D2Z : CUFFT_R2C;
  return f64 ? CUFFT_Z2D : CUFFT_C2R;
}

/// A plan over several GPUs; destroyed at its end.
class MultiPlan {
 public:
  MultiPlan(const std::vector<int>& gpus, const std::vector<long long>& lengths, long long batch, cufftType type)
      : gpus_(gpus), work_(gpus.size(), ~std::size_t{0}) {
    check(cufftCreate(&plan_), "cufftCreate");
    check(cufftXtSetGPUs(plan_, static_cast<int>(gpus.size()), gpus_.data()), "cufftXtSetGPUs");
    std::vector<int> n(lengths.begin(), lengths.end());
    cufftResult result = CUFFT_INVALID_TYPE;
    if (n.size() == 1) result = cufftMakePlan1d(plan_, n[0], type, static_cast<int>(batch), work_.data());
    if (n.size() == 2 && batch == 1) result = cufftMakePlan2d(plan_, n[0], n[1], type, work_.data());
    if (n.size() == 3 && batch == 1) result = cufftMakePlan3d(plan_, n[0], n[1], n[2], type, work_.data());
    if (n.size() > 1 && batch > 1) {
      result = cufftMakePlanMany(plan_, static_cast<int>(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, type,
                                 static_cast<int>(batch), work_.data());
    }
    check(result, "cufftMakePlan");
    for (const std::size_t bytes : work_) expect(bytes != ~std::size_t{0}, "a GPU has no work size");
  }
  ~MultiPlan() { check(cufftDestroy(plan_), "cufftDestroy"); }
  MultiPlan(const MultiPlan&) = delete;
  MultiPlan& operator=(const MultiPlan&) = delete;
  [[nodiscard]] cufftHandle get() const { return plan_; }
  [[nodiscard]] const std::vector<std::size_t>& work() const { return work_; }

 private:
  std::vector<int> gpus_;
  std::vector<std::size_t> work_;
  cufftHandle plan_ = 0;
};

/// Memory of cufftXtMalloc.
class Descriptor {
 public:
  Descriptor(const MultiPlan& plan, cufftXtSubFormat format) {
    check(cufftXtMalloc(plan.get(), &descriptor_, format), "cufftXtMalloc");
    poison();
  }
  ~Descriptor() { check(cufftXtFree(descriptor_), "cufftXtFree"); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] cudaLibXtDesc* get() const { return descriptor_; }
  /// NaN everywhere.
  void poison() const {
    const cudaXtDesc& memory = *descriptor_->descriptor;
    for (int gpu = 0; gpu < memory.nGPUs; ++gpu) {
      if (memory.size[gpu] == 0) continue;
      const std::string nan(memory.size[gpu], '\xff');
      check(cudaMemcpy(memory.data[gpu], nan.data(), nan.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    }
  }

 private:
  cudaLibXtDesc* descriptor_ = nullptr;
};

/// One side of a problem on the host: `batch` arrays, one after the other.
template <typename Scalar>
struct HostArrays {
  Case shape;
  Side side;
  std::vector<Scalar> data;

  HostArrays(const Case& c, bool input) : shape(c), side(c, input) {
    Scalar mark;
    std::memset(&mark, -1, sizeof mark);
    data.assign(static_cast<std::size_t>(side.layout.distance * c.batch) * side.parts(), mark);
  }
  void set(long long b, const std::vector<Complex>& array) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      const std::size_t place = side.place(i, b) * side.parts();
      data[place] = static_cast<Scalar>(array[i].real());
      if (!side.real) data[place + 1] = static_cast<Scalar>(array[i].imag());
    }
  }
  [[nodiscard]] std::vector<Complex> get(long long b) const {
    std::vector<Complex> array(product(side.lengths));
    for (std::size_t i = 0; i < array.size(); ++i) {
      const std::size_t place = side.place(i, b) * side.parts();
      array[i] = {data[place], side.real ? 0 : data[place + 1]};
    }
    return array;
  }
};

inline double relative_error(const std::vector<Complex>& got, const std::vector<Complex>& want) {
  double error = 0;
  double norm = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    error += std::norm(got[i] - want[i]);
    norm += std::norm(want[i]);
  }
  return std::sqrt(error / norm);
}

template <typename Scalar>
void compare(const std::string& name, const std::vector<Complex>& got, const std::vector<Complex>& want) {
  const double error = relative_error(got, want);
  if (!(error < (is_double<Scalar> ? 1e-14 : 2e-6))) fail(name + ": relative error " + std::to_string(error));
}

inline void copy(const MultiPlan& plan, void* to, void* from, cufftXtCopyType type) {
  check(cufftXtMemcpy(plan.get(), to, from, type), "cufftXtMemcpy");
}

}  // namespace client
