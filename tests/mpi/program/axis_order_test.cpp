// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/arrays/axis_order.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <papilio/error.hpp>

#include "mpi/methods/methods.hpp"
#include "mpi/program/schedule.hpp"
#include "support/error_of.hpp"

namespace papilio::mpi {
namespace {

using testing::ElementsAre, testing::HasSubstr;

std::string complaint_of(const std::function<void()>& work) {
  return test::message_of(ErrorCode::invalid_argument, work, "none");
}

TEST(AxisOrder, IsAWord) {
  for (const char* text : {"fixed", "any", "0", "0,2,1", "7,0"}) EXPECT_EQ(AxisOrder::parse(text).text(), text);
  EXPECT_EQ(AxisOrder::parse("fixed"), AxisOrder{});
  EXPECT_THAT(AxisOrder::parse("2,0").axes, ElementsAre(2, 0));
  for (const char* text : {"", "Fixed", "0,", ",0", "0,,1", "-1", "0 1", "0;1", "1x", "99999999999"})
    EXPECT_THAT(complaint_of([&] { (void)AxisOrder::parse(text); }), HasSubstr("write fixed, any, or axes")) << text;
}

TEST(AxisOrder, MustServeTheProblem) {
  const auto complaint = [](const char* token, const std::vector<int>& order) {
    return complaint_of([&] { check_order(order, Problem::parse(token)); });
  };
  EXPECT_EQ(complaint("c2c:f32:4x5x6", {1, 0, 2}), "none");
  EXPECT_EQ(complaint("r2c:f32:4x5x6", {2, 0, 1}), "none");
  EXPECT_EQ(complaint("c2r:f32:4x5x6", {1, 0, 2}), "none");
  EXPECT_EQ(complaint("r2c:f32:4x5x6:axes=0,1", {1, 0}), "none");
  EXPECT_THAT(complaint("c2c:f32:4x5x6", {1, 0}), HasSubstr("'1,0': the axes 0,1,2 are transformed; name each"));
  EXPECT_THAT(complaint("c2c:f32:4x5x6", {1, 1, 0}), HasSubstr("name each of them once"));
  EXPECT_THAT(complaint("c2c:f32:4x5x6", {}), HasSubstr("name each of them once"));
  EXPECT_THAT(complaint("c2c:f32:4x5x6:axes=1", {0}), HasSubstr("the axes 1 are transformed"));
  EXPECT_THAT(complaint("r2c:f32:4x5x6", {1, 0, 2}),
              HasSubstr("r2c begins with the axis that it halves; put axis 2 first"));
  EXPECT_THAT(complaint("c2r:f32:4x5x6", {2, 1, 0}),
              HasSubstr("c2r ends with the axis that is halved; put axis 2 last"));
}

TEST(AxisOrder, AnyIsAllThatServe) {
  const AxisOrder any = AxisOrder::parse("any");
  const struct {
    const char* token;
    std::size_t orders;
  } cases[] = {{"c2c:f32:4x5x6", 6},    {"c2c:f32:4x5x6:inverse", 6},  {"r2c:f32:4x5x6", 2},
               {"c2r:f32:4x5x6", 2},    {"dct2:f32:4x5", 2},           {"r2c:f32:8", 1},
               {"dht:f64:2x2x2x2", 24}, {"c2c:f32:2x2x2x2x2x2x2", 120}};
  for (const auto& [token, count] : cases) {
    const Problem problem = Problem::parse(token);
    std::vector<std::vector<int>> orders = orders_of(problem, any);
    EXPECT_EQ(orders.size(), count) << token;
    EXPECT_EQ(orders.front(), axes_in_order(problem)) << token;
    for (const std::vector<int>& order : orders) EXPECT_NO_THROW(check_order(order, problem)) << token;
    std::ranges::sort(orders);
    EXPECT_EQ(std::ranges::adjacent_find(orders), orders.end()) << token;
  }
}

TEST(AxisOrder, IsNotChangedWhereItIsAskedFor) {
  const Problem problem = Problem::parse("c2c:f32:4x5x6");
  EXPECT_THAT(orders_of(problem, {}), ElementsAre(std::vector<int>{2, 1, 0}));
  EXPECT_THAT(orders_of(problem, AxisOrder::parse("0,2,1")), ElementsAre(std::vector<int>{0, 2, 1}));
  EXPECT_TRUE(allows({}, problem, {2, 1, 0}));
  EXPECT_FALSE(allows({}, problem, {0, 1, 2}));
  EXPECT_FALSE(allows(AxisOrder::parse("0,2,1"), problem, {2, 1, 0}));
  EXPECT_TRUE(allows(AxisOrder::parse("any"), problem, {1, 2, 0}));
  EXPECT_EQ(name_of_order(AxisOrder::parse("2,1,0"), problem), "fixed");
  EXPECT_EQ(name_of_order(AxisOrder::parse("0,1,2"), problem), "0,1,2");
  EXPECT_EQ(name_of_order(AxisOrder::parse("any"), problem), "any");
}

/// Of two orders within a stage, one may spare a copy: the exchange must not cut the axis of the pass before it.
TEST(AxisOrder, IsChosenWithTheStages) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64");
  const auto slabs = [&](int axis) { return Distribution::slabs(problem.lengths, 4, axis); };
  const AxisOrder any = AxisOrder::parse("any");
  EXPECT_EQ(make_schedule(problem, slabs(2), slabs(0)).stages.size(), 4U) << "three exchanges";
  const Schedule turned = make_schedule(problem, slabs(2), slabs(0), {}, any);
  EXPECT_EQ(turned.stages.size(), 2U);
  EXPECT_THAT(turned.axes, ElementsAre(0, 1, 2)) << "the exchange cuts axis 0";
  EXPECT_THAT(make_schedule(problem, slabs(0), slabs(2), {}, any).axes, ElementsAre(2, 1, 0)) << "the fixed one serves";
  const Schedule fixed = make_schedule(problem, slabs(0), slabs(1));
  const Schedule chosen = make_schedule(problem, slabs(0), slabs(1), {}, any);
  EXPECT_THAT(chosen.axes, ElementsAre(1, 2, 0));
  EXPECT_LT(chosen.seconds, fixed.seconds);
  const Problem real = Problem::parse("r2c:f32:64x64x64");
  EXPECT_EQ(make_schedule(real, Distribution::slabs(real.input_lengths(), 4, 2),
                          Distribution::slabs(real.output_lengths(), 4, 0), {}, any)
                .axes.front(),
            2);
}

}  // namespace
}  // namespace papilio::mpi
