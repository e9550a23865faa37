// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/mpi_distribution.hpp>

namespace papilio::mpi {

bool Box::empty() const {
  for (std::size_t a = 0; a < begin.size(); ++a) {
    if (begin[a] >= end[a]) return true;
  }
  return begin.empty();
}

std::int64_t Box::extent(std::size_t axis) const { return empty() ? 0 : end[axis] - begin[axis]; }

std::int64_t Box::volume() const {
  if (empty()) return 0;
  std::int64_t product = 1;
  for (std::size_t a = 0; a < begin.size(); ++a) product *= end[a] - begin[a];
  return product;
}

std::string Box::text() const {
  if (empty()) return "empty";
  std::string result;
  for (std::size_t a = 0; a < begin.size(); ++a) {
    result += fmt::format("{}[{},{})", a == 0 ? "" : "x", begin[a], end[a]);
  }
  return result;
}

Box intersection(const Box& one, const Box& other) {
  Box result = one;
  for (std::size_t a = 0; a < one.begin.size(); ++a) {
    result.begin[a] = std::max(one.begin[a], other.begin[a]);
    result.end[a] = std::max(result.begin[a], std::min(one.end[a], other.end[a]));
  }
  return result;
}

}  // namespace papilio::mpi
