// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/frames/framed_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/storage.hpp"
#include "kernel/elements/elements.hpp"
#include "kernel/frames/band_sums.hpp"
#include "kernel/group/sides/sides.hpp"
#include "kernel/kernels.hpp"
#include "spec/local_memory.hpp"

namespace papilio::kernel {
namespace {

constexpr std::int64_t max_widened_threads = 128;
constexpr std::int64_t signal_step = 2 * max_framed_samples;

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

  /// Scalars are counted in padded signals that begin at multiples of signal_step samples.
  [[nodiscard]] KernelContext outer(KernelContext context) const {
    context.begin = [this](Value transform) {
      const Value own = b_.let("own", cast(transform, ScalarKind::i32));
      const Value signal = b_.let("signal", own / frames_);
      const Value frame = b_.let("frame", own - signal * frames_);
      return b_.let("in_base", (cast(signal, ScalarKind::i64) * signal_step + frame * hop_) * parts_);
    };
    context.place = [this](Value index) { return place(index); };
    return context;
  }

 private:
  [[nodiscard]] PlacedNumber place(Value index) const {
    const Value position = b_.let("position", index / parts_);
    const Value signal = b_.let("signal", position / signal_step);
    const Value sample = b_.let("sample", position - signal * signal_step - before_);
    Value source = sample;
    Value exists = b_.let("exists", sample >= 0 && sample < samples_);
    if (surround_ == Surround::reflected) {
      const Value reflection = b_.let("reflection", select(sample < 0, -sample, (samples_ - 1) * 2 - sample));
      source = b_.let("source", select(exists, sample, reflection));
      exists = b_.let("exists", source >= 0 && sample < samples_ + before_);
    }
    const Value from = b_.let("from", signal * samples_ + max(min(source, samples_ - 1), 0));
    return {b_.let("at", from * parts_ + (index - position * parts_)), exists};
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
  const FramePlaces places(g, kernel.tile.first(), surround);
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

/// Bands of the frames, as the matrix makes them of their powers.
template <BandsStep step>
void store_bands(GroupKernel& kernel, std::vector<Butterfly>& butterflies) {
  const GroupParts& g = kernel.parts;
  Builder& b = g.b;
  const std::int64_t tile = g.spec.shape.tile;
  const std::int64_t row = powers_row(g.spec);
  KernelContext context = g.context;
  const Buffer* const powers = b.shared("powers", context.element, tile * row);
  context.output = powers;
  context.local_row = row;
  in_context(kernel, context, [&](GroupKernel& own) { output_side(g.spec).store(own, butterflies); });
  b.barrier();
  BandSums matrix(b, context.element, step);
  const Value distance = context.out_distance();
  const Value bands = b.let("bands", cast(distance, ScalarKind::i32));
  const Value first = kernel.tile.first();
  const Value frames = b.let("frames", cast(min(context.batch - first, tile), ScalarKind::i32));
  const Value to = b.let("to", first * distance);
  b.loop(
      "index", b.thread_id(), b.let("numbers", frames * bands), {g.spec.shape.threads, Unroll::none}, [&](Value index) {
        const Value frame = b.let("frame", index / bands);
        const Value from = b.let("from", min(frame, tile - 1) * row);
        const Value sum = matrix.sum(b.let("band", index - frame * bands),
                                     [&](Value column) { return b.load(powers, from + max(min(column, row - 1), 0)); });
        b.store(g.context.output, to + index, step == BandsStep::levels ? matrix.level(sum) : sum);
      });
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
  const std::int64_t groups = (count + frames.shape.tile - 1) / frames.shape.tile;
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

void widen(FramedSpec& spec, std::int64_t hop, std::int64_t local_memory) {
  const std::int64_t again = frame_samples(spec.frames) - hop;
  Shape& shape = spec.frames.shape;
  while (shape.threads * 2 <= max_widened_threads && spec.local_bytes() * 2 <= local_memory &&
         again * 4 > hop * shape.tile) {
    shape.threads *= 2;
    shape.tile *= 2;
    shape.resident_groups = std::max(1, shape.resident_groups / 2);
  }
  // Places at the ends of signals are 64-bit numbers: with as many registers as the plan's kernel has they are spilled.
  shape.resident_groups = std::max(1, shape.resident_groups - 1);
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
