// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/transpose_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "lab/experiments/complex.hpp"

namespace papilio::experiments {
namespace {

using ir::Value;

constexpr int max_default_threads = 256;
constexpr int largest_tile = 1024;

int block_side(const Transpose& transpose) { return transpose.blocks ? 2 : 1; }
std::int64_t blocks_in_side(const Transpose& transpose) { return transpose.tile / block_side(transpose); }

std::int64_t squares(std::int64_t side, int tile) { return ceil_div(side, tile); }

/// Two neighbouring numbers.
Value load_pair(ir::Builder& b, const ir::Buffer* buffer, Value index) {
  return b.load(buffer, let(index * 2, "from"), 4, 4);
}

/// Row and column of a block, or of a number.
struct BlockPosition {
  Value row;
  Value column;
};

void transpose_block(ir::Builder& b, const ir::Buffer* in, const ir::Buffer* out, const Transpose& transpose,
                     const BlockPosition& at) {
  const Value from = let(at.row * transpose.columns + at.column, "from");
  const Value to = let(at.column * transpose.rows + at.row, "to");
  if (!transpose.blocks) return store(b, out, to, load(b, in, from));
  const Value upper = load_pair(b, in, from);
  const Value lower = load_pair(b, in, from + transpose.columns);
  b.store(out, to * 2, ir::shuffle({upper, lower}, {0, 1, 4, 5}), 4);
  b.store(out, (to + transpose.rows) * 2, ir::shuffle({upper, lower}, {2, 3, 6, 7}), 4);
}

}  // namespace

Transpose completed(Transpose transpose, const DeviceCaps& caps) {
  transpose.blocks = transpose.rows % 2 == 0 && transpose.columns % 2 == 0;
  if (transpose.tile < 1 || transpose.tile > largest_tile || (transpose.blocks && transpose.tile % 2 != 0)) {
    throw Error::unsupported(fmt::format("a tile of {}", transpose.tile),
                             fmt::format("tiles have sides of 2 to {} numbers, in blocks of 2x2", largest_tile),
                             "choose an even --tile");
  }
  const std::int64_t blocks = blocks_in_side(transpose) * blocks_in_side(transpose);
  if (transpose.threads > caps.max_threads) {
    throw Error::unsupported(fmt::format("{} work-items", transpose.threads),
                             fmt::format("a work-group of this device has at most {}", caps.max_threads),
                             "choose fewer --threads");
  }
  if (transpose.threads > blocks) {
    throw Error::unsupported(fmt::format("{} work-items for a tile of {}", transpose.threads, transpose.tile),
                             fmt::format("it has {} blocks, so that others would idle", blocks),
                             "choose fewer --threads, or a larger --tile");
  }
  if (transpose.threads == 0) {
    transpose.threads = static_cast<int>(std::min<std::int64_t>({blocks, caps.max_threads, max_default_threads}));
  }
  return transpose;
}

std::int64_t groups_of(const Transpose& transpose) {
  return squares(transpose.rows, transpose.tile) * squares(transpose.columns, transpose.tile);
}

ir::Module build_transpose(const Transpose& transpose, const std::string& name) {
  ir::Builder b(name, transpose.threads);
  const ir::GlobalMemory memory{ir::ScalarKind::f32, transpose.storage, true};
  const ir::Buffer* const in = b.input("in", memory);
  const ir::Buffer* const out = b.output("out", memory);
  const Value batch = b.scalar(ir::Scalar::batch);
  const std::int64_t side = blocks_in_side(transpose);
  b.branch(0 < batch, [&] {
    const std::int64_t across = squares(transpose.columns, transpose.tile);
    const Value top = let(b.group_id() / across * transpose.tile, "top");
    const Value left = let(b.group_id() % across * transpose.tile, "left");
    b.loop("block", b.thread_id(), b.constant(side * side), transpose.threads, [&](Value block) {
      const Value r = let(top + block / side * block_side(transpose), "r");
      const Value c = let(left + block % side * block_side(transpose), "c");
      b.branch(r < transpose.rows && c < transpose.columns, [&] { transpose_block(b, in, out, transpose, {r, c}); });
    });
  });
  return b.finish();
}

std::int64_t groups_of(const MatrixCopy& copy) { return (copy.numbers / 2 + copy.threads - 1) / copy.threads; }

ir::Module build_copy(const MatrixCopy& copy, const std::string& name) {
  ir::Builder b(name, copy.threads);
  const ir::GlobalMemory memory{ir::ScalarKind::f32, copy.storage, true};
  const ir::Buffer* const in = b.input("in", memory);
  const ir::Buffer* const out = b.output("out", memory);
  const Value batch = b.scalar(ir::Scalar::batch);
  const Value pair = let(b.group_id() * copy.threads + b.thread_id(), "pair");
  b.branch(0 < batch && pair < copy.numbers / 2, [&] {
    const Value from = let(pair * 4, "from");
    b.store(out, from, b.load(in, from, 4, 4), 4);
  });
  return b.finish();
}

}  // namespace papilio::experiments
