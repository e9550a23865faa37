// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A work-item computes a tile of outputs for some arrays of the batch, so that each number it loads takes part in
// several products. With x = a + bi and vectors of interleaved numbers, a*w and b*w are summed apart: two fused
// multiply-adds for each vector of products, and the parts of w change places once, behind the sum.
#include "kernel/modes/channel_product.hpp"

#include <fmt/format.h>

#include <array>

#include "kernel/kernel_context.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

constexpr int tile_arrays = 2;
constexpr int tile_outputs = 4;
constexpr int vectors_of_unit = 2;  // of modes, on CPUs: neighbours share cache lines

template <typename Number>
Number groups_of(Number count, std::int64_t size) {
  return (count + (size - 1)) / size;
}

class ChannelProduct {
 public:
  explicit ChannelProduct(const ChannelSpec& spec)
      : spec_(spec),
        b_(spec.name(), spec.threads),
        element_(element_of(spec.precision)),
        x_(b_.input("x", {element_})),
        w_(b_.input("w", {element_})),
        y_(b_.output("y", {element_})),
        arrays_(b_.scalar(Scalar::batch)),
        inputs_(b_.scalar(Scalar::in_distance)),
        outputs_(b_.scalar(Scalar::out_distance)),
        modes_(b_.scalar(Scalar::in_plane)) {}

  Module build() {
    for_units(b_, b_.scalar(Scalar::units), [&](Value unit) { spec_.on_cpu() ? on_cpu(unit) : on_gpu(unit); });
    return b_.finish();
  }

 private:
  /// A tile of outputs for some modes and all arrays, which share the matrices.
  void on_cpu(Value unit) {
    const std::int64_t step = spec_.lanes / 2;
    const Value tiles = b_.let("tiles", groups_of(outputs_, tile_outputs));
    const Value chunk = b_.let("chunk", unit / tiles);
    const Value output = b_.let("output", (unit - chunk * tiles) * tile_outputs);
    const Value first = b_.let("first", chunk * (vectors_of_unit * step));
    const Value count = b_.let("count", min(modes_ - first, vectors_of_unit * step));
    const Value whole = b_.let("whole", first + count / step * step);
    const Buffer* vectors = sums_of(spec_.lanes, "sums");
    const Buffer* single = sums_of(2, "single");
    const std::int64_t row = vectors_of_unit * step * 2;  // numbers of an output's weights
    const Value own = b_.let("own", unit * inputs_ * (row * tile_outputs));
    const auto each = [&](const char* name, Value begin, Value end, std::int64_t by, const Buffer* sums, int lanes) {
      b_.loop(name, begin, end, {by, Unroll::none}, [&](Value mode) {
        const Value weights = b_.let("weights", own + (mode - first) * 2);
        for (int o = 0; o < tile_outputs; ++o) columns_[o] = weights + o * row;
        b_.loop("array", b_.constant(0, i64), arrays_, {tile_arrays, Unroll::none}, [&](Value array) {
          tile({array, output, mode, b_.constant(row * tile_outputs, i64)}, sums, lanes);
        });
      });
    };
    each("mode", first, whole, step, vectors, spec_.lanes);
    each("rest", whole, b_.let("end", first + count), 1, single, 2);
  }

  /// A work-item a mode: neighbours read neighbours.
  void on_gpu(Value unit) {
    const Value tiles = b_.let("tiles", groups_of(outputs_, tile_outputs));
    const Value item = b_.let("item", unit * spec_.threads + b_.thread_id());
    const Value row = b_.let("row", item / modes_);
    const Value group = b_.let("group", row / tiles);
    b_.branch(item < modes_ * tiles * groups_of(arrays_, tile_arrays), [&] {
      const Value output = b_.let("output", (row - group * tiles) * tile_outputs);
      const Value mode = b_.let("mode", item - row * modes_);
      for (int o = 0; o < tile_outputs; ++o)
        columns_[o] = b_.let("column", (min(output + o, outputs_ - 1) * modes_ + mode) * 2);
      const Value next = b_.let("next", outputs_ * modes_ * 2);
      tile({b_.let("array", group * tile_arrays), output, mode, next}, sums_of(2, "sums"), 2);
    });
  }

  const Buffer* sums_of(int lanes, const char* name) {
    return b_.registers(name, element_, std::int64_t{2} * tile_arrays * tile_outputs * lanes);
  }

  struct TileBegin {
    Value array;
    Value output;
    Value mode;
    Value next;  ///< numbers from an input's weights to those of the next
  };

  void tile(const TileBegin& at, const Buffer* sums, int lanes) {
    std::array<Value, tile_arrays> rows;
    for (int a = 0; a < tile_arrays; ++a)  // the last tile computes an array or an output several times
      rows[a] = b_.let("row", (min(at.array + a, arrays_ - 1) * inputs_ * modes_ + at.mode) * 2);
    const auto slot = [&](int a, int o, int part) {
      return b_.constant((std::int64_t{a} * tile_outputs + o) * 2 * lanes + std::int64_t{part} * lanes);
    };
    const auto each_sum = [&](const auto& body) {
      for (int a = 0; a < tile_arrays; ++a) {
        for (int o = 0; o < tile_outputs; ++o) body(a, o);
      }
    };
    each_sum([&](int a, int o) {
      for (int part = 0; part < 2; ++part)
        b_.store(sums, slot(a, o, part), b_.real(0, Type{element_, 1}.with_lanes(lanes)), lanes);
    });
    b_.loop("input", b_.constant(0, i64), inputs_, {1, Unroll::none}, [&](Value input) {
      const Value x_step = b_.let("x_step", input * modes_ * 2);
      const Value w_step = b_.let("w_step", input * at.next);
      std::array<std::array<Value, 2>, tile_arrays> parts;
      for (int a = 0; a < tile_arrays; ++a) {
        const Value number = b_.load(x_, rows[a] + x_step, lanes, 2);
        for (int part = 0; part < 2; ++part)
          parts[a][part] = b_.let("part", shuffle({number}, part_of_pairs(lanes, part)));
      }
      std::array<Value, tile_outputs> factors;
      for (int o = 0; o < tile_outputs; ++o) factors[o] = b_.load(w_, columns_[o] + w_step, lanes, 2);
      each_sum([&](int a, int o) {
        for (int part = 0; part < 2; ++part) {
          const Value sum = b_.load(sums, slot(a, o, part), lanes, lanes);
          b_.store(sums, slot(a, o, part), fma(parts[a][part], factors[o], sum), lanes);
        }
      });
    });
    each_sum([&](int a, int o) {
      b_.branch(Value(at.array + a < arrays_) && Value(at.output + o < outputs_), [&] {
        const Value real = b_.load(sums, slot(a, o, 0), lanes, lanes);
        const Value imaginary = b_.load(sums, slot(a, o, 1), lanes, lanes);
        const Value to = b_.let("to", (((at.array + a) * outputs_ + at.output + o) * modes_ + at.mode) * 2);
        b_.store(y_, to, real + times_i(imaginary, lanes), 2);
      });
    });
  }

  /// Part 0 or 1 of each complex number, twice.
  static std::vector<int> part_of_pairs(int lanes, int part) {
    std::vector<int> mask;
    for (int lane = 0; lane < lanes; ++lane) mask.push_back(lane / 2 * 2 + part);
    return mask;
  }

  Value times_i(Value pairs, int lanes) {
    std::vector<int> mask;
    for (int lane = 0; lane < lanes; ++lane) mask.push_back(lane % 2 == 0 ? lanes + lane + 1 : lane - 1);
    return b_.let("turned", shuffle({pairs, b_.let("minus", -pairs)}, mask));
  }

  const ChannelSpec& spec_;
  Builder b_;
  ScalarKind element_;
  const Buffer* x_;
  const Buffer* w_;
  const Buffer* y_;
  Value arrays_;
  Value inputs_;
  Value outputs_;
  Value modes_;
  std::array<Value, tile_outputs> columns_;  ///< where the weights of the tile's outputs begin
};

/// Modes of a unit on CPUs.
std::int64_t unit_modes(const ChannelSpec& spec) { return std::int64_t{vectors_of_unit} * spec.lanes / 2; }

}  // namespace

std::string ChannelSpec::name() const {
  return fmt::format("channel_product_{}_v{}_t{}", precision == Precision::f32 ? "f32" : "f64", lanes, threads);
}

std::int64_t channel_units(const ChannelSpec& spec, const ChannelSizes& sizes) {
  const std::int64_t tiles = groups_of(sizes.out, tile_outputs);
  if (spec.on_cpu()) return tiles * groups_of(sizes.modes, unit_modes(spec));
  return groups_of(sizes.modes * tiles * groups_of(sizes.batch, tile_arrays), spec.threads);
}

std::int64_t place_of_weight(const ChannelSpec& spec, const ChannelSizes& sizes, const WeightAt& weight) {
  if (!spec.on_cpu()) return (weight.in * sizes.out + weight.out) * sizes.modes + weight.mode;
  const std::int64_t tiles = groups_of(sizes.out, tile_outputs);
  const std::int64_t unit = weight.mode / unit_modes(spec) * tiles + weight.out / tile_outputs;
  return ((unit * sizes.in + weight.in) * tile_outputs + weight.out % tile_outputs) * unit_modes(spec) +
         weight.mode % unit_modes(spec);
}

std::int64_t weight_places(const ChannelSpec& spec, const ChannelSizes& sizes) {
  if (!spec.on_cpu()) return sizes.in * sizes.out * sizes.modes;
  return channel_units(spec, sizes) * sizes.in * tile_outputs * unit_modes(spec);
}

Module build_channel_product(const ChannelSpec& spec) { return ChannelProduct(spec).build(); }

}  // namespace papilio::kernel
