// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "axis_order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <papilio/error.hpp>

namespace papilio::mpi {
namespace {

/// 5!
constexpr std::size_t max_orders = 120;

[[noreturn]] void refuse(const std::string& order, const std::string& why, const std::string& remedy) {
  throw Error::invalid_argument(fmt::format("the order of axes '{}'", order), why, remedy);
}

bool ascending(const Problem& problem) {
  return problem.kind == Kind::c2r || (problem.kind == Kind::c2c && problem.direction == Direction::inverse);
}

}  // namespace

AxisOrder AxisOrder::parse(std::string_view text) {
  const std::string_view whole = text;
  if (text == "fixed") return {};
  AxisOrder order{OrderRule::any, {}};
  if (text == "any") return order;
  order.rule = OrderRule::given;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const char* const end = text.data() + comma;
    int axis = 0;
    const auto [parsed, error] = std::from_chars(text.data(), end, axis);
    if (error != std::errc{} || parsed != end || axis < 0) {
      refuse(std::string(whole), fmt::format("'{}' is no axis", text.substr(0, comma)),
             "write fixed, any, or axes such as 0,2,1");
    }
    order.axes.push_back(axis);
    if (comma == text.size()) return order;
    text.remove_prefix(comma + 1);
  }
}

std::string AxisOrder::text() const {
  if (rule == OrderRule::given) return fmt::format("{}", fmt::join(axes, ","));
  return rule == OrderRule::any ? "any" : "fixed";
}

std::vector<int> axes_in_order(const Problem& problem) {
  std::vector<int> axes = problem.transformed_axes();
  if (!ascending(problem)) std::ranges::reverse(axes);
  return axes;
}

std::vector<std::vector<int>> orders_of(const Problem& problem, const AxisOrder& wanted) {
  const std::vector<int> fixed = axes_in_order(problem);
  if (wanted.rule == AxisOrder::OrderRule::given) return {wanted.axes};
  if (wanted.rule == AxisOrder::OrderRule::fixed) return {fixed};
  std::vector<std::size_t> places(fixed.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto first = places.begin() + (problem.kind == Kind::r2c ? 1 : 0);
  const auto last = places.end() - (problem.kind == Kind::c2r ? 1 : 0);
  std::vector<std::vector<int>> orders;
  do {
    std::vector<int>& order = orders.emplace_back();
    for (const std::size_t place : places) order.push_back(fixed[place]);
  } while (orders.size() < max_orders && std::next_permutation(first, last));
  return orders;
}

bool allows(const AxisOrder& wanted, const Problem& problem, const std::vector<int>& order) {
  if (wanted.rule == AxisOrder::OrderRule::any) return true;
  return order == (wanted.rule == AxisOrder::OrderRule::given ? wanted.axes : axes_in_order(problem));
}

void check_order(const std::vector<int>& order, const Problem& problem) {
  const std::vector<int> axes = problem.transformed_axes();
  const std::string text = fmt::format("{}", fmt::join(order, ","));
  if (!std::ranges::is_permutation(order, axes)) {
    refuse(text, fmt::format("the axes {} are transformed", fmt::join(axes, ",")), "name each of them once");
  }
  if (problem.kind == Kind::r2c && order.front() != axes.back()) {
    refuse(text, "r2c begins with the axis that it halves", fmt::format("put axis {} first", axes.back()));
  }
  if (problem.kind == Kind::c2r && order.back() != axes.back()) {
    refuse(text, "c2r ends with the axis that is halved", fmt::format("put axis {} last", axes.back()));
  }
}

std::string name_of_order(const AxisOrder& wanted, const Problem& problem) {
  const bool fixed = wanted.rule == AxisOrder::OrderRule::given && wanted.axes == axes_in_order(problem);
  return fixed ? AxisOrder{}.text() : wanted.text();
}

}  // namespace papilio::mpi
