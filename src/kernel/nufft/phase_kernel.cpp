// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers of points times complex factors of the points: the phases of transforms between points.
#include "kernel/kernel_context.hpp"
#include "kernel/nufft/nufft_kernels.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

class PhaseKernel {
 public:
  explicit PhaseKernel(const NufftSpec& spec)
      : spec_(spec),
        b_(spec.name("phase"), spec.threads),
        element_(element_of(spec.precision)),
        in_(b_.input("in", {element_})),
        factors_(b_.input("factors", {element_})),
        out_(b_.output("out", {element_})) {}

  Module build() {
    const Value units = b_.scalar(Scalar::units);
    for_units(b_, b_.scalar(Scalar::batch) * units,
              [&](Value u) { chunk(b_.let("transform", u / units), b_.let("first", u % units * correct_chunk)); });
    return b_.finish();
  }

 private:
  /// Up to correct_chunk numbers of a transform.
  void chunk(Value transform, Value first) {
    const Value count = b_.scalar(Scalar::in_plane);
    before_ = b_.let("before", transform * count);
    const Value end = b_.let("end", min(first + correct_chunk, count));
    if (!spec_.on_cpu()) {
      return b_.loop("x", b_.let("begin", first + b_.thread_id()), end, {spec_.threads, Unroll::none},
                     [&](Value x) { multiply(x, 2); });
    }
    const std::int64_t step = spec_.lanes / 2;
    const Value whole = b_.let("whole", first + (end - first) / step * step);
    b_.loop("x", first, whole, {step, Unroll::none}, [&](Value x) { multiply(x, spec_.lanes); });
    b_.loop("rest", whole, end, {1, Unroll::none}, [&](Value x) { multiply(x, 2); });
  }

  void multiply(Value x, int lanes) {
    std::vector<int> re;
    std::vector<int> im;
    std::vector<int> swapped;
    std::vector<int> signs;
    for (int lane = 0; lane < lanes; ++lane) {
      re.push_back(lane / 2 * 2);
      im.push_back(lane / 2 * 2 + 1);
      swapped.push_back(lane ^ 1);
      signs.push_back(lane % 2);
    }
    const Value number = b_.load(in_, (b_.scalar(Scalar::in_offset) + before_ + x) * 2, lanes, 2);
    const Value factor = b_.load(factors_, x * 2, lanes, 2);
    const Type real{element_, 1};
    const Value sign = b_.let("sign", shuffle({b_.real(-1, real), b_.real(1, real)}, signs));
    const Value cross = b_.let("cross", shuffle({number}, swapped) * (shuffle({factor}, im) * sign));
    b_.store(out_, (b_.scalar(Scalar::out_offset) + before_ + x) * 2, fma(number, shuffle({factor}, re), cross), 2);
  }

  const NufftSpec& spec_;
  Builder b_;
  ScalarKind element_;
  const Buffer* in_;
  const Buffer* factors_;
  const Buffer* out_;
  Value before_;  ///< numbers of the transforms before
};

}  // namespace

Module build_phase(const NufftSpec& spec) { return PhaseKernel(spec).build(); }

}  // namespace papilio::kernel
