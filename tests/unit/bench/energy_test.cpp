// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/energy.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <papilio/error.hpp>
#include <thread>

#include "bench/temporary_folder.hpp"
#include "support/error_of.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Advances by `step` joules at every third reading.
class FakeCounter final : public EnergyCounter {
 public:
  explicit FakeCounter(double step) : step_(step) {}
  [[nodiscard]] std::string source() const override { return "fake"; }
  [[nodiscard]] std::optional<double> joules() override {
    const int steps = readings_++ / 3;
    return step_ * steps;
  }

 private:
  double step_;
  int readings_ = 0;
};

TEST(Energy, IsCountedFromStepToStep) {
  FakeCounter counter(6);
  // Three readings per step, and ten executions before each reading: 0.2 J each, whatever the step.
  const auto work = [] {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    return std::size_t{10};
  };
  EXPECT_NEAR(joules_of_one(counter, work, 0.02).value(), 0.2, 1e-9);
}

TEST(Energy, OfACounterThatStandsStillThereIsNone) {
  FakeCounter counter(0);
  EXPECT_FALSE(joules_of_one(
      counter, [] { return std::size_t{1}; }, 0.01));
}

class Rapl : public ::testing::Test {
 protected:
  void set(const std::string& package, const std::string& file, std::uint64_t value) const {
    fs::create_directories(root / package);
    std::ofstream(root / package / file) << value;
  }
  const TemporaryFolder folder;
  const fs::path root = folder.path();
};

TEST_F(Rapl, PackagesAreAddedAndTheirPartsAreNot) {
  set("intel-rapl:0", "energy_uj", 5'000'000);
  set("intel-rapl:1", "energy_uj", 1'000'000);
  set("intel-rapl:0:0", "energy_uj", 1'000'000);
  set("intel-rapl", "energy_uj", 1'000'000);
  const auto counter = make_rapl_counter(root.string());
  EXPECT_EQ(counter->source(), "RAPL");
  EXPECT_DOUBLE_EQ(counter->joules().value(), 0);
  set("intel-rapl:0", "energy_uj", 7'000'000);
  set("intel-rapl:1", "energy_uj", 1'500'000);
  set("intel-rapl:0:0", "energy_uj", 9'000'000);
  EXPECT_DOUBLE_EQ(counter->joules().value(), 2.5);
}

TEST_F(Rapl, TheCounterStartsAgainFromZero) {
  set("intel-rapl:0", "energy_uj", 9'000'000);
  set("intel-rapl:0", "max_energy_range_uj", 10'000'000);
  const auto counter = make_rapl_counter(root.string());
  set("intel-rapl:0", "energy_uj", 500'000);
  EXPECT_DOUBLE_EQ(counter->joules().value(), 1.5);
  set("intel-rapl:0", "energy_uj", 750'000);
  EXPECT_DOUBLE_EQ(counter->joules().value(), 1.75);
}

TEST_F(Rapl, WithoutPackagesItIsUnavailable) {
  EXPECT_THROW(make_rapl_counter(root.string()), Error);
  EXPECT_THROW(make_rapl_counter((root / "none").string()), Error);
}

class Nvml : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("PAPILIO_NVML_LIBRARY", PAPILIO_FAKE_NVML, 1);
    gpu.id = "opencl:0";
    gpu.backend = Backend::opencl;
    gpu.kind = DeviceKind::gpu;
    gpu.name = "Fake GPU";
  }
  void TearDown() override { unsetenv("PAPILIO_NVML_LIBRARY"); }
  std::string error() const {
    return test::message_of([&] { make_energy_counter(gpu); }, "made");
  }
  DeviceInfo gpu;
};

TEST_F(Nvml, MillijoulesBecomeJoules) {
  const auto counter = make_energy_counter(gpu);
  EXPECT_EQ(counter->source(), "NVML");
  const double first = counter->joules().value();
  EXPECT_DOUBLE_EQ(counter->joules().value() - first, 1.25);  // the fake adds this at every reading
}

TEST_F(Nvml, AnotherGpuIsNotTakenForThisOne) {
  gpu.name = "Other GPU";
  EXPECT_THAT(error(), HasSubstr("does not know opencl:0 Other GPU"));
}

TEST_F(Nvml, WithoutTheLibraryItIsUnavailable) {
  setenv("PAPILIO_NVML_LIBRARY", "/no/libnvidia-ml.so.1", 1);
  EXPECT_THAT(error(), HasSubstr("/no/libnvidia-ml.so.1"));
  gpu.kind = DeviceKind::other;
  EXPECT_THAT(error(), HasSubstr("of kind other"));
}

}  // namespace
}  // namespace papilio::bench
