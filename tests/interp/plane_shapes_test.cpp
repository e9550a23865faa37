// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes of kernels that transform real 2-D arrays, or slabs of them: all that a GPU kernel may have.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <papilio/problem.hpp>

#include "plan/gpu_shapes.hpp"
#include "plan/kernels.hpp"
#include "plan/plan.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "spec/array_axes.hpp"
#include "support/exchange_forms.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

// Real 2-D arrays in one kernel, results staged or not.
class ImageShapes : public ::testing::TestWithParam<const char*> {};

/// The kernel for batches of the array, with another shape and batch.
void expect_image(const std::string& token, const Shape& shape, const std::vector<int>& radices) {
  Problem problem = Problem::parse(fmt::format("{}*{}", token, shape.tile + 1)).normalised();
  if (shape.tile % 3 == 1) {
    const bool real_input = problem.kind == Kind::r2c;  // its transforms start at even numbers
    problem.in_distance += real_input ? 8 : 7;
    problem.out_distance += real_input ? 7 : 8;
  }
  plan::PlanNode plan = plan::make_plan(Problem::parse(token + "*100000"), h200_preset());
  ASSERT_TRUE(plan.pass.has_value()) << token;
  ASSERT_TRUE(is_real_plane(plan.pass->kernel)) << token;
  plan.pass->kernel.shape = shape;
  plan.pass->kernel.radices = radices;
  plan.pass->batch = problem.batch;
  plan.pass->source.distance = problem.in_distance;
  plan.pass->target.distance = problem.out_distance;
  SCOPED_TRACE(plan.pass->kernel.key());
  expect_interpreted(problem, plan);
}

TEST_P(ImageShapes, AreCorrect) {
  int seen = 0;
  for (const std::string kind : {"r2c:", "c2r:"}) {
    const std::string token = kind + GetParam();
    plan::KernelRequest request;
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token + "*100000"), h200_preset());
    ASSERT_TRUE(plan.pass.has_value()) << token;
    request.spec = plan.pass->kernel;
    request.work_length = request.spec.length;
    request.batch = 100000;
    const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request, h200_preset());
    const std::size_t step = shapes.size() / 16 + 1;
    for (std::size_t i = seen % 2; i < shapes.size(); i += step) {
      KernelSpec kernel = shapes[i].spec;
      if (kernel.shape.tile * kernel.length > 4096) continue;
      constexpr int pads[] = {0, 32, 16, 64, 8};
      kernel.shape.pad = pads[seen % 5];
      kernel.shape.staged = seen % 3 == 0;
      if (seen % 4 == 0) test::swap_exchange(kernel.shape);
      kernel.shape.twiddles = static_cast<Twiddles>(seen / 2 % 3);
      ++seen;
      expect_image(token, kernel.shape, kernel.radices);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 8);
}

TEST(MeasuredImages, AreCorrect) {
  int seen = 0;
  for (const std::string kind : {"r2c", "c2r"}) {
    for (const char* n : {"16x16", "32x32", "64x64", "128x128"}) {
      const std::string token = fmt::format("{}:f32:{}", kind, n);
      const plan::PlanNode plan = plan::make_plan(Problem::parse(token + "*100000"), h200_preset());
      plan::KernelRequest request{plan.pass->kernel, plan.pass->kernel.length, 100000};
      const std::optional<plan::ShapedKernel> tuned = plan::tuned_shape(request, h200_preset());
      if (!tuned) continue;
      ++seen;
      expect_image(token, tuned->spec.shape, tuned->spec.radices);
    }
  }
  EXPECT_EQ(seen, 8);
}

/// A 2-D array of two slabs: the kernel of the slabs, and that of the remaining columns.
void expect_slabs(const KernelSpec& slab) {
  SCOPED_TRACE(slab.key());
  const bool back = pre_processes(slab);
  const std::int64_t rows = slab.axis_lengths.front() * slab.outer;
  const std::int64_t width = slab.axis_lengths.back();
  const Problem problem =
      Problem::parse(fmt::format("{}:f32:{}x{}", back ? "c2r" : "r2c", rows, 2 * width)).normalised();
  plan::KernelRequest across;
  across.spec.direction = slab.direction;
  across.spec.length = slab.outer;
  across.spec.interleaved = across.spec.inner = half_numbers(slab);
  across.spec.in_place = !back;
  across.work_length = slab.outer;
  const std::optional<plan::ShapedKernel> columns = plan::shape_kernel(across, h200_preset());
  ASSERT_TRUE(columns.has_value());
  plan::PlanNode first;
  plan::PlanNode second;
  plan::PlanNode plan;
  const plan::Operand middle{back ? plan::Slot::scratch : plan::Slot::output, 0, 0};
  first.pass = plan::Pass{back ? columns->spec : slab, {plan::Slot::input, 0, 0}, middle, 1};
  second.pass = plan::Pass{back ? slab : columns->spec, middle, {plan::Slot::output, 0, 0}, 1};
  plan.children = {first, second};
  plan.scratch_elements = back ? rows * (width + 1) : 0;
  expect_interpreted(problem, plan);
}

TEST(MeasuredSlabs, OfRealImagesAreCorrect) {
  int seen = 0;
  for (const Form form : {Form::pairs, Form::half}) {
    for (const std::vector<std::int64_t>& lengths : std::vector<std::vector<std::int64_t>>{
             {8, 128}, {16, 128}, {4, 256},  {8, 256},  {16, 256}, {2, 512},  {4, 512},
             {8, 512}, {2, 1024}, {4, 1024}, {2, 2048}, {4, 2048}, {8, 2048}, {3, 960},
             {4, 960}, {6, 960},  {8, 360},  {2, 1500}, {4, 1500}, {5, 1500}}) {
      plan::KernelRequest request;
      request.spec.length = request.work_length = lengths.front() * lengths.back();
      request.spec.axis_lengths = lengths;
      request.batch = 1000;
      request.spec.direction = form == Form::pairs ? Direction::forward : Direction::inverse;
      request.spec.in.form = form;
      request.spec.out.form = form == Form::pairs ? Form::half : Form::pairs;
      request.spec.outer = 2;
      const std::optional<plan::ShapedKernel> tuned = plan::tuned_shape(request, h200_preset());
      if (!tuned) continue;
      ++seen;
      expect_slabs(tuned->spec);
      if (HasFailure()) return;
    }
  }
  EXPECT_EQ(seen, 40);
}

INSTANTIATE_TEST_SUITE_P(Lengths, ImageShapes,
                         ::testing::Values("f32:2x4", "f32:4x4", "f32:16x16", "f64:16x16", "f32:15x6", "f32:7x10",
                                           "f32:32x32", "f32:24x40", "f16:32x32", "f64:48x36", "f32:64x64"));

}  // namespace
}  // namespace papilio
