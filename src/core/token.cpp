// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The problem token, read and written; <papilio/problem.hpp> gives its grammar.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>

#include "core/layout.hpp"
#include "core/token_reader.hpp"

namespace papilio {
namespace {

constexpr std::array<Named<Kind>, 12> kinds{{{"c2c", Kind::c2c},
                                             {"r2c", Kind::r2c},
                                             {"c2r", Kind::c2r},
                                             {"dct1", Kind::dct1},
                                             {"dct2", Kind::dct2},
                                             {"dct3", Kind::dct3},
                                             {"dct4", Kind::dct4},
                                             {"dst1", Kind::dst1},
                                             {"dst2", Kind::dst2},
                                             {"dst3", Kind::dst3},
                                             {"dst4", Kind::dst4},
                                             {"dht", Kind::dht}}};
constexpr std::array<Named<Precision>, 2> precisions{{{"f32", Precision::f32}, {"f64", Precision::f64}}};
constexpr std::array<Named<Direction>, 2> directions{
    {{"forward", Direction::forward}, {"inverse", Direction::inverse}}};
constexpr std::array<Named<Placement>, 2> placements{
    {{"outofplace", Placement::out_of_place}, {"inplace", Placement::in_place}}};
constexpr std::array<Named<Scale>, 3> scales{
    {{"scale=none", Scale::none}, {"scale=1/n", Scale::by_n}, {"scale=1/sqrt(n)", Scale::by_sqrt_n}}};

/// SciPy's names of what each direction is divided by.
enum class Norm { backward, ortho, forward };
constexpr std::array<Named<Norm>, 3> norms{
    {{"norm=backward", Norm::backward}, {"norm=ortho", Norm::ortho}, {"norm=forward", Norm::forward}}};

constexpr std::string_view all_options =
    "forward, inverse, inplace, outofplace, scale=none, scale=1/n, scale=1/sqrt(n), norm=backward, norm=ortho, "
    "norm=forward, factor=X, axes=A,B, istrides=S,T, ostrides=S,T, idist=N, odist=N, zero=[A,B)x-, skip=[A,B)x-";

/// Without one in the token: r2c and c2r have but one.
Direction own_direction(Kind kind) { return kind == Kind::c2r ? Direction::inverse : Direction::forward; }

class TokenParser : private TokenReader {
 public:
  explicit TokenParser(std::string_view token)
      : TokenReader(token, "write KIND:PRECISION:LENGTH*BATCH, for example c2c:f32:4096*512") {}

  Problem parse() {
    problem_.kind = named(kinds, required("kind"), "kind");
    problem_.precision = named(precisions, required("precision"), "precision");
    parse_shape(required("shape"));
    problem_.direction = own_direction(problem_.kind);
    while (std::optional<Piece> option = next()) parse_option(*option);
    if (norm_) problem_.scale = scale_of(*norm_);
    return problem_;
  }

 private:
  // What an option sets; each may be set once.
  enum Group : std::size_t {
    direction,
    placement,
    scale,
    factor,
    axes,
    input_strides,
    output_strides,
    input_distance,
    output_distance,
    zero_ranges,
    skip_ranges,
    group_count
  };

  void parse_shape(const Piece& shape) {
    const std::size_t star = shape.text.find('*');
    problem_.lengths = list(shape.until(star), 'x', "length");
    if (star != std::string_view::npos) problem_.batch = positive(shape.from(star + 1), "batch");
  }

  void parse_axes(Piece rest) {
    const auto rank = static_cast<std::int64_t>(problem_.lengths.size());
    while (true) {
      const std::size_t end = rest.text.find(',');
      const Piece piece = rest.until(end);
      const std::int64_t axis = digits(piece, "axis");
      if (axis >= rank) {
        fail(piece.position, fmt::format("there is no axis {}", axis),
             fmt::format("axes are counted from 0, the outermost, to {}", rank - 1));
      }
      if (!problem_.axes.empty() && axis <= problem_.axes.back()) {
        fail(piece.position, "the axes do not ascend", "name each axis once, in ascending order");
      }
      problem_.axes.push_back(static_cast<int>(axis));
      if (end == std::string_view::npos) return;
      rest = rest.from(end + 1);
    }
  }

  double number(const Piece& piece) const {
    double value = 0;
    const char* const end = piece.text.data() + piece.text.size();
    const auto [stop, error] = std::from_chars(piece.text.data(), end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value)) {
      fail(piece.position, fmt::format("the factor {} is not a finite number", piece.quoted()),
           "write it as 0.5 or 1e-3");
    }
    return value;
  }

  [[nodiscard]] Scale scale_of(Norm norm) const {
    switch (norm) {
      case Norm::backward: return problem_.direction == Direction::inverse ? Scale::by_n : Scale::none;
      case Norm::ortho: return Scale::by_sqrt_n;
      case Norm::forward: return problem_.direction == Direction::forward ? Scale::by_n : Scale::none;
    }
    return Scale::none;
  }

  void parse_option(const Piece& option) {
    if (const auto found_direction = value_of(directions, option.text)) {
      claim(direction, option);
      problem_.direction = *found_direction;
    } else if (const auto found_placement = value_of(placements, option.text)) {
      claim(placement, option);
      problem_.placement = *found_placement;
    } else if (option.text.starts_with("scale=")) {
      claim(scale, option);
      problem_.scale = named(scales, option, "scale");
    } else if (option.text.starts_with("norm=")) {
      claim(scale, option);
      norm_ = named(norms, option, "norm");
    } else if (option.text.starts_with("factor=")) {
      claim(factor, option);
      problem_.factor = number(option.from(7));
    } else if (option.text.starts_with("axes=")) {
      claim(axes, option);
      parse_axes(option.from(5));
    } else if (option.text.starts_with("istrides=")) {
      claim(input_strides, option);
      problem_.in_strides = strides(option, "input stride");
    } else if (option.text.starts_with("ostrides=")) {
      claim(output_strides, option);
      problem_.out_strides = strides(option, "output stride");
    } else if (option.text.starts_with("idist=")) {
      claim(input_distance, option);
      problem_.in_distance = positive(option.from(6), "input distance");
    } else if (option.text.starts_with("odist=")) {
      claim(output_distance, option);
      problem_.out_distance = positive(option.from(6), "output distance");
    } else if (option.text.starts_with("zero=")) {
      claim(zero_ranges, option);
      problem_.zero = ranges(option);
    } else if (option.text.starts_with("skip=")) {
      claim(skip_ranges, option);
      problem_.skip = ranges(option);
    } else {
      const std::string why = option.text.empty() ? "an option is missing" : "unknown option " + option.quoted();
      fail(option.position, why, fmt::format("known options: {}", all_options));
    }
  }

  std::vector<std::int64_t> strides(const Piece& option, const char* what) const {
    std::vector<std::int64_t> values = list(option.from(9), ',', what);
    if (values.size() != problem_.lengths.size()) {
      fail(option.position, fmt::format("{} {}s for {} lengths", values.size(), what, problem_.lengths.size()),
           "give one for each length");
    }
    return values;
  }

  std::vector<Range> ranges(const Piece& option) const {
    std::vector<Range> values;
    Piece rest = option.from(5);
    while (true) {
      const std::size_t end = rest.text.find('x');
      values.push_back(range(rest.until(end)));
      if (end == std::string_view::npos) break;
      rest = rest.from(end + 1);
    }
    if (values.size() != problem_.lengths.size()) {
      fail(option.position, fmt::format("{} ranges for {} lengths", values.size(), problem_.lengths.size()),
           "give one for each length, with an x between them and - for none");
    }
    return values;
  }

  /// "-", or "[" begin "," end ")".
  Range range(const Piece& piece) const {
    if (piece.text == "-") return {};
    const std::size_t comma = piece.text.find(',');
    if (comma == std::string_view::npos || piece.text.front() != '[' || piece.text.back() != ')') {
      fail(piece.position, fmt::format("{} is not a range", piece.quoted()), "write [BEGIN,END), or - for none");
    }
    const Piece last = piece.until(piece.text.size() - 1).from(comma + 1);
    const Range values{integer(piece.until(comma).from(1), "begin"), integer(last, "end")};
    if (values.empty()) {
      fail(piece.position, fmt::format("the range {} is empty", piece.quoted()), "write begin < end, or - for none");
    }
    return values;
  }

  void claim(Group group, const Piece& option) { TokenReader::claim(claimed_[group], option); }

  std::array<Piece, group_count> claimed_{};
  std::optional<Norm> norm_;
  Problem problem_;
};

/// Nothing where there is no range.
std::string ranges_text(const char* option, const std::vector<Range>& ranges) {
  std::vector<std::string> texts;
  bool any = false;
  for (const Range& range : ranges) {
    any |= range != Range{};
    texts.push_back(range == Range{} ? "-" : fmt::format("[{},{})", range.begin, range.end));
  }
  return any ? fmt::format(":{}={}", option, fmt::join(texts, "x")) : "";
}

}  // namespace

Problem Problem::parse(std::string_view token) {
  const Problem problem = TokenParser(token).parse();
  problem.validate();
  return problem.normalised();
}

std::string Problem::token() const {
  std::string token =
      fmt::format("{}:{}:{}", name_of(kinds, kind), name_of(precisions, precision), fmt::join(lengths, "x"));
  if (batch != 1) token += fmt::format("*{}", batch);
  const std::string_view direction_name = name_of(directions, direction);
  const std::string_view placement_name = name_of(placements, placement);
  const std::string_view scale_name = name_of(scales, scale);
  if (direction != own_direction(kind)) token += fmt::format(":{}", direction_name);
  if (placement != Placement::out_of_place) token += fmt::format(":{}", placement_name);
  if (scale != Scale::none) token += fmt::format(":{}", scale_name);
  if (factor != 1.0) token += fmt::format(":factor={}", factor);
  if (!axes.empty() && axes.size() != lengths.size()) token += fmt::format(":axes={}", fmt::join(axes, ","));
  // Messages about invalid problems show their token, so a layout that overflows is no error here: it is not packed.
  const auto add = [&](const char* option, const Side& side) {
    if (!side.strides.empty() && side.strides != side.packed_strides()) {
      token += fmt::format(":{}strides={}", option, fmt::join(side.strides, ","));
    }
    if (side.distance != 0 && side.distance != side.extent()) token += fmt::format(":{}dist={}", option, side.distance);
  };
  add("i", input_side(*this));
  add("o", output_side(*this));
  token += ranges_text("zero", zero) + ranges_text("skip", skip);
  return token;
}

}  // namespace papilio
