// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/placed_arrays.hpp"

#include <fmt/format.h>

#include "bench/input.hpp"

namespace papilio::bench {
namespace {

std::string packed(const void* address, char kind, int bytes, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size() - 1; i-- > 0;) strides[i] = strides[i + 1] * shape[i + 1];
  return array_text(address, kind, bytes, shape, strides);
}

}  // namespace

PlacedArrays::PlacedArrays(const verify::PlacedNufft& problem, const HostArena& arena) {
  const int real = problem.precision == Precision::f32 ? 4 : 8;
  const auto shape = [&](bool modes, std::int64_t numbers) {
    std::vector<std::int64_t> result;
    if (problem.batch > 1) result.push_back(problem.batch);
    if (modes) {
      result.insert(result.end(), problem.modes.begin(), problem.modes.end());
    } else {
      result.push_back(numbers);
    }
    return result;
  };
  const auto i = shape(problem.type == NufftType::type2, problem.inputs());
  const auto o = shape(problem.type == NufftType::type1, problem.outputs());
  statements_ = fmt::format("i = {}\no = {}\n", packed(arena.input(), 'c', 2 * real, i),
                            packed(arena.output(), 'c', 2 * real, o));
  const verify::PlacedPoints points = bench_points(problem);
  const auto add = [&](const char* name, const std::vector<std::vector<double>>& rows) {
    for (std::size_t axis = 0; axis < rows.size(); ++axis) {
      coordinates_.push_back(verify::stored_coordinates(problem, rows[axis]));
      statements_ +=
          fmt::format("{}{} = {}\n", name, axis,
                      packed(coordinates_.back().data(), 'f', real, {static_cast<std::int64_t>(rows[axis].size())}));
    }
  };
  add("x", points.points);
  add("s", points.frequencies);
}

}  // namespace papilio::bench
