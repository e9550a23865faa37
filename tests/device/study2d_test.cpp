// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The 2-D experiments on a device: every combination of scratch, memory object and numbers that it has is the DFT.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "api/access.hpp"
#include "core/error_bound.hpp"
#include "device/fixture.hpp"
#include "lab/experiments/opencl_features.hpp"
#include "lab/experiments/subject2d.hpp"
#include "lab/experiments/transform2d.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using namespace experiments;  // NOLINT(google-build-using-namespace): what is tested here

class Study2dKernels : public OnDevice {
 protected:
  /// The error of the worst of three executions, in ppm, each from matrices full of NaNs.
  double error_of(const Choices2d& choices) {
    const Subject2d subject(choices.rows, choices.columns, choices.direction);
    const Matrices::MatrixForm form = Transform2d::form_of(choices);
    auto matrices = std::make_shared<Matrices>(bench(), form);
    const Transform2d transform(bench(), matrices, choices);
    matrices->write(subject.input(form.storage));
    double worst = 0;
    for (int i = 0; i < 3; ++i) {
      matrices->poison();
      transform.execute();
      worst = std::max(worst, subject.error_ppm(matrices->read(), form.storage));
    }
    return worst;
  }

  Workbench& bench() {
    if (!bench_) bench_ = std::make_unique<Workbench>(api::HandleAccess::pointer(device_));
    return *bench_;
  }
  OpenClFeatures features() { return OpenClFeatures(bench().device()); }

 private:
  std::unique_ptr<Workbench> bench_;
};

/// Share of the f32 bound.
double allowance(const Choices2d& choices) {
  const double bound = 1e6 * error_bound(choices.rows * choices.columns, Precision::f32);
  constexpr double one_rounding = 1e6 / 2048;
  if (choices.numbers == MatrixNumbers::f16) return bound * 8192;
  return choices.numbers == MatrixNumbers::f32 ? bound : bound + 4 * one_rounding;
}

Choices2d choices_of(std::int64_t rows, std::int64_t columns, std::vector<int> row_radices,
                     std::vector<int> column_radices) {
  Choices2d choices;
  choices.rows = rows;
  choices.columns = columns;
  choices.row_radices = {std::move(row_radices)};
  choices.column_radices = {std::move(column_radices)};
  return choices;
}

/// The transform with every combination of the choices that have few values.
class Study2dCombinations : public Study2dKernels {
 protected:
  void expect_every_combination(Choices2d choices) {
    int run = 0;
    for (const ExchangeMemory scratch : {ExchangeMemory::local, ExchangeMemory::global}) {
      for (const MemoryObject object : {MemoryObject::buffers, MemoryObject::images}) {
        for (const MatrixNumbers numbers : {MatrixNumbers::f32, MatrixNumbers::f16_storage, MatrixNumbers::f16}) {
          choices.scratch = scratch;
          choices.object = object;
          choices.numbers = numbers;
          choices.direction = run % 2 == 0 ? Direction::forward : Direction::inverse;
          const std::string what = fmt::format("{}x{} {} {} {}", choices.rows, choices.columns, to_string(scratch),
                                               to_string(object), to_string(numbers));
          const bool possible = (object == MemoryObject::buffers || features()) &&
                                (numbers != MatrixNumbers::f16 || (features() && features().computes_f16()));
          if (possible) {
            EXPECT_LT(error_of(choices), allowance(choices)) << what;
            ++run;
          } else {
            EXPECT_THROW(error_of(choices), Error) << what;
          }
        }
      }
    }
    EXPECT_GE(run, 4);
  }
};

TEST_F(Study2dCombinations, OfASmallPlaneAreTheDft) { expect_every_combination(choices_of(20, 12, {4, 3}, {2, 2, 5})); }

TEST_F(Study2dCombinations, OfLargerPlanesAreTheDft) {
  expect_every_combination(choices_of(32, 32, {8, 4}, {8, 4}));
  expect_every_combination(choices_of(16, 64, {4, 4, 4}, {2, 8}));
}

TEST_F(Study2dKernels, OddSidesSeveralKernelsAndTiles) {
  Choices2d odd = choices_of(15, 9, {3, 3}, {5, 3});
  EXPECT_LT(error_of(odd), allowance(odd));
  odd.object = MemoryObject::images;
  EXPECT_THROW(error_of(odd), Error);
  Choices2d several = choices_of(8, 256, {}, {8});
  several.row_radices = {{4, 4}, {16}};
  for (const int tile : {2, 8, 64}) {
    several.tile = tile;
    EXPECT_LT(error_of(several), allowance(several)) << tile;
  }
}

TEST_F(Study2dKernels, AStepAloneIsOneQuarter) {
  const Choices2d choices = choices_of(8, 16, {4, 4}, {2, 4});
  const Subject2d subject(8, 16, Direction::forward);
  auto matrices = std::make_shared<Matrices>(bench(), Transform2d::form_of(choices));
  const Transform2d transform(bench(), matrices, choices);
  matrices->write(subject.input(Storage::native));
  matrices->poison();
  for (std::size_t step = 0; step < steps_2d; ++step) {
    EXPECT_GT(subject.error_ppm(matrices->read(), Storage::native), 1e9) << step;  // infinite: still poisoned
    transform.execute(step);
  }
  EXPECT_LT(subject.error_ppm(matrices->read(), Storage::native), allowance(choices));
}

TEST_F(Study2dKernels, ImagesThatCannotBeSayWhy) {
  if (!features()) GTEST_SKIP() << "no OpenCL";
  const auto why = [&](const ImageShape& shape) -> std::string {
    return test::message_of([&] { (void)features().make_image(shape, nullptr); });
  };
  EXPECT_THAT(why({4, Storage::native, 1 << 24, 1}), testing::HasSubstr("exceed the driver's"));
  EXPECT_EQ(why({4, Storage::f16, 16, 16}), "");
  if (!features().views_buffers()) {
    const auto buffer = bench().device().allocate(4096);
    EXPECT_THROW(features().make_image({4, Storage::native, 16, 16}, buffer), Error);
  }
}

}  // namespace
}  // namespace papilio::test
