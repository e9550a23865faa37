// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// More work-groups than one dispatch has, of kernels that have no branch for those that do not exist.
#include <complex>
#include <cstdint>
#include <vector>

#include "api/access.hpp"
#include "device/vulkan/fixture.hpp"

namespace papilio::test {
namespace {

using ManyGroups = OnVulkan;

TEST_F(ManyGroups, AreSeveralDispatches) {
  constexpr std::size_t n = 64;
  constexpr std::size_t batch = 70001;
  const Device device(id_);
  const Plan plan(device, Problem::parse("c2c:f32:64*70001"));
  // One transform a work-group, so more than the 65536 of a dispatch. GPUs may take several.
  if (api::unwrap(device).caps().lanes_f32 > 1) {
    ASSERT_NE(plan.describe().find("groups=70001 "), std::string::npos) << plan.describe();
  }
  std::vector<std::complex<float>> in(n * batch);
  for (std::size_t b = 0; b < batch; ++b) in[b * n] = {static_cast<float>(b), 1};  // constant spectra
  std::vector<std::complex<float>> out(in.size(), {-1, -1});
  plan.execute(std::span<const std::complex<float>>(in), std::span(out));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t transform = i / n;
    wrong += out[i] != std::complex<float>(static_cast<float>(transform), 1);
  }
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace papilio::test
