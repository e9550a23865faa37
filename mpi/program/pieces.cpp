// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pieces.hpp"

#include <algorithm>
#include <utility>

namespace papilio::mpi {

Pieces in_a_row(const std::vector<ChunkBlock>& blocks, const DimensionOrder& order) {
  Pieces pieces;
  std::int64_t offset = 0;
  for (const ChunkBlock& block : blocks) {
    Layout layout = packed(extents_of(block.box), order, offset);
    offset += block.box.volume();
    pieces.push_back({block.box, std::move(layout), block.chunk});
  }
  return pieces;
}

Pieces array_of(const Box& box, std::int64_t batch, const DimensionOrder& order) {
  if (box.empty()) return {};
  Box whole = with_batch(box, batch);
  Layout layout = packed(extents_of(whole), order);
  return {{std::move(whole), std::move(layout)}};
}

Pieces array_with_rows(const Box& box, std::int64_t batch, std::int64_t row) {
  if (box.empty()) return {};
  Box whole = with_batch(box, batch);
  Extents extents = extents_of(whole);
  extents.back() = row;
  Layout layout = packed(extents, natural_order(extents.size()));
  return {{std::move(whole), std::move(layout)}};
}

Pieces arrays_of(const Box& box, std::int64_t batch, const DimensionOrder& order, const Chunks& chunks) {
  if (chunks.count == 1 || box.empty()) return array_of(box, batch, order);
  std::vector<ChunkBlock> parts;
  int chunk = chunks.count - chunks.in_a_portion();
  for (Box& part : parts_of(with_batch(box, batch), chunks)) {
    if (!part.empty()) parts.push_back({0, chunk, std::move(part)});
    ++chunk;
  }
  return in_a_row(parts, order);
}

std::optional<Pieces> found_in(const Pieces& arrays, const std::vector<ChunkBlock>& blocks,
                               const DimensionOrder& order) {
  Pieces pieces;
  for (const ChunkBlock& block : blocks) {
    const auto has_block = [&](const BoxPiece& array) { return intersection(array.box, block.box) == block.box; };
    const auto array = std::ranges::find_if(arrays, has_block);
    if (array == arrays.end()) return std::nullopt;
    Layout layout = part_of(array->layout, array->box, block.box);
    if (!is_packed(layout, extents_of(block.box), order)) return std::nullopt;
    pieces.push_back({block.box, std::move(layout), block.chunk});
  }
  return pieces;
}

bool in_time(const Pieces& arrays, const std::vector<ChunkBlock>& blocks) {
  return std::ranges::all_of(blocks, [&](const ChunkBlock& block) {
    return std::ranges::all_of(arrays, [&](const BoxPiece& array) {
      return array.chunk <= block.chunk || intersection(array.box, block.box).empty();
    });
  });
}

std::int64_t volume_of_all(const Pieces& pieces) {
  std::int64_t elements = 0;
  for (const BoxPiece& piece : pieces) elements += piece.box.volume();
  return elements;
}

std::vector<PiecePair> pairs_of(const Pieces& sources, const Pieces& targets, std::optional<std::size_t> axis) {
  std::vector<PiecePair> pairs;
  for (const BoxPiece& source : sources) {
    for (const BoxPiece& target : targets) {
      Box other = target.box;
      if (axis) other.begin[*axis] = source.box.begin[*axis];
      if (axis) other.end[*axis] = source.box.end[*axis];
      Box common = intersection(source.box, other);
      if (!common.empty()) pairs.push_back({&source, &target, std::move(common)});
    }
  }
  return pairs;
}

bool coincide(const Pieces& a, const Pieces& b) {
  return std::ranges::equal(a, b, [](BoxPiece one, const BoxPiece& other) {
    if (one.box.extent(0) == 1 && one.box == other.box) one.layout.strides[0] = other.layout.strides[0];
    return one == other;
  });
}

bool spans(const Pieces& pieces, std::size_t dimension, std::int64_t length) {
  return std::ranges::all_of(pieces, [&](const BoxPiece& piece) { return piece.box.extent(dimension) == length; });
}

}  // namespace papilio::mpi
