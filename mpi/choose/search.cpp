// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/estimate.hpp>
#include <papilio/wisdom.hpp>
#include <type_traits>

#include "mpi/arrays/layout.hpp"
#include "mpi/methods/methods.hpp"
#include "prepared.hpp"
#include "trial_memory.hpp"
#include "trials.hpp"
#include "wisdom_line.hpp"

namespace papilio::mpi {
namespace {

constexpr double measure_seconds = 5;
constexpr double exhaustive_seconds = 60;
/// Schedules whose forecasts are compared, and how many of them are measured.
constexpr std::size_t max_forecasts = 8;
constexpr std::size_t max_measured = 4;
constexpr std::size_t max_exhaustive = 16;

/// The name that wisdom has for the devices; one of their own for ranks with different ones.
std::string devices_of(Team& team, const Device& device) {
  std::string local = wisdom_identity(device);
  const std::vector<std::uint64_t> hashes = gathered(team, hash_of(local));
  if (std::ranges::count(hashes, hashes.front()) == std::ssize(hashes)) return local;
  std::uint64_t all = 0;
  for (std::size_t rank = 0; rank < hashes.size(); ++rank) all += hashes[rank] * (2 * rank + 1);
  return fmt::format("mixed:{:016x}", all);
}

/// Rank 0's selection on every rank.
void share(Team& team, Selection& selection) {
  struct SharedNumbers {
    Selection::Source source;
    Forecast forecast;
    double seconds;
    bool exhaustive;
  };
  static_assert(std::is_trivially_copyable_v<SharedNumbers>);
  SharedNumbers numbers{selection.source, selection.forecast, selection.seconds, selection.exhaustive};
  team.broadcast(std::as_writable_bytes(std::span(&numbers, 1)));
  const std::string configuration =
      broadcast(team, team.rank() == 0 ? to_text(selection.configuration) : std::string());
  const std::string note = broadcast(team, selection.note);
  selection = {parse_configuration(configuration),
               numbers.source,
               numbers.forecast,
               numbers.seconds,
               numbers.exhaustive,
               note,
               selection.given_up};
}

/// One search: what does not change in it, on one rank.
class ConfigurationSearch {
 public:
  ConfigurationSearch(Team& team, const Device& device, const Request& request)
      : team_(team),
        device_(device),
        request_(request),
        carriers_(carriers_for(team, request.options, device)),
        around_({devices_of(team, device), team.hosts()}) {}

  Selection search_configuration() {
    std::vector<Selection> ranked;  // on rank 0
    Selection selection;
    team_.agree(attempt([&] {
      if (team_.rank() != 0) return;
      estimates_ = estimates();
      selection = request_.options.choice.empty() ? known_or_modelled(ranked) : given();
    }));
    share(team_, selection);
    if (!wants_search(selection)) return selection;
    search(ranked, selection);
    share(team_, selection);
    return selection;
  }

 private:
  [[nodiscard]] bool exhaustive() const { return request_.options.effort == Effort::exhaustive; }

  [[nodiscard]] Estimates estimates() const {
    Estimates result;
    result.machine = machine_of(request_.options, device_.info().kind);
    const Schedule passes = method_for(request_.problem).axes(request_.problem);
    result.pass_seconds.resize(passes.array.lengths.size());
    for (std::size_t i = 0; i < passes.axes.size(); ++i) {
      const Problem pass = passes.method->whole_pass(request_.problem, passes, i);
      const double seconds = estimate(pass, device_).seconds * passes.method->scale(passes, pass);
      result.pass_seconds[static_cast<std::size_t>(passes.axes[i])] = seconds;
    }
    return result;
  }

  [[nodiscard]] Forecast forecast_of(const Configuration& configuration) const {
    const Schedule schedule = schedule_of(configuration, request_.problem, request_.in, request_.out);
    Machine machine = estimates_.machine;
    machine.link.stores = stores(configuration.carrier, schedule, configuration.chunks);
    return forecast(request_.problem, schedule, configuration.chunks, machine, estimates_.pass_seconds);
  }

  [[nodiscard]] Selection given() const {
    Selection selection;
    selection.source = Selection::Source::given;
    selection.configuration = parse_configuration(request_.options.choice);
    selection.forecast = forecast_of(selection.configuration);
    return selection;
  }

  [[nodiscard]] std::string key() const { return key_of(request_, around_); }

  /// Wisdom that this request can have.
  [[nodiscard]] Selection from(const WisdomLine& remembered) const {
    Selection selection;
    selection.source = Selection::Source::wisdom;
    selection.configuration = parse_configuration(remembered.configuration);
    if (std::ranges::find(carriers_, selection.configuration.carrier) == carriers_.end()) {
      throw Error::invalid_argument(remembered.configuration, "there is no such carrier here");
    }
    const std::vector<int>& order = selection.configuration.order;
    if (!allows(request_.options.axis_order, request_.problem,
                order.empty() ? axes_in_order(request_.problem) : order)) {
      throw Error::invalid_argument(remembered.configuration, "the axes are wanted in another order");
    }
    selection.forecast = forecast_of(selection.configuration);
    selection.seconds = remembered.seconds;
    selection.exhaustive = remembered.exhaustive;
    return selection;
  }

  Selection known_or_modelled(std::vector<Selection>& ranked) const {
    const std::size_t most = exhaustive() ? max_exhaustive : max_forecasts;
    ranked = rank_configurations(request_, estimates_, carriers_, most);
    Selection selection = ranked.front();
    const std::optional<WisdomLine> remembered = find_wisdom_line(export_wisdom(), around_.devices, key());
    if (!remembered) return selection;
    try {
      return from(*remembered);
    } catch (const Error& error) {
      selection.note = fmt::format("wisdom is not used: {}", error.what());
      return selection;
    }
  }

  /// Without an exchange there is nothing to choose, and an array of one axis has one schedule.
  [[nodiscard]] bool wants_search(const Selection& selection) const {
    if (request_.options.effort == Effort::estimate) return false;
    if (selection.configuration.stages.size() == 1) return false;
    if (selection.source == Selection::Source::given) return false;
    return selection.source == Selection::Source::model || (exhaustive() && !selection.exhaustive);
  }

  /// The choices to measure first; rank 0's.
  [[nodiscard]] std::vector<Configuration> candidates(const std::vector<Selection>& ranked,
                                                      const Configuration& known) const {
    std::string texts = to_text(known);
    const std::size_t count = std::min(ranked.size(), exhaustive() ? max_exhaustive : max_measured);
    for (std::size_t i = 0; i < count; ++i) {
      if (ranked[i].configuration != known) texts += "\n" + to_text(ranked[i].configuration);
    }
    texts = broadcast(team_, texts);
    std::vector<Configuration> choices;
    for (std::size_t begin = 0; begin <= texts.size();) {
      const std::size_t end = std::min(texts.find('\n', begin), texts.size());
      choices.push_back(parse_configuration(std::string_view(texts).substr(begin, end - begin)));
      begin = end + 1;
    }
    return choices;
  }

  /// Collective: the carriers that can be had.
  std::vector<Carrier> enter_candidates(Trials& contest, std::vector<Configuration> choices,
                                        Selection& selection) const {
    std::vector<Carrier> carriers = carriers_;
    for (bool entered = false; !entered;) {
      const Carrier carrier = selection.configuration.carrier;
      try {
        contest.enter(selection.configuration);
        entered = true;
      } catch (const Error& error) {  // the same on every rank
        if (!give_up_carrier(request_, carriers_, error, selection)) throw;
        std::erase(carriers, carrier);
        for (Configuration& configuration : choices) {
          if (configuration.carrier == carrier) configuration.carrier = selection.configuration.carrier;
        }
      }
    }
    for (std::size_t i = 1; i < choices.size(); ++i) {
      auto carrier = std::ranges::find(carriers, choices[i].carrier);
      while (!contest.enter(choices[i]) && carrier != carriers.end() && ++carrier != carriers.end()) {
        choices[i].carrier = *carrier;  // one axis has another one than the choices that are ranked before it
      }
    }
    return carriers;
  }

  /// Collective.
  void search(const std::vector<Selection>& ranked, Selection& selection) const {
    std::unique_ptr<TrialMemory> memory;
    team_.agree(attempt([&] { memory = std::make_unique<TrialMemory>(device_, request_, team_.rank()); }));
    Request trial = request_;
    trial.options.work = WorkOwner::plan;
    Trials contest(team_, exhaustive() ? exhaustive_seconds : measure_seconds, [&](const Configuration& configuration) {
      auto prepared = std::make_shared<Prepared>(team_, device_, trial, configuration);
      // The first launch of a kernel may load it under a lock that all threads share, and must not wait for messages
      // then.
      if (team_.one_process()) prepared->execute_passes(memory->user());
      return [prepared, &memory] { prepared->execute(memory->user()); };
    });
    selection.note.clear();  // it was about wisdom
    const std::vector<Carrier> carriers =
        enter_candidates(contest, candidates(ranked, selection.configuration), selection);
    const Configuration best = contest.best();
    const PeerChunks peer_chunks = device_.info().backend == Backend::cuda ? PeerChunks::several : PeerChunks::one;
    for (const Configuration& configuration : variations_of(best, request_, carriers, peer_chunks))
      contest.enter(configuration);
    team_.agree(attempt([&] {
      if (team_.rank() != 0) return;
      selection = {
          contest.best(), Selection::Source::measured, forecast_of(contest.best()), contest.seconds(), exhaustive(),
          selection.note, selection.given_up};
      keep(selection);
    }));
  }

  /// In the process in any case, and in the file if it can be written.
  void keep(Selection& selection) const {
    const std::string line =
        line_of(around_.devices, key(), {to_text(selection.configuration), selection.seconds, selection.exhaustive}) +
        "\n";
    try {
      const bool file = !wisdom_state().file.empty();
      const WisdomImport result = import_wisdom(line, file ? WisdomScope::file : WisdomScope::process);
      if (result.taken == 0) selection.note = fmt::format("wisdom is not kept: {}", fmt::join(result.refused, "; "));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::io) throw;
      selection.note = fmt::format("wisdom is kept in this process alone: {}", error.what());
    }
  }

  Team& team_;
  const Device& device_;
  const Request& request_;
  std::vector<Carrier> carriers_;
  Surroundings around_;
  Estimates estimates_;  ///< rank 0's
};

}  // namespace

Selection search_configuration(Team& team, const Device& device, const Request& request) {
  return ConfigurationSearch(team, device, request).search_configuration();
}

}  // namespace papilio::mpi
