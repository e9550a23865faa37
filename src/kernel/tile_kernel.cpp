// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tile_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace papilio::kernel {
namespace {

/// The powers of two whose sums are all even exponents up to 126.
constexpr std::array<int, 6> powers = {64, 32, 16, 8, 4, 2};
/// Independent comparisons, so that one need not wait for the one before.
constexpr int fewest_ways = 4;

class TileKernel {
 public:
  explicit TileKernel(const TileSpec& spec)
      : spec_(spec),
        packs_(spec.task == TileSpec::TileTask::pack),
        b_(spec.name(), spec.threads),
        in_(b_.input("in", {ScalarKind::f32, packs_ ? Storage::native : spec.storage, true})),
        out_(b_.output("out", {ScalarKind::f32, packs_ ? spec.storage : Storage::native, true})),
        numbers_(b_.scalar(Scalar::batch)),
        in_offset_(b_.scalar(Scalar::in_offset)),
        out_offset_(b_.scalar(Scalar::out_offset)),
        repeat_(b_.scalar(Scalar::repeat)),
        ways_(std::max(spec.lanes, fewest_ways)) {
    if (!packs_) return;
    if (spec.threads > 1) {
      sizes_ = b_.shared("sizes", ScalarKind::f32, spec.threads);
    } else {
      extremes_ = b_.registers("extremes", ScalarKind::f32, 2 * std::int64_t{ways_});
    }
  }

  Module build() {
    const Value tiles = b_.let("tiles", (numbers_ + (spec_.tile - 1)) / spec_.tile);
    const Value group = b_.let("group", cast(b_.group_id(), ScalarKind::i64));
    if (spec_.threads > 1) {
      const std::int64_t of_group = spec_.tiles_of_group(1);
      const Value tile = b_.let("tile", group * of_group + cast(b_.thread_id() / TileSpec::sharers, ScalarKind::i64));
      emit_share(tile, tile < tiles);
    } else {
      const Value begin = b_.let("begin", group * repeat_);
      const Value end = b_.let("end", min(begin + repeat_, tiles));
      b_.loop("tile", begin, end, {1, Unroll::none}, [&](Value tile) { emit_tile(tile); });
    }
    return b_.finish();
  }

 private:
  [[nodiscard]] Value f32_of(double value) { return b_.real(value, f32); }

  /// A work-item's share of a tile. Those of missing tiles compare the last number and store nothing.
  void emit_share(Value tile, Value exists) {
    const Value sharer = b_.let("sharer", b_.thread_id() % TileSpec::sharers);
    const Value first = b_.let("first", tile * spec_.tile + cast(sharer, ScalarKind::i64));
    const auto at = [&](std::int64_t i) { return first + i * TileSpec::sharers; };
    const std::int64_t share = spec_.tile / TileSpec::sharers;
    Value factor = f32_of(1);
    std::vector<Value> numbers;
    if (packs_) {
      for (std::int64_t i = 0; i < share; ++i) {
        numbers.push_back(b_.let("x", b_.load(in_, in_offset_ + min(at(i), numbers_ - 1))));
      }
      const Exponent exponent = exponent_for(largest_of_sharers(numbers));
      factor = exponent.factor;
      b_.branch(exists && (sharer == 0), [&] { b_.store(out_, out_offset_ + numbers_ + tile, exponent.value); });
    } else {
      // The exponents of missing tiles would be behind the buffer.
      factor = unpack_factor(b_.let("tile", min(tile, (numbers_ - 1) / spec_.tile)));
    }
    for (std::int64_t i = 0; i < share; ++i) {
      b_.branch(at(i) < numbers_, [&] {
        const Value x = packs_ ? numbers[i] : b_.let("x", b_.load(in_, in_offset_ + at(i)));
        b_.store(out_, out_offset_ + at(i), x * factor);
      });
    }
  }

  /// The largest absolute value of the tile's numbers, of which the work-item has `own`. A number that is none is left
  /// out.
  Value largest_of_sharers(const std::vector<Value>& own) {
    Value largest = f32_of(0);
    const auto compare_size = [&](Value size) { largest = b_.let("largest", select(largest < size, size, largest)); };
    for (const Value x : own) compare_size(b_.let("size", select(x < f32_of(0), -x, x)));
    b_.store(sizes_, b_.thread_id(), largest);
    b_.barrier();
    const Value first = b_.let("first_sharer", b_.thread_id() / TileSpec::sharers * TileSpec::sharers);
    constexpr int at_once = 4;
    for (int i = 0; i < TileSpec::sharers; i += at_once) {
      const Value sizes = b_.let("sizes", b_.load(sizes_, first + i, at_once, at_once));
      for (int l = 0; l < at_once; ++l) compare_size(lane(sizes, l));
    }
    return largest;
  }

  void emit_tile(Value tile) {
    const Value first = b_.let("first", tile * spec_.tile);
    const Value count = b_.let("count", min(b_.constant(spec_.tile, i64), numbers_ - first));
    const Value from = b_.let("from", in_offset_ + first);
    const Value to = b_.let("to", out_offset_ + first);
    Value factor = f32_of(1);
    if (packs_) {
      const Exponent exponent = exponent_for(largest_of(from, count));
      b_.store(out_, out_offset_ + numbers_ + tile, exponent.value);
      factor = exponent.factor;
    } else {
      factor = unpack_factor(tile);
    }
    multiply(from, to, count, factor);
  }

  /// x * 2^power where the condition holds, else x.
  Value times_if(Value holds, Value x, int power) {
    return b_.let("x", select(holds, x * f32_of(std::ldexp(1.0, power)), x));
  }

  struct Exponent {
    Value value;
    Value factor;  ///< the power of two that the tile's numbers are to be multiplied by
  };

  Exponent exponent_for(Value largest) {
    Value factor = f32_of(1);
    Value exponent = f32_of(0);
    const auto step = [&](Value holds, int power) {
      largest = times_if(holds, largest, -power);
      factor = times_if(holds, factor, -power);
      exponent = b_.let("exponent", select(holds, exponent + f32_of(power), exponent));
    };
    for (const int power : powers) {
      step(b_.let("large", f32_of(std::ldexp(1.0, largest_exponent - 2 + power)) <= largest), power);
    }
    for (const int power : powers) {
      step(b_.let("small", largest < f32_of(std::ldexp(1.0, largest_exponent - power))), -power);
    }
    return {exponent, factor};
  }

  /// Two to the power of the tile's exponent.
  Value unpack_factor(Value tile) {
    Value exponent = b_.let("exponent", b_.load(in_, in_offset_ + numbers_ + tile));
    Value factor = f32_of(1);
    for (const int sign : {1, -1}) {
      for (const int power : powers) {
        const Value bound = f32_of(sign * power);
        const Value holds = b_.let("holds", sign > 0 ? Value(bound <= exponent) : Value(exponent <= bound));
        factor = times_if(holds, factor, sign * power);
        exponent = b_.let("exponent", select(holds, exponent - bound, exponent));
      }
    }
    return factor;
  }

  void multiply(Value from, Value to, Value count, Value factor) {
    const auto move = [&](Value i, int lanes) {
      const Value x = b_.let("x", b_.load(in_, from + i, lanes));
      b_.store(out_, to + i, x * (lanes == 1 ? factor : broadcast(factor, lanes)));
    };
    const Value whole = b_.let("whole", count / std::int64_t{spec_.lanes} * std::int64_t{spec_.lanes});
    b_.loop("i", b_.constant(0, i64), whole, {spec_.lanes}, [&](Value i) { move(i, spec_.lanes); });
    if (spec_.lanes > 1) b_.loop("rest", whole, count, {1, Unroll::none}, [&](Value i) { move(i, 1); });
  }

  /// Slot 0: the largest number so far of that way, slot 1: the smallest one. A number that is none is left out.
  void compare(int way, Value x) {
    for (int slot = 0; slot < 2; ++slot) {
      const Value at = b_.constant(2 * std::int64_t{way} + slot);
      const Value before = b_.let("before", b_.load(extremes_, at));
      b_.store(extremes_, at, select(slot == 0 ? before < x : x < before, x, before));
    }
  }

  /// The largest absolute value.
  Value largest_of(Value from, Value count) {
    for (int i = 0; i < 2 * ways_; ++i) b_.store(extremes_, b_.constant(i), f32_of(0));
    const Value whole = b_.let("whole", count / std::int64_t{ways_} * std::int64_t{ways_});
    b_.loop("i", b_.constant(0, i64), whole, {ways_}, [&](Value i) {
      for (int way = 0; way < ways_; ++way) compare(way, b_.let("x", b_.load(in_, from + i + std::int64_t{way})));
    });
    b_.loop("rest", whole, count, {1, Unroll::none}, [&](Value i) { compare(0, b_.let("x", b_.load(in_, from + i))); });
    Value largest = f32_of(0);
    for (int i = 0; i < 2 * ways_; ++i) {
      const Value some = b_.let("some", b_.load(extremes_, b_.constant(i)));
      const Value size = i % 2 == 0 ? some : b_.let("size", -some);
      largest = b_.let("largest", select(largest < size, size, largest));
    }
    return largest;
  }

  const TileSpec& spec_;
  bool packs_;
  Builder b_;
  const Buffer* in_;
  const Buffer* out_;
  Value numbers_, in_offset_, out_offset_, repeat_;
  int ways_;
  const Buffer* extremes_ = nullptr;  ///< CPU
  const Buffer* sizes_ = nullptr;     ///< GPU
};

}  // namespace

std::string TileSpec::name() const {
  return fmt::format("tiles_{}_{}_{}_v{}_t{}", task == TileTask::pack ? "pack" : "unpack",
                     to_string(storage, Precision::f32), tile, lanes, threads);
}

Module build_tiles(const TileSpec& spec) { return TileKernel(spec).build(); }

}  // namespace papilio::kernel
