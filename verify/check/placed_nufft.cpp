// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/placed_nufft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <optional>
#include <papilio/error.hpp>
#include <random>
#include <utility>

#include "core/named.hpp"
#include "core/nearest.hpp"
#include "verify/check/device_memory.hpp"

namespace papilio::verify {
namespace {

constexpr std::array<Named<PointDistribution>, 3> distributions{{{"uniform", PointDistribution::uniform},
                                                                 {"clustered", PointDistribution::clustered},
                                                                 {"radial", PointDistribution::radial}}};
constexpr std::int64_t max_placed = std::numeric_limits<std::int32_t>::max();

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A whole number from 1 to 2^31 - 1, written 1000000, 1e6 or 10^6.
std::int64_t count_of(std::string_view token, std::string_view text) {
  const std::size_t caret = std::min(text.find('^'), text.size());
  std::optional<double> value = number_in(text.substr(0, caret));
  if (value && caret < text.size()) {
    const std::optional<double> power = number_in(text.substr(caret + 1));
    value = power ? std::optional(std::pow(*value, *power)) : std::nullopt;
  }
  if (value && *value >= 1 && *value <= static_cast<double>(max_placed) && *value == std::floor(*value))
    return static_cast<std::int64_t>(*value);
  throw TokenError(std::string(token), static_cast<std::size_t>(text.data() - token.data()),
                   fmt::format("'{}' is no number from 1 to 2^31 - 1", text), "write points=1e6");
}

/// A token in two parts: the problem, and its points.
struct Placing {
  std::string problem;
  std::vector<std::pair<std::size_t, std::size_t>>
      places;  ///< where pieces of the problem begin in it and in the token
  std::optional<std::int64_t> points, frequencies;
  std::optional<PointDistribution> distribution;
};

template <class T>
void claim_once(std::optional<T>& option, const T& value, std::string_view token, std::string_view piece) {
  if (option) {
    throw TokenError(std::string(token), static_cast<std::size_t>(piece.data() - token.data()),
                     fmt::format("'{}' is the second of its kind", piece), "leave one out");
  }
  option = value;
}

Placing read_placing(std::string_view token) {
  Placing placing;
  for (std::size_t from = 0; from <= token.size();) {
    const std::size_t to = std::min(token.find(':', from), token.size());
    const std::string_view piece = token.substr(from, to - from);
    constexpr std::string_view points = "points=";
    constexpr std::string_view frequencies = "frequencies=";
    if (piece.starts_with(points)) {
      claim_once(placing.points, count_of(token, piece.substr(points.size())), token, piece);
    } else if (piece.starts_with(frequencies)) {
      claim_once(placing.frequencies, count_of(token, piece.substr(frequencies.size())), token, piece);
    } else if (const auto distribution = value_of(distributions, piece)) {
      claim_once(placing.distribution, *distribution, token, piece);
    } else {
      if (from > 0) placing.problem += ':';
      placing.places.emplace_back(placing.problem.size(), from);
      placing.problem += piece;
    }
    from = to + 1;
  }
  return placing;
}

/// The error about the problem of a token as one about the whole token, with the options of both.
TokenError error_of_whole(const TokenError& error, std::string_view token, const Placing& placing) {
  std::size_t position = error.position();
  for (const auto& [in_problem, in_token] : placing.places) {
    if (in_problem <= error.position()) position = error.position() - in_problem + in_token;
  }
  const std::string_view what = error.what();
  const std::size_t place = std::string_view(TokenError(placing.problem, error.position(), "", "").what()).size() + 2;
  std::string reason(what.substr(std::min(place, what.size())));
  constexpr std::string_view known = "known options: ";
  const std::size_t list = reason.find(known);
  if (list != std::string::npos) {
    constexpr std::string_view options = "points=COUNT, frequencies=COUNT, uniform, clustered, radial";
    reason += fmt::format(", {}", options);
    const std::string_view piece = token.substr(position, token.find(':', position) - position);
    const std::string_view name = piece.substr(0, piece.find('='));
    const std::string_view meant = nearest_name(name, options);
    if (!meant.empty() && reason.find("did you mean") == std::string::npos)
      reason.insert(list, fmt::format("did you mean {}{}? ", meant, piece.substr(name.size())));
  }
  return {std::string(token), position, reason, ""};
}

/// Half of the extent of a type 3's frequencies, so that with points from -pi to pi they are as many as its cells.
double extent_of_frequencies(const PlacedNufft& problem) {
  return std::max(1.0, std::pow(static_cast<double>(problem.frequencies), 1.0 / problem.dimensions()) / 2);
}

/// Wavelengths of the highest modes along an axis in a period.
double waves_along(const PlacedNufft& problem, std::size_t axis) {
  return problem.type == NufftType::type3 ? 2 * extent_of_frequencies(problem)
                                          : static_cast<double>(problem.modes[axis]);
}

/// Spokes through 0 at golden angles, with about as many points on a spoke as there are spokes, and of 3-D, whose
/// heights are at golden sections too.
std::vector<std::vector<double>> radial(std::int64_t count, std::size_t axes) {
  std::vector<std::vector<double>> points(axes);
  const auto on_spoke = static_cast<std::int64_t>(
      std::ceil(axes == 1 ? static_cast<double>(count) : std::sqrt(static_cast<double>(count))));
  for (std::int64_t j = 0; j < count; ++j) {
    const double spoke = static_cast<double>(j / on_spoke);
    const double radius =
        std::numbers::pi * (2 * (static_cast<double>(j % on_spoke) + 0.5) / static_cast<double>(on_spoke) - 1);
    const double angle = spoke * std::numbers::pi * (std::numbers::phi - 1);
    const double turns = spoke * 0.4656;  // Chan et al., Magn. Reson. Med. 61 (2009) 354-363
    const double height = axes == 3 ? turns - std::floor(turns) : 0;
    const double flat = std::sqrt(1 - height * height);
    const double along[] = {radius * (axes == 1 ? 1 : flat * std::cos(angle)), radius * flat * std::sin(angle),
                            radius * height};
    for (std::size_t axis = 0; axis < axes; ++axis) points[axis].push_back(along[axis]);
  }
  return points;
}

}  // namespace

PlacedNufft PlacedNufft::parse(std::string_view token) {
  const Placing placing = read_placing(token);
  PlacedNufft result;
  try {
    static_cast<NufftProblem&>(result) = NufftProblem::parse(placing.problem);
  } catch (const TokenError& error) {
    throw error_of_whole(error, token, placing);
  }
  const bool type3 = result.type == NufftType::type3;
  constexpr std::int64_t usual = 10000;
  constexpr std::int64_t max_usual = std::int64_t{1} << 24;
  result.points = placing.points.value_or(type3 ? usual : std::min(result.points_of_grid(), max_usual));
  if (placing.frequencies && !type3) {
    throw Error::invalid_argument(fmt::format("problem {}", token), "only type 3 has frequencies",
                                  "leave frequencies= out");
  }
  result.frequencies = type3 ? placing.frequencies.value_or(result.points) : 0;
  result.distribution = placing.distribution.value_or(PointDistribution::uniform);
  const std::int64_t most = std::max(result.points, result.frequencies);
  if (result.batch > (std::int64_t{1} << 48) / most) {
    throw Error::invalid_argument(fmt::format("problem {}", token), "its batch has more than 2^48 numbers",
                                  fmt::format("make the batch at most {}", (std::int64_t{1} << 48) / most));
  }
  return result;
}

std::string PlacedNufft::token() const {
  std::string text = fmt::format("{}:points={}", NufftProblem::token(), points);
  if (distribution != PointDistribution::uniform)
    text += fmt::format(":{}", papilio::name_of(distributions, distribution));
  if (type == NufftType::type3) text += fmt::format(":frequencies={}", frequencies);
  return text;
}

PlacedPoints placed_points(const PlacedNufft& problem, std::uint64_t seed) {
  std::mt19937_64 engine = engine_for(seed, problem.token());
  const auto axes = static_cast<std::size_t>(problem.dimensions());
  const auto rounded = [&](double number) {
    return problem.precision == Precision::f32 ? static_cast<double>(static_cast<float>(number)) : number;
  };
  PlacedPoints placed;
  if (problem.distribution == PointDistribution::radial) placed.points = radial(problem.points, axes);
  for (std::size_t axis = 0; axis < axes && problem.distribution != PointDistribution::radial; ++axis) {
    const bool clustered = problem.distribution == PointDistribution::clustered;
    const double middle = clustered ? std::numbers::pi / 2 * uniform<double>(engine) : 0;
    const double half = std::numbers::pi * (clustered ? std::min(1.0, 4 / waves_along(problem, axis)) : 1);
    std::vector<double>& row = placed.points.emplace_back();
    for (std::int64_t j = 0; j < problem.points; ++j) row.push_back(middle + half * uniform<double>(engine));
  }
  for (std::size_t axis = 0; axis < axes && problem.type == NufftType::type3; ++axis) {
    std::vector<double>& row = placed.frequencies.emplace_back();
    const double half = extent_of_frequencies(problem);
    for (std::int64_t k = 0; k < problem.frequencies; ++k) row.push_back(half * uniform<double>(engine));
  }
  for (auto* const rows : {&placed.points, &placed.frequencies}) {
    for (std::vector<double>& row : *rows) std::ranges::transform(row, row.begin(), rounded);
  }
  return placed;
}

std::vector<std::byte> stored_coordinates(const PlacedNufft& problem, const std::vector<double>& numbers) {
  std::vector<std::byte> bytes;
  Stored{Storage::native, problem.precision}.encode(numbers, bytes);
  return bytes;
}

Nufft nufft_at(const Device& device, const PlacedNufft& problem, const PlacedPoints& at) {
  Nufft nufft(device, problem);
  using Arrays = std::array<std::vector<std::byte>, 3>;
  const auto stored = [&](const std::vector<std::vector<double>>& from, Arrays& arrays) {
    for (std::size_t axis = 0; axis < from.size(); ++axis) arrays[axis] = stored_coordinates(problem, from[axis]);
    const auto span = [&](std::size_t axis) {
      const auto count = arrays[axis].size() / (problem.precision == Precision::f32 ? 4 : 8);
      const void* const data = arrays[axis].data();
      if (count == 0) return ConstHostSpan();
      if (problem.precision == Precision::f32) return ConstHostSpan(std::span(static_cast<const float*>(data), count));
      return ConstHostSpan(std::span(static_cast<const double*>(data), count));
    };
    return NufftCoordinates{span(0), span(1), span(2)};
  };
  Arrays points;
  Arrays frequencies;
  const NufftCoordinates x = stored(at.points, points);
  if (problem.type == NufftType::type3) {
    nufft.set_points_and_frequencies(x, stored(at.frequencies, frequencies));
  } else {
    nufft.set_points(x.x, x.y, x.z);
  }
  return nufft;
}

}  // namespace papilio::verify
