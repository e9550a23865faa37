// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "methods.hpp"

#include <algorithm>
#include <array>

#include "by_axes.hpp"
#include "six_step.hpp"

namespace papilio::mpi {
namespace {

constexpr std::array<const Method*, 2> table = {&six_step, &by_axes};

}  // namespace

std::span<const Method* const> methods() { return table; }

const Method& method_for(const Problem& problem) {
  return **std::ranges::find_if(table, [&](const Method* method) { return method->applicable(problem); });
}

const Method* method_named(std::string_view name) {
  const auto* const row =
      std::ranges::find_if(table, [&](const Method* method) { return method->of_matrix && method->name == name; });
  return row == table.end() ? nullptr : *row;
}

std::vector<Schedule> make_schedules(const Problem& problem, const Route& route, std::size_t max) {
  return method_for(problem).schedules(problem, route, max);
}

Schedule make_schedule(const Problem& problem, const Distribution& in, const Distribution& out, const RankLink& link,
                       const AxisOrder& order) {
  return make_schedules(problem, {in, out, link, order}, 1).front();
}

}  // namespace papilio::mpi
