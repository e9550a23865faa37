// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned/tuned_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <papilio/error.hpp>
#include <set>

#include "plan/function_kernel.hpp"
#include "plan/plan.hpp"
#include "plan/shape_rules.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "support/error_of.hpp"

namespace papilio::plan {
namespace {

using ::testing::HasSubstr;

/// Columns of a pass, not far apart in memory.
constexpr std::int64_t columns = 512;

void set_real(KernelSpec& spec, Form in, Form out) {
  spec.in.form = in;
  spec.out.form = out;
  if (in == Form::half) spec.direction = Direction::inverse;
}

void set_trig(KernelSpec& spec, Kind kind, std::int64_t extent) {
  set_real(spec, Form::trig, Form::trig);
  spec.trig.kind = kind;
  spec.trig.extent = extent;
}

void set_stack(KernelSpec& spec, std::int64_t count) {
  spec.interleaved = count;
  spec.inner = count;
}

/// What is special about the kernels of whole transforms.
void set_whole(KernelRole role, KernelSpec& spec) {
  if (role == KernelRole::r2c) set_real(spec, Form::pairs, Form::half);
  if (role == KernelRole::c2r) set_real(spec, Form::half, Form::pairs);
  if (role == KernelRole::dct1) set_trig(spec, Kind::dct1, spec.length + 1);
  if (role == KernelRole::dct2) set_trig(spec, Kind::dct2, 2 * spec.length);
  if (role == KernelRole::dct3) set_trig(spec, Kind::dct3, 2 * spec.length);
  if (role == KernelRole::dct4) set_trig(spec, Kind::dct4, spec.length);
  if (role == KernelRole::rader) spec.algorithm = Algorithm::rader;
  if (role == KernelRole::rader) ++spec.length;
  if (role == KernelRole::bluestein) spec.algorithm = Algorithm::bluestein;
  if (role == KernelRole::bluestein) spec.length = spec.length / 2 + 1;
}

void set_pass(KernelRole role, KernelSpec& spec) {
  const Strides rows = {1, spec.length};
  const Strides stacked = {columns, 1};
  const std::set<KernelRole> firsts = {KernelRole::first, KernelRole::to_blocks, KernelRole::bluestein_first,
                                       KernelRole::c2r_first};
  (firsts.contains(role) ? spec.outer : spec.inner) = columns;
  if (role == KernelRole::to_rows || role == KernelRole::from_rows) {
    set_stack(spec, columns);
    spec.in.strides = role == KernelRole::to_rows ? stacked : rows;
    spec.out.strides = role == KernelRole::to_rows ? rows : stacked;
  }
  if (role == KernelRole::to_blocks || role == KernelRole::bluestein_first) spec.out.strides.block = 8;
  if (role == KernelRole::from_blocks || role == KernelRole::bluestein_last) spec.in.strides.block = 1;
  if (role == KernelRole::bluestein_first) spec.load = LoadOp::chirp;
  if (role == KernelRole::bluestein_last) spec.store = StoreOp::chirp;
  if (role == KernelRole::convolution_middle) {
    spec.inner = 1;
    spec.outer = columns;
    spec.algorithm = Algorithm::convolution;
    spec.in.strides.block = 1;
    spec.out.strides.block = 8;
  }
  if (spec.load == LoadOp::chirp || spec.store == StoreOp::chirp || role == KernelRole::convolution_middle)
    spec.chirp.length = spec.points() / 2 - 1;
  if (role == KernelRole::later_unaligned) set_stack(spec, columns + 1);
  if (role == KernelRole::later_far) spec.inner = std::int64_t{1} << 18;
  if (role == KernelRole::c2r_first) set_real(spec, Form::half, Form::complex);
  if (role == KernelRole::r2c_last) set_real(spec, Form::complex, Form::half);
  spec.paired_columns = role == KernelRole::c2r_first || role == KernelRole::r2c_last;
}

void set_axes(KernelRole role, KernelSpec& spec) {
  if (role == KernelRole::nd_r2c || role == KernelRole::slab_r2c) set_real(spec, Form::pairs, Form::half);
  if (role == KernelRole::nd_c2r || role == KernelRole::slab_c2r) set_real(spec, Form::half, Form::pairs);
  if (role == KernelRole::slab || role == KernelRole::slab_r2c || role == KernelRole::slab_c2r) spec.outer = 4;
  if (role == KernelRole::nd_strided) set_stack(spec, columns);
}

/// A request that a line serves.
KernelRequest request_for(const TunedKey& key) {
  KernelRequest request;
  KernelSpec& spec = request.spec;
  request.work_length = key.length;
  spec.length = key.length;
  spec.axis_lengths = key.axis_lengths;
  spec.precision = key.precision;
  if (key.narrow) spec.in.storage = spec.out.storage = Storage::f16;
  if (key.role < KernelRole::first) set_whole(key.role, spec);
  if (key.role >= KernelRole::first && key.role < KernelRole::nd) set_pass(key.role, spec);
  if (key.role >= KernelRole::nd) set_axes(key.role, spec);
  const std::int64_t numbers = (key.narrow ? 2 : key.precision == Precision::f32 ? 4 : 8) * 4;
  const std::int64_t bytes = std::int64_t{key.cached ? 32 : 1024} << 20;
  request.batch = key.alone ? 1 : std::max<std::int64_t>(1, bytes / numbers / spec.transform());
  return request;
}

std::vector<DeviceCaps> devices() {
  DeviceCaps no_clusters = h200_preset();
  no_clusters.cluster = 1;
  return {h200_preset(), no_clusters};  // the latter are served by the lines behind those with clusters
}

TEST(TunedText, EveryLineServesAKernelThatTheDevicePermits) {
  ASSERT_GT(shipped_shapes().shapes.size(), 600);
  for (const TunedShape& line : shipped_shapes().shapes) {
    if (line.key.role == KernelRole::function) continue;  // below
    const KernelRequest request = request_for(line.key);
    SCOPED_TRACE(request.spec.key() + " " + shape_token(line.chosen, 1));
    bool found = false;
    for (const DeviceCaps& caps : devices()) {
      const std::optional<ShapedKernel> tuned = tuned_shape(request, caps);
      if (!tuned) continue;
      ChosenShape chosen = chosen_shape(tuned->spec);
      if (!line.chosen.shape.staged) chosen.shape.staged = false;  // the planner decides
      chosen.shape.prefetch_distance /= caps.compute_units;
      if (chosen != line.chosen) continue;
      found = true;
      const std::optional<Misfit> misfit = misfit_of(tuned->spec, caps);
      EXPECT_FALSE(misfit) << misfit->why;
    }
    EXPECT_TRUE(found) << "another line or none serves it";
  }
}

TEST(TunedText, EveryLineOfAFunctionServesIt) {
  for (const TunedShape& line : shipped_shapes().shapes) {
    if (line.key.role != KernelRole::function) continue;
    const Problem problem = Problem::c2c(line.key.precision, {line.key.length}, line.chosen.shape.tile);
    EXPECT_EQ(chosen_shape(function_kernel(problem, h200_preset())), line.chosen) << problem.token();
  }
}

// One work-group or cluster of an `alone` line for each of 132 compute units.
TEST(TunedText, FewTransformsHaveLinesOfTheirOwn) {
  const auto cluster_of = [](const char* token, const DeviceCaps& caps) {
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    return plan.pass ? plan.pass->kernel.shape.cluster : 0;
  };
  const DeviceCaps caps = h200_preset();
  for (const char* few : {"c2c:f32:4096", "c2c:f32:8192", "c2c:f32:8192*16", "c2c:f32:8192:inplace:inverse"})
    EXPECT_EQ(cluster_of(few, caps), 8) << few;
  for (const char* many : {"c2c:f32:8192*17", "c2c:f32:8192*8192", "c2c:f32:2048"})
    EXPECT_EQ(cluster_of(many, caps), 1) << many;
  DeviceCaps no_clusters = caps;
  no_clusters.cluster = 1;
  EXPECT_EQ(cluster_of("c2c:f32:8192", no_clusters), 1);
}

TEST(TunedText, EveryFusedLaunchIsPermitted) {
  ASSERT_GE(shipped_shapes().pairs.size(), 30);
  const DeviceCaps caps = h200_preset();
  for (const TunedPair& line : shipped_shapes().pairs) {
    const KernelRequest first = request_for(line.first.key);
    const KernelRequest second = request_for(line.second.key);
    SCOPED_TRACE(first.spec.key() + " " + second.spec.key());
    const std::optional<ShapedPair> pair = tuned_pair(first, second, caps);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->first.radices, line.first.chosen.radices);
    EXPECT_EQ(pair->second.radices, line.second.chosen.radices);
    EXPECT_TRUE(can_fuse(pair->first, pair->second));
    EXPECT_FALSE(misfit_of(pair->first, caps));
    EXPECT_FALSE(misfit_of(pair->second, caps));
  }
}

// Lines for numbers of two bytes between the passes are for these alone.
TEST(TunedText, PairsAreChosenByWhatTheyHandOver) {
  const DeviceCaps caps = h200_preset();
  const auto shapes_of = [&](const std::string& token) {
    std::vector<std::string> shapes;
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    for (const Pass* pass : plan.passes()) shapes.push_back(shape_token(chosen_shape(pass->kernel), 1));
    return shapes;
  };
  const auto of_line = [](const std::string& key) {
    for (const TunedPair& line : shipped_shapes().pairs) {
      if (to_text(line.first.key) + "+" + to_text(line.second.key) == key)
        return std::vector{shape_token(line.first.chosen, 1), shape_token(line.second.chosen, 1)};
    }
    return std::vector<std::string>{};
  };
  const auto image = of_line("whole:f16:256+later:f16:256");
  const auto row = of_line("first:f16:256+later:f16:256");
  for (const char* rest : {":scratch=f16", ":scratch=f16:inplace", ":scratch=f16:inverse"})
    EXPECT_EQ(shapes_of("c2c:f16:256x256*2048" + std::string(rest)), image) << rest;
  EXPECT_EQ(shapes_of("c2c:bf16:256x256*2048:scratch=bf16"), image);
  EXPECT_EQ(shapes_of("c2c:f16:65536*2048:scratch=f16"), row);
  EXPECT_EQ(shapes_of("c2c:f16:256x256*2048").size(), 1);
  EXPECT_NE(shapes_of("c2c:f32:65536*1024:scratch=f16"), row);
  EXPECT_EQ(shapes_of("c2c:f32:30030*2234"), of_line("first:f32:210+later:f32:143"));
}

TEST(TunedText, ReadsLines) {
  const TunedText text = parse_tuned_text(
      "# a comment\n"
      "\n"
      "  later:f16:32:cached   8x4:threads=64:prefetch:resident=3   1.25   # why\n"
      "later:f64:16 16 0.5 slow-in-place\n"
      "nd:f32:4x8+later:f32:4 4x8:threads=8+4:threads=8:tile=8 0.75",
      "wisdom");
  ASSERT_EQ(text.shapes.size(), 2);
  EXPECT_TRUE(text.shapes[0].key.narrow && text.shapes[0].key.cached && !text.shapes[0].slow_in_place);
  EXPECT_EQ(text.shapes[0].key.precision, Precision::f32);
  EXPECT_EQ(text.shapes[0].chosen.shape.prefetch_distance, 3);
  EXPECT_EQ(text.shapes[0].efficiency, 1.25);
  EXPECT_TRUE(text.shapes[1].slow_in_place);
  ASSERT_EQ(text.pairs.size(), 1);
  EXPECT_EQ(text.pairs[0].first.key.axis_lengths, (std::vector<std::int64_t>{4, 8}));
  EXPECT_EQ(text.pairs[0].second.chosen.shape.tile, 8);
}

TEST(TunedText, ErrorsNameTheFileTheLineTheReasonAndTheRemedy) {
  struct Wrong {
    const char* line;
    const char* message;
  };
  for (const Wrong& wrong :
       {Wrong{"whole:f32:16 16", "2 columns: three are expected; write KEY SHAPE EFFICIENCY"},
        Wrong{"whale:f32:16 16 1", "unknown role \"whale\"; did you mean whole? known roles: whole"},
        Wrong{"whole:f32:16:warm 16 1", "unknown option \"warm\""},
        Wrong{"whole:f32:16:cached:alone 16 1", "unknown option \"alone\""},
        Wrong{"whole:bf16:16 16 1", "write f16, which stands for both"},
        Wrong{"whole:f32:16 8x4 1", "its radices make 32 points, its key says 16"},
        Wrong{"whole:f32:144444444444x444444446 16 1", "\"144444444444x444444446\" is too large"},
        Wrong{"whole:f32:16 16:threads=x 1", "'x' is not a digit"},
        Wrong{"whole:f32:16 16:prefetch=5 1", "lines are for any number of compute units"},
        Wrong{"whole:f32:16 16 fast", "efficiency \"fast\""}, Wrong{"whole:f32:16 16 -1", "efficiency \"-1\""},
        Wrong{"whole:f32:16 16 1 slow", "column \"slow\""},
        Wrong{"whole:f32:16 16 1 slow-in-place", "only passes of the role later"},
        Wrong{"whole:f32:16+later:f32:16 16 1", "two parts each"}}) {
    SCOPED_TRACE(wrong.line);
    const Error error = test::error_of(
        [&] { (void)parse_tuned_text(std::string("# measured\n\n") + wrong.line + "\n", "wisdom.txt"); });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_THAT(error.what(), HasSubstr("wisdom.txt:3: "));
    EXPECT_THAT(error.what(), HasSubstr(wrong.message));
  }
}

TEST(TunedText, WhatIsWrittenIsReadAgain) {
  for (const char* const time : {"999999999999us", "1e-320us"}) {
    const ReadText read = read_tuned_text(fmt::format("device c2c:f32:16 16 {}", time), "wisdom");
    ASSERT_EQ(read.text.plans.size(), 1U) << time;
    EXPECT_EQ(read_tuned_text(to_text(read.text.plans.front()), "wisdom").text.plans.size(), 1U) << time;
  }
}

}  // namespace
}  // namespace papilio::plan
