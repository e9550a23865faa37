// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/lane_sums.hpp"

namespace papilio::kernel {
namespace {

/// One or two vectors of blocks of `block` lanes: the sums of the halves of each block. Sums of neighbouring lanes
/// would become horizontal additions, which processors take apart.
Value sums_of_halves(const std::vector<Value>& vectors, int block) {
  const int all = static_cast<int>(vectors.size()) * vectors[0]->type.lanes;
  std::vector<int> lower;
  std::vector<int> upper;
  for (int l = 0; l < all; ++l) (l % block < block / 2 ? lower : upper).push_back(l);
  const Value left = shuffle({vectors.front(), vectors.back()}, lower);
  const Value right = shuffle({vectors.front(), vectors.back()}, upper);
  return left.builder().let("part", left + right);
}

}  // namespace

Value sums_of_lanes(std::vector<Value> vectors) {
  int block = vectors[0]->type.lanes;
  for (; vectors.size() > 1; block /= 2) {
    std::vector<Value> next;
    for (std::size_t i = 0; i < vectors.size(); i += 2)
      next.push_back(sums_of_halves({vectors[i], vectors[i + 1]}, block));
    vectors = next;
  }
  Value result = vectors[0];
  for (; block > 1; block /= 2) result = sums_of_halves({result}, block);
  return result;
}

}  // namespace papilio::kernel
