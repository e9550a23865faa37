// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The PTX emitter moves everything that it may move; the results of random programs are compared with the IR.
#include <gmock/gmock.h>

#include <cmath>

#include "ir/verify.hpp"
#include "support/ptx_comparison.hpp"
#include "support/random_program.hpp"

namespace papilio::test {
namespace {

using ir::ScalarKind;

constexpr int threads = 5;

template <typename T>
void expect_same(unsigned seed) {
  SCOPED_TRACE(seed);
  const ir::Module module = random_program(seed, sizeof(T) == 4 ? ScalarKind::f32 : ScalarKind::f64, threads);
  EXPECT_THAT(ir::verify(module), testing::IsEmpty());
  constexpr int groups = 2;
  constexpr std::int64_t count = groups * threads * random_share;
  std::vector<T> in(count);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<T>(std::sin(static_cast<double>(i)));
  std::vector<T> out(count, T{77});
  const ir::Binding from = {reinterpret_cast<std::byte*>(in.data()), count};
  const ir::Binding to = {reinterpret_cast<std::byte*>(out.data()), count};
  const ir::Binding bindings[] = {from, seed % 2 == 0 ? from : to};
  EXPECT_THAT(run_as_ptx_too(module, bindings, {}, groups), testing::IsEmpty()) << ir::print(module);
}

TEST(PtxOfRandomPrograms, DoesWhatTheirIrSays) {
  for (unsigned seed = 0; seed < 400 && !testing::Test::HasFailure(); ++seed) {
    expect_same<float>(seed);
    expect_same<double>(seed);
  }
}

}  // namespace
}  // namespace papilio::test
