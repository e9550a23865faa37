// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/described.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/nufft/nufft_engine.hpp"
#include "api/nufft/type3_choice.hpp"
#include "api/ragged/ragged_launch.hpp"
#include "api/run/describe.hpp"
#include "plan/plan.hpp"
#include "verify/check/check_problem.hpp"

namespace papilio::tool {
namespace {

using nlohmann::ordered_json;
using verify::PlacedNufft;

std::vector<std::int64_t> cells_of(const api::FineGrid& grid) {
  return {grid.cells.end() - grid.axes, grid.cells.end()};
}

void add_window(const char* step, const api::NufftChoice& choice, TokenDescription& to) {
  to.text += fmt::format("\n{}: window of {} cells, grid {}, error {:.2g}", step, choice.window.width,
                         fmt::join(cells_of(choice.grid), "x"), choice.error);
  to.json["steps"].push_back(
      {{"step", step}, {"window", choice.window.width}, {"grid", cells_of(choice.grid)}, {"error", choice.error}});
}

/// The steps of a type 1 or 2.
void add_steps(const NufftProblem& problem, const api::NufftChoice& choice, const Planned& on, TokenDescription& to) {
  const bool first = problem.type == NufftType::type1;
  const std::int64_t bytes = choice.grid.all_cells() * api::complex_bytes(problem.precision);
  const std::int64_t together = api::transforms_together(on.caps, bytes, problem.batch);
  const Problem transform = api::fine_transform(problem, choice.grid, together).normalised();
  const plan::PlanNode tree = plan::make_plan(transform, on.caps);
  const auto add_transform = [&] {
    to.text += "\n" + api::describe(tree, transform, on.device, on.caps.compute_units);
    to.json["steps"].push_back(
        {{"step", "transform"}, {"problem", transform.token()}, {"launches", tree.launches().size()}});
  };
  const auto add_modes = [&](const char* step, const char* what) {
    to.text += fmt::format("\n{}: {}", step, what);
    to.json["steps"].push_back({{"step", step}});
  };
  if (first) {
    add_window("spread", choice, to);
    add_transform();
    add_modes("correct", "modes in the user's order, times the window's correction");
  } else {
    add_modes("correct", "modes times the window's correction");
    add_transform();
    add_window("interpolate", choice, to);
  }
}

std::vector<api::PointExtent> extents_of(const std::vector<std::vector<double>>& rows) {
  std::vector<api::PointExtent> extents;
  for (const std::vector<double>& row : rows) {
    const auto [low, high] = std::ranges::minmax(row);
    extents.push_back({low / 2 + high / 2, high / 2 - low / 2});
  }
  return extents;
}

TokenDescription describe(const PlacedNufft& problem, const Planned& on) {
  TokenDescription result;
  result.text = fmt::format("{} on {}", problem.token(), on.device);
  result.json = {{"token", problem.token()}, {"device", on.device}, {"steps", ordered_json::array()}};
  if (problem.type == NufftType::type3) {
    const verify::PlacedPoints at = verify::placed_points(problem, 1);
    const api::Type3Choice choice = api::choose_type3(
        problem, {extents_of(at.points), extents_of(at.frequencies), problem.points, problem.frequencies}, on.caps);
    result.json["estimated_seconds"] = choice.seconds;
    add_window("spread", choice.spread, result);
    add_steps(choice.inner, choice.inner_choice, on, result);
    return result;
  }
  const api::NufftChoice choice = api::choose_nufft(problem, api::nufft_choices(problem), problem.points, on.caps);
  result.json["estimated_seconds"] = choice.seconds;
  add_steps(problem, choice, on, result);
  return result;
}

TokenDescription describe(const RaggedProblem& problem, const Planned& on) {
  const auto [classes, beyond] = plan::ragged_classes(problem, on.caps);
  TokenDescription result;
  result.text = fmt::format("{} on {}: {} launch{}", problem.summary(), on.device, classes.size(),
                            classes.size() == 1 ? "" : "es");
  result.json = {{"token", problem.token()}, {"device", on.device}, {"launches", ordered_json::array()}};
  for (const plan::RaggedClass& each : classes) {
    const std::string line = api::describe_class(problem, each, api::table_bytes_of(problem, each));
    result.text += "\n  " + line;
    std::vector<std::int64_t> lengths;
    for (const std::size_t i : each.members) lengths.push_back(problem.lengths[i]);
    result.json["launches"].push_back({{"kernel", each.spec.name()},
                                       {"points", each.spec.dft.length},
                                       {"convolves", each.spec.convolves},
                                       {"shortest", std::ranges::min(lengths)},
                                       {"longest", std::ranges::max(lengths)},
                                       {"transforms", std::ssize(lengths) * problem.batch}});
  }
  for (const Problem& each : plan::problems_beyond(problem, beyond)) {
    result.text += "\n  plan " + each.token();
    result.json["plans"].push_back(each.token());
  }
  return result;
}

}  // namespace

bool is_described(std::string_view token) { return verify::is_nonuniform(token) || verify::is_ragged(token); }

TokenDescription describe_token(const std::string& token, const Planned& on) {
  const verify::CheckProblem problem = verify::parse_any(token);
  if (const auto* const ragged = std::get_if<RaggedProblem>(&problem)) return describe(*ragged, on);
  return describe(std::get<PlacedNufft>(problem), on);
}

}  // namespace papilio::tool
