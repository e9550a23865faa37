// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Equal kernels give equal bits: contraction is off in OpenCL as in Vulkan. A plan for a GPU, run on the first device
// of both.
#include <bit>
#include <cstdint>

#include "api/access.hpp"
#include "api/backends.hpp"
#include "api/run/compiled_passes.hpp"
#include "device/vulkan/fixture.hpp"
#include "plan/plan.hpp"

namespace papilio::test {
namespace {

using Signal = std::vector<std::complex<float>>;

/// What is run on two devices, or in two ways.
struct Passes {
  Problem problem;
  plan::PlanNode tree;
};

Passes passes_of(const char* token, const Callbacks& callbacks = {}) {
  DeviceCaps caps = gpu_preset();
  caps.local_memory = 32768;
  const Problem problem = Problem::parse(token).normalised();
  return {problem, plan::make_plan(problem, caps, callbacks)};
}

Signal input_of(const Problem& problem) {
  Signal in;
  for (const LongComplex& x : random_signal(problem.points() * problem.batch, Precision::f32, 3))
    in.emplace_back(static_cast<float>(x.real()), static_cast<float>(x.imag()));
  return in;
}

/// `largest_bytes`: of the buffers, as far as the kernels know.
Signal run(runtime::Device& device, const Passes& what, std::int64_t largest_bytes = 0) {
  const auto& [problem, tree] = what;
  const Signal in = input_of(problem);
  const std::size_t bytes = in.size() * sizeof(in[0]);
  const api::CompiledPasses passes(device, tree, {problem.token(), problem.precision, largest_bytes});
  const auto stream = device.make_stream();
  const auto source = device.allocate(bytes);
  const auto target = device.allocate(bytes);
  const auto scratch = device.allocate(static_cast<std::size_t>(std::max<std::int64_t>(tree.scratch_elements, 1)) * 8);
  stream->write(*source, 0, in.data(), bytes);
  api::Memories memories;
  memories.in = source.get();
  memories.out = target.get();
  memories.scratch = scratch.get();
  const std::vector<float> weights = {0.3F, 1.7F, -0.6F, 1.1F, 0.9F, -1.3F, 0.2F};
  const auto data = device.allocate(weights.size() * sizeof(float));
  stream->write(*data, 0, weights.data(), weights.size() * sizeof(float));
  memories.load_data = memories.store_data = data.get();
  passes.enqueue(*stream, memories, {}, {problem.batch, problem.batch});
  Signal out(in.size());
  stream->read(*target, 0, out.data(), bytes);
  return out;
}

void expect_same(const Signal& got, const Signal& expected) {
  ASSERT_EQ(got.size(), expected.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    different += std::bit_cast<std::uint64_t>(got[i]) != std::bit_cast<std::uint64_t>(expected[i]);
  EXPECT_EQ(different, 0U) << "of " << got.size();
}

class Equality : public OnVulkan, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    OnVulkan::SetUp();
    if (IsSkipped()) return;
    vulkan_ = Device(id_);
    try {
      opencl_ = api::open_device("opencl", api::backends());
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  void expect_equal(const Passes& passes) { expect_same(run(api::unwrap(vulkan_), passes), run(*opencl_, passes)); }

  Device vulkan_;
  std::shared_ptr<runtime::Device> opencl_;
};

/// Sums and products, which might be contracted, on both sides.
Callbacks callbacks() {
  return {.load =
              "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data w) {"
              "  return PAPILIO_COMPLEX(x.x * w[i % 7] + x.y * GAIN, x.y * w[i % 5] + i % 3);"
              "}",
          .store =
              "PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data w) {"
              "  return PAPILIO_COMPLEX(x.x * x.x - x.y * x.y * w[i % 7], x.x * x.y);"
              "}",
          .parameters = {{"GAIN", 0.7}}};
}

TEST_P(Equality, ToOpenCl) { expect_equal(passes_of(GetParam())); }
TEST_P(Equality, OfCallbacks) { expect_equal(passes_of(GetParam(), callbacks())); }

TEST_P(Equality, OfCallbacksByAddress) {
  runtime::Device& device = api::unwrap(vulkan_);
  if (!device.caps().addresses) GTEST_SKIP() << "no addresses of buffers";
  const Passes passes = passes_of(GetParam(), callbacks());
  expect_same(run(device, passes, device.caps().max_binding + 1), run(device, passes));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Equality,
                         testing::Values("c2c:f32:2*33", "c2c:f32:4*64", "c2c:f32:4*64:inverse:scale=1/sqrt(n)",
                                         "c2c:f32:2x4*17:scale=1/n"));

}  // namespace
}  // namespace papilio::test
