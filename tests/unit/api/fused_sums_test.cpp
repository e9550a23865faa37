// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/fused_sums.hpp"

#include <gmock/gmock.h>

#include <random>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/measure/decisions.hpp"
#include "api/verified/verification.hpp"
#include "plan/plan.hpp"
#include "spec/partial_sums.hpp"
#include "support/test_device.hpp"
#include "support/words.hpp"

namespace papilio::api {
namespace {

using testing::HasSubstr;

/// A stream that only counts how often it is waited for.
class IdleStream : public runtime::Stream {
 public:
  void launch(const runtime::Launch& /*launch*/) override {}
  void write(runtime::Memory& /*to*/, std::size_t /*offset*/, const void* /*from*/, std::size_t /*bytes*/) override {}
  void read(const runtime::Memory& /*from*/, std::size_t /*offset*/, void* /*to*/, std::size_t /*bytes*/) override {
    synchronize();
  }
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    write(to, offset, from, bytes);
  }
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    read(from, offset, to, bytes);
  }
  void copy_part(const runtime::Memory& /*from*/, runtime::Memory& /*to*/, std::size_t /*bytes*/,
                 const runtime::CopyPlaces& /*places*/) override {}
  void clear(const runtime::Memory& /*memory*/, std::size_t /*offset*/, std::size_t /*bytes*/) override {}
  void synchronize() override {
    ++waits;
    if (lost) throw Error::device_failed("waiting", "the device is lost", "reset it");
  }
  void on_completion(std::function<void()> /*done*/) override {}
  std::unique_ptr<runtime::Event> record() override { return nullptr; }
  void wait_for(const runtime::Event& /*event*/) override {}

  int waits = 0;
  bool lost = false;
};

class SumsOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    device_ = test::open_test_device(why);
    if (!device_) GTEST_SKIP() << why;
  }

  std::optional<SummedPlan> summed(const Problem& problem) {
    runtime::Device& device = unwrap(device_);
    return summed_plan(*decide(device, problem, Callbacks{}), problem, device.caps());
  }

  /// What a verified execution of random numbers says if the passes are those of `tree`; empty if nothing.
  std::string complaint(const Problem& problem, const std::optional<SummedPlan>& plan, const plan::PlanNode& tree) {
    runtime::Device& device = unwrap(device_);
    const auto bytes = static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes());
    const auto out_bytes = static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes());
    const std::size_t scratch_bytes = tree.scratch_elements * problem.scratch_element_bytes();
    const CompiledPasses passes(
        device, tree,
        {problem.token(), problem.precision, static_cast<std::int64_t>(bytes), problem.scratch_element_bytes()});
    const Stream stream(device_);
    const std::shared_ptr<runtime::Memory> in = allocate(device, bytes);
    const bool in_place = problem.placement == Placement::in_place;
    const std::shared_ptr<runtime::Memory> out = in_place ? in : allocate(device, out_bytes);
    const std::shared_ptr<runtime::Memory> scratch = allocate(device, std::max<std::size_t>(scratch_bytes, 1));
    fill(unwrap(stream), *in, bytes, problem.precision);
    Memories memories;
    memories.in = in.get();
    memories.out = out.get();
    memories.scratch = scratch.get();
    const Verifier verifier(device, problem, 1, plan);
    try {
      const auto transform = [&](const Memories& all) {
        break_and_run_ ? break_and_run_(passes, unwrap(stream), all) : passes.enqueue(unwrap(stream), all);
      };
      verifier.run(unwrap(stream), memories, {problem.batch, problem.batch}, {transform});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::device_failed);
      return error.what();
    }
    return {};
  }

  void fill(runtime::Stream& stream, runtime::Memory& memory, std::size_t bytes, Precision precision) const {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    const auto put = [&](auto zero) {
      std::vector<decltype(zero)> x(bytes / sizeof(zero));
      for (auto& each : x) each = static_cast<decltype(zero)>(magnitude_ * normal(random));
      stream.write(memory, 0, x.data(), bytes);
    };
    precision == Precision::f32 ? put(float{}) : put(double{});
  }

  /// One number of an element of the output changes after the passes.
  void change_output(std::int64_t element, const Problem& problem) {
    const auto at = static_cast<std::size_t>(element * problem.output_element_bytes());
    break_and_run_ = [at](const CompiledPasses& passes, runtime::Stream& stream, const Memories& memories) {
      passes.enqueue(stream, memories);
      stream.synchronize();
      const std::vector<std::byte> wrong(sizeof(float));
      stream.write(const_cast<runtime::Memory&>(*memories.out),  // NOLINT(*-const-cast): a fault
                   at, wrong.data(), wrong.size());
    };
  }

  Device device_;
  double magnitude_ = 1;  ///< of the input
  /// In place of an execution, if there is one.
  std::function<void(const CompiledPasses& passes, runtime::Stream& stream, const Memories& memories)> break_and_run_;
};

class FusedSumsOnDevice : public SumsOnDevice {
 protected:
  void SetUp() override {
    SumsOnDevice::SetUp();
    if (!IsSkipped() && unwrap(device_).caps().device_class == DeviceClass::cpu) GTEST_SKIP() << "kernels for GPUs";
  }
  /// nullopt where the device's kernels do not sum.
  std::optional<SummedPlan> expected_plan(const Problem& problem) {
    std::optional<SummedPlan> plan = summed(problem);
    tried_ += plan ? 1 : 0;
    return plan;
  }
  void TearDown() override {
    if (!IsSkipped()) {
      EXPECT_GT(tried_, 0);
    }
  }

  /// A kernel that checks its sums makes them in one launch. So one weight is wrong here, of a number that is 0 in all
  /// transforms but one.
  void sum_wrongly(const SummedPlan& plan, const Problem& problem, std::int64_t transform, const CompiledPasses& passes,
                   runtime::Stream& stream, const Memories& memories) {
    constexpr std::int64_t number = 10;
    const std::size_t bytes = problem.precision == Precision::f32 ? sizeof(float) : sizeof(double);
    const std::vector<std::byte> zero(bytes);
    for (std::int64_t t = 0; t < problem.batch; ++t) {
      if (t == transform) continue;
      const std::int64_t at = t * problem.in_distance * (problem.real_input() ? 1 : 2) + number;
      stream.write(const_cast<runtime::Memory&>(*memories.in),  // NOLINT(*-const-cast): a fault
                   static_cast<std::size_t>(at) * bytes, zero.data(), bytes);
    }
    std::vector<double> weights = plan.in.weights;
    weights[number] += 1;
    const std::shared_ptr<runtime::Memory> wrong = uploaded(unwrap(device_), problem.precision, weights);
    Memories all = memories;
    all.input_sums.weights = wrong.get();
    passes.enqueue(stream, all);
    stream.synchronize();
  }

 private:
  int tried_ = 0;
};

// One number of one transform's output changes before it is summed.
TEST_F(SumsOnDevice, BySeparateKernelsNameTheTransformInWhichANumberChanges) {
  for (const char* token : {"c2c:f32:64*100", "r2c:f32:75*19", "c2r:f32:1000*19", "c2c:f32:64x96*18"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    constexpr std::int64_t transform = 17;
    change_output(transform * problem.out_distance + 5, problem);
    const auto tree = decide(unwrap(device_), problem, Callbacks{});
    EXPECT_THAT(complaint(problem, std::nullopt, *tree), HasSubstr("transform 17 of the batch of"));
    break_and_run_ = {};
    EXPECT_THAT(complaint(problem, std::nullopt, *tree), testing::IsEmpty());
  }
}

// One pass and several, along one axis too, any axis first, gaps between transforms.
const std::vector<std::string> summed_tokens = test::words(
    "c2c:f32:64*100 c2c:f32:64*101:inverse c2c:f64:64*33 c2c:f32:100*19 c2c:f32:1000*5 c2c:f64:150*7:inplace "
    "c2c:f32:17*100 c2c:f32:1000x32 c2c:f32:60*3:inplace c2c:f32:1024 c2c:f64:1024*2 c2c:f32:64x96*3 "
    "c2c:f32:64x64:inverse c2c:f64:32x48*2:inplace c2c:f32:16x8x24*3 c2c:f32:64*10:scale=1/n "
    "c2c:f32:30*16:idist=40:odist=33:ioffset=2 c2c:f32:4099*2 c2c:f32:2^19 c2c:f32:550000:inplace:scale=1/n "
    "c2c:f32:40x21*3 c2c:f64:9x30x5*2:inplace r2c:f32:64*10 r2c:f32:75*19 r2c:f64:1000*3 c2r:f32:64*10 c2r:f32:75*19 "
    "c2r:f64:2048*3:scale=1/n r2c:f32:64x96*3 r2c:f64:30x21*2 r2c:f32:16x8x24*3:scale=1/n r2c:f32:1024x64 "
    "c2r:f32:64x96*3 c2r:f64:12x10x9*2 c2r:f32:20x1000*2:scale=1/sqrt(n)");

TEST_F(FusedSumsOnDevice, AgreeForRightResultsAndDeviateForWrongOnes) {
  for (const std::string& token : summed_tokens) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const std::optional<SummedPlan> plan = expected_plan(problem);
    if (!plan) continue;
    EXPECT_THAT(complaint(problem, *plan, *plan->tree), testing::IsEmpty());
    Problem other = problem;
    if (!problem.halves()) {
      other.direction = problem.direction == Direction::forward ? Direction::inverse : Direction::forward;
      EXPECT_THAT(complaint(problem, *plan, *summed(other)->tree), HasSubstr("transform 0 of the batch of"));
    }
  }
}

// One number of one transform's input changes between the sums of the input and the transform.
TEST_F(FusedSumsOnDevice, NameTheTransformInWhichANumberChanges) {
  for (const char* token : {"c2c:f32:64*100", "c2c:f32:100*19", "c2c:f32:1024*40", "c2c:f64:150*20", "r2c:f32:64*100",
                            "r2c:f32:75*19", "c2r:f32:1000*19", "c2c:f32:64x96*18", "c2c:f32:40x21*18",
                            "r2c:f32:40x21*18", "c2r:f32:64x90*18", "c2c:f64:2^17*18"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const std::optional<SummedPlan> plan = expected_plan(problem);
    if (!plan) continue;
    constexpr std::int64_t transform = 17;
    if (plan->in.kind == Sums::real) {
      break_and_run_ = [&](const CompiledPasses& passes, runtime::Stream& stream, const Memories& memories) {
        sum_wrongly(*plan, problem, transform, passes, stream, memories);
      };
      EXPECT_THAT(complaint(problem, *plan, *plan->tree), HasSubstr("transform 17 of the batch of"));
      continue;
    }
    break_and_run_ = [&](const CompiledPasses& passes, runtime::Stream& stream, const Memories& memories) {
      const std::shared_ptr<runtime::Memory> unused = allocate(unwrap(device_), std::size_t{1} << 20U);
      Memories first = memories;
      first.output_sums.sums = unused.get();
      passes.enqueue(stream, first);
      stream.synchronize();
      const std::int64_t element = transform * problem.in_distance + 5;
      const auto put = [&](auto wrong) {
        stream.write(const_cast<runtime::Memory&>(*memories.in),  // NOLINT(*-const-cast): a fault
                     static_cast<std::size_t>(element * problem.input_element_bytes()), &wrong, sizeof(wrong));
      };
      problem.precision == Precision::f32 ? put(4.0F) : put(4.0);
      Memories second = memories;
      second.input_sums.sums = unused.get();
      passes.enqueue(stream, second);
    };
    EXPECT_THAT(complaint(problem, *plan, *plan->tree), HasSubstr("transform 17 of the batch of"));
  }
}

// Squares of such numbers overflow in f32. Only separate sums see a number that changes after the passes have summed
// it.
TEST_F(FusedSumsOnDevice, LeaveSquaresOutOfRangeToSeparateSums) {
  for (const char* token : {"c2c:f32:64*18", "c2c:f32:40x24*18", "c2c:f32:40x21*18", "r2c:f32:40x21*18",
                            "c2r:f32:64x64*18", "c2c:f32:2^19"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const std::optional<SummedPlan> plan = expected_plan(problem);
    if (!plan) continue;
    magnitude_ = 1e22;
    change_output(5, problem);
    EXPECT_THAT(complaint(problem, *plan, *plan->tree), HasSubstr("transform 0 of the batch of"));
    break_and_run_ = {};
    EXPECT_THAT(complaint(problem, *plan, *plan->tree), testing::IsEmpty());
    magnitude_ = 1;
  }
}

// Kernels that were enqueued before the failure may still write the sums.
TEST_F(SumsOnDevice, OutliveAnExecutionThatFailsHalfWay) {
  const Problem problem = Problem::parse("c2c:f32:64*10").normalised();
  for (const std::optional<SummedPlan>& plan : {summed(problem), std::optional<SummedPlan>()}) {
    for (const bool lost : {false, true}) {
      const Verifier verifier(unwrap(device_), problem, 1, plan);
      IdleStream stream;
      stream.lost = lost;
      const auto fail = [&](const Memories& memories) {
        EXPECT_EQ(memories.input_sums.sums != nullptr, plan.has_value());
        EXPECT_EQ(stream.waits, 0);
        throw std::bad_alloc();
      };
      EXPECT_THROW(verifier.run(stream, Memories{}, {10, 10}, {fail}), std::bad_alloc);
      EXPECT_EQ(stream.waits, 1) << (plan ? "fused" : "separate");
    }
  }
}

// What is recorded after a wait would wake the driver's threads once more.
TEST_F(SumsOnDevice, TellTheEndOfTheWorkBeforeTheyWait) {
  const Problem problem = Problem::parse("c2c:f32:64*10").normalised();
  const Verifier verifier(unwrap(device_), problem, 1, summed(problem));
  IdleStream stream;
  int told = 0;
  const auto enqueued = [&] {
    ++told;
    EXPECT_EQ(stream.waits, 0);
  };
  verifier.run(stream, Memories{}, {10, 10}, {[&](const Memories&) { EXPECT_EQ(told, 0); }, enqueued});
  EXPECT_EQ(told, 1);
  EXPECT_GT(stream.waits, 0);
}

std::optional<SummedPlan> summed_on(const DeviceCaps& caps, const std::string& token) {
  const Problem problem = Problem::parse(token).normalised();
  return summed_plan(plan::make_plan(problem, caps), problem, caps);
}

TEST(FusedSumsOnCpus, AreNotMade) {
  for (const std::string& token : summed_tokens) EXPECT_FALSE(summed_on(cpu_preset(), token).has_value()) << token;
}

TEST(FusedSumsOnGpus, AreMadeByKernelsOfWholeColumns) {
  for (const char* token :
       {"c2c:f32:1*3", "c2c:f32:8*100000", "c2c:f32:64*16384", "c2c:f32:1024*65536", "c2c:f64:1024*2048",
        "c2c:f32:8192*999", "c2c:f32:1000*999:inverse:scale=1/n", "c2c:f32:16x16*4096", "c2c:f32:1024x1024*8",
        "c2c:f32:2^18*256", "c2c:f32:100000x10", "c2c:f32:2^22*16", "c2c:f32:65536*99", "c2c:f32:128x128*999",
        "c2c:f64:2^18*64", "r2c:f32:1024*999", "c2r:f32:1024*999", "c2r:f64:500*999"}) {
    SCOPED_TRACE(token);
    const std::optional<SummedPlan> plan = summed_on(h200_preset(), token);
    ASSERT_TRUE(plan.has_value());
    const std::vector<const plan::Pass*> passes = plan->tree->passes();
    EXPECT_EQ(passes.front()->kernel.in.sums, plan->in.kind);
    EXPECT_EQ(passes.back()->kernel.out.sums, plan->out.kind);
    const auto numbers = [](const KernelSpec& spec, const Side& side) {
      return static_cast<std::size_t>(2 * weighted_elements(spec, side));
    };
    EXPECT_EQ(plan->in.weights.size(), numbers(passes.front()->kernel, passes.front()->kernel.in));
    EXPECT_EQ(plan->out.weights.size(), numbers(passes.back()->kernel, passes.back()->kernel.out));
    for (const plan::Pass* pass : passes) EXPECT_EQ(pass->kernel.shape.strategy, Strategy::cooperative);
  }
}

TEST(FusedSumsOnGpus, LeaveOtherPlansToSeparateSums) {
  for (const char* token : {"c2c:f32:4099*99", "c2c:f32:1009*999", "r2c:f32:75*999", "r2c:f32:64x64*10",
                            "r2c:f32:2^20*4", "c2c:f32:64:factor=0"}) {
    EXPECT_FALSE(summed_on(h200_preset(), token).has_value()) << token;
  }
}

}  // namespace
}  // namespace papilio::api
