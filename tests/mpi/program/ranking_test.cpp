// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/choose/ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace papilio::mpi {
namespace {

Request request_of(const char* token, int ranks, const char* grid_out = "") {
  Request request;
  request.problem = Problem::parse(token).normalised();
  request.in = Distribution::slabs(request.problem.input_lengths(), ranks, 0);
  request.out = Distribution::slabs(request.problem.output_lengths(), ranks, *grid_out == '2' ? 2 : 0);
  return request;
}

/// Two H100s, whose passes move 2.8 TB/s and whose link 350 GB/s: docs/data/h100-x2-2026-11-25.
Estimates of_gpus(Request& request) {
  request.options.bytes_per_second = 350e9;
  Estimates estimates;
  estimates.machine = machine_of(request.options, DeviceKind::gpu);
  const double bytes = 2.0 * 8 * static_cast<double>(request.in.volume());
  estimates.pass_seconds.assign(request.problem.lengths.size(), bytes / 2.8e12);
  return estimates;
}

TEST(Forecasts, OfAPipelineAreThoseOfItsParts) {
  EXPECT_DOUBLE_EQ(pipelined(3, 2, 1, 1), 6);
  EXPECT_DOUBLE_EQ(pipelined(4, 4, 0, 4), 5) << "all but the last chunk is hidden";
  EXPECT_DOUBLE_EQ(pipelined(0, 4, 4, 4), 5);
  EXPECT_DOUBLE_EQ(pipelined(4, 0, 4, 4), 8) << "passes do not hide each other";
}

/// Measured: 1 chunk is best at 256^3, 4 are at 512^3 and at 1024^3. The model knows no launches, so its times are too
/// short for small arrays.
TEST(Forecasts, ChooseTheTurnsOfTwoMeasuredGpus) {
  const struct {
    const char* token;
    int chunks;
    double seconds;
  } cases[] = {{"c2c:f32:256x256x256", 1, 0.364e-3},
               {"c2c:f32:512x512x512", 4, 2.168e-3},
               {"c2c:f32:1024x1024x1024", 4, 14.75e-3}};
  for (const auto& [token, chunks, seconds] : cases) {
    Request request = request_of(token, 2, "2");
    const Selection best = rank_configurations(request, of_gpus(request), {Carrier::nccl}, 4).front();
    EXPECT_EQ(best.configuration.chunks, chunks) << token;
    EXPECT_EQ(best.configuration.carrier, Carrier::nccl);
    // When these times were taken, the half that stays on its rank was copied; now a pass stores it where it is wanted.
    const Estimates estimates = of_gpus(request);
    const double stays = 8 * static_cast<double>(request.in.volume()) / 4;
    const double then = best.forecast.all + stays / estimates.machine.link.pack_bytes_per_second;
    EXPECT_LT(std::abs(then / seconds - 1), 0.3) << token << ": " << then;
    EXPECT_LE(best.forecast.bound, best.forecast.all);
  }
}

TEST(Ranking, KeepsTheTurnsThatTheCallerWants) {
  Request request = request_of("c2c:f32:512x512x512", 2, "2");
  request.options.chunks = 3;
  for (const Selection& selection : rank_configurations(request, of_gpus(request), {Carrier::nccl}, 8))
    EXPECT_EQ(selection.configuration.chunks, 3);
}

/// The cores that compute move the messages.
TEST(Ranking, HidesNothingOnProcessors) {
  const Request request = request_of("c2c:f32:512x512x512", 4, "2");
  const Estimates estimates{machine_of({}, DeviceKind::cpu), {0.5, 0.5, 0.5}};
  const Selection best = rank_configurations(request, estimates, {Carrier::mpi_host}, 4).front();
  EXPECT_EQ(best.configuration.chunks, 1);
  EXPECT_EQ(to_text(best.configuration), "input=2/output=1/chunks=1/carrier=mpi");
}

/// Six steps have messages.
TEST(Ranking, CallsSixStepsByWhatCarriesThem) {
  const Request request = request_of("c2c:f32:65536", 2);
  const Estimates estimates{machine_of({}, DeviceKind::cpu), {0.5, 0.5}};
  EXPECT_EQ(to_text(rank_configurations(request, estimates, {Carrier::peer}, 4).front().configuration),
            "six-step=1/chunks=1/carrier=mpi");
  const std::vector<Carrier> of_gpus = {Carrier::peer, Carrier::nccl, Carrier::mpi_host};
  EXPECT_EQ(to_text(rank_configurations(request, estimates, of_gpus, 4).front().configuration),
            "six-step=1/chunks=1/carrier=nccl");
}

TEST(GivingUpACarrier, IsForWhatNobodyAskedFor) {
  Request request = request_of("c2c:f32:64x64", 2);
  const std::vector<Carrier> carriers = {Carrier::peer, Carrier::nccl, Carrier::mpi_host};
  const Error error = Error::out_of_memory("shared memory", "it is short", "get more");
  Selection selection;
  selection.configuration = parse_configuration("input=1/output=1/chunks=1/carrier=peer");
  const Configuration wanted = selection.configuration;
  selection.source = Selection::Source::given;
  EXPECT_FALSE(give_up_carrier(request, carriers, error, selection));
  selection.source = Selection::Source::wisdom;
  EXPECT_FALSE(give_up_carrier(request, carriers, Error::invalid_argument("it", "is wrong"), selection));
  request.options.carrier = Carrier::peer;
  EXPECT_FALSE(give_up_carrier(request, carriers, error, selection));
  EXPECT_EQ(selection.configuration, wanted);
  request.options.carrier = Carrier::automatic;
  EXPECT_TRUE(give_up_carrier(request, carriers, error, selection));
  EXPECT_EQ(selection.configuration.carrier, Carrier::nccl);
  EXPECT_EQ(selection.note, std::string("messages by NCCL, because ") + error.what());
  EXPECT_FALSE(give_up_carrier(request, carriers, error, selection)) << "messages need memory by any carrier";
  const Error missing = Error::unsupported("NCCL", "it is not here");
  EXPECT_TRUE(give_up_carrier(request, carriers, missing, selection));
  EXPECT_EQ(selection.configuration.carrier, Carrier::mpi_host);
  EXPECT_EQ(selection.note, std::string("messages by MPI, because ") + error.what() + "; " + missing.what());
  EXPECT_FALSE(give_up_carrier(request, carriers, missing, selection)) << "it is the last one";
}

TEST(Ranking, IsByTheForecast) {
  Request request = request_of("c2c:f32:64x64x64", 8);
  const std::vector<Selection> ranked = rank_configurations(request, of_gpus(request), {Carrier::nccl}, 8);
  EXPECT_GT(ranked.size(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(ranked, {}, [](const Selection& selection) { return selection.forecast.all; }));
}

/// Eight ranks that share an axis of four: slabs leave half of them idle, and the passes take twice as long.
TEST(Ranking, CountsRanksThatAreIdle) {
  Request request = request_of("c2c:f32:1024x1024x4", 8);
  Estimates estimates = of_gpus(request);
  const Forecast slabs = rank_configurations(request, estimates, {Carrier::nccl}, 1).front().forecast;
  const Schedule idle = schedule_of(parse_configuration("input=2/grid:1x1x8=1/output=0/chunks=1/carrier=nccl"),
                                    request.problem, request.in, request.out);
  const Forecast half = forecast(request.problem, idle, 1, estimates.machine, estimates.pass_seconds);
  EXPECT_GT(half.passes, slabs.passes * 1.2);
}

TEST(Variations, AreOtherTurnsAndCarriers) {
  Request request = request_of("c2c:f32:64x64x64", 2, "2");
  const Configuration configuration = parse_configuration("input=2/output=1/chunks=2/carrier=mpi");
  const std::vector<Configuration> free =
      variations_of(configuration, request, {Carrier::mpi_device, Carrier::mpi_host});
  EXPECT_EQ(free.size(), 5U);
  EXPECT_EQ(free.back(), parse_configuration("input=2/output=1/chunks=2/carrier=mpi-device"));
  request.options.chunks = 2;
  EXPECT_TRUE(variations_of(configuration, request, {Carrier::mpi_host}).empty());
  request.options.chunks = 0;
  EXPECT_TRUE(variations_of(parse_configuration("input=3/chunks=1/carrier=mpi"), request, {Carrier::mpi_host}).empty())
      << "without exchanges there are no chunks";
}

/// The axes 0 and 1 lie whole in slabs of axis 2, and the last two in slabs of axis 0.
TEST(Ranking, TakesAnOrderWithOneExchangeWhereItMay) {
  Request request = request_of("c2c:f32:64x64x64", 4);
  request.in = Distribution::slabs(request.problem.lengths, 4, 2);
  const auto best = [&] { return rank_configurations(request, of_gpus(request), {Carrier::nccl}, 4).front(); };
  EXPECT_GE(best().configuration.stages.size(), 4U) << "three exchanges at least";
  const Forecast fixed = best().forecast;
  request.options.axis_order = AxisOrder::parse("any");
  EXPECT_EQ(best().configuration.stages.size(), 2U);
  EXPECT_EQ(best().configuration.order, (std::vector<int>{0, 1, 2}));
  EXPECT_LT(best().forecast.all, fixed.all);
  request.options.axis_order = AxisOrder::parse("1,0,2");
  EXPECT_EQ(best().configuration.order, (std::vector<int>{1, 0, 2}));
}

TEST(Variations, AreOtherOrdersWithinStages) {
  Request request = request_of("c2c:f32:64x64x64", 2, "2");
  const Configuration configuration = parse_configuration("input=2/output=1/chunks=1/carrier=peer");
  EXPECT_TRUE(variations_of(configuration, request, {Carrier::peer}).empty()) << "the order is fixed";
  request.options.axis_order = AxisOrder::parse("any");
  const std::vector<Configuration> free = variations_of(configuration, request, {Carrier::peer});
  ASSERT_EQ(free.size(), 1U);
  EXPECT_EQ(to_text(free[0]), "input=2/output=1/chunks=1/carrier=peer/order=1,2,0");
  EXPECT_EQ(variations_of(free[0], request, {Carrier::peer}), std::vector<Configuration>{configuration})
      << "back to the fixed one";
}

}  // namespace
}  // namespace papilio::mpi
