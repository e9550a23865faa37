// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/frames/framed_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "kernel/elements/elements.hpp"
#include "kernel/frames/band_sums.hpp"
#include "kernel/group/sides/sides.hpp"
#include "kernel/kernels.hpp"
#include "spec/local_memory.hpp"

namespace papilio::kernel {
namespace {

constexpr std::int64_t max_widened_threads = 128;
/// Frames whose sums a work-item has.
constexpr std::int64_t frames_at_once = 4;
/// Work-items with so few numbers need no more registers, and more of them hide the latency of the sums of bands.
constexpr std::int64_t max_light_points = 16;
constexpr std::int64_t light_registers = 64;
constexpr std::int64_t max_groups = 32;     // of a compute unit
constexpr std::int64_t max_near = 1 << 28;  // more samples than a frame or its padding have

/// Samples of a frame.
std::int64_t frame_samples(const KernelSpec& spec) { return spec.points() * (spec.in.form == Form::pairs ? 2 : 1); }
std::int64_t frame_bins(const KernelSpec& spec) {
  return spec.out.form == Form::half ? frame_samples(spec) / 2 + 1 : spec.points();
}
/// From one frame's powers in local memory to the next: an odd number, so that equal bins are in different banks.
std::int64_t powers_row(const KernelSpec& spec) { return frame_bins(spec) | 1; }

/// The places of a work-group's frames in their signals.
class FramePlaces {
 public:
  FramePlaces(const GroupParts& parts, Value first, Surround surround)
      : b_(parts.b),
        surround_(surround),
        parts_(holds_complex(parts.spec.in.form) ? 2 : 1),
        hop_(parts.context.in_distance()),
        frames_(b_.let("frames", cast(b_.scalar(Scalar::units), ScalarKind::i32))),
        before_(b_.scalar(Scalar::in_plane)),
        samples_(b_.scalar(Scalar::in_position)) {
    const Value own = b_.let("own", cast(first, ScalarKind::i32));
    const Value signal = b_.let("signal", own / frames_);
    const Value frame = b_.let("frame", own - signal * frames_);
    const Value count = b_.let("count", cast(parts.context.batch, ScalarKind::i32));
    const Value last = b_.let("last", min(own + (parts.spec.shape.tile - 1), count - 1) - signal * frames_);
    const Value begin = b_.let("begin", frame * hop_ - before_);
    const Value end = b_.let("end", last * hop_ - before_ + frame_samples(parts.spec));
    inside_ = b_.let("inside", last < frames_ && begin >= 0 && end <= samples_);
    shift_ = b_.let("shift", signal * samples_ - before_ - cast(signal * frames_, ScalarKind::i64) * hop_);
  }

  /// All frames lie inside of one signal.
  [[nodiscard]] Value inside() const { return inside_; }

  /// Frames inside of one signal are where they are.
  [[nodiscard]] KernelContext inner(KernelContext context) const {
    context.begin = [this](Value transform) { return b_.let("in_base", (transform * hop_ + shift_) * parts_); };
    return context;
  }

  /// Scalars are counted from the frame's beginning.
  [[nodiscard]] KernelContext outer(KernelContext context) {
    context.begin = [this](Value transform) { return locate(transform); };
    context.place = [this](Value index) { return place(index); };
    return context;
  }

 private:
  /// Sets the frame whose numbers are placed from here on.
  Value locate(Value transform) {
    const Value own = b_.let("own", cast(transform, ScalarKind::i32));
    const Value signal = b_.let("signal", own / frames_);
    const Value frame = b_.let("frame", own - signal * frames_);
    const Value begin = b_.let("begin", frame * hop_ - before_);
    const auto near = [&](const char* name, Value v) {
      return b_.let(name, cast(b_.let(name, max(min(v, max_near), -max_near)), ScalarKind::i32));
    };
    low_ = near("low", -begin);
    end_ = near("end", samples_ - begin);
    from_ = b_.let("from", (signal * samples_ + begin) * parts_);
    return b_.constant(0, i64);
  }

  [[nodiscard]] PlacedNumber place(Value index) const {
    const Value scalar = b_.let("scalar", cast(index, ScalarKind::i32));
    const Value sample = parts_ == 1 ? scalar : b_.let("sample", scalar / static_cast<int>(parts_));
    Value source = sample;
    Value exists = b_.let("exists", sample >= low_ && sample < end_);
    if (surround_ == Surround::reflected) {
      const Value reflection = b_.let("reflection", select(sample < low_, low_, end_ - 1) * 2 - sample);
      source = b_.let("source", select(exists, sample, reflection));
      exists = b_.let("exists", source >= low_ && sample < end_ + cast(before_, ScalarKind::i32));
    }
    const Value at = b_.let("at", max(min(source, end_ - 1), low_) * static_cast<int>(parts_));
    const Value part = parts_ == 1 ? at : b_.let("at", at + scalar % static_cast<int>(parts_));
    return {b_.let("at", from_ + cast(part, ScalarKind::i64)), exists};
  }

  Builder& b_;
  Surround surround_;
  std::int64_t parts_;  ///< scalars of a sample
  Value hop_;
  Value frames_;  ///< of a signal, i32
  Value before_;
  Value samples_;  ///< of a signal
  Value inside_;
  Value shift_;  ///< from a frame's distance to the first one's to its first sample
  Value low_;    ///< the signal's first sample, counted from the located frame's beginning, or one far away
  Value end_;    ///< the signal's end likewise
  Value from_;   ///< the located frame's first scalar in memory
};

/// Calls body(kernel) with a kernel in that context.
template <class Body>
void in_context(const GroupKernel& kernel, const KernelContext& context, const Body& body) {
  const GroupParts& g = kernel.parts;
  Elements elements(g.b, g.spec, context, 2);
  const GroupParts parts{g.b, g.spec, context, g.exchange, elements, g.observer};
  GroupTile tile(parts);
  tile.locate(g.b.group_id());
  GroupKernel own{parts, tile, kernel.work, {}, {}};
  body(own);
}

template <Surround surround>
std::vector<Butterfly> load_framed(GroupKernel& kernel) {
  const GroupParts& g = kernel.parts;
  FramePlaces places(g, kernel.tile.first(), surround);
  const std::int64_t radix = g.context.stages.front().radix;
  const RegisterArray inputs(g.b, "inputs", g.context.element, radix * kernel.work.butterflies_of(0));
  const auto load = [&](const KernelContext& context) {
    in_context(kernel, context, [&](GroupKernel& own) {
      std::int64_t number = 0;
      for (const Butterfly& w : input_side(g.spec).load(own)) inputs.keep(radix * number++, w.x);
    });
  };
  g.b.branch(
      places.inside(), [&] { load(places.inner(g.context)); }, [&] { load(places.outer(g.context)); });
  std::vector<Butterfly> butterflies = kernel.work.work_of(0);
  std::int64_t number = 0;
  for (Butterfly& w : butterflies) w.x = inputs.recall(radix * number++, static_cast<int>(radix));
  return butterflies;
}

/// The sums of bands of the powers in local memory, and their levels. A work-item has the same band of neighbouring
/// frames, so that it reads weights once for all of them.
template <BandsStep step>
void store_sums(GroupKernel& kernel, const Buffer* powers) {
  const GroupParts& g = kernel.parts;
  Builder& b = g.b;
  const std::int64_t tile = g.spec.shape.tile;
  const std::int64_t row = powers_row(g.spec);
  const int together = static_cast<int>(std::gcd(tile, frames_at_once));
  BandSums matrix(b, g.context.element, step);
  const Value distance = g.context.out_distance();
  const Value bands = b.let("bands", cast(distance, ScalarKind::i32));
  const Value first = kernel.tile.first();
  const Value frames = b.let("frames", cast(min(g.context.batch - first, tile), ScalarKind::i32));
  const Value numbers = b.let("numbers", (frames + (together - 1)) / together * bands);
  b.loop("index", b.thread_id(), numbers, {g.spec.shape.threads, Unroll::none}, [&](Value index) {
    const Value part = b.let("part", index / bands);
    const Value band = b.let("band", index - part * bands);
    const Value own = b.let("own", min(part, tile / together - 1) * together);
    const auto load = [&](Value column, int columns) {
      const Value at = b.let("at", own * row + max(min(column, row - columns), 0));
      std::vector<Value> x;
      for (std::int64_t f = 0; f < together; ++f) {
        for (int n = 0; n < columns; ++n) x.push_back(b.let("x", b.load(powers, at + (f * row + n))));
      }
      return x;
    };
    const std::vector<Value> sums = matrix.sums(band, together, load);
    const Value to = b.let("to", (first + cast(own, ScalarKind::i64)) * distance + cast(band, ScalarKind::i64));
    for (int f = 0; f < together; ++f) {
      const Value sum = sums[static_cast<std::size_t>(f)];
      const Value result = step == BandsStep::levels ? matrix.level(sum) : sum;
      b.when(own + f < frames, [&] { b.store(g.context.output, to + f * distance, result); });
    }
  });
}

/// Bands of the frames, as the matrix makes them of their powers.
template <BandsStep step>
void store_bands(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  const GroupParts& g = kernel.parts;
  KernelContext context = g.context;
  const Buffer* const powers = g.b.shared("powers", context.element, g.spec.shape.tile * powers_row(g.spec));
  context.output = powers;
  context.local_row = powers_row(g.spec);
  in_context(kernel, context, [&](GroupKernel& own) { output_side(g.spec).store(own, butterflies); });
  g.b.barrier();
  store_sums<step>(kernel, powers);
}

constexpr bool any_frames(const KernelSpec&) { return true; }
constexpr std::array<InputSide, 2> framed_inputs = {{
    {"frames between zeros", any_frames, any_frames, load_framed<Surround::zeros>},
    {"frames between reflections", any_frames, any_frames, load_framed<Surround::reflected>},
}};
constexpr std::array<OutputSide, 2> framed_outputs = {{
    {"sums of bands", any_frames, any_frames, store_bands<BandsStep::sums>},
    {"levels of bands", any_frames, any_frames, store_bands<BandsStep::levels>},
}};

}  // namespace

std::string FramedSpec::name() const {
  const char* const around = surround == Surround::zeros ? "zeros" : "reflected";
  const char* const what = !bands ? "framed" : *bands == BandsStep::sums ? "framed_sums" : "framed_levels";
  return fmt::format("{}_{}_{}", what, around, frames.name());
}

std::int64_t FramedSpec::local_bytes() const {
  const std::int64_t number = real_bytes(frames.precision);
  const std::int64_t powers = bands ? frames.shape.tile * powers_row(frames) * number : 0;
  return papilio::local_bytes({frames}) + powers;
}

std::int64_t FramedSpec::bytes(std::int64_t count, std::int64_t hop, std::int64_t numbers) const {
  const std::int64_t number = real_bytes(frames.precision);
  const std::int64_t groups = ceil_div(count, frames.shape.tile);
  const std::int64_t own = (frames.shape.tile - 1) * hop + frame_samples(frames);
  return number * (groups * own * (holds_complex(frames.in.form) ? 2 : 1) + count * numbers);
}

std::optional<KernelSpec> framed_transform(KernelSpec kernel) {
  const Shape& shape = kernel.shape;
  const bool whole = kernel.algorithm == Algorithm::stockham && kernel.columns() == 1 && kernel.loops.empty();
  if (!whole || shape.strategy != Strategy::cooperative || shape.cluster > 1 || shape.staged || shape.threads == 1)
    return std::nullopt;
  kernel.shape.prefetch_distance = 0;
  return kernel;
}

void widen(FramedSpec& spec, std::int64_t hop, const DeviceCaps& caps) {
  const std::int64_t again = frame_samples(spec.frames) - hop;
  const std::int64_t local_memory = std::min(caps.local_memory, ir::static_local_limit);
  Shape& shape = spec.frames.shape;
  while (shape.threads * 2 <= max_widened_threads && spec.local_bytes() * 2 <= local_memory &&
         again * 4 > hop * shape.tile) {
    shape.threads *= 2;
    shape.tile *= 2;
    shape.resident_groups = std::max(1, shape.resident_groups / 2);
  }
  if (shape.tile * spec.frames.points() > max_light_points * shape.threads) return;
  // With so few registers the compiler spills places at the ends of signals, which few work-groups have.
  const std::int64_t by_registers = caps.unit_registers / (light_registers * shape.threads);
  const std::int64_t by_memory = caps.unit_local_memory / (spec.local_bytes() + caps.reserved_local_memory);
  shape.resident_groups =
      std::max(shape.resident_groups, static_cast<int>(std::min({by_registers, by_memory, max_groups})));
}

Module build_framed(const FramedSpec& spec) {
  const KernelSpec& frames = spec.frames;
  const bool sums = spec.bands == BandsStep::sums;
  Builder b(spec.name(), frames.shape.threads, frames.shape.resident_groups);
  add_cooperative_kernel(b, frames, framed_inputs[spec.surround == Surround::zeros ? 0 : 1],
                         spec.bands ? framed_outputs[sums ? 0 : 1] : output_side(frames));
  return b.finish();
}

}  // namespace papilio::kernel
