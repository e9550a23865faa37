// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/checker.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "api/access.hpp"
#include "runtime/device.hpp"
#include "verify/check/sweep.hpp"

namespace papilio::verify {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::IsSupersetOf;

/// One wrong store after one launch of a kernel.
struct Mistake {
  int launch = 0;            ///< from 1
  std::size_t argument = 0;  ///< 0: the input, 1: the output
  std::size_t element = 0;   ///< complex
  float value = 0;
};

class FaultyStream final : public runtime::Stream {
 public:
  FaultyStream(std::shared_ptr<runtime::Stream> real, const Mistake& mistake)
      : real_(std::move(real)), mistake_(mistake) {}

  void launch(const runtime::Launch& launch) override {
    real_->launch(launch);
    if (++launches_ != mistake_.launch) return;
    const auto* const memory = std::get<const runtime::Memory*>(launch.arguments[mistake_.argument]);
    real_->write(const_cast<runtime::Memory&>(*memory), mistake_.element * 8, &mistake_.value, sizeof(float));
  }
  void write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    real_->write(to, offset, from, bytes);
  }
  void read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    real_->read(from, offset, to, bytes);
  }
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    real_->write_async(to, offset, from, bytes);
  }
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    real_->read_async(from, offset, to, bytes);
  }
  void copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                 const runtime::CopyPlaces& places) override {
    real_->copy_part(from, to, bytes, places);
  }
  void clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) override {
    real_->clear(memory, offset, bytes);
  }
  void synchronize() override { real_->synchronize(); }
  void on_completion(std::function<void()> done) override { real_->on_completion(std::move(done)); }
  std::unique_ptr<runtime::Event> record() override { return real_->record(); }
  void wait_for(const runtime::Event& event) override { real_->wait_for(event); }

 private:
  std::shared_ptr<runtime::Stream> real_;
  Mistake mistake_;
  int launches_ = 0;
};

class FaultyDevice final : public runtime::Device {
 public:
  FaultyDevice(std::shared_ptr<runtime::Device> real, const Mistake& mistake)
      : real_(std::move(real)), mistake_(mistake) {}

  [[nodiscard]] const DeviceInfo& info() const override { return real_->info(); }
  [[nodiscard]] const DeviceCaps& caps() const override { return real_->caps(); }
  [[nodiscard]] Dialect dialect() const override { return real_->dialect(); }
  [[nodiscard]] std::string compiler_identity(Dialect dialect) const override {
    return real_->compiler_identity(dialect);
  }
  std::vector<std::byte> compile(const Source& source, const std::string& entry) override {
    return real_->compile(source, entry);
  }
  std::unique_ptr<runtime::Program> load(std::span<const std::byte> binary, const std::string& entry) override {
    return real_->load(binary, entry);
  }
  std::shared_ptr<runtime::Memory> allocate(std::size_t bytes) override { return real_->allocate(bytes); }
  std::shared_ptr<runtime::Stream> make_stream() override {
    return std::make_shared<FaultyStream>(real_->make_stream(), mistake_);
  }

 private:
  std::shared_ptr<runtime::Device> real_;
  Mistake mistake_;
};

class CheckerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (list_devices().devices.empty()) GTEST_SKIP() << "no device: " << list_devices().notes.front();
    try {
      references_.open({Problem::parse(token)});
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }

  [[nodiscard]] CheckResult check(const Mistake& mistake, const char* which = token) const {
    const auto device = api::HandleAccess::handle<Device>(
        std::make_shared<FaultyDevice>(api::HandleAccess::pointer(Device("auto")), mistake));
    return Checker(device, references_, {.seed = 1}).check(expand_any(which).front());
  }

  // One launch an execution; transforms of 12 points at distance 20, so 12..19 is a gap and 52.. is beyond the end.
  static constexpr const char* token = "c2c:f32:12*3:idist=15:odist=20";
  References references_;
};

TEST_F(CheckerTest, PassesARightDevice) {
  const CheckResult result = check({});
  EXPECT_THAT(result.faults, IsEmpty());
  EXPECT_EQ(result.compared, 3);
  EXPECT_GT(result.relative_l2, 0);
  EXPECT_GE(result.max_error, 0.1 * result.relative_l2);
  EXPECT_LE(result.relative_l2, result.bound);
}

TEST_F(CheckerTest, FindsEachMistake) {
  EXPECT_THAT(check({}, "c2c:f32:12*3:inplace:idist=15:odist=15").faults, IsEmpty());
  // The first execution is the one that is compared; the later ones differ from it.
  EXPECT_THAT(
      check({1, 1, 3, 100.0F}).faults,
      IsSupersetOf({"execution 2 differs from the first at element 3 of array 0",
                    "execution 3 differs from the first at element 3 of array 0", "the error is above its bound"}));
  EXPECT_THAT(check({3, 1, 41, 0.0F}).faults,
              ElementsAre("execution 3 differs from the first at element 1 of array 2"));
  for (const std::size_t outside : {12U, 53U}) {  // in a gap, and beyond the end
    EXPECT_THAT(check({1, 1, outside, 0.0F}).faults, ::testing::Contains("written outside the arrays at element " +
                                                                         std::to_string(outside) + " of the output"));
  }
  EXPECT_THAT(check({3, 0, 13, 0.0F}).faults, ElementsAre("the input has changed"));
}

TEST_F(CheckerTest, ComparesWithLongDoubleAndQuad) {
  constexpr const char* f64 = "c2c:f64:12*3";
  constexpr const char* f64_convolution = "conv:f64:12*3:kernel=3:complex";
  const Mistake half_of_a_number = {1, 1, 3, 100.0F};  // changes 2^-20 of it
  for (const F64Reference reference : {F64Reference::quad, F64Reference::long_double_first}) {
    references_ = {};
    references_.for_f64 = reference;
    references_.open({Problem::parse(f64)});
    for (const char* const right : {f64, f64_convolution}) {
      const CheckResult result = check({}, right);
      EXPECT_THAT(result.faults, IsEmpty());
      EXPECT_GT(result.relative_l2, 0);
    }
    EXPECT_THAT(check(half_of_a_number, f64).faults, ::testing::Contains("the error is above its bound"));
  }
}

TEST_F(CheckerTest, PassesVariedInputs) {
  const Device device("auto");
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Checker checker(device, references_, {.seed = seed, .distribution = Inputs::varied});
    for (const char* const varied :
         {"c2c:f32:12*3", "c2r:f32:12*3:in=f16:out=f16", "conv:f32:12*3:kernel=5", "r2c:f32:12*3:in=u8:scratch=f16",
          "dct1:f32:12*3:zero=[0,11)", "c2c:f32:12x5:axes=0:crop=7x2"}) {
      EXPECT_THAT(checker.check(expand_any(varied).front()).faults, IsEmpty()) << varied << " of seed " << seed;
    }
  }
}

TEST_F(CheckerTest, LeavesOutWhatIsPruned) {
  const char* pruned = "c2c:f32:12*3:idist=15:odist=20:zero=[6,12):skip=[3,5)";
  EXPECT_THAT(check({}, pruned).faults, IsEmpty());
  EXPECT_THAT(check({}, "c2c:f32:12*3:inplace:zero=[6,12):skip=[3,5)").faults, IsEmpty());
  EXPECT_THAT(check({}, "c2r:f32:2x1:inplace:zero=[1,2)x-").faults, IsEmpty());  // passes between axes are in place
  // The elements that a compact side leaves out have the places of their neighbours.
  EXPECT_THAT(check({}, "c2c:f32:12:inplace:zero=[3,5):skip=[3,5):compact").faults, IsEmpty());
  EXPECT_THAT(check({1, 1, 23, 0.0F}, pruned).faults,
              ::testing::Contains("written outside the arrays at element 23 of the output"));
  EXPECT_THAT(check({1, 1, 16, 0.0F}, "c2c:f32:12*3:inplace:zero=[6,12):skip=[3,5)").faults,
              ::testing::Contains("skipped, and written, at element 4 of array 1"));
}

TEST_F(CheckerTest, FindsAnElementThatIsNotFinite) {
  const CheckResult result = check({1, 1, 20, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_THAT(result.faults, ::testing::Contains(HasSubstr("never written, at element 0 of array 1")));
  EXPECT_TRUE(std::isinf(result.relative_l2));
}

TEST_F(CheckerTest, SaysNothingOfResultsBeyondTheirStorage) {
  EXPECT_THROW((void)check({}, "c2c:f32:4096:in=u8:out=f16"), Error);
  EXPECT_THAT(check({}, "c2c:f32:4096:in=u8:out=f16:scale=1/n").faults, IsEmpty());
  EXPECT_THAT(check({}, "c2c:f32:4096:in=u8:out=f16:scale=1/n:skip=[2,4096)").faults, IsEmpty());
}

// Three launches for each execution, the last of which writes the results: 3x14 for each signal.
constexpr const char* convolution = "conv:f32:2x12*3:kernel=2x3:complex";

TEST_F(CheckerTest, PassesRightConvolutions) {
  const CheckResult result = check({}, convolution);
  EXPECT_THAT(result.faults, IsEmpty());
  EXPECT_EQ(result.compared, 3);
  EXPECT_GT(result.relative_l2, 0);
  for (const char* other :
       {"corr:f32:40*2:kernel=7*2:same", "conv:f32:5x6:kernel=2x3:valid:in=i16:out=f16",
        "conv:f32:20x3*2:kernel=5x1:axes=0", "corr:f32:9x8*2:kernel=3x2:channels=2x3:complex:planar",
        "conv:f32:30*3:kernel=4*3:inplace:idist=40:odist=40:kdist=5:ooffset=3",
        "conv:f32:12:kernel=3:channels=3x2:istrides=1,3:ostrides=1,2:kstrides=1,2,6:same"}) {
    EXPECT_THAT(check({}, other).faults, IsEmpty()) << other;
  }
}

TEST_F(CheckerTest, FindsWrongConvolutions) {
  EXPECT_THAT(check({3, 1, 45, 100.0F}, convolution).faults,
              IsSupersetOf(
                  {"execution 2 differs from the first at element [0, 3] of array 1", "the error is above its bound"}));
  EXPECT_THAT(check({3, 1, 42, std::numeric_limits<float>::quiet_NaN()}, convolution).faults,
              ::testing::Contains("not finite, or never written, at element [0, 0] of array 1"));
  EXPECT_THAT(check({3, 1, 127, 0.0F}, convolution).faults,
              ::testing::Contains("written outside the results at element 127 of the output"));
  EXPECT_THAT(check({7, 0, 13, 0.0F}, convolution).faults, ElementsAre("the input has changed"));
}

TEST_F(CheckerTest, FindsASignalThatChangesAnothersResult) {
  int found = 0;
  for (const std::size_t signal : {0U, 1U, 2U}) {
    const CheckResult result = check({12, 1, 42 * signal, 0.0F}, convolution);
    found += result.faults.empty() ? 0 : 1;
    if (!result.faults.empty()) {
      EXPECT_THAT(result.faults, ElementsAre(HasSubstr(" changes result ")));
    }
  }
  EXPECT_EQ(found, 2);
}

TEST_F(CheckerTest, FindsATransformThatAnotherOneChanges) {
  // The fourth launch has the NaN, in one of three transforms: a wrong element in another one is found.
  int found = 0;
  for (const std::size_t transform : {0U, 1U, 2U}) {
    const CheckResult result = check({4, 1, 20 * transform, 0.0F});
    found += result.faults.empty() ? 0 : 1;
    if (!result.faults.empty()) {
      EXPECT_THAT(result.faults, ElementsAre(HasSubstr(" changes transform ")));
    }
  }
  EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace papilio::verify
