// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Equal kernels give equal bits: contraction is off in OpenCL as in Vulkan. A plan for a GPU, run on the first device
// of both.
#include <cstring>

#include "api/access.hpp"
#include "api/backends.hpp"
#include "api/compiled_passes.hpp"
#include "device/vulkan/fixture.hpp"
#include "plan/plan.hpp"

namespace papilio::test {
namespace {

using Signal = std::vector<std::complex<float>>;

Signal run(runtime::Device& device, const plan::PlanNode& tree, const Problem& problem, const Signal& in) {
  const std::size_t bytes = in.size() * sizeof(in[0]);
  const api::CompiledPasses passes(device, tree, {problem.token(), problem.precision, 0});
  const auto stream = device.make_stream();
  const auto source = device.allocate(bytes);
  const auto target = device.allocate(bytes);
  const auto scratch = device.allocate(static_cast<std::size_t>(std::max<std::int64_t>(tree.scratch_elements, 1)) * 8);
  stream->write(*source, 0, in.data(), bytes);
  api::Memories memories;
  memories.in = source.get();
  memories.out = target.get();
  memories.scratch = scratch.get();
  passes.enqueue(*stream, memories, {}, {problem.batch, problem.batch});
  Signal out(in.size());
  stream->read(*target, 0, out.data(), bytes);
  return out;
}

class Equality : public OnVulkan, public testing::WithParamInterface<const char*> {};

TEST_P(Equality, ToOpenCl) {
  std::shared_ptr<runtime::Device> opencl;
  try {
    opencl = api::open_device("opencl", api::backends());
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const Device vulkan(id_);
  DeviceCaps caps = gpu_preset();
  caps.local_memory = 32768;
  const Problem problem = Problem::parse(GetParam()).normalised();
  const plan::PlanNode tree = plan::make_plan(problem, caps, {});
  Signal in;
  for (const LongComplex& x : random_signal(problem.points() * problem.batch, Precision::f32, 3))
    in.emplace_back(static_cast<float>(x.real()), static_cast<float>(x.imag()));
  const Signal expected = run(*opencl, tree, problem, in);
  const Signal got = run(api::unwrap(vulkan), tree, problem, in);
  std::size_t different = 0;
  for (std::size_t i = 0; i < in.size(); ++i) different += std::memcmp(&got[i], &expected[i], sizeof(got[i])) != 0;
  EXPECT_EQ(different, 0U) << "of " << in.size();
}

INSTANTIATE_TEST_SUITE_P(Shapes, Equality,
                         testing::Values("c2c:f32:2*33", "c2c:f32:4*64", "c2c:f32:4*64:inverse:scale=1/sqrt(n)",
                                         "c2c:f32:2x4*17:scale=1/n"));

}  // namespace
}  // namespace papilio::test
