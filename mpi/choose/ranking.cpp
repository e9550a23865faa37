// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "mpi/carriers/carriers.hpp"
#include "mpi/methods/methods.hpp"
#include "pushed_chunks.hpp"

namespace papilio::mpi {
namespace {

/// More chunks than 4 have been slower wherever they were measured, and the model does not see why.
constexpr std::array<int, 3> modelled_chunks = {1, 2, 4};
constexpr std::array<int, 5> measured_chunks = {1, 2, 3, 4, 8};
constexpr std::array<int, 7> all_chunks = {1, 2, 3, 4, 6, 8, 16};

template <std::size_t n>
std::vector<int> chunks_of(const Request& request, const std::array<int, n>& free) {
  if (request.options.chunks != 0) return {request.options.chunks};
  return {free.begin(), free.end()};
}

}  // namespace

std::string_view name_of(Selection::Source source) {
  constexpr std::array<std::string_view, 4> names = {"model", "wisdom", "measured", "given"};
  return names[static_cast<std::size_t>(source)];
}

namespace {

/// The schedule in the number of chunks that the model takes for the fastest.
Selection best_of(const Schedule& schedule, const Request& request, const Estimates& estimates, Carrier carrier) {
  Selection best;
  Machine machine = estimates.machine;
  const bool pushed = carrier == Carrier::peer && machine.pushes && request.options.chunks == 0;
  const std::vector<int> choices =
      pushed ? std::vector<int>{pushed_chunks(request.problem, schedule)} : chunks_of(request, modelled_chunks);
  for (const int chunks : choices) {
    machine.link.stores = stores(carrier, schedule, chunks);
    const bool one_chunk =
        schedule.stages.size() == 1 || schedule.method->of_matrix || (carrier == Carrier::peer && !pushed);
    if (one_chunk && chunks > 1 && request.options.chunks == 0) continue;
    const Forecast cost = forecast(request.problem, schedule, chunks, machine, estimates.pass_seconds);
    if (!best.configuration.stages.empty() && cost.all >= best.forecast.all) continue;
    best.configuration = configuration_of(schedule, request.problem, schedule.method->of_matrix ? 1 : chunks, carrier);
    best.forecast = cost;
  }
  return best;
}

}  // namespace

std::vector<Selection> rank_configurations(const Request& request, const Estimates& estimates,
                                           const std::vector<Carrier>& carriers, std::size_t most) {
  std::vector<Selection> ranked;
  const auto with_messages = std::ranges::find_if(carriers, [](Carrier carrier) { return carrier != Carrier::peer; });
  const Carrier of_one_axis = with_messages == carriers.end() ? Carrier::mpi_host : *with_messages;
  RankLink link = estimates.machine.link;
  link.stores = carriers.front() == Carrier::peer;
  const Route route{request.in, request.out, link, request.options.axis_order};
  for (const Schedule& schedule : make_schedules(request.problem, route, most))
    ranked.push_back(
        best_of(schedule, request, estimates, schedule.method->of_matrix ? of_one_axis : carriers.front()));
  std::ranges::stable_sort(ranked, {}, [](const Selection& selection) { return selection.forecast.all; });
  return ranked;
}

std::vector<Configuration> variations_of(const Configuration& configuration, const Request& request,
                                         const std::vector<Carrier>& carriers, PeerChunks peer_chunks) {
  std::vector<Configuration> result;
  if (configuration.stages.size() == 1) return result;
  const bool exhaustive = request.options.effort == Effort::exhaustive;
  for (const int chunks : exhaustive ? chunks_of(request, all_chunks) : chunks_of(request, measured_chunks)) {
    if (chunks == configuration.chunks || (configuration.carrier == Carrier::peer && peer_chunks == PeerChunks::one))
      continue;
    result.push_back(configuration);
    result.back().chunks = chunks;
  }
  for (const Carrier carrier : carriers) {
    if (carrier == configuration.carrier) continue;
    result.push_back(configuration);
    result.back().carrier = carrier;
    if (carrier == Carrier::peer) result.back().chunks = 1;
  }
  const Schedule local = schedule_of(configuration, request.problem, request.in, request.out);
  for (std::vector<int>& order : orders_of(request.problem, request.options.axis_order)) {
    Schedule other = local;
    other.axes = std::move(order);
    if (other.axes == local.axes || !same_within_stages(local, other)) continue;
    result.push_back(configuration_of(other, request.problem, configuration.chunks, configuration.carrier));
  }
  return result;
}

bool give_up_carrier(const Request& request, const std::vector<Carrier>& carriers, const Error& error,
                     Selection& selection) {
  const bool asked_for = request.options.carrier != Carrier::automatic || selection.source == Selection::Source::given;
  const auto current = std::ranges::find(carriers, selection.configuration.carrier);
  if (asked_for || current == carriers.end() || current + 1 == carriers.end()) return false;
  // Messages take as much memory by any carrier; what passes of peers share may be limited more narrowly.
  const ErrorCode code = error.code();
  const bool of_memory = code == ErrorCode::out_of_memory && selection.configuration.carrier == Carrier::peer;
  if (!of_memory && code != ErrorCode::unsupported && code != ErrorCode::device_failed) return false;
  selection.given_up += (selection.given_up.empty() ? "" : "; ") + std::string(error.what());
  selection.configuration.carrier = *(current + 1);
  selection.note =
      fmt::format("messages by {}, because {}", kind_of(selection.configuration.carrier).words, selection.given_up);
  return true;
}

}  // namespace papilio::mpi
