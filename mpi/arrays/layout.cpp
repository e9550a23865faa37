// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "layout.hpp"

#include <numeric>

namespace papilio::mpi {

Box with_batch(const Box& box, std::int64_t batch) {
  Box result = box;
  result.begin.insert(result.begin.begin(), 0);
  result.end.insert(result.end.begin(), batch);
  return result;
}

Extents extents_of(const Box& box) {
  Extents extents;
  for (std::size_t d = 0; d < box.begin.size(); ++d) extents.push_back(box.extent(d));
  return extents;
}

std::int64_t volume_of(const Extents& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

DimensionOrder natural_order(std::size_t dimensions) {
  DimensionOrder order(dimensions);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

DimensionOrder order_with_first(std::size_t dimensions, int first) {
  DimensionOrder order{first};
  for (int d = 0; d < static_cast<int>(dimensions); ++d) {
    if (d != first) order.push_back(d);
  }
  return order;
}

Layout packed(const Extents& extents, const DimensionOrder& order, std::int64_t offset) {
  Layout layout{offset, std::vector<std::int64_t>(extents.size())};
  std::int64_t stride = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    const auto d = static_cast<std::size_t>(order[i]);
    layout.strides[d] = stride;
    stride *= extents[d];
  }
  return layout;
}

Layout part_of(const Layout& layout, const Box& whole, const Box& box) {
  Layout part = layout;
  for (std::size_t d = 0; d < part.strides.size(); ++d) {
    part.offset += (box.begin[d] - whole.begin[d]) * part.strides[d];
  }
  return part;
}

bool is_packed(const Layout& layout, const Extents& extents, const DimensionOrder& order) {
  const Layout wanted = packed(extents, order);
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] > 1 && layout.strides[d] != wanted.strides[d]) return false;
  }
  return true;
}

}  // namespace papilio::mpi
