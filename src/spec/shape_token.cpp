// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/shape_token.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "core/token_reader.hpp"

namespace papilio {
namespace {

constexpr std::array<Named<int Shape::*>, 5> number_options{{{"lanes", &Shape::lanes},
                                                             {"threads", &Shape::threads},
                                                             {"tile", &Shape::tile},
                                                             {"pad", &Shape::pad},
                                                             {"resident", &Shape::resident_groups}}};
constexpr std::array<Named<bool Shape::*>, 6> flag_options{{{"staged", &Shape::staged},
                                                            {"across", &Shape::across},
                                                            {"skewed", &Shape::pad_by_stage},
                                                            {"digit-reversed", &Shape::digit_reversed},
                                                            {"early", &Shape::preload_twiddles},
                                                            {"wide-pairs", &Shape::pairs_in_f64}}};

class ShapeReader : TokenReader {
 public:
  ShapeReader(std::string_view token, int compute_units)
      : TokenReader(token, "begin with the radices, such as 16x16x4"), compute_units_(compute_units) {}

  ChosenShape read() {
    const Piece radices = required("radices");
    for (const std::int64_t radix : list(radices, 'x', "radix"))
      chosen_.radices.push_back(checked(radix, radices, "radix"));
    while (const std::optional<Piece> piece = next()) read_option(*piece);
    if (!prefetch_.text.empty()) read_prefetch();
    return chosen_;
  }

 private:
  void read_option(const Piece& piece) {
    const std::size_t equals = piece.text.find('=');
    const bool valued = equals != std::string_view::npos;
    const std::string_view name = piece.text.substr(0, equals);
    if (name == "prefetch") {
      claim(prefetch_, piece);  // its meaning depends on the other options
    } else if (valued ? !set_value(name, piece, piece.from(equals + 1)) : !set_flag(piece)) {
      fail(piece.position, "unknown option " + piece.quoted(),
           fmt::format("known options: butterflies, columns, half-size, interleaved, prefetch[=N], twiddles=NAME, "
                       "cluster=N/CUT, {}, and with =N {}",
                       names(flag_options), names(number_options)));
    }
  }

  bool set_flag(const Piece& piece) {
    Shape& shape = chosen_.shape;
    if (const auto strategy = value_of(strategy_names, piece.text)) {
      claim(strategy_, piece);
      shape.strategy = *strategy;
    } else if (const auto exchange = value_of(exchange_names, piece.text)) {
      claim(exchange_, piece);
      shape.exchange = *exchange;
    } else if (const auto flag = value_of(flag_options, piece.text)) {
      if (shape.*(*flag)) fail(piece.position, "repeated option " + piece.quoted(), "keep one of the two");
      shape.*(*flag) = true;
    } else {
      return false;
    }
    return true;
  }

  bool set_value(std::string_view name, const Piece& option, const Piece& value) {
    Shape& shape = chosen_.shape;
    if (name == "twiddles") {
      claim(twiddles_, option);
      shape.twiddles = named(twiddle_names, value, "way to apply twiddle");
    } else if (name == "cluster") {
      claim(cluster_, option);
      read_cluster(value);
    } else {
      for (std::size_t i = 0; i < number_options.size(); ++i) {
        if (number_options[i].first != name) continue;
        claim(given_[i], option);
        const bool may_be_zero = number_options[i].second == &Shape::pad;
        const char* what = number_options[i].first.data();  // the tables hold literals
        shape.*number_options[i].second =
            checked(may_be_zero ? integer(value, what) : positive(value, what), value, what);
        return true;
      }
      return false;
    }
    return true;
  }

  void read_cluster(const Piece& value) {
    const std::size_t slash = value.text.find('/');
    if (slash == std::string_view::npos) {
      fail(value.position, "the cluster has no stage to exchange before", "write cluster=GROUPS/STAGE");
    }
    chosen_.shape.cluster = checked(positive(value.until(slash), "cluster"), value, "cluster");
    chosen_.shape.cluster_stage = checked(positive(value.from(slash + 1), "stage"), value, "stage");
    if (chosen_.shape.cluster == 1) fail(value.position, "a cluster has two work-groups at least", "leave it out");
    if (chosen_.shape.cluster_stage >= static_cast<int>(chosen_.radices.size())) {
      fail(value.position, fmt::format("there are {} stages", chosen_.radices.size()),
           "exchange before stage 1 at the earliest, before the last one at the latest");
    }
  }

  void read_prefetch() {
    const std::size_t equals = prefetch_.text.find('=');
    if (equals == std::string_view::npos) {
      chosen_.shape.prefetch_distance =
          checked(std::int64_t{chosen_.shape.resident_groups} * compute_units_, prefetch_, "prefetch distance");
      return;
    }
    const Piece value = prefetch_.from(equals + 1);
    chosen_.shape.prefetch_distance = checked(positive(value, "prefetch distance"), value, "prefetch distance");
  }

  [[nodiscard]] int checked(std::int64_t value, const Piece& piece, const char* what) const {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    if (value > most) {
      fail(piece.position, fmt::format("the {} {} is too large", what, value), fmt::format("use {} at most", most));
    }
    return static_cast<int>(value);
  }

  int compute_units_;
  ChosenShape chosen_;
  Piece strategy_, exchange_, twiddles_, cluster_, prefetch_;
  std::array<Piece, number_options.size()> given_;
};

}  // namespace

std::string shape_token(const ChosenShape& chosen, int compute_units) {
  static const Shape usual;
  const Shape& shape = chosen.shape;
  std::string token = fmt::format("{}", fmt::join(chosen.radices, "x"));
  if (shape.strategy != usual.strategy) token += fmt::format(":{}", name_of(strategy_names, shape.strategy));
  for (const auto& [name, member] : number_options) {
    if (shape.*member != usual.*member) token += fmt::format(":{}={}", name, shape.*member);
  }
  if (shape.prefetch_distance == std::int64_t{shape.resident_groups} * compute_units) {
    token += ":prefetch";
  } else if (shape.prefetch_distance != 0) {
    token += fmt::format(":prefetch={}", shape.prefetch_distance);
  }
  if (shape.exchange != usual.exchange) token += fmt::format(":{}", name_of(exchange_names, shape.exchange));
  if (shape.twiddles != usual.twiddles) token += fmt::format(":twiddles={}", name_of(twiddle_names, shape.twiddles));
  for (const auto& [name, member] : flag_options) {
    if (shape.*member) token += fmt::format(":{}", name);
  }
  if (shape.cluster > 1) token += fmt::format(":cluster={}/{}", shape.cluster, shape.cluster_stage);
  return token;
}

ChosenShape parse_shape_token(std::string_view token, int compute_units) {
  return ShapeReader(token, compute_units).read();
}

}  // namespace papilio
