// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/random.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "verify/check/sweep.hpp"
#include "verify/draw/relative.hpp"

namespace papilio::verify {
namespace {

using ::testing::Contains, ::testing::HasSubstr;

constexpr std::uint64_t drawn = 3000;

std::vector<std::string> tokens(std::uint64_t seed, bool f64 = true) {
  std::vector<std::string> result;
  for (std::uint64_t i = 0; i < drawn; ++i) result.push_back(token_of(random_problem(seed, i, {f64})));
  return result;
}

CheckProblem problem(const std::string& token) { return expand_any(token).front(); }

TEST(RandomProblems, FollowFromTheSeedAndTheirNumber) {
  EXPECT_EQ(token_of(random_problem(5, 7, {})), tokens(5)[7]);
  EXPECT_NE(tokens(5), tokens(6));
}

TEST(RandomProblems, HaveEverythingThatTokensCanSay) {
  const std::vector<std::string> all = tokens(1);
  for (const char* const part : {"c2c:",       "r2c:",       "c2r:",       "dct1:",      "dct2:",
                                 "dct3:",      "dct4:",      "dst1:",      "dst2:",      "dst3:",
                                 "dst4:",      "dht:",       "conv:",      "corr:",      ":f32:",
                                 ":f64:",      ":inverse",   ":inplace",   ":scale=1/n", ":scale=1/sqrt(n)",
                                 ":factor=0",  ":axes=",     ":istrides=", ":ostrides=", ":idist=",
                                 ":odist=",    ":ioffset=",  ":ooffset=",  "=-",         "strides=0",
                                 ":in=u8",     ":in=i8",     ":in=i16",    ":in=f16",    ":in=bf16",
                                 ":in=f32",    ":in=f64",    ":out=f16",   ":out=bf16",  ":out=f32",
                                 ":out=f64",   ":planar",    ":iplanar",   ":oplanar",   ":zero=",
                                 ":skip=",     ":same",      ":valid",     ":circular",  ":complex",
                                 ":channels=", ":kstrides=", ":kdist=",    ":koffset=",  ":kplanar"}) {
    EXPECT_THAT(all, Contains(HasSubstr(part))) << part;
  }
}

/// What has to be equal in problems that may share kernels.
template <class Any>
Any without_arguments(Any problem) {
  problem.batch = 1;
  if constexpr (std::is_same_v<Any, Problem>) {
    problem.in_distance = problem.out_distance = problem.in_offset = problem.out_offset = 0;
  } else if constexpr (std::is_same_v<Any, ConvolutionProblem>) {
    problem.kernels = 1;
    for (ArrayLayout* const side : {&problem.in, &problem.out, &problem.kernel}) side->distance = side->offset = 0;
  }
  return problem;
}

TEST(RandomProblems, ThatAreAlikeDifferInTheirBatchDistancesAndOffsets) {
  constexpr std::uint64_t alike = 8;
  std::set<std::string> distinct;
  for (std::uint64_t i = 0; i < drawn; ++i) {
    const CheckProblem first = random_problem(5, i / alike, {});
    const CheckProblem other = random_problem(5, i, alike, {});
    EXPECT_TRUE(i % alike != 0 || other == first);
    EXPECT_EQ(token_of(random_problem(5, i, 1, {})), token_of(random_problem(5, i, {})));
    ASSERT_EQ(other.index(), first.index());
    std::visit([](const auto& any) { EXPECT_NO_THROW(any.validate()); }, other);
    const auto kernels_of = [](const CheckProblem& problem) {
      return std::visit([](const auto& any) -> CheckProblem { return without_arguments(any); }, problem);
    };
    EXPECT_TRUE(kernels_of(other) == kernels_of(first)) << token_of(other) << " and " << token_of(first);
    distinct.insert(token_of(other));
  }
  EXPECT_GT(distinct.size(), drawn * 95 / 100);
}

TEST(RandomProblems, OfALongRowAreMostlyDifferent) {
  constexpr std::uint64_t alike = 256;
  std::set<std::string> distinct;
  for (std::uint64_t i = 0; i < 40 * alike; ++i) distinct.insert(token_of(random_problem(6, i, alike, {})));
  EXPECT_GT(distinct.size(), 40 * alike * 85 / 100);
}

/// The batch and the distances are constants of the kernels there: an axis lies around the arrays, or within their
/// steps.
TEST(RandomProblems, KeepTheBatchThatKernelsContain) {
  for (const char* const token : {"c2c:f32:8x6*5:istrides=90,1:idist=8:ostrides=90,1:odist=8",
                                  "c2c:f32:8*5:istrides=10:idist=1:ostrides=1:odist=8",
                                  "dct2:f64:6x7*4:axes=1:istrides=100,1:idist=10:ostrides=1,6:odist=42",
                                  "conv:f32:8*3:kernel=3:same:istrides=5:idist=1"}) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      SeededChoices choices(9, i);
      const CheckProblem first = problem(token);
      std::visit(
          [&](const auto& any) {
            if constexpr (requires { relative_of(any.normalised(), choices); }) {
              const auto other = relative_of(any.normalised(), choices);
              EXPECT_EQ(other.batch, any.normalised().batch) << other.token();
            }
          },
          first);
    }
  }
}

TEST(RandomProblems, HaveAnotherBatchWhereItIsAnArgument) {
  std::set<std::int64_t> batches;
  for (std::uint64_t i = 0; i < 50; ++i) {
    SeededChoices choices(9, i);
    batches.insert(relative_of(Problem::parse("c2c:f32:8x6*5:istrides=6,1:idist=48").normalised(), choices).batch);
  }
  EXPECT_GT(batches.size(), 8U);
}

TEST(RandomProblems, AreSmall) {
  constexpr std::int64_t most = std::int64_t{1} << 24;  // bytes, of a side with gaps
  for (const std::string& token : tokens(2)) {
    std::visit(
        [&](const auto& any) {
          using Any = std::decay_t<decltype(any)>;
          if constexpr (std::is_same_v<Any, Problem>) {
            EXPECT_LE(any.input_elements() * any.input_element_bytes(), most) << token;
            EXPECT_LE(any.output_elements() * any.output_element_bytes(), most) << token;
          } else if constexpr (std::is_same_v<Any, ConvolutionProblem>) {
            EXPECT_LE(any.signal_elements() * any.input_element_bytes(), most) << token;
            EXPECT_LE(any.kernel_elements() * any.element_bytes(), most) << token;
            EXPECT_LE(any.output_elements() * any.output_element_bytes(), most) << token;
          } else {
            ADD_FAILURE() << token << " is no problem that is drawn";
          }
        },
        problem(token));
  }
}

TEST(RandomProblems, AreSinglePrecisionWhereTheDeviceIs) {
  for (const std::string& token : tokens(3, false)) EXPECT_EQ(token.find("f64"), std::string::npos) << token;
}

/// What a search for the smallest failure ends in if those problems fail of which `fails` is true.
template <class Fails>
std::string smallest(const std::string& from, const Fails& fails) {
  return token_of(shrink(
      problem(from), [&](const CheckProblem& candidate) { return fails(std::get<Problem>(candidate)); }, 1000));
}

TEST(Shrink, EndsInTheSimplestProblem) {
  EXPECT_EQ(smallest("dct3:f64:30x40x5*6:inplace:axes=1,2:scale=1/n:factor=-0.3:out=f32:in=f32",
                     [](const Problem&) { return true; }),
            "c2c:f32:1");
  const CheckProblem convolution = problem("corr:f64:30x40*6:kernel=5x6:same:complex:channels=2x3:inplace");
  EXPECT_EQ(token_of(shrink(
                convolution, [](const CheckProblem&) { return true; }, 1000)),
            "conv:f32:1:kernel=1");
}

TEST(Shrink, KeepsWhatTheFailureNeeds) {
  const std::string from =
      "r2c:f64:60x100x7*5:axes=1,2:istrides=-3,-200,-20001:idist=1500000:ioffset=300000:zero=-x[3,9)x-";
  EXPECT_EQ(smallest(from, [](const Problem& p) { return p.batch >= 3 && p.lengths.back() >= 5; }), "c2c:f32:5*3");
  EXPECT_EQ(smallest(from, [](const Problem& p) { return p.kind == Kind::r2c && p.lengths.size() == 2; }),
            "r2c:f32:1x1");
  EXPECT_EQ(smallest(from,
                     [](const Problem& p) {
                       return std::ranges::any_of(p.in_strides, [](std::int64_t stride) { return stride < 0; });
                     })
                .find("c2c:f32:"),
            0U);
}

TEST(Shrink, TriesNoProblemTwiceAndNoMoreThanAllowed) {
  std::map<std::string, int> tried;
  const auto fails = [&](const CheckProblem& candidate) {
    ++tried[token_of(candidate)];
    return std::get<Problem>(candidate).points() % 2 == 0;
  };
  (void)shrink(problem("c2c:f64:48x20*9:inplace:scale=1/n"), fails, 1000);
  for (const auto& [token, times] : tried) EXPECT_EQ(times, 1) << token;
  tried.clear();
  (void)shrink(problem("c2c:f64:48x20*9:inplace:scale=1/n"), fails, 5);
  EXPECT_EQ(tried.size(), 5U);
}

}  // namespace
}  // namespace papilio::verify
