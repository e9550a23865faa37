// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NufftProblem: its checks and its token, whose grammar <papilio/nufft_problem.hpp> gives.
#include <fmt/ranges.h>

#include <charconv>
#include <papilio/nufft_problem.hpp>

#include "core/number_theory.hpp"
#include "core/pair_rules.hpp"
#include "core/problem_names.hpp"
#include "core/token_reader.hpp"

namespace papilio {
namespace {

constexpr std::array<Named<NufftType>, 3> types{
    {{"nufft1", NufftType::type1}, {"nufft2", NufftType::type2}, {"nufft3", NufftType::type3}}};

Direction usual(NufftType type) { return type == NufftType::type2 ? Direction::forward : Direction::inverse; }

class NufftParser : private TokenReader {
 public:
  explicit NufftParser(std::string_view token)
      : TokenReader(token, "write TYPE:PRECISION:MODES*BATCH, for example nufft1:f32:256x256*32:eps=1e-5") {}

  NufftProblem parse() {
    problem_.type = named(types, required("type"), "type");
    problem_.precision = named(precisions, required("precision"), "precision");
    problem_.direction = usual(problem_.type);
    const Piece shape = required(problem_.type == NufftType::type3 ? "axes" : "modes");
    const std::size_t star = shape.text.find('*');
    parse_size(shape.until(star));
    if (star != std::string_view::npos) problem_.batch = positive(shape.from(star + 1), "batch");
    while (const std::optional<Piece> option = next()) parse_option(*option);
    return problem_;
  }

 private:
  void parse_size(const Piece& size) {
    if (problem_.type != NufftType::type3) {
      problem_.modes = list(size, 'x', "number of modes");
      return;
    }
    problem_.modes = {};
    if (size.text != "1d" && size.text != "2d" && size.text != "3d")
      fail(size.position, size.quoted() + " is no number of axes", "write 1d, 2d or 3d");
    problem_.axes = size.text[0] - '0';
  }

  void parse_option(const Piece& option) {
    if (const auto direction = value_of(directions, option.text)) {
      claim(direction_, option);
      problem_.direction = *direction;
    } else if (option.text == "order=fft") {
      claim(order_, option);
      problem_.order = ModeOrder::fft;
    } else if (option.text.starts_with("eps=")) {
      claim(tolerance_, option);
      const Piece value = option.from(4);
      const char* const end = value.text.data() + value.text.size();
      const auto [stop, error] = std::from_chars(value.text.data(), end, problem_.tolerance);
      if (error != std::errc{} || stop != end)
        fail(value.position, value.quoted() + " is not a number", "write a tolerance such as eps=1e-5");
    } else {
      fail_unknown(option, "option", "eps=NUMBER, forward, inverse, order=fft");
    }
  }

  Piece direction_;
  Piece order_;
  Piece tolerance_;
  NufftProblem problem_;
};

}  // namespace

NufftProblem NufftProblem::parse(std::string_view token) {
  NufftProblem problem = NufftParser(token).parse();
  problem.validate();
  return problem;
}

std::string NufftProblem::token() const {
  std::string token = fmt::format("{}:{}:", name_of(types, type), name_of(precisions, precision));
  token += type == NufftType::type3 ? fmt::format("{}d", axes) : fmt::format("{}", fmt::join(modes, "x"));
  if (batch != 1) token += fmt::format("*{}", batch);
  token += fmt::format(":eps={}", tolerance);
  if (direction != usual(type)) token += fmt::format(":{}", name_of(directions, direction));
  if (order == ModeOrder::fft) token += ":order=fft";
  return token;
}

int NufftProblem::dimensions() const { return type == NufftType::type3 ? axes : static_cast<int>(modes.size()); }

std::int64_t NufftProblem::points_of_grid() const { return product(modes); }

void NufftProblem::validate() const {
  constexpr std::int64_t max_modes = std::int64_t{1} << 26;  // the fine grid has at most twice as many along an axis
  constexpr std::int64_t max_cells = std::int64_t{1} << 40;
  const std::string what = "problem " + token();
  require_floats(precision, what, "non-uniform transforms");
  const bool type3 = type == NufftType::type3;
  if (dimensions() < 1 || dimensions() > 3) {
    throw Error::invalid_argument(what, fmt::format("it has {} axes", dimensions()),
                                  type3 ? "give 1 to 3" : "give modes along 1 to 3 axes");
  }
  if (type3 ? !modes.empty() || order == ModeOrder::fft : axes != 0) {
    throw Error::invalid_argument(what, type3 ? "type 3 has no modes" : fmt::format("its number of axes is {}", axes),
                                  type3 ? "leave modes empty, and order as it is" : "leave it 0: modes have it");
  }
  std::int64_t all = 1;
  for (const std::int64_t count : modes) {
    if (count < 1 || count > max_modes) {
      throw Error::invalid_argument(what, fmt::format("it has {} modes along an axis", count),
                                    "give 1 to 2^26 along each");
    }
    if (all > max_cells / count)
      throw Error::invalid_argument(what, "it has more than 2^40 modes", "give fewer along each axis");
    all *= count;
  }
  if (batch < 1 || batch > max_cells / all) {
    throw Error::invalid_argument(what, fmt::format("its batch is {}", batch),
                                  fmt::format("give 1 to {}", max_cells / all));
  }
  const double least = precision == Precision::f32 ? 1e-6 : 1e-14;
  if (!(tolerance >= least * (1 - 1e-6) && tolerance <= 0.5)) {
    throw Error::invalid_argument(
        what, fmt::format("its tolerance is {}", tolerance),
        precision == Precision::f32 ? "give 0.5 to 1e-6, or use f64 for less" : "give 0.5 to 1e-14");
  }
}

}  // namespace papilio
