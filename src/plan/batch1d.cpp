// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/batch1d.hpp"

#include <algorithm>
#include <limits>

#include "core/storage.hpp"
#include "core/trig_lengths.hpp"
#include "spec/array_axes.hpp"

namespace papilio::plan {
namespace {

/// Bytes of one transform of n points at this end; a multi-kernel Bluestein transform reads and writes n of its m
/// points.
std::int64_t bytes_of(const KernelSpec& spec, const End& end, std::int64_t n) {
  const std::int64_t complex =
      (end.side.map == OutputMap::none ? 2 : 1) * papilio::bytes_of(end.side.storage, spec.precision);
  switch (end.side.form) {
    case Form::complex:
      return end.side.accessed(n) * complex;
    case Form::pairs:
      return end.side.holes_cut_pairs ? end.side.accessed(2 * n) * complex / 2 : end.side.accessed(n) * complex;
    case Form::real:
      return end.side.accessed(n) * complex / 2;
    case Form::half:
      return end.side.accessed(pairs_conjugates(spec) ? half_numbers(spec) * (is_slab(spec) ? spec.outer : 1)
                                                      : n / 2 + 1) *
             complex;
    case Form::trig:
      return end.side.accessed(spec.trig.extent) * complex / 2;
  }
  return 0;
}

bool cuts_pairs(const Range& range) { return range.begin % 2 != 0 || range.end % 2 != 0; }

Range in_pairs(const Range& range) { return {range.begin / 2, range.end / 2}; }

/// KernelSpec::aligned_pairs of one end.
bool begins_aligned(const KernelSpec& spec, const End& end) {
  const bool trig = end.side.form == Form::trig;
  if (!(trig ? half_length_trig(spec) : end.side.form == Form::pairs)) return true;
  if (end.side.folds()) return false;  // frames of a signal begin anywhere: Operands::in_offset
  const std::int64_t unit = trig && spec.trig.extent % 4 == 0 ? 4 : 2;
  const auto whole = [&](std::int64_t step) { return step % unit == 0; };
  return whole(end.operand.offset) && whole(end.operand.distance) &&
         (spec.interleaved == 1 || whole(end.side.strides.column)) &&
         std::ranges::all_of(end.loops, whole, &End::EndStep::step);
}

/// AxisEnd::slides of the frames of a window with taps.
bool slides(const KernelSpec& spec, const Batch1d& lines, const End& from) {
  if (from.side.ends.empty() || !from.loops.empty() || spec.interleaved > 1) return false;
  const AxisEnd& end = from.side.ends.front();
  const bool interleaved =
      from.side.layout == ComplexLayout::interleaved && from.side.callback.empty() && !from.side.irregular();
  return end.window.taps > 1 && interleaved && from.side.form == Form::complex && lines.length == spec.length &&
         spec.packed(from.side) && from.operand.distance == end.length;
}

/// KernelSpec::paired_columns: of several passes of a real transform of half length, the one with the half spectrum, or
/// with the numbers that stand for one.
bool pairs_columns(const Batch1d& lines, const End& from, const End& to) {
  const auto between = [](const End& half, const End& other, Form form) {
    return half.side.form == form && other.side.form == Form::complex;
  };
  if (lines.in.side.form == Form::trig && lines.out.side.form == Form::trig) {
    const bool from_half = lines.trig == Kind::dct3 || lines.trig == Kind::dst3;
    return 2 * lines.length == signal_length(lines.trig, lines.extent) &&
           (from_half ? between(from, to, Form::trig) : between(to, from, Form::trig));
  }
  const bool halved = lines.in.side.form == Form::pairs || lines.out.side.form == Form::pairs;
  return halved && (between(from, to, Form::half) || between(to, from, Form::half));
}

}  // namespace

bool may_share(Storage a, Storage b, const DeviceCaps& caps) {
  return a == b || (a == Storage::f16 && b == Storage::shared_exponent && caps.fused_launches);
}

bool End::holds(Storage scratch_storage, const DeviceCaps& caps) const {
  Side packed;
  packed.storage = side.storage;
  return side == packed && may_share(side.storage, scratch_storage, caps);
}

bool Batch1d::can_halve() const {
  if (in.side.form == Form::trig && out.side.form == Form::trig) {
    return length % 2 == 0 && length == signal_length(trig, extent);
  }
  const bool real = in.side.form == Form::real || out.side.form == Form::real;  // the other end is Form::half
  const std::int64_t row = axis_lengths.empty() ? length : axis_lengths.back();
  return real && row % 2 == 0;
}

Batch1d Batch1d::halved() const {
  Batch1d half = *this;
  half.length /= 2;
  if (!axis_lengths.empty()) half.axis_lengths.back() /= 2;
  if (in.side.form == Form::trig) return half;
  End& end = in.side.form == Form::real ? half.in : half.out;
  end.side.form = Form::pairs;
  end.side.holes_cut_pairs =
      cuts_pairs(end.side.hole) || std::ranges::any_of(end.side.axis_holes, [](const AxisHole& axis) {
        return axis.inner == 1 && cuts_pairs(axis.range);
      });
  if (end.side.holes_cut_pairs) return half;
  end.side.hole = in_pairs(end.side.hole);
  for (AxisHole& axis : end.side.axis_holes) {
    if (axis.inner == 1) {
      axis = {in_pairs(axis.range), 1, axis.length / 2};
    } else {
      axis.inner /= 2;
    }
  }
  return half;
}

KernelSpec Batch1d::spec() const {
  KernelSpec spec;
  spec.precision = precision;
  spec.direction = direction;
  spec.length = length;
  spec.axis_lengths = axis_lengths;
  spec.inner = interleaved;
  spec.interleaved = interleaved;
  spec.scale = scale;
  spec.chirp.counts = chirps;
  connect(spec, *this, in, out);
  spec.in_place = in_place;
  return spec;
}

End scratch_end(const Batch1d& lines, std::int64_t points, std::int64_t offset) {
  End end;
  end.side.storage = lines.scratch_storage;
  end.operand = {Slot::scratch, offset, points * lines.interleaved};
  end.loops.resize(lines.loops.size());
  for (std::size_t i = lines.loops.size(); i-- > 0;) {
    end.loops[i] = {end.operand.distance};
    end.operand.distance *= lines.loops[i];
  }
  return end;
}

void merge_loops(std::vector<Loop>& loops) {
  for (std::size_t i = loops.size(); i-- > 1;) {
    Loop& outer = loops[i - 1];
    const Loop& inner = loops[i];
    if (inner.has_gap()) continue;
    if (outer.in != inner.in * inner.count || outer.out != inner.out * inner.count) continue;
    if (outer.filter != inner.filter * inner.count) continue;
    const auto finer = [&](const Range& gap) { return Range{gap.begin * inner.count, gap.end * inner.count}; };
    outer = {outer.count * inner.count, inner.in, inner.out, inner.filter, finer(outer.in_gap), finer(outer.out_gap)};
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void connect(KernelSpec& spec, const Batch1d& lines, const End& from, const End& to) {
  spec.in = from.side;
  spec.out = to.side;
  spec.trig.kind = lines.trig;
  spec.trig.extent = lines.extent;
  spec.trig.ortho = lines.ortho;
  spec.filter.present = from.filtered;
  spec.filter.distance = from.filter_distance;
  spec.filter.column = from.filter_column;
  spec.filter.element = from.filter_element;
  spec.filter.sum = from.sum;
  spec.loops.clear();
  for (std::size_t i = 0; i < lines.loops.size(); ++i) {
    const std::int64_t filter = from.filtered ? from.filter_loops[i] : 0;
    const End::EndStep& in = from.loops[i];
    const End::EndStep& out = to.loops[i];
    spec.loops.push_back({lines.loops[i], in.step, out.step, filter, in.gap, out.gap});
  }
  spec.paired_columns = pairs_columns(lines, from, to);
  spec.aligned_pairs = begins_aligned(spec, from) && begins_aligned(spec, to);
  if (slides(spec, lines, from)) spec.in.ends.front().slides = true;
  merge_loops(spec.loops);
}

Pass make_pass(const KernelSpec& kernel, const Batch1d& lines, const End& from, const End& to) {
  Pass pass;
  pass.kernel = kernel;
  pass.source = from.operand;
  pass.target = to.operand;
  pass.batch = lines.batch;
  pass.contour = lines.contour;
  const std::int64_t transforms = lines.interleaved * lines.batch;
  const bool whole = kernel.algorithm == Algorithm::bluestein && kernel.points() == kernel.length;
  const bool results = kernel.store == StoreOp::chirp || kernel.store == StoreOp::scatter;
  const std::int64_t read = whole || kernel.load != LoadOp::none ? kernel.chirped().inputs : kernel.points();
  const std::int64_t written = whole || results ? kernel.chirped().results : kernel.points();
  pass.read_bytes = bytes_of(kernel, from, read) * transforms;
  if (from.side.folds()) pass.read_bytes *= from.side.ends.front().window.taps;
  if (kernel.algorithm == Algorithm::filter) {
    pass.read_bytes += kernel.points() * 2 * papilio::bytes_of(Storage::native, kernel.precision) * transforms;
  } else if (from.filtered) {
    // The number is only displayed, so it may saturate for huge numbers of channels.
    if (__builtin_mul_overflow(pass.read_bytes, 2 * from.sum.count, &pass.read_bytes)) {
      pass.read_bytes = std::numeric_limits<std::int64_t>::max();
    }
  }
  pass.written_bytes = bytes_of(kernel, to, written) * transforms;
  return pass;
}

}  // namespace papilio::plan
