// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// f32x2 and f64x2 have the same bits on the interpreter, through OpenCL, where products are made exact by fma, and
// through Vulkan, where the factors are split because drivers may round an fma twice. One plan for a GPU on all of
// them.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <memory>
#include <vector>

#include "api/access.hpp"
#include "api/backends.hpp"
#include "api/run/compiled_passes.hpp"
#include "core/storage.hpp"
#include "device/vulkan/fixture.hpp"
#include "plan/plan.hpp"
#include "support/interpreted_plan.hpp"

namespace papilio::test {
namespace {

using Bytes = std::vector<std::byte>;

plan::PlanNode plan_with(const Problem& problem, bool exact_fma) {
  DeviceCaps caps = gpu_preset();
  caps.exact_fma = exact_fma;
  return plan::make_plan(problem, caps);
}

Bytes run(runtime::Device& device, const Problem& problem, const plan::PlanNode& tree, const Numbers& input) {
  Bytes in(input.size() * static_cast<std::size_t>(real_bytes(problem.precision)));
  for (std::size_t i = 0; i < input.size(); ++i) {
    store_number(Storage::native, problem.precision, input[i],
                 &in[i * static_cast<std::size_t>(real_bytes(problem.precision))]);
  }
  Bytes out(static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes()));
  const api::CompiledPasses passes(device, tree, {problem.token(), problem.precision, 0});
  const auto stream = device.make_stream();
  const auto source = device.allocate(in.size());
  const auto target = device.allocate(out.size());
  const auto scratch = device.allocate(
      static_cast<std::size_t>(std::max<std::int64_t>(tree.scratch_elements, 1) * problem.element_bytes()));
  stream->write(*source, 0, in.data(), in.size());
  api::Memories memories;
  memories.in = source.get();
  memories.out = target.get();
  memories.scratch = scratch.get();
  passes.enqueue(*stream, memories, {}, {problem.batch, problem.batch});
  stream->read(*target, 0, out.data(), out.size());
  return out;
}

class PairsOnVulkan : public OnVulkan, public testing::WithParamInterface<const char*> {};

TEST_P(PairsOnVulkan, HaveTheBitsOfTheInterpreterAndOfOpenCl) {
  const Problem problem = Problem::parse(GetParam()).normalised();
  const Device vulkan(id_);
  const plan::PlanNode split = plan_with(problem, api::unwrap(vulkan).caps().exact_fma);
  ASSERT_TRUE(split.passes().front()->kernel.splits_products);
  const plan::PlanNode fused = plan_with(problem, true);
  const Numbers input = random_input(problem, 1);
  const InterpretedRun expected = run_interpreted(problem, fused, input);
  EXPECT_THAT(expected.faults, testing::IsEmpty());
  EXPECT_EQ(run(api::unwrap(vulkan), problem, split, input), expected.bytes);
  std::shared_ptr<runtime::Device> opencl;
  try {
    opencl = api::open_device("opencl", api::backends());
  } catch (const Error&) {
    GTEST_SKIP() << "no OpenCL device beside it";
  }
  EXPECT_EQ(run(*opencl, problem, fused, input), expected.bytes);
}

INSTANTIATE_TEST_SUITE_P(Tokens, PairsOnVulkan, testing::Values("c2c:f32x2:256*3", "c2c:f64x2:60*2", "r2c:f32x2:100"),
                         [](const auto& token) {
                           std::string name = token.param;
                           std::ranges::replace_if(
                               name, [](char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace papilio::test
