// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "configuration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <papilio/error.hpp>
#include <set>

#include "mpi/carriers/carriers.hpp"
#include "mpi/methods/methods.hpp"
#include "mpi/program/chunks.hpp"

namespace papilio::mpi {
namespace {

constexpr int max_axes = 64;

constexpr std::string_view example = "write such as input=2/output=1/chunks=1/carrier=mpi";

[[noreturn]] void refuse(std::string_view part, std::string_view why) {
  throw Error::invalid_argument(fmt::format("'{}' in a choice", part), std::string(why), std::string(example));
}

int number_of(std::string_view text, std::string_view part, int least, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) {
    refuse(part, fmt::format("'{}' is no number from {} to {}", text, least, most));
  }
  return number;
}

/// Calls take(piece) for what stands between separators.
template <typename Take>
void split(std::string_view text, char separator, Take take) {
  while (true) {
    const std::size_t end = text.find(separator);
    take(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

ConfiguredStage stage_of(std::string_view boxes, std::string_view axes, std::string_view part) {
  constexpr std::string_view grid = "grid:";
  ConfiguredStage stage;
  stage.axes = number_of(axes, part, 0, max_axes);
  if (boxes == "output") {
    stage.boxes = StageBoxes::output;
  } else if (boxes == "rank:0") {
    stage.boxes = StageBoxes::one_rank;
  } else if (const Method* const method = method_named(boxes)) {
    stage.boxes = StageBoxes::matrix;
    stage.method = method;
  } else if (boxes.starts_with(grid)) {
    stage.boxes = StageBoxes::grid;
    split(boxes.substr(grid.size()), 'x',
          [&](std::string_view parts) { stage.grid.push_back(number_of(parts, part, 1, 1 << 30)); });
  } else if (boxes != "input") {
    refuse(part, "these boxes are none of input, output, grid:AxBxC, rank:0 and six-step");
  }
  return stage;
}

void read_chunks(std::string_view value, std::string_view part, Configuration& configuration) {
  configuration.chunks = number_of(value, part, 1, max_chunks);
}

void read_carrier(std::string_view value, std::string_view part, Configuration& configuration) {
  const std::optional<Carrier> carrier = carrier_named(value);
  if (!carrier || *carrier == Carrier::automatic) refuse(part, "it is none of " + carrier_names());
  configuration.carrier = *carrier;
}

void read_order(std::string_view value, std::string_view part, Configuration& configuration) {
  split(value, ',', [&](std::string_view axis) { configuration.order.push_back(number_of(axis, part, 0, max_axes)); });
}

/// Reads a part that follows the stages.
using ReadPart = void (*)(std::string_view value, std::string_view part, Configuration& configuration);
const std::map<std::string_view, ReadPart> readers = {
    {"chunks", read_chunks}, {"carrier", read_carrier}, {"order", read_order}};
constexpr std::string_view former_chunks = "turns";
constexpr std::string_view out_of_order = "stages come first, then chunks, carrier and order, once each";

std::string boxes_text(const ConfiguredStage& stage) {
  switch (stage.boxes) {
    case StageBoxes::input:
      return "input";
    case StageBoxes::output:
      return "output";
    case StageBoxes::one_rank:
      return "rank:0";
    case StageBoxes::matrix:
      return std::string(stage.method->name);
    case StageBoxes::grid:
      break;
  }
  return fmt::format("grid:{}", fmt::join(stage.grid, "x"));
}

ConfiguredStage chosen(const Distribution& boxes, std::size_t axes, const Distribution& out) {
  ConfiguredStage stage;
  stage.axes = static_cast<int>(axes);
  if (with_lengths(boxes, out.lengths) == out) {
    stage.boxes = StageBoxes::output;
  } else if (std::optional<std::vector<int>> grid = grid_of(boxes)) {
    stage.boxes = StageBoxes::grid;
    stage.grid = *std::move(grid);
  } else {
    stage.boxes = StageBoxes::one_rank;
  }
  return stage;
}

/// The entry of a stage after the first one.
Distribution entry_of(const ConfiguredStage& stage, const std::vector<std::int64_t>& lengths, const Distribution& out) {
  const std::string text = boxes_text(stage);
  if (stage.boxes == StageBoxes::input) refuse(text, "only the first stage has the boxes of the input");
  if (stage.boxes == StageBoxes::matrix) refuse(text, "it is the only stage where it is one");
  if (stage.boxes == StageBoxes::output) {
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      if (lengths[a] != out.lengths[a] && !out.whole(a)) refuse(text, fmt::format("they cut axis {}, of c2r", a));
    }
    return with_lengths(with_canonical_empty_boxes(out), lengths);
  }
  if (stage.boxes == StageBoxes::one_rank)
    return with_canonical_empty_boxes(Distribution::on_rank(lengths, out.ranks()));
  if (stage.grid.size() != lengths.size()) refuse(text, fmt::format("the array has {} axes", lengths.size()));
  std::int64_t ranks = 1;
  for (const int parts : stage.grid) {
    ranks *= parts;
    if (ranks > out.ranks()) break;
  }
  if (ranks != out.ranks()) refuse(text, fmt::format("it is not a grid of {} ranks", out.ranks()));
  return with_canonical_empty_boxes(Distribution::grid(lengths, stage.grid));
}

void require_whole(const Distribution& boxes, const std::vector<int>& axes, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) {
    if (!boxes.whole(static_cast<std::size_t>(axes[i]))) {
      refuse(fmt::format("stage with axis {}", axes[i]), "its boxes cut the axis that is transformed in them");
    }
  }
}

/// Throws unless the stages are the one of a matrix where the method has one, and others where not.
void require_method(const std::vector<ConfiguredStage>& stages, const Method& method) {
  const bool matrix = stages.size() == 1 && stages.front().boxes == StageBoxes::matrix && stages.front().axes == 1;
  if (matrix == method.of_matrix && (!matrix || stages.front().method == &method)) return;
  refuse("stages",
         "six-step=1 is the choice for one axis whose matrix has more than one row (docs/scale-out.md), and for no "
         "other");
}

void require_place(const ConfiguredStage& stage, bool first, bool last) {
  if (first && stage.boxes != StageBoxes::input) refuse(boxes_text(stage), "the first stage is input=N");
  if (!first && stage.axes == 0 && !last) refuse(boxes_text(stage), "nothing is transformed in it");
}

std::vector<ConfiguredStage> stages_of(const Schedule& schedule) {
  if (schedule.method->of_matrix) return {{StageBoxes::matrix, {}, 1, schedule.method}};
  std::vector<ConfiguredStage> stages;
  for (std::size_t s = 0; s < schedule.stages.size(); ++s) {
    const ScheduleStage& stage = schedule.stages[s];
    const std::size_t axes = stage.end - stage.first;
    if (s == 0) {
      stages.push_back({StageBoxes::input, {}, static_cast<int>(axes)});
    } else {
      stages.push_back(chosen(stage.entry, axes, schedule.stages.back().exit));
    }
  }
  return stages;
}

}  // namespace

std::string to_text(const Configuration& configuration) {
  std::string text;
  for (const ConfiguredStage& stage : configuration.stages)
    text += fmt::format("{}={}/", boxes_text(stage), stage.axes);
  text += fmt::format("chunks={}/carrier={}", configuration.chunks, name_of(configuration.carrier));
  return configuration.order.empty() ? text : text + fmt::format("/order={}", fmt::join(configuration.order, ","));
}

Configuration parse_configuration(std::string_view text) {
  Configuration configuration;
  std::set<std::string_view> read;
  split(text, '/', [&](std::string_view part) {
    const std::size_t sign = part.find('=');
    if (sign == std::string_view::npos) refuse(part, "it is not NAME=VALUE");
    const std::string_view name = part.substr(0, sign);
    const std::string_view value = part.substr(sign + 1);
    if (name == former_chunks) refuse(part, "its name is chunks");
    if (const auto reader = readers.find(name); reader != readers.end()) {
      if (!read.insert(name).second) refuse(part, out_of_order);
      reader->second(value, part, configuration);
    } else {
      if (!read.empty()) refuse(part, out_of_order);
      configuration.stages.push_back(stage_of(name, value, part));
    }
  });
  const auto first = configuration.stages.empty() ? StageBoxes::output : configuration.stages.front().boxes;
  if (first != StageBoxes::input && first != StageBoxes::matrix) refuse(text, "the first stage is input=N");
  if (!read.contains("chunks") || !read.contains("carrier")) refuse(text, "chunks or carrier are missing");
  if (first == StageBoxes::matrix && configuration.chunks != 1) refuse(text, "six steps have one chunk");
  return configuration;
}

std::optional<std::vector<int>> grid_of(const Distribution& distribution) {
  const Distribution boxes = with_canonical_empty_boxes(distribution);
  const std::size_t axes = boxes.lengths.size();
  const auto is = [&](const std::vector<int>& grid) {
    std::int64_t ranks = 1;
    for (const int parts : grid) ranks *= parts;
    return ranks == boxes.ranks() && with_canonical_empty_boxes(Distribution::grid(boxes.lengths, grid)) == boxes;
  };
  std::vector<int> grid(axes, 1);
  for (std::size_t a = 0; a < axes; ++a) {
    std::set<std::int64_t> begins;
    for (const Box& box : boxes.boxes) {
      if (!box.empty()) begins.insert(box.begin[a]);
    }
    grid[a] = std::max(1, static_cast<int>(begins.size()));
  }
  if (is(grid)) return grid;
  // More ranks than an axis has elements: some ranks have none.
  for (std::size_t a = 0; a < axes; ++a) {
    std::vector<int> slabs(axes, 1);
    slabs[a] = boxes.ranks();
    if (is(slabs)) return slabs;
  }
  return std::nullopt;
}

Configuration configuration_of(const Schedule& schedule, const Problem& problem, int chunks, Carrier carrier) {
  Configuration configuration{stages_of(schedule), chunks, carrier};
  if (!schedule.method->of_matrix && schedule.axes != axes_in_order(problem)) configuration.order = schedule.axes;
  return configuration;
}

Schedule schedule_of(const Configuration& configuration, const Problem& problem, const Distribution& in,
                     const Distribution& out) {
  const std::vector<ConfiguredStage>& stages = configuration.stages;
  if (!configuration.order.empty()) check_order(configuration.order, problem);
  const Method& method = method_for(problem);
  require_method(stages, method);
  if (method.of_matrix) return method.schedules(problem, {in, out, {}}, 1).front();
  Schedule schedule = method.axes(problem);
  if (!configuration.order.empty()) schedule.axes = configuration.order;
  std::size_t done = 0;
  for (const ConfiguredStage& stage : stages) {
    const bool first = schedule.stages.empty();
    require_place(stage, first, &stage == &stages.back());
    const Distribution entry =
        first ? with_canonical_empty_boxes(in) : entry_of(stage, lengths_after(problem, done), out);
    const std::size_t end = done + static_cast<std::size_t>(stage.axes);
    if (end > schedule.axes.size()) refuse(boxes_text(stage), "there are more axes in the stages than are transformed");
    require_whole(entry, schedule.axes, done, end);
    schedule.stages.push_back({entry, with_lengths(entry, lengths_after(problem, end)), done, end});
    done = end;
  }
  if (done != schedule.axes.size()) refuse("stages", "they leave out axes that are transformed");
  if (schedule.stages.empty() || schedule.stages.back().exit != with_canonical_empty_boxes(out)) {
    refuse("stages", "they do not end in the boxes of the output");
  }
  return schedule;
}

}  // namespace papilio::mpi
