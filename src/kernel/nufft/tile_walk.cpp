// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/tile_walk.hpp"

#include "kernel/nufft/window_values.hpp"

namespace papilio::kernel {

TileWalk::TileWalk(Builder& b, const NufftSpec& spec, const Buffer* geometry, const Buffer* bins, Value tile)
    : b_(b),
      spec_(spec),
      bins_(bins),
      grid_(load_geometry(b, geometry, 0, "n")),
      counts_(load_geometry(b, geometry, max_nufft_axes, "bins")) {
  const auto tiles = load_geometry(b, geometry, 2 * max_nufft_axes, "tiles");
  const Value place[] = {b.let("outer", tile / b.let("plane", tiles[1] * tiles[2])),
                         b.let("middle", tile / tiles[2] % tiles[1]), b.let("inner", tile % tiles[2])};
  const PerAxis cells = tile_cells(spec);
  for (std::size_t axis = 0; axis < max_nufft_axes; ++axis) {
    tile_.first[axis] = b.let("first", place[axis] * cells[axis]);
    tile_.cells[axis] = b.let("cells", min(grid_[axis] - tile_.first[axis], b.constant(cells[axis])));
  }
}

void TileWalk::images(int axis, const std::function<void(Value, Value, Value)>& body) const {
  const auto a = static_cast<std::size_t>(axis);
  if (axis < first_axis(spec_)) return body(b_.constant(0), b_.constant(1), b_.constant(0));
  const std::int64_t size = bin_cells(spec_)[a];
  const std::int64_t reach = spec_.width - 1;  // cells before the tile, whose windows end in it
  const Value first = tile_.first[a];
  const Value below = b_.let("below", select(first < reach, b_.constant(0), b_.constant(1)));
  b_.loop("image", below, b_.constant(2), {1, Unroll::none}, [&](Value image) {
    const Value lowest = b_.let("lowest", max(first - reach, 0) / size);
    const Value wrapped = b_.let("wrapped", max(grid_[a] + first - reach, 0) / size);
    const Value own = b_.let("own", image == 1);
    const Value begin = b_.let("begin", select(own, lowest, wrapped));
    const Value end = b_.let("end", select(own, (first + tile_.cells[a] - 1) / size + 1, counts_[a]));
    body(begin, end, b_.let("shift", select(own, b_.constant(0), -grid_[a]) - first));
  });
}

void TileWalk::when_in_grid(Value i, const std::function<void(Value)>& body) const {
  const PerAxis size = tile_cells(spec_);
  const Value place[] = {b_.let("z", i / (size[1] * size[2])), b_.let("y", i / size[2] % size[1]),
                         b_.let("x", i % size[2])};
  b_.branch(place[0] < tile_.cells[0] && place[1] < tile_.cells[1] && place[2] < tile_.cells[2], [&] {
    const Value line = cast(tile_.first[0] + place[0], ScalarKind::i64) * grid_[1] + tile_.first[1] + place[1];
    body(line * grid_[2] + tile_.first[2] + place[2]);
  });
}

void TileWalk::runs(const std::function<void(const PointRun&)>& body) const {
  images(0, [&](Value begin0, Value end0, Value shift0) {
    b_.loop("bin0", begin0, end0, {1, Unroll::none}, [&](Value bin0) {
      images(1, [&](Value begin1, Value end1, Value shift1) {
        b_.loop("bin1", begin1, end1, {1, Unroll::none}, [&](Value bin1) {
          images(2, [&](Value begin2, Value end2, Value shift2) {
            const Value row = b_.let("row", (bin0 * counts_[1] + bin1) * counts_[2]);
            const Value begin = b_.load(bins_, row + begin2);
            const Value end = b_.load(bins_, row + end2);
            body({begin, end, {shift0, shift1, shift2}});
          });
        });
      });
    });
  });
}

}  // namespace papilio::kernel
