// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "request.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace papilio::mex {
namespace {

Kind kind_of(const MexRequest& request) {
  switch (request.operation) {
    case MexOperation::fft:
      return request.data == Parts::real ? Kind::r2c : Kind::c2c;
    case MexOperation::ifft:
      if (request.symmetric) return Kind::c2r;
      return request.data == Parts::real ? Kind::r2c : Kind::c2c;
    case MexOperation::dct:
    case MexOperation::idct:
      break;
  }
  // The inverse of type 2 is type 3, and the reverse; types 1 and 4 are their own inverses.
  const bool inverse = request.operation == MexOperation::idct;
  switch (request.dct_type) {
    case 1:
      return Kind::dct1;
    case 2:
      return inverse ? Kind::dct3 : Kind::dct2;
    case 3:
      return inverse ? Kind::dct2 : Kind::dct3;
    default:
      return Kind::dct4;
  }
}

}  // namespace

std::int64_t product(const Lengths& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{1}, std::multiplies<>());
}

Problem problem_of(const MexRequest& request) {
  Problem problem;
  problem.kind = kind_of(request);
  problem.precision = request.precision;
  if (problem.kind == Kind::c2r || (problem.kind == Kind::c2c && request.operation == MexOperation::ifft))
    problem.direction = Direction::inverse;
  if (request.operation == MexOperation::ifft) problem.scale = Scale::inverse_n;
  if (request.operation == MexOperation::dct || request.operation == MexOperation::idct)
    problem.scale = Scale::inverse_sqrt_n;

  // Papilio's lengths begin with the outermost.
  problem.lengths.clear();
  std::int64_t merged = 1;
  const auto flush = [&] {
    if (merged > 1) problem.lengths.push_back(merged);
    merged = 1;
  };
  for (std::size_t i = request.lengths.size(); i-- > 0;) {
    if (!std::ranges::binary_search(request.axes, i)) {
      merged *= request.lengths[i];
      continue;
    }
    if (problem.axes.empty()) {
      problem.batch = merged;
      merged = 1;
    }
    flush();
    problem.axes.push_back(static_cast<int>(problem.lengths.size()));
    problem.lengths.push_back(request.lengths[i]);
  }
  flush();
  return problem.normalised();
}

}  // namespace papilio::mex
