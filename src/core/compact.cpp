// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/compact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <utility>

#include "core/ends.hpp"
#include "core/layout.hpp"

namespace papilio {
namespace {

using IndexCounts = std::vector<std::int64_t>;

/// Indices that m modes of an axis leave out.
Range left_out_by_modes(const Problem& problem, std::size_t axis, std::int64_t length, std::int64_t m) {
  const bool halved = problem.halves() && static_cast<int>(axis) == problem.transformed_axes().back();
  const std::int64_t low = halved ? m : m - m / 2;
  return m == length ? Range{} : Range{low, low + length - m};
}

bool is_transformed(const Problem& problem, std::size_t axis) {
  const std::vector<int> axes = problem.transformed_axes();
  return std::ranges::find(axes, static_cast<int>(axis)) != axes.end();
}

/// Ranges of a side that leave `counts` of its indices.
template <class RangeOf>
std::vector<Range> ranges_that_leave(const std::string& what, const char* option, const IndexCounts& lengths,
                                     const IndexCounts& counts, const RangeOf& range_of) {
  if (counts.size() != lengths.size()) {
    throw Error::invalid_argument(what,
                                  fmt::format("{} {} counts for {} lengths", counts.size(), option, lengths.size()),
                                  "give one for each length");
  }
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (counts[i] < 1 || counts[i] > lengths[i]) {
      throw Error::invalid_argument(
          what, fmt::format("{} of axis {} is {}, and the axis has {}", option, i, counts[i], lengths[i]),
          fmt::format("give 1 to {}", lengths[i]));
    }
    ranges.push_back(range_of(i, counts[i]));
  }
  return ranges;
}

std::vector<Range> ranges_behind(const std::string& what, const char* option, const IndexCounts& lengths,
                                 const IndexCounts& counts) {
  return ranges_that_leave(what, option, lengths, counts, [&](std::size_t axis, std::int64_t count) {
    return count == lengths[axis] ? Range{} : Range{count, lengths[axis]};
  });
}

void leave_out_of_input(Problem& problem, std::vector<Range> ranges) {
  problem.zero = std::move(ranges);
  problem.in_packing = Packing::compact;
  problem.in_strides.clear();
  problem.in_distance = 0;
}

void leave_out_of_output(Problem& problem, std::vector<Range> ranges) {
  problem.skip = std::move(ranges);
  problem.out_packing = Packing::compact;
  problem.out_strides.clear();
  problem.out_distance = 0;
}

/// True if the frequencies of an axis are in the order of fftshift, where the lowest are no two ends of it.
bool is_shifted(const Problem& problem, std::size_t axis) {
  return has_modes_in_input(problem) ? is_in_shift(problem, axis) : is_out_shift(problem, axis);
}

/// Numbers of modes that leave these ranges out; empty if there are no such numbers.
IndexCounts modes_of(const Problem& problem, const IndexCounts& lengths, const std::vector<Range>& ranges) {
  IndexCounts modes;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (ranges[i] != Range{} &&
        (!is_part_of(ranges[i], lengths[i]) || !is_transformed(problem, i) || is_shifted(problem, i)))
      return {};
    modes.push_back(lengths[i] - ranges[i].size());
    if (left_out_by_modes(problem, i, lengths[i], modes.back()) != ranges[i]) return {};
  }
  return modes;
}

/// Numbers of first indices that are kept if these ranges are left out; empty if a range does not end its axis.
IndexCounts first_indices(const IndexCounts& lengths, const std::vector<Range>& ranges) {
  IndexCounts counts;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (ranges[i] != Range{} && (!is_part_of(ranges[i], lengths[i]) || ranges[i].end != lengths[i])) return {};
    counts.push_back(lengths[i] - ranges[i].size());
  }
  return counts;
}

/// Names of a side's options in a token.
struct RangeOptions {
  const char* ranges;   ///< "zero"
  const char* kept;     ///< "pad"
  const char* compact;  ///< "icompact"
};

std::string text_of(const Problem& problem, const std::vector<Range>& ranges, bool input, const RangeOptions& names) {
  if (std::ranges::all_of(ranges, [](const Range& range) { return range == Range{}; })) return "";
  std::vector<std::string> texts;
  for (const Range& range : ranges)
    texts.push_back(range == Range{} ? "-" : fmt::format("[{},{})", range.begin, range.end));
  std::string whole = fmt::format(":{}={}", names.ranges, fmt::join(texts, "x"));
  if ((input ? problem.in_packing : problem.out_packing) == Packing::whole) return whole;
  const IndexCounts lengths = input ? input_indices(problem) : output_indices(problem);
  if (ranges.size() == lengths.size()) {
    const bool spectrum = input ? has_modes_in_input(problem) : has_modes_in_output(problem);
    const IndexCounts modes = spectrum ? modes_of(problem, lengths, ranges) : IndexCounts{};
    if (!modes.empty()) return fmt::format(":modes={}", fmt::join(modes, "x"));
    const IndexCounts first = first_indices(lengths, ranges);
    if (!first.empty()) return fmt::format(":{}={}", names.kept, fmt::join(first, "x"));
  }
  return whole + ":" + names.compact;
}

}  // namespace

bool is_part_of(const Range& range, std::int64_t length) {
  return range.begin >= 0 && range.begin < range.end && range.end <= length && range.size() < length;
}

bool has_modes_in_input(const Problem& problem) {
  return problem.kind == Kind::c2r || (problem.kind == Kind::c2c && problem.direction == Direction::inverse);
}

bool has_modes_in_output(const Problem& problem) {
  return problem.kind == Kind::r2c || (problem.kind == Kind::c2c && problem.direction == Direction::forward);
}

std::string ranges_text(const Problem& problem) {
  const std::string input = text_of(problem, problem.zero, true, {"zero", "pad", "icompact"});
  const std::string output = text_of(problem, problem.skip, false, {"skip", "crop", "ocompact"});
  if (!input.ends_with(":icompact") || !output.ends_with(":ocompact")) return input + output;
  return input.substr(0, input.rfind(':')) + output.substr(0, output.rfind(':')) + ":compact";
}

std::vector<Range> ranges_of_modes(const Problem& problem, const IndexCounts& modes) {
  const std::string what = "problem " + problem.token();
  const bool input = has_modes_in_input(problem);
  if (!input && !has_modes_in_output(problem)) {
    throw Error::invalid_argument(what, "modes are frequencies of c2c, r2c and c2r",
                                  "use pad= for the first inputs, crop= for the first results");
  }
  const IndexCounts lengths = input ? input_indices(problem) : output_indices(problem);
  const auto range_of = [&](std::size_t axis, std::int64_t count) {
    if (count != lengths[axis] && !is_transformed(problem, axis)) {
      throw Error::invalid_argument(what, fmt::format("axis {} is not transformed, and has no modes", axis),
                                    fmt::format("give all {}, or use pad= or crop=", lengths[axis]));
    }
    if (count != lengths[axis] && is_shifted(problem, axis)) {
      throw Error::unsupported(what, fmt::format("modes of axis {}, which is shifted, are in the middle of it", axis),
                               "leave the shift out, or keep all modes of the axis");
    }
    return left_out_by_modes(problem, axis, lengths[axis], count);
  };
  return ranges_that_leave(what, "modes", lengths, modes, range_of);
}

void Problem::keep_modes(const IndexCounts& modes) {
  std::vector<Range> ranges = ranges_of_modes(*this, modes);
  if (has_modes_in_input(*this)) {
    leave_out_of_input(*this, std::move(ranges));
  } else {
    leave_out_of_output(*this, std::move(ranges));
  }
}

void Problem::pad_input(const IndexCounts& counts) {
  leave_out_of_input(*this, ranges_behind("problem " + token(), "pad", input_indices(*this), counts));
}

void Problem::crop_output(const IndexCounts& counts) {
  leave_out_of_output(*this, ranges_behind("problem " + token(), "crop", output_indices(*this), counts));
}

}  // namespace papilio
