// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <string>

#include "support/error_of.hpp"

namespace papilio {
namespace {

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

/// Expects an error of this code with this text, in one line.
void expect_refused(const std::function<void()>& action, ErrorCode code, const std::string& text) {
  const Error error = test::error_of(action);
  EXPECT_EQ(error.code(), code) << error.what();
  EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
}
void expect_invalid(const Problem& problem, ErrorCode code, const std::string& text) {
  expect_refused([&] { problem.validate(); }, code, text);
}

TEST(Problem, FactoriesOfArrays) {
  EXPECT_EQ(Problem::c2c(Precision::f32, {30, 40}, 5).token(), "c2c:f32:30x40*5");
  EXPECT_EQ(Problem::c2c(Precision::f64, {8, 6, 4}, 1, Direction::inverse).token(), "c2c:f64:8x6x4:inverse");
  EXPECT_EQ(Problem::r2c(Precision::f32, {30, 40}).token(), "r2c:f32:30x40");
  EXPECT_EQ(Problem::c2r(Precision::f32, {30, 40}, 2).normalised(), Problem::parse("c2r:f32:30x40*2"));
  EXPECT_EQ(Problem::dct(2, Precision::f32, {8, 8}, 100).token(), "dct2:f32:8x8*100");
  EXPECT_EQ(Problem::dct(4, Precision::f32, 16).token(), "dct4:f32:16");
  EXPECT_EQ(Problem::dst(1, Precision::f64, 16, 3).token(), "dst1:f64:16*3");
  EXPECT_EQ(Problem::dst(3, Precision::f32, {5, 7}).token(), "dst3:f32:5x7");
  EXPECT_EQ(Problem::dht(Precision::f32, {30, 40}).token(), "dht:f32:30x40");
  EXPECT_EQ(Problem::dht(Precision::f32, 16, 2).token(), "dht:f32:16*2");
  EXPECT_EQ(Problem::c2c(Precision::f32, {64}, 2), Problem::c2c(Precision::f32, 64, 2));
  for (const int type : {0, 5, -1}) {
    EXPECT_THROW(Problem::dct(type, Precision::f32, 16), Error) << type;
    EXPECT_THROW(Problem::dst(type, Precision::f32, 16), Error) << type;
  }
}

TEST(Problem, FactoryIsPackedOutOfPlaceAndUnscaled) {
  const Problem problem = Problem::c2c(Precision::f64, 60, 7, Direction::inverse);
  EXPECT_EQ(problem.precision, Precision::f64);
  EXPECT_EQ(problem.lengths, std::vector<std::int64_t>{60});
  EXPECT_EQ(problem.batch, 7);
  EXPECT_EQ(problem.direction, Direction::inverse);
  EXPECT_EQ(problem.placement, Placement::out_of_place);
  EXPECT_EQ(problem.scale, Scale::none);
  EXPECT_NO_THROW(problem.validate());
}

TEST(Problem, AcceptsWhatMakesSense) {
  for (const char* token :
       {// extremes
        "c2c:f32:1", "c2c:f64:134217728", "c2c:f32:1*1152921504606846975", "c2c:f32:1024x1024",
        // strides that interleave without sharing; that of one element is never used
        "c2c:f32:3x2:ostrides=2,3", "c2c:f32:4x3:axes=0:ostrides=3,4", "c2c:f32:3*2:ostrides=2:odist=3",
        "c2c:f32:3x2:inplace:istrides=2,3:ostrides=2,3", "c2c:f32:4x6:ostrides=1,4", "c2c:f32:1x6:ostrides=0,1",
        "c2c:f32:5*3:ostrides=2:odist=5", "c2c:f32:8:odist=1", "c2c:f32:8*2:inplace:idist=9:odist=9",
        // inputs that are reversed, or shared by transforms
        "c2c:f32:8:istrides=-1:ioffset=7", "r2c:f32:8*5:idist=2", "c2c:f32:8x4:istrides=0,1", "dct2:f32:8:istrides=0",
        "c2c:f32:4x6:istrides=-6,-1:ioffset=23", "r2c:f32:3x8*2:istrides=1,1:idist=1",
        "c2r:f32:8*3:idist=-5:ioffset=10", "c2c:f32:8*3:ostrides=-3:odist=1:ooffset=21", "c2c:f32:6*3:idist=2",
        "c2c:f32:6*3:inplace:idist=-6:odist=-6:ioffset=12:ooffset=12", "c2c:f32:8*2:istrides=-2:ioffset=14",
        // ranges of their axis, of the nine elements of the half spectrum
        "r2c:f32:16:zero=[8,16):skip=[4,9)"})
    EXPECT_EQ(Problem::parse(token).token(), token);
  EXPECT_EQ(Problem::parse("r2c:f32:8*5:idist=2").input_elements(), 16);
  EXPECT_EQ(Problem::parse("c2c:f32:4x6:istrides=-6,-1:ioffset=30").input_elements(), 31);
  EXPECT_EQ(Problem::parse("c2c:f32:8*2:istrides=-2:ioffset=14").input_elements(), 30);  // packed: 15 further on
  EXPECT_EQ(Problem::parse("r2c:f32:10*3").output_lengths(), std::vector<std::int64_t>{6});
  EXPECT_EQ(Problem::parse("r2c:f32:10*3:inplace").in_distance, 12);
  Problem problem = Problem::r2c(Precision::f32, 16);
  problem.skip = {{0, 0}};
  EXPECT_TRUE(problem.normalised().skip.empty());
}

struct Senseless {
  const char* token;
  const char* text;
  ErrorCode code = ErrorCode::invalid_argument;
};

TEST(Problem, RefusesWhatMakesNoSense) {
  for (const Senseless& bad :
       {Senseless{"c2c:f32:134217729", "134217729", ErrorCode::unsupported},
        {"c2c:f32:9223372036854775807*9223372036854775807", "2^27", ErrorCode::unsupported},
        {"c2c:f32:9223372036854775807x9223372036854775807", "more than 2^27", ErrorCode::unsupported},
        {"c2c:f32:8x9223372036854775807:axes=0", "more elements than fit 64 bits"},
        {"r2c:f32:16:skip=[4,10)", "the skip range [4,10) of axis 0 is not a part of the output's 9"},
        {"r2c:f32:16:skip=[0,9)", "leaves nothing of the axis"},
        {"c2c:f32:4x6:ostrides=5,1", "its output elements (0,5) and (1,0) share an address"},
        {"c2c:f32:4x6:ostrides=0,1", "its output elements (0,0) and (1,0) share an address"},
        {"c2c:f32:6*3:ostrides=2:odist=5", "its output elements 5 of array 0 and 0 of array 2 share an address"},
        {"c2c:f32:6*3:inplace:idist=2:odist=2", "2 of array 0 and 0 of array 1 share an address"},
        {"c2c:f32:1024x1024x1024x1024:ostrides=70368744177677,59129542144111,51539607552199,43980465117073",
         "whether output elements share an address was not decided", ErrorCode::unsupported},
        {"c2c:f32:8*2:istrides=-2:ioffset=13",
         "its input begins 1 elements before the buffer; use an input offset of at least 14"},
        {"c2c:f32:8*2:istrides=-9223372036854775808:ioffset=14", "its input array has more elements than fit 64 bits"},
        {"r2c:f32:10*3:inplace:idist=9", "share an address"},
        {"r2c:f32:10*3:inplace:idist=10", "rows of its real and of its complex side do not coincide"},
        {"dct1:f32:1", "a dct1 of length 1"},
        {"c2c:f32:8*2:odist=7", "its output elements 7 of array 0 and 0 of array 1 share an address"},
        {"c2c:f32:8*2:odist=-8", "its output begins 8 elements before the buffer"},
        {"c2c:f32:8*2:odist=1", "share an address"},
        {"c2c:f32:8*2:inplace:idist=9", "input distance 9 and output distance 8 differ in place"}}) {
    SCOPED_TRACE(bad.token);
    expect_refused([&] { (void)Problem::parse(bad.token); }, bad.code, bad.text);
  }
}

TEST(Problem, RefusesWhatNoTokenSays) {
  const auto refused = [](const std::function<void(Problem&)>& change, const std::string& text) {
    Problem problem = Problem::r2c(Precision::f32, 16);
    change(problem);
    expect_invalid(problem, ErrorCode::invalid_argument, text);
  };
  refused([](Problem& p) { p.lengths = {0}; }, "length 0 is less than 1");
  refused([](Problem& p) { p.lengths = {8, -5}; }, "length -5 is less than 1");
  refused([](Problem& p) { p.lengths = {}; }, "no length");
  refused([](Problem& p) { p.axes = {2}; }, "there is no axis 2");
  refused([](Problem& p) { p.batch = 0; }, "batch 0");
  refused([](Problem& p) { p.batch = least; }, "batch -9223372036854775808");
  refused([](Problem& p) { p.skip = {{5, 3}}; }, "use 0 <= begin < end <= 9");
  refused([](Problem& p) { p.skip = {{1, 2}, {1, 2}}; }, "2 skip ranges for 1 lengths");
  refused([](Problem& p) { p.out_strides = {1, 1}; }, "2 output strides for 1 lengths");
  refused([](Problem& p) { p.in_offset = -3; }, "use an input offset of at least 0");
  refused([](Problem& p) { p.in_offset = least; },
          "its input begins 9223372036854775808 elements before the buffer; use an input offset of at least 0");
  refused([](Problem& p) { p.direction = Direction::inverse; }, "r2c is a forward transform");
  refused([](Problem& p) { p.kind = Kind::dct1, p.direction = Direction::inverse; }, "has no direction");
  refused([](Problem& p) { p.lengths = {4, 6}, p.axes = {1, 0}; }, "its axes 1,0 do not ascend");
}

TEST(Problem, CountsElementsAndBytes) {
  Problem problem = Problem::c2c(Precision::f32, 100, 3);
  EXPECT_EQ(problem.points(), 100);
  EXPECT_EQ(problem.input_elements(), 300);
  EXPECT_EQ(problem.output_elements(), 300);
  EXPECT_EQ(problem.element_bytes(), 8);
  EXPECT_EQ(Problem::c2c(Precision::f64, 1).element_bytes(), 16);
  problem.in_distance = 128;
  problem.out_distance = 101;
  EXPECT_EQ(problem.input_elements(), 356);
  EXPECT_EQ(problem.output_elements(), 302);
}

TEST(Problem, NormalisedFillsInTheDistancesAndNothingElse) {
  Problem problem = Problem::c2c(Precision::f32, 100, 3, Direction::inverse);
  problem.out_distance = 200;
  problem.scale = Scale::inverse_n;
  Problem expected = problem;
  expected.in_distance = 100;
  EXPECT_EQ(problem.normalised(), expected);
  EXPECT_EQ(problem.normalised().normalised(), expected);
}

TEST(Problem, ScaleFactors) {
  Problem problem = Problem::c2c(Precision::f32, 64);
  EXPECT_EQ(problem.scale_factor(), 1.0);
  problem.scale = Scale::inverse_n;
  EXPECT_EQ(problem.scale_factor(), 0.015625);
  problem.scale = Scale::inverse_sqrt_n;
  EXPECT_EQ(problem.scale_factor(), 0.125);
}

TEST(Problem, RefusesWhatDoesNotFit64Bits) {
  Problem problem = Problem::c2c(Precision::f32, 8, huge);
  expect_invalid(problem, ErrorCode::invalid_argument, "input buffer has more elements than fit 64 bits");
  EXPECT_THROW((void)problem.input_elements(), Error);
  problem.batch = 2;
  problem.out_distance = huge;
  expect_invalid(problem, ErrorCode::invalid_argument, "output buffer has more elements");
  expect_invalid(Problem::c2c(Precision::f32, 1, huge / 8 + 1), ErrorCode::invalid_argument, "more bytes than fit");
  expect_invalid(Problem::c2c(Precision::f64, 1, huge / 8), ErrorCode::invalid_argument, "more bytes than fit");
  problem.lengths = {huge, 2};
  EXPECT_THROW((void)problem.points(), Error);
}

TEST(Problem, NumbersAtTheEndsOf64BitsAreNoFault) {
  Problem problem = Problem::c2c(Precision::f32, 8, 3);
  problem.in_strides = {2};
  problem.in_distance = std::int64_t{1} << 62;
  expect_invalid(problem, ErrorCode::invalid_argument, "input buffer has more elements");
  problem = Problem::r2c(Precision::f32, 8);
  problem.placement = Placement::in_place;
  problem.lengths = {8, huge};
  problem.axes = {0};
  expect_invalid(problem, ErrorCode::invalid_argument, "fit 64 bits");
  problem.lengths = {8, 8};
  problem.axes = {};
  problem.out_strides = {std::int64_t{1} << 62, 1};
  EXPECT_THROW(problem.validate(), Error);
  for (const std::int64_t value : {least, least + 1, huge, std::int64_t{0}, std::int64_t{-1}}) {
    for (const Kind kind : {Kind::c2c, Kind::r2c, Kind::dst1}) {
      Problem all;
      all.kind = kind;
      all.lengths = {value, value};
      all.batch = all.in_distance = all.out_distance = all.in_offset = all.out_offset = value;
      all.in_strides = all.out_strides = {value, value};
      all.zero = all.skip = {{value, value}, {least, huge}};
      EXPECT_THROW(all.validate(), Error);
      EXPECT_NO_THROW((void)all.scale_factor());
      all.lengths = {8, 8};
      EXPECT_THROW(all.validate(), Error);
      all.batch = 3;
      EXPECT_THROW(all.validate(), Error);
    }
  }
}

TEST(Problem, RefusesEnumValuesWithoutMeaning) {
  Problem problem;
  problem.scale = static_cast<Scale>(9);
  EXPECT_THROW(problem.validate(), Error);
  EXPECT_THROW((void)problem.scale_factor(), Error);
  problem = {};
  problem.precision = static_cast<Precision>(9);
  EXPECT_THROW(problem.validate(), Error);
}

TEST(Problem, ScratchStorageIsNarrowerThanTheArithmetic) {
  for (const char* token : {"c2c:f32:8:scratch=f64", "c2c:f64:8:scratch=f16", "c2c:f32:8:scratch=i16",
                            "dct2:f32:8x9:scratch=f16", "dht:f16:8x9:scratch=f16"}) {
    EXPECT_THROW((void)Problem::parse(token), Error) << token;
  }
  EXPECT_EQ(Problem::parse("c2c:f32:8:scratch=f32"), Problem::parse("c2c:f32:8"));
  EXPECT_EQ(Problem::parse("c2c:f16:8:scratch=f16").scratch_element_bytes(), 4);
  EXPECT_EQ(Problem::parse("c2c:f64:8:scratch=f32").scratch_element_bytes(), 8);
  EXPECT_EQ(Problem::parse("c2c:f16:8").scratch_element_bytes(), 8);
}

TEST(Problem, ExponentsAreSharedByPartsThatLieSideBySide) {
  Problem problem = Problem::parse("r2c:f32:8");
  problem.out_storage = Storage::shared_exponent;
  EXPECT_NO_THROW(problem.validate());
  EXPECT_EQ(problem.output_element_bytes(), 4);
  const auto refused = [](Problem changed) { EXPECT_THROW(changed.validate(), Error) << changed.token(); };
  Problem planar = problem;
  planar.out_layout = ComplexLayout::planar;
  refused(planar);
  Problem wide = problem;
  wide.precision = Precision::f64;
  refused(wide);
  Problem real = problem;
  real.in_storage = Storage::shared_exponent;
  refused(real);
  problem.scratch_storage = Storage::shared_exponent;  // say f16
  refused(problem);
}

TEST(Problem, FactorsBeyondF32AreRefused) {
  for (const char* token : {"c2c:f32:8:factor=1e39", "c2c:f16:8:factor=1e-42", "dct2:f32:8:factor=-1e300"})
    EXPECT_THROW((void)Problem::parse(token), Error) << token;
  EXPECT_EQ(Problem::parse("c2c:f64:8:factor=1e300").factor, 1e300);
  EXPECT_EQ(Problem::parse("c2c:f32:8:factor=0").factor, 0);
  EXPECT_EQ(Problem::parse("c2c:f32:8:factor=1e30:ioffset=2^4").in_offset, 16);
}

}  // namespace
}  // namespace papilio
