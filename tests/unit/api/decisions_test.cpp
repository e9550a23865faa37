// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/decisions.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>

#include "plan/plan.hpp"

namespace papilio::api {
namespace {

/// A device that has only limits, for planning.
class PaperDevice final : public runtime::Device {
 public:
  explicit PaperDevice(DeviceCaps caps) : caps_(std::move(caps)) { shared_objects().open(std::size_t{1} << 24); }
  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] const DeviceCaps& caps() const override { return caps_; }
  [[nodiscard]] Dialect dialect() const override { return Dialect::opencl; }
  [[nodiscard]] std::string compiler_identity(Dialect /*dialect*/) const override { return {}; }
  std::vector<std::byte> compile(const Source& /*source*/, const std::string& /*entry*/) override {
    throw Error::internal("a device of paper");
  }
  std::unique_ptr<runtime::Program> load(std::span<const std::byte> /*binary*/, const std::string& /*entry*/) override {
    return nullptr;
  }
  std::shared_ptr<runtime::Memory> allocate(std::size_t /*bytes*/) override { return nullptr; }
  std::shared_ptr<runtime::Stream> make_stream() override { return nullptr; }

 private:
  DeviceInfo info_;
  DeviceCaps caps_;
};

TEST(Decisions, AreMadeOnceForAProblem) {
  PaperDevice device(h200_preset());
  const Problem problem = Problem::parse("c2c:f32:12000*5");
  const auto* first = decide(device, problem, {}).get();
  EXPECT_EQ(decide(device, problem, {}).get(), first);
  EXPECT_EQ(first->to_string(), plan::make_plan(problem, device.caps(), {}).to_string());
  Problem scaled = problem;
  scaled.factor = 1 + 0x1p-52;
  const auto other = decide(device, scaled, {});
  ASSERT_NE(other.get(), first);
  EXPECT_EQ(other->passes().back()->kernel.scale, scaled.factor);
}

TEST(Decisions, DifferByEveryPartOfTheCallbacks) {
  PaperDevice device(h200_preset());
  const Problem problem = Problem::parse("c2c:f32:64*5");
  const Callbacks callbacks[] = {{},
                                 {"a", "", {}},
                                 {"", "a", {}},
                                 {"ab", "", {}},
                                 {"a", "b", {}},
                                 {"a", "", {{"G", 1}}},
                                 {"a", "", {{"G", 2}}},
                                 {"a", "", {{"G", 1}, {"H", 2}}}};
  std::vector<std::shared_ptr<const plan::PlanNode>> all;
  for (const Callbacks& each : callbacks) {
    all.push_back(decide(device, problem, each));
    EXPECT_EQ(decide(device, problem, each), all.back());
    for (std::size_t i = 0; i + 1 < all.size(); ++i) EXPECT_NE(all[i], all.back()) << i;
  }
}

TEST(Decisions, OfConvolutionsAreTheirOwn) {
  PaperDevice device(h200_preset());
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:1000*4:kernel=9");
  const auto first = decide(device, problem, {});
  EXPECT_EQ(decide(device, problem, {}), first);
  EXPECT_EQ(first->tree.to_string(), plan::plan_convolution(problem, device.caps()).tree.to_string());
}

TEST(Decisions, AreNoneWhereThereIsNoPlan) {
  DeviceCaps caps = h200_preset();
  caps.f64 = false;
  PaperDevice device(caps);
  for (int i = 0; i < 2; ++i) EXPECT_THROW(decide(device, Problem::parse("c2c:f64:64"), {}), Error);
  EXPECT_EQ(device.shared_objects().kept_bytes(), 0U);
}

}  // namespace
}  // namespace papilio::api
