// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// RaggedProblem: its checks and its token, whose grammar <papilio/ragged_problem.hpp> gives.
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <papilio/ragged_problem.hpp>

#include "core/pair_rules.hpp"
#include "core/problem_names.hpp"
#include "core/token_reader.hpp"

namespace papilio {
namespace {

constexpr std::int64_t max_ragged_lengths = std::int64_t{1} << 24;
constexpr std::int64_t longest_ragged = std::int64_t{1} << 30;
constexpr std::int64_t longest_field = (std::int64_t{1} << 31) - 1;  ///< places in a field are 32-bit numbers
constexpr std::int64_t max_ragged_elements = std::int64_t{1} << 48;
constexpr std::int64_t max_ragged_transforms = std::int64_t{1} << 30;

constexpr std::array<Named<Kind>, 3> ragged_kinds{{{"c2c", Kind::c2c}, {"r2c", Kind::r2c}, {"c2r", Kind::c2r}}};
constexpr std::array<Named<Scale>, 3> ragged_scales{
    {{"scale=none", Scale::none}, {"scale=1/n", Scale::inverse_n}, {"scale=1/sqrt(n)", Scale::inverse_sqrt_n}}};

Direction usual(Kind kind) { return kind == Kind::c2r ? Direction::inverse : Direction::forward; }

class RaggedParser : private TokenReader {
 public:
  explicit RaggedParser(std::string_view token)
      : TokenReader(token, "write KIND:PRECISION:ragged=LENGTHS*BATCH, for example r2c:f32:ragged=20..2576/4*32") {}

  RaggedProblem parse() {
    problem_.kind = named(ragged_kinds, required("kind"), "kind");
    problem_.precision = named(precisions, required("precision"), "precision");
    problem_.direction = usual(problem_.kind);
    const Piece shape = required("lengths");
    constexpr std::string_view word = "ragged=";
    if (!shape.text.starts_with(word))
      fail(shape.position, shape.quoted() + " has no lengths", "write ragged=LENGTHS, such as ragged=20..2576/4");
    const Piece lengths = shape.from(word.size());
    const std::size_t star = lengths.text.find('*');
    for (const Piece& run : pieces(lengths.until(std::min(star, lengths.text.size())), ',')) parse_run(run);
    if (star != std::string_view::npos) problem_.batch = positive(lengths.from(star + 1), "batch");
    while (const std::optional<Piece> option = next()) parse_option(*option);
    return problem_;
  }

 private:
  void parse_run(const Piece& run) {
    const std::size_t dots = run.text.find("..");
    const std::size_t times = run.text.find('x');
    if (dots == std::string_view::npos) {
      const std::int64_t length = positive(run.until(std::min(times, run.text.size())), "length");
      const std::int64_t count =
          times == std::string_view::npos ? 1 : positive(run.from(times + 1), "number of equal lengths");
      return add(run, length, 0, count);
    }
    const Piece end = run.from(dots + 2);
    const std::size_t slash = end.text.find('/');
    const std::int64_t first = positive(run.until(dots), "length");
    const std::int64_t last = positive(end.until(std::min(slash, end.text.size())), "length");
    const std::int64_t step = slash == std::string_view::npos ? 1 : positive(end.from(slash + 1), "step");
    if ((last - first) % step != 0)
      fail(run.position, run.quoted() + " does not reach its last length",
           "make the difference a multiple of the step");
    add(run, first, last < first ? -step : step, std::abs(last - first) / step + 1);
  }

  void add(const Piece& run, std::int64_t first, std::int64_t step, std::int64_t count) {
    if (count > max_ragged_lengths - static_cast<std::int64_t>(problem_.lengths.size()))
      fail(run.position, "there are more than 2^24 lengths", "give fewer, or several plans");
    for (std::int64_t i = 0; i < count; ++i) problem_.lengths.push_back(first + i * step);
  }

  void parse_option(const Piece& option) {
    if (const auto direction = value_of(directions, option.text)) {
      claim(direction_, option);
      problem_.direction = *direction;
    } else if (const auto scale = value_of(ragged_scales, option.text)) {
      claim(scale_, option);
      problem_.scale = *scale;
    } else if (option.text.starts_with("ioffsets=")) {
      claim(in_offsets_, option);
      problem_.in_offsets = stride_list(option.from(9), "offset");
    } else if (option.text.starts_with("ooffsets=")) {
      claim(out_offsets_, option);
      problem_.out_offsets = stride_list(option.from(9), "offset");
    } else if (option.text.starts_with("idist=")) {
      claim(in_distance_, option);
      problem_.in_distance = positive(option.from(6), "distance");
    } else if (option.text.starts_with("odist=")) {
      claim(out_distance_, option);
      problem_.out_distance = positive(option.from(6), "distance");
    } else if (option.text.starts_with("istride=")) {
      claim(in_stride_, option);
      problem_.in_stride = positive(option.from(8), "stride");
    } else if (option.text.starts_with("ostride=")) {
      claim(out_stride_, option);
      problem_.out_stride = positive(option.from(8), "stride");
    } else {
      fail_unknown(option, "option",
                   "forward, inverse, scale=none, scale=1/n, scale=1/sqrt(n), ioffsets=LIST, ooffsets=LIST, "
                   "idist=NUMBER, odist=NUMBER, istride=NUMBER, ostride=NUMBER");
    }
  }

  Piece direction_, scale_, in_offsets_, out_offsets_, in_distance_, out_distance_, in_stride_, out_stride_;
  RaggedProblem problem_;
};

/// The end of the run of equal differences that begins at `first`.
std::size_t end_of_run(const std::vector<std::int64_t>& lengths, std::size_t first) {
  std::size_t end = first + 1;
  if (end < lengths.size()) ++end;
  while (end < lengths.size() && lengths[end] - lengths[end - 1] == lengths[first + 1] - lengths[first]) ++end;
  return end;
}

std::string text_of_lengths(const std::vector<std::int64_t>& lengths) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < lengths.size();) {
    std::size_t end = end_of_run(lengths, i);
    const std::int64_t step = end - i > 1 ? lengths[i + 1] - lengths[i] : 0;
    if (end - i > 1 && step == 0) {
      runs.push_back(fmt::format("{}x{}", lengths[i], end - i));
    } else if (end - i > 2) {
      runs.push_back(fmt::format("{}..{}{}", lengths[i], lengths[end - 1],
                                 std::abs(step) == 1 ? "" : fmt::format("/{}", std::abs(step))));
    } else {
      runs.push_back(fmt::format("{}", lengths[i]));
      end = i + 1;
    }
    i = end;
  }
  return fmt::format("{}", fmt::join(runs, ","));
}

std::vector<std::int64_t> packed(const RaggedProblem& problem, bool input) {
  std::vector<std::int64_t> offsets;
  offsets.reserve(problem.lengths.size());
  std::int64_t at = 0;
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) {
    offsets.push_back(at);
    at += problem.elements(i, input);
  }
  return offsets;
}

/// The first two transforms whose results overlap, if there are any.
std::optional<std::pair<std::size_t, std::size_t>> overlap_of_results(const RaggedProblem& problem) {
  std::vector<std::size_t> order(problem.lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Transforms of other remainders share no elements.
  const std::int64_t stride = problem.out_stride;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    return std::pair{problem.out_offsets[i] % stride, problem.out_offsets[i]};
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::size_t before = order[i - 1];
    const std::int64_t end = problem.out_offsets[before] + problem.elements(before, false) * stride;
    if (problem.out_offsets[before] % stride == problem.out_offsets[order[i]] % stride &&
        end > problem.out_offsets[order[i]])
      return std::pair{before, order[i]};
  }
  return std::nullopt;
}

}  // namespace

RaggedProblem RaggedProblem::parse(std::string_view token) {
  RaggedProblem problem = RaggedParser(token).parse();
  problem.validate();
  return problem;
}

std::string RaggedProblem::token() const {
  std::string token = fmt::format("{}:{}:ragged={}", name_of(ragged_kinds, kind), name_of(precisions, precision),
                                  text_of_lengths(lengths));
  if (batch != 1) token += fmt::format("*{}", batch);
  if (direction != usual(kind)) token += fmt::format(":{}", name_of(directions, direction));
  if (scale != Scale::none) token += fmt::format(":{}", name_of(ragged_scales, scale));
  if (!in_offsets.empty()) token += fmt::format(":ioffsets={}", fmt::join(in_offsets, ","));
  if (!out_offsets.empty()) token += fmt::format(":ooffsets={}", fmt::join(out_offsets, ","));
  if (in_distance != 0) token += fmt::format(":idist={}", in_distance);
  if (out_distance != 0) token += fmt::format(":odist={}", out_distance);
  if (in_stride != 1) token += fmt::format(":istride={}", in_stride);
  if (out_stride != 1) token += fmt::format(":ostride={}", out_stride);
  return token;
}

std::string RaggedProblem::summary() const {
  if (lengths.empty()) return "a ragged batch without lengths";
  const auto [least, most] = std::ranges::minmax(lengths);
  return fmt::format("{} {} of {} lengths, {} to {}, {} field{}", name_of(ragged_kinds, kind),
                     name_of(precisions, precision), lengths.size(), least, most, batch, batch == 1 ? "" : "s");
}

std::int64_t RaggedProblem::elements(std::size_t i, bool input) const {
  const bool half = kind == (input ? Kind::c2r : Kind::r2c);
  return half ? lengths[i] / 2 + 1 : lengths[i];
}

std::vector<std::int64_t> RaggedProblem::offsets(bool input) const {
  const std::vector<std::int64_t>& given = input ? in_offsets : out_offsets;
  return given.empty() ? packed(*this, input) : given;
}

std::int64_t RaggedProblem::extent(bool input) const {
  const std::vector<std::int64_t>& given = input ? in_offsets : out_offsets;
  std::int64_t end = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    end = given.empty() ? end + elements(i, input)
                        : std::max(end, given[i] + (elements(i, input) - 1) * (input ? in_stride : out_stride) + 1);
  return end;
}

std::int64_t RaggedProblem::distance(bool input) const {
  const std::int64_t given = input ? in_distance : out_distance;
  return given == 0 ? extent(input) : given;
}

std::int64_t RaggedProblem::all_elements(bool input) const { return (batch - 1) * distance(input) + extent(input); }

RaggedProblem RaggedProblem::inverse() const {
  RaggedProblem other = *this;
  other.kind = kind == Kind::r2c ? Kind::c2r : kind == Kind::c2r ? Kind::r2c : Kind::c2c;
  other.direction = direction == Direction::forward ? Direction::inverse : Direction::forward;
  other.scale = Scale::none;
  std::swap(other.in_offsets, other.out_offsets);
  std::swap(other.in_distance, other.out_distance);
  std::swap(other.in_stride, other.out_stride);
  return other;
}

void RaggedProblem::validate() const {
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    throw Error::invalid_argument("ragged batch: " + summary(), why, remedy);
  };
  if (std::ranges::find(ragged_kinds, kind, &Named<Kind>::second) == ragged_kinds.end()) {
    throw Error::unsupported(fmt::format("a ragged batch of {}", name_of(kinds, kind)), "kinds are c2c, r2c and c2r",
                             "make a plan for each length, or use one of these kinds");
  }
  require_floats(precision, "ragged batch: " + summary(), "ragged batches");
  (void)name_of(directions, direction);
  (void)name_of(ragged_scales, scale);
  if (kind != Kind::c2c && direction != usual(kind))
    refuse(kind == Kind::r2c ? "r2c is forward" : "c2r is inverse", "leave the direction as it is");
  if (lengths.empty()) refuse("there is nothing to transform", "give at least one length");
  if (static_cast<std::int64_t>(lengths.size()) > max_ragged_lengths)
    refuse("there are more than 2^24 lengths", "give fewer, or several plans");
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] < 1 || lengths[i] > longest_ragged)
      refuse(fmt::format("length {} is {}", i, lengths[i]), "give 1 to 2^30, or leave it out");
  }
  for (const bool input : {true, false}) {
    const char* const name = input ? "input" : "output";
    const std::vector<std::int64_t>& given = input ? in_offsets : out_offsets;
    if (!given.empty() && given.size() != lengths.size()) {
      refuse(fmt::format("the {} has {} offsets and {} lengths", name, given.size(), lengths.size()),
             "give an offset for each length, or none");
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given[i] < 0 || given[i] > longest_field)
        refuse(fmt::format("offset {} of the {} is {}", i, name, given[i]), "give 0 to 2^31 - 1");
    }
    const std::int64_t stride = input ? in_stride : out_stride;
    if (stride < 1 || stride > longest_field)
      refuse(fmt::format("the stride of the {} is {}", name, stride), "give 1 to 2^31 - 1");
    if (stride > 1 && given.empty())
      refuse(fmt::format("the {} has a stride and no offsets", name), "say where each transform begins");
    if (extent(input) > longest_field)
      refuse(fmt::format("a field of the {} has {} elements", name, extent(input)), "give fields of less than 2^31");
    const std::int64_t given_distance = input ? in_distance : out_distance;
    if (given_distance > max_ragged_elements) {
      refuse(fmt::format("fields of the {} are {} elements apart", name, given_distance),
             "give a distance of at most 2^48");
    }
    if (input && given_distance < 0) {
      refuse(fmt::format("fields of the input are {} elements apart", given_distance),
             "give a distance of at least 1, or 0 for packed fields");
    }
    if (!input && given_distance != 0 && given_distance < extent(input)) {
      refuse(fmt::format("fields of the {} are {} elements apart and {} long", name, given_distance, extent(input)),
             "give a distance of at least the field's length, or 0 for packed fields");
    }
  }
  if (batch < 1) refuse(fmt::format("the batch is {}", batch), "give 1 or more");
  if (batch > max_ragged_transforms / static_cast<std::int64_t>(lengths.size()))
    refuse("there are more than 2^30 transforms", "execute the fields in parts");
  if (batch > max_ragged_elements / std::max(distance(true), distance(false)))
    refuse("all fields have more than 2^48 elements", "execute the fields in parts");
  if (out_offsets.empty()) return;
  if (const auto both = overlap_of_results(*this)) {
    refuse(fmt::format("results {} and {} overlap", both->first, both->second),
           "give each transform a place of its own");
  }
}

}  // namespace papilio
