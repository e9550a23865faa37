// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/decisions.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <papilio/error.hpp>
#include <papilio/wisdom.hpp>

#include "api/measure/wisdom.hpp"
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

/// Wisdom of the process alone.
class DecisionsByWisdom : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("PAPILIO_WISDOM", "off", 1);
    forget_wisdom();
  }
  void TearDown() override { forget_wisdom(); }

  void know(const std::string& problem, const std::string& shapes) {
    const WisdomImport result =
        import_wisdom(wisdom_identity(device_.info(), device_.caps()) + " " + problem + " " + shapes + " 1us\n");
    ASSERT_EQ(result.taken, 1U) << result.refused.front();
  }
  std::string shapes_of(const std::string& token) {
    return plan::shape_tokens(*decide(device_, Problem::parse(token), {}), device_.caps().compute_units);
  }

  PaperDevice device_{cpu_preset()};
};

TEST_F(DecisionsByWisdom, FollowItAsSoonAsItIsThereAndNoLonger) {
  const std::string own = shapes_of("c2c:f32:4096*8");
  const std::string other = "8x8x8x8:columns:lanes=4:tile=4";
  ASSERT_NE(own, other);
  know("c2c:f32:4096*8", other);
  EXPECT_EQ(shapes_of("c2c:f32:4096*8"), other);
  EXPECT_EQ(shapes_of("c2c:f32:4096*9"), own);  // another problem
  const auto plan = decide(device_, Problem::parse("c2c:f32:4096*8"), {});
  EXPECT_EQ(plan->passes().front()->origin, plan::ShapeOrigin::wisdom);
  EXPECT_EQ(untuned_plan(Problem::parse("c2c:f32:4096*8"), device_.caps()).passes().front()->origin,
            plan::ShapeOrigin::model);
  forget_wisdom();
  EXPECT_EQ(shapes_of("c2c:f32:4096*8"), own);
}

TEST_F(DecisionsByWisdom, GoWithoutWhatDoesNotFit) {
  const std::string own = shapes_of("c2c:f32:4096*8");
  for (const char* shapes : {"16x16x16:threads=256", "10x10:columns:lanes=8:tile=8", "8x8x8x8:columns:lanes=3:tile=3",
                             "64x64:columns:lanes=8:tile=8", "16x16x16:columns:lanes=8:tile=8,2:columns"}) {
    know("c2c:f32:4096*8", shapes);
    EXPECT_EQ(shapes_of("c2c:f32:4096*8"), own) << shapes;
  }
}

TEST_F(DecisionsByWisdom, OfCallbacksAreTheModels) {
  know("c2c:f32:4096*8", "8x8x8x8:columns:lanes=4:tile=4");
  Callbacks callbacks;
  callbacks.load = "return value;";
  const auto plan = decide(device_, Problem::parse("c2c:f32:4096*8"), callbacks);
  EXPECT_EQ(plan->passes().front()->origin, plan::ShapeOrigin::model);
}

TEST(Decisions, SayWhichShapesAreOfATable) {
  const plan::PlanNode known = untuned_plan(Problem::parse("c2c:f32:512*131072"), h200_preset());
  EXPECT_EQ(known.passes().front()->origin, plan::ShapeOrigin::table);
  const plan::PlanNode pair = untuned_plan(Problem::parse("c2c:f32:2^20*64"), h200_preset());
  for (const plan::Pass* pass : pair.passes()) EXPECT_EQ(pass->origin, plan::ShapeOrigin::table);
  const plan::PlanNode estimated = untuned_plan(Problem::parse("c2c:f32:518*131072"), h200_preset());
  EXPECT_EQ(estimated.passes().front()->origin, plan::ShapeOrigin::model);
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
