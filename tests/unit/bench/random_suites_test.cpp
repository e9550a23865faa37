// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/random_suites.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>
#include <set>

#include "core/number_theory.hpp"

namespace papilio::bench {
namespace {

using ::testing::ElementsAreArray;

constexpr std::int64_t mib = 1 << 20;

std::vector<std::string> tokens_of(const Suite& suite) {
  std::vector<std::string> tokens;
  for (const Work& work : suite.problems) tokens.push_back(work.token());
  return tokens;
}

Suite only(const std::string& kind, std::int64_t problems, std::uint64_t seed = 7) {
  return draw_suites({problems, seed, {kind}}, mib).front();
}

TEST(RandomSuites, FollowFromTheSeedAlone) {
  EXPECT_THAT(tokens_of(only("smooth", 20)), ElementsAreArray(tokens_of(only("smooth", 20))));
  EXPECT_NE(tokens_of(only("smooth", 20)), tokens_of(only("smooth", 20, 8)));
  const std::vector<std::string> more = tokens_of(only("smooth", 30));
  EXPECT_THAT(tokens_of(only("smooth", 20)), ElementsAreArray(more.begin(), more.begin() + 20));
}

/// The same on every platform and in every version: a seed that a page names must name its problems for ever.
TEST(RandomSuites, DrawTheseProblems) {
  std::vector<std::string> first;
  for (const Suite& suite : draw_suites({10, 2026, {}}, mib)) first.push_back(suite.problems.front().token());
  EXPECT_THAT(first, ElementsAreArray({"c2c:f32:180*728", "c2c:f32:113*1159", "c2c:f32:3045*43", "c2c:f32:98x478*2",
                                       "c2c:f32:48x5x40*13", "c2r:f32:31x88*93", "c2c:f64:20024*3", "c2c:f16:13*20164",
                                       "c2c:f32:5", "c2c:f32:121*17331"}));
}

TEST(RandomSuites, OfAllKindsAreThoseOfEach) {
  const std::vector<Suite> all = draw_suites({23, 5, {}}, mib);
  ASSERT_EQ(all.size(), random_kinds().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t share = i < 3 ? 3 : 2;
    EXPECT_EQ(all[i].name, "random-" + random_kinds()[i]);
    EXPECT_THAT(tokens_of(all[i]), ElementsAreArray(tokens_of(only(random_kinds()[i], share, 5))));
  }
}

TEST(RandomSuites, AreWhatTheirKindSays) {
  for (const Work& work : only("smooth", 50).problems) EXPECT_TRUE(is_smooth(work.points())) << work.token();
  for (const Work& work : only("primes", 50).problems) EXPECT_TRUE(is_prime(work.points())) << work.token();
  for (const Work& work : only("odd", 50).problems)
    EXPECT_FALSE(is_prime(work.points()) || is_smooth(work.points())) << work.token();
  for (const Work& work : only("2d", 20).problems) EXPECT_EQ(work.transform()->lengths.size(), 2U);
  for (const Work& work : only("3d", 20).problems) EXPECT_EQ(work.transform()->lengths.size(), 3U);
  for (const Work& work : only("real", 20).problems) EXPECT_TRUE(work.transform()->halves());
  for (const Work& work : only("f64", 20).problems) EXPECT_EQ(work.precision(), Precision::f64);
  for (const Work& work : only("f16", 20).problems) EXPECT_EQ(work.in_storage(), Storage::f16);
  for (const Work& work : only("latency", 20).problems) EXPECT_EQ(work.batch(), 1);
}

TEST(RandomSuites, HaveTheirBytes) {
  for (const Work& work : only("smooth", 50).problems) {
    if (work.batch() > 1) {
      EXPECT_LE(work.input_bytes(), mib) << work.token();
    }
    if (work.points() < 1000) {
      EXPECT_GT(work.input_bytes(), mib * 9 / 10) << work.token();
    }
  }
  for (const Work& work : only("mid-size", 20).problems) EXPECT_GT(work.input_bytes(), 13 * mib) << work.token();
}

TEST(RandomSuites, AreDifferent) {
  for (const std::string& kind : random_kinds()) {
    const std::vector<std::string> tokens = tokens_of(only(kind, 40));
    EXPECT_EQ(std::set<std::string>(tokens.begin(), tokens.end()).size(), 40U) << kind;
  }
}

TEST(RandomSuites, RefuseUnknownKindsAndTooMany) {
  EXPECT_THROW(draw_suites({1, 0, {"even"}}, mib), Error);
  EXPECT_THROW(draw_suites({20000, 0, {"f16"}}, mib), Error);
}

}  // namespace
}  // namespace papilio::bench
