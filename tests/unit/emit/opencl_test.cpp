// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Builds and runs OpenCL text: the device must compute what the IR says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "emit/emit.hpp"
#include "support/emitted_modules.hpp"
#include "support/opencl_runner.hpp"

namespace papilio::emit {
namespace {

using ir::ScalarKind;
using test::OpenClRunner;

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
std::vector<T> values_of(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

class OpenClText : public testing::Test {
 protected:
  void SetUp() override {
    if (!device_) GTEST_SKIP() << OpenClRunner::skip_message;
  }

  /// Runs `module` from `in` to a zero-initialised buffer of `size` elements.
  template <typename T>
  std::vector<T> run(const ir::Module& module, std::size_t groups, const std::vector<T>& in, std::size_t size,
                     const std::vector<std::int64_t>& scalars = {}) {
    std::vector<std::vector<std::byte>> buffers = {bytes_of(in), bytes_of(std::vector<T>(size))};
    device_->run(emit(module, Dialect::opencl).bytes, {module.name, groups, static_cast<std::size_t>(module.threads)},
                 buffers, scalars);
    return values_of<T>(buffers[1]);
  }

  std::optional<OpenClRunner> device_ = OpenClRunner::first_device();
};

TEST(OpenClAttributes, AskForAWidthOnlyWhereTheDeviceWantsOne) {
  const ir::Module module = test::scale_module();
  EXPECT_EQ(emit(module, Dialect::opencl).bytes.find("sub_group"), std::string::npos);
  Target target;
  target.required_warp = 16;
  const std::string text = emit(module, Dialect::opencl, target).bytes;
  EXPECT_NE(text.find("\n__attribute__((intel_reqd_sub_group_size(16)))\nvoid " + module.name), std::string::npos)
      << text;
}

TEST_F(OpenClText, BoundsHold) {
  std::vector<float> in(128);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i) + 0.5F;
  const std::vector<float> out = run(test::scale_module(), 2, in, 128, {100});
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i < 100 ? in[i] * 0.1F : 0.0F) << i;
}

/// The value that float_module() stores for result r, lane l, from the work-group's three vectors.
template <typename T>
T expected_float(int r, int l, int group, const std::vector<T>& x, int lanes) {
  using Other = std::conditional_t<std::is_same_v<T, float>, double, float>;
  const T* a = x.data() + 3 * lanes * group;
  const T* v = a + lanes;
  const T* c = v + lanes;
  switch (r) {
    case 0:
      return -a[l];
    case 1:
      return a[l] + v[l];
    case 2:
      return a[l] - (v[l] - c[l]);
    case 3:
      return a[l] * v[l];
    case 4:
      return std::fma(a[l], v[l], c[l]);
    case 5:
      return a[l] * v[l] + c[l];
    case 6:
      return group < 1 ? a[l] : v[l];
    case 7:
      return a[lanes - 1];
    case 8:
      return a[lanes - 1 - l];
    case 9:
      return l % 2 == 0 ? a[l] : c[l];
    case 10:
      return a[(lanes * (l % 3) + l + 1) % (3 * lanes)];
    case 11:
      return -(a[l] + v[l]) * static_cast<T>(-0.3);
    case 12:
      return static_cast<T>(static_cast<Other>(a[l]));
    default:
      return std::fma(-a[l], v[l], -c[l]);
  }
}

/// a, v and c of each work-group such that a*v + c is 0 if the product is rounded first, and not 0 otherwise.
template <typename T>
std::vector<T> telling_inputs(int lanes, int groups) {
  const T small = std::sqrt(std::numeric_limits<T>::epsilon()) / 2;
  std::vector<T> x;
  for (int g = 0; g < groups; ++g) {
    for (int part = 0; part < 3; ++part) {
      for (int l = 0; l < lanes; ++l) {
        const T d = small * static_cast<T>(1 + l % 2);
        x.push_back(part < 2 ? 1 + d : -(1 + d) * (1 + d));
      }
    }
  }
  return x;
}

template <typename T>
void check_floats(const std::vector<T>& x, const std::vector<T>& out, int lanes, int groups) {
  for (int g = 0; g < groups; ++g) {
    for (int r = 0; r < test::float_results(); ++r) {
      for (int l = 0; l < lanes; ++l) {
        EXPECT_EQ(out[(g * test::float_results() + r) * lanes + l], expected_float(r, l, g, x, lanes))
            << "result " << r << ", lane " << l << " of " << lanes << ", group " << g;
      }
    }
  }
}

TEST_F(OpenClText, EveryFloatOperationInEveryWidth) {
  for (const int lanes : {1, 2, 4, 8, 16}) {
    const std::vector<float> x = telling_inputs<float>(lanes, 2);
    const std::size_t size = 2 * test::float_results() * lanes;
    check_floats(x, run(test::float_module(ScalarKind::f32, lanes), 2, x, size), lanes, 2);
  }
}

TEST_F(OpenClText, EveryDoubleOperationInEveryWidth) {
  if (!device_->has_f64()) GTEST_SKIP() << device_->device_name() << " has no doubles";
  for (const int lanes : {1, 2, 4, 8, 16}) {
    const std::vector<double> x = telling_inputs<double>(lanes, 2);
    const std::size_t size = 2 * test::float_results() * lanes;
    check_floats(x, run(test::float_module(ScalarKind::f64, lanes), 2, x, size), lanes, 2);
  }
}

TEST(OpenClTestInputs, TellContraction) {
  // Otherwise the tests of floats would not detect a compiler that fuses a*v + c.
  const std::vector<float> x = telling_inputs<float>(1, 1);
  EXPECT_EQ(x[0] * x[1] + x[2], 0.0F);
  EXPECT_NE(std::fma(x[0], x[1], x[2]), 0.0F);
}

TEST_F(OpenClText, EveryIntegerOperation) {
  const std::vector<std::int32_t> in = {0, 1, 5, 12, 21, 30, 63, 100};
  const int results = test::integer_results();
  const std::vector<std::int32_t> out = run(test::integer_module(), 2, in, in.size() * results, {7, 9});
  for (int i = 0; i < 8; ++i) {
    const std::int32_t x = in[i];
    const std::int32_t t = i % 4;
    const std::int32_t across = in[i - t + 3 - t];
    const std::vector<std::int32_t> expected = {x / 12,
                                                x * 5 % 12,
                                                (x >> 2) + (x & 5),
                                                std::min(x, t) - std::max(across, t),
                                                x <= 20 && x % 2 == 1 ? 1 : 0,
                                                3 * x,
                                                x - t,
                                                std::numeric_limits<std::int32_t>::min() + x,
                                                79,
                                                5 * x,
                                                5 * x,
                                                5 * x,
                                                x < t ? 1 : -7,
                                                x << 2 | 3,
                                                x ^ (x & 6),
                                                x < 5 || 30 <= x ? 8 : 9};
    for (int r = 0; r < results; ++r) EXPECT_EQ(out[i * results + r], expected[r]) << "result " << r << " of " << x;
  }
}

TEST_F(OpenClText, SharedMemoryIsExchangedInPlace) {
  std::vector<std::vector<std::byte>> buffers;
  std::vector<float> in(128);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  buffers.push_back(bytes_of(in));
  buffers.push_back(bytes_of(std::vector<float>(129)));
  const ir::Module module = test::exchange_module(ScalarKind::f32);
  const std::int64_t scalars[] = {1, 1};
  device_->run(emit(module, Dialect::opencl).bytes, {module.name, 1, 32}, buffers, scalars);
  const std::vector<float> out = values_of<float>(buffers[1]);
  for (int t = 0; t < 32; ++t) {
    const float x = in[2 * (63 - t)];
    const float y = in[2 * (63 - t) + 1];
    const float r = std::fma(x, y, -((x + y) * -1.5F));
    EXPECT_EQ(out[2 * t], r);
    EXPECT_EQ(out[2 * t + 1], x);
    EXPECT_EQ(out[2 * t + 65], x);
    EXPECT_EQ(out[2 * t + 66], r);
  }
}

TEST_F(OpenClText, VectorsOfF16AreAlignedToOneNumber) {
  for (const int lanes : {2, 4, 8, 16}) {
    ir::Builder b("moved", 1);
    const ir::Buffer* in = b.input("in", {ScalarKind::f32, Storage::f16, true});
    const ir::Buffer* out = b.output("out", {ScalarKind::f32, Storage::f16, true});
    for (const int at : {1, 5}) b.store(out, b.constant(at), b.load(in, b.constant(at + 2), lanes));
    std::vector<std::uint16_t> numbers(32);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint16_t>(0x3c00 + i);
    const std::vector<std::uint16_t> moved = run(b.finish(), 1, numbers, 32);
    for (int i = 1; i < 5 + lanes; ++i) {
      const bool stored = i < 1 + lanes || i >= 5;
      EXPECT_EQ(moved[i], stored ? numbers[i + 2] : 0) << lanes << " lanes, " << i;
    }
  }
}

TEST_F(OpenClText, AMistakeInTheTextIsReportedWithTheLog) {
  std::vector<std::vector<std::byte>> none;
  EXPECT_THROW(device_->run("__kernel void k() { nonsense }", {"k", 1, 1}, none, {}), std::runtime_error);
}

}  // namespace
}  // namespace papilio::emit
