// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a device computes from SPIR-V, beside what the interpreter computes from the IR: every operation, and random
// programs.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "core/storage.hpp"
#include "fixture.hpp"
#include "support/emitted_modules.hpp"
#include "support/interpreter.hpp"
#include "support/random_program.hpp"

namespace papilio::backend::vulkan {
namespace {

using ir::ScalarKind;

constexpr std::int64_t groups = 2;

/// Numbers of 16 bits, as they are in memory.
struct F16 {
  F16(double x = 0) : bits(to_f16(static_cast<float>(x))) {}  // NOLINT(google-explicit-constructor)
  explicit operator double() const { return from_f16(bits); }
  std::uint16_t bits;
};
struct Bf16 {
  Bf16(double x = 0) : bits(to_bf16(static_cast<float>(x))) {}  // NOLINT(google-explicit-constructor)
  explicit operator double() const { return from_bf16(bits); }
  std::uint16_t bits;
};

/// Random programs that compute with `element` and have `storage` in memory. PAPILIO_TEST_PROGRAMS=all runs 20 times
/// `seeds` of them; llvmpipe takes up to a second for each.
struct RandomOnes {
  ScalarKind element;
  Storage storage;
  unsigned seeds;
  double tolerance;
};

class VulkanPrograms : public VulkanTest {
 protected:
  /// T is what is in memory.
  template <typename T>
  void expect_random_ones(const RandomOnes& ones);

  /// The module on the device, from `in` to a copy of `out`.
  template <typename T>
  std::vector<T> computed(const ir::Module& module, const std::vector<T>& in, std::vector<T> out,
                          const std::vector<std::int64_t>& scalars) const {
    const emit::Target target(device_->caps());
    const auto program =
        device_->load(device_->compile(emit::emit(module, Dialect::spirv, target), module.name), module.name);
    const auto from = device_->allocate(in.size() * sizeof(T));
    const auto to = device_->allocate(out.size() * sizeof(T));
    stream_->write(*from, 0, in.data(), in.size() * sizeof(T));
    stream_->write(*to, 0, out.data(), out.size() * sizeof(T));
    std::vector<runtime::Argument> arguments = {from.get(), to.get()};
    arguments.insert(arguments.end(), scalars.begin(), scalars.end());
    stream_->launch({.program = program.get(), .groups = groups, .threads = module.threads, .arguments = arguments});
    stream_->read(*to, 0, out.data(), out.size() * sizeof(T));
    return out;
  }

  /// Equal but for `tolerance`, which covers a driver that rounds a fused multiply-add twice.
  template <typename T>
  void expect_what_the_ir_says(const ir::Module& module, std::vector<T> in, std::vector<T> out, double tolerance,
                               const std::vector<std::int64_t>& scalars = {}) {
    const std::vector<T> got = computed(module, in, out, scalars);
    const ir::Binding bindings[] = {{reinterpret_cast<std::byte*>(in.data()), static_cast<std::int64_t>(in.size())},
                                    {reinterpret_cast<std::byte*>(out.data()), static_cast<std::int64_t>(out.size())}};
    ASSERT_THAT(ir::interpret(module, bindings, scalars, 0, groups).faults, testing::IsEmpty());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto own = static_cast<double>(got[i]);
      const auto expected = static_cast<double>(out[i]);
      ASSERT_LE(std::abs(own - expected), tolerance)
          << module.name << ", number " << i << ": " << own << " for " << expected;
    }
  }
};

template <typename T>
std::vector<T> waves(std::size_t n) {
  std::vector<T> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(std::sin(static_cast<double>(i)));
  return x;
}

TEST_F(VulkanPrograms, OperationsOnFloats) {
  for (const int lanes : {1, 2, 4}) {
    const auto size = static_cast<std::size_t>(groups * lanes);
    expect_what_the_ir_says(test::float_module(ScalarKind::f32, lanes), waves<float>(3 * size),
                            std::vector<float>(test::float_results() * size), 1e-6);
    if (!device_->caps().f64) continue;
    expect_what_the_ir_says(test::float_module(ScalarKind::f64, lanes), waves<double>(3 * size),
                            std::vector<double>(test::float_results() * size), 1e-15);
  }
}

TEST_F(VulkanPrograms, OperationsOnIntegers) {
  expect_what_the_ir_says(test::integer_module(), std::vector<std::int32_t>{0, 1, 5, 8, 13, 21, 34, 1000},
                          std::vector<std::int32_t>(8 * test::integer_results()), 0, {3, 4});
}

/// Mesa 22.3 takes the first of these comparisons for false if it sees them in 64 bits.
TEST_F(VulkanPrograms, ComparisonsOfWidenedIntegers) {
  constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const std::vector<std::int64_t> constants = {
      -(std::int64_t{1} << 40), least - 1, least, -1, 0, 1, 5, 1000, most - 1, most, most + 1, std::int64_t{1} << 40};
  ir::Builder b("widened", 8);
  const ir::Buffer* in = b.input(ScalarKind::i32, true);
  const ir::Buffer* out = b.output(ScalarKind::i32, true);
  const ir::Value own = b.let("own", b.group_id() * std::int64_t{8} + b.thread_id());
  const ir::Value wide = b.let("wide", b.cast(b.load(in, own), ScalarKind::i64));
  const ir::Value other = b.let("other", b.cast(own, ScalarKind::i64));
  std::int64_t results = 0;
  const auto count = static_cast<std::int64_t>(5 * constants.size()) + 2;
  const auto put = [&](ir::Value condition) {
    b.store(out, own * count + results++, b.select(condition, b.constant(1), b.constant(0)));
  };
  for (const std::int64_t number : constants) {
    const ir::Value constant = b.constant(number, ir::i64);
    for (const ir::Value condition :
         {b.lt(wide, constant), b.le(wide, constant), b.lt(constant, wide), b.le(constant, wide), b.eq(wide, constant)})
      put(condition);
  }
  put(b.lt(wide, other));
  put(b.le(other, wide));
  ASSERT_EQ(results, count);
  const std::vector<std::int32_t> values = {0,
                                            1,
                                            2,
                                            5,
                                            6,
                                            999,
                                            1000,
                                            1001,
                                            -1,
                                            -2,
                                            7,
                                            11,
                                            static_cast<std::int32_t>(least),
                                            static_cast<std::int32_t>(least + 1),
                                            static_cast<std::int32_t>(most),
                                            static_cast<std::int32_t>(most - 1)};
  expect_what_the_ir_says(b.finish(), values, std::vector<std::int32_t>(values.size() * count), 0);
}

template <typename T>
void VulkanPrograms::expect_random_ones(const RandomOnes& ones) {
  const char* chosen = std::getenv("PAPILIO_TEST_PROGRAMS");
  const unsigned times = chosen != nullptr && std::string_view(chosen) == "all" ? 20 : 1;
  for (unsigned seed = 0; seed < ones.seeds * times && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const int members = seed % 3 == 0 ? 5 : seed % 3 == 1 ? 8 : 16;  // whole subgroups of a CPU, and others
    const auto size = static_cast<std::size_t>(groups * members * test::random_share);
    expect_what_the_ir_says(test::random_program(seed, ones.element, members, ones.storage), waves<T>(size),
                            std::vector<T>(size, T(77)), ones.tolerance);
  }
}

TEST_F(VulkanPrograms, RandomOnesInF32) { expect_random_ones<float>({ScalarKind::f32, Storage::native, 12, 1e-5}); }

TEST_F(VulkanPrograms, RandomOnesInF64) {
  if (!device_->caps().f64) GTEST_SKIP() << "the device has no double precision";
  expect_random_ones<double>({ScalarKind::f64, Storage::native, 6, 1e-14});
}

/// A fused multiply-add that is rounded twice may round to the neighbour in memory.
TEST_F(VulkanPrograms, RandomOnesWithOtherNumbersInMemory) {
  const auto tolerance = [](Storage storage) { return 2 * unit_roundoff(storage, Precision::f32); };
  expect_random_ones<F16>({ScalarKind::f32, Storage::f16, 3, tolerance(Storage::f16)});
  expect_random_ones<Bf16>({ScalarKind::f32, Storage::bf16, 3, tolerance(Storage::bf16)});
  if (device_->caps().f64) expect_random_ones<float>({ScalarKind::f64, Storage::f32, 3, 1e-6});
}

}  // namespace
}  // namespace papilio::backend::vulkan
