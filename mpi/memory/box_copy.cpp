// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "box_copy.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace papilio::mpi {
namespace {

/// The dimensions longer than one element, sorted by the strides of the target, the largest first; a stride may be
/// negative. Neighbours that can
/// be traversed as one dimension on both sides are merged.
std::vector<CopyLoop> merged_loops(const BoxCopy& box, std::int64_t element_bytes) {
  std::vector<CopyLoop> sorted;
  for (std::size_t d = 0; d < box.extents.size(); ++d) {
    if (box.extents[d] == 1) continue;
    sorted.push_back({box.extents[d], box.from.strides[d] * element_bytes, box.to.strides[d] * element_bytes});
  }
  std::ranges::stable_sort(sorted, std::ranges::greater(), [](const CopyLoop& loop) { return std::abs(loop.to); });
  std::vector<CopyLoop> merged;
  for (const CopyLoop& dimension : sorted) {
    if (!merged.empty() && merged.back().from == dimension.from * dimension.extent &&
        merged.back().to == dimension.to * dimension.extent) {
      merged.back() = {merged.back().extent * dimension.extent, dimension.from, dimension.to};
    } else {
      merged.push_back(dimension);
    }
  }
  return merged;
}

/// The innermost loop, of runs of so many bytes: a single number or a few.
template <std::size_t run>
void copy_runs(const CopyLoop& loop, const std::byte* from, std::byte* to) {
  for (std::int64_t i = 0; i < loop.extent; ++i) std::memcpy(to + i * loop.to, from + i * loop.from, run);
}

void copy_loops(const CopyLoop* loop, std::size_t loops, std::size_t run, const std::byte* from, std::byte* to) {
  if (loops == 0) {
    std::memcpy(to, from, run);
    return;
  }
  if (loops == 1 && run == 4) return copy_runs<4>(*loop, from, to);
  if (loops == 1 && run == 8) return copy_runs<8>(*loop, from, to);
  if (loops == 1 && run == 16) return copy_runs<16>(*loop, from, to);
  for (std::int64_t i = 0; i < loop->extent; ++i) {
    copy_loops(loop + 1, loops - 1, run, from + i * loop->from, to + i * loop->to);
  }
}

}  // namespace

CopyLoops loops_of(const BoxCopy& box, std::int64_t element_bytes) {
  CopyLoops copy{merged_loops(box, element_bytes), element_bytes, box.from.offset * element_bytes,
                 box.to.offset * element_bytes};
  std::vector<CopyLoop>& loops = copy.loops;
  if (!loops.empty() && loops.back().from == element_bytes && loops.back().to == element_bytes) {
    copy.run *= loops.back().extent;
    loops.pop_back();
  }
  return copy;
}

void copy_box(const BoxCopy& box, std::int64_t element_bytes, const std::byte* from, std::byte* to) {
  if (volume_of(box.extents) == 0) return;
  const CopyLoops copy = loops_of(box, element_bytes);
  copy_loops(copy.loops.data(), copy.loops.size(), static_cast<std::size_t>(copy.run), from + copy.from, to + copy.to);
}

}  // namespace papilio::mpi
