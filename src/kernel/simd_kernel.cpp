// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for CPUs: one work-item a work-group, no barriers. A tile (one transform, or `lanes` columns) goes through
// its stages in two scratch arrays that stay in the core's own cache; each stage is a loop over butterflies around one
// codelet on vectors. The code is as long as the radices are many, whatever the length.
#include "kernel/simd_kernel.hpp"

#include <algorithm>
#include <optional>
#include <papilio/error.hpp>

#include "kernel/kernel.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/pairs/lane_pairs.hpp"
#include "kernel/simd_tile.hpp"

namespace papilio::kernel {
namespace {

Complex swapped(Complex z) { return {z.im, z.re}; }

class SimdKernel {
 public:
  explicit SimdKernel(const KernelSpec& spec)
      : spec_(spec),
        b_(spec.name(), 1),
        context_(b_, spec),
        lanes_(spec.shape.lanes),
        columns_(spec.shape.strategy == Strategy::columns),
        work_(spec.work_length()) {
    check();
    const int count = spec.scratch_arrays();
    for (int i = 0; i < count; ++i) {
      scratch_.emplace_back(b_, i == 0 ? "a" : "b", context_.element, work_, lanes_, lane_scratch_layout(spec));
    }
    int turned = 0;
    for (const Stage& stage : context_.stages) {
      if (scattered(stage)) turned = std::max(turned, stage.radix);
    }
    if (turned > 0) turn_.emplace(b_, "turn", context_.element, turned, lanes_, ScratchLayout::columns);
  }

  Module build() {
    const KernelInterface face = interface_of(spec_);
    const Value transforms = (context_.batch + face.transforms_per_tile - 1) / face.transforms_per_tile;
    const Value tiles = b_.let("tiles", transforms * face.tiles_per_transform);
    const Value begin = b_.let("begin", cast(b_.group_id(), ScalarKind::i64) * context_.repeat);
    const Value end = b_.let("end", min(begin + context_.repeat, tiles));
    b_.loop(
        "tile", begin, end, 1, [&](Value tile) { emit_tile(tile); }, Unroll::none);
    return b_.finish();
  }

 private:
  /// Memory that a stage reads or writes: a scratch array, or the tile in global memory.
  using Place = const Scratch*;
  static constexpr Place global = nullptr;

  void check() const {
    const bool rough = spec_.algorithm != Algorithm::stockham;
    const bool whole = spec_.points() == spec_.length;
    if (spec_.several_axes()) throw Error::internal("several axes together", spec_.key());
    if (rough && !whole) throw Error::internal("convolution inside a pass", spec_.key());
    const bool pairs = spec_.pairs_conjugates() || spec_.in.form == Form::pairs || spec_.out.form == Form::pairs;
    if (pairs && (rough || !whole || spec_.in.form == Form::trig))
      throw Error::internal("a pass or a convolution of half the length", spec_.key());
    if (columns_) return;
    if (spec_.columns() > 1 || spec_.radices.size() < 2) {
      throw Error::internal("butterflies strategy on columns, or of one stage", spec_.key());
    }
    for (const Stage& stage : context_.stages) {
      if (stage.butterflies() < lanes_) throw Error::internal("stage narrower than a vector", spec_.key());
    }
  }

  /// The lanes of an output vector are neighbours in memory.
  [[nodiscard]] bool neighbours(const Stage& stage) const { return columns_ || stage.last() || stage.s % lanes_ == 0; }
  /// Neither that, nor whole vectors once they are transposed.
  [[nodiscard]] bool scattered(const Stage& stage) const {
    return !neighbours(stage) && !(stage.first() && stage.radix % lanes_ == 0);
  }

  void emit_tile(Value tile_index) {
    const SimdTile tile(b_, spec_, context_, tile_index);
    switch (spec_.algorithm) {
      case Algorithm::stockham:
        emit_stockham(tile);
        break;
      case Algorithm::rader:
        emit_rader(tile);
        break;
      case Algorithm::bluestein:
        emit_bluestein(tile);
        break;
      case Algorithm::filter:
        emit_filter(tile);
        break;
      case Algorithm::prime_factor:
      case Algorithm::convolution:
        throw Error::internal("an algorithm of work-groups", spec_.key());
    }
  }

  void emit_stockham(const SimdTile& tile) {
    Place source = global;
    if (spec_.ragged(spec_.in)) {
      source = &scratch_[0];
      if (spec_.out.form == Form::pairs) {
        load_half(tile);
      } else {
        b_.comment("input that is not whole vectors");
        load_ragged(tile);
      }
    }
    const Place result = emit_dft(tile, source, !spec_.ragged(spec_.out), spec_.direction);
    if (result == global) return;
    if (spec_.in.form == Form::pairs) {
      store_half(tile, *result);
      return;
    }
    b_.comment("results lane by lane");
    store_ragged([&](Value e, int width) { tile.store(e, result->load(b_, e, width)); });
  }

  template <typename Store>
  void store_ragged(Store store) {
    if (!around_holes(spec_.out.pruned(), spec_.out.form)) {
      each(work_, [&](Value e) { store(e, width()); });
      return;
    }
    const bool vectors = spec_.out.form != Form::real && spec_.packed(spec_.out);
    const std::int64_t cut = spec_.out.hole_cuts_pair ? 1 : 0;
    for_elements(0, spec_.out.hole.begin - cut, vectors, store);
    for_elements(spec_.out.hole.begin - cut, spec_.out.hole.begin, false, store);
    for_elements(spec_.out.hole.end, work_, vectors, store);
  }

  void load_ragged(const SimdTile& tile) {
    const auto load = [&](Value e, int width) { scratch_[0].store(b_, e, tile.load(e, width)); };
    if (!around_holes(spec_.in.pruned(), spec_.in.form)) {
      each(work_, [&](Value e) { load(e, width()); });
      return;
    }
    const bool vectors = spec_.in.form != Form::real && spec_.packed(spec_.in);
    const std::int64_t cut = spec_.in.hole_cuts_pair ? 1 : 0;
    for_elements(0, spec_.in.hole.begin - cut, vectors, load);
    for_elements(spec_.in.hole.begin - cut, spec_.in.hole.begin, false, load);
    for_elements(spec_.in.hole.end, work_, vectors, load);
    clear(spec_.in.hole.begin, spec_.in.hole.end);
  }

  /// Elements are those of one transform, as they lie in memory: the loops leave the hole out.
  [[nodiscard]] bool around_holes(bool pruned, Form form) const {
    return pruned && spec_.columns() == 1 && form != Form::half && form != Form::trig;
  }

  /// Elements [begin, end) of scratch 0 become 0.
  void clear(std::int64_t begin, std::int64_t end) {
    for_elements(begin, end, true, [&](Value e, int width) {
      const Value zero = b_.real(0.0, context_.scalar.with_lanes(width));
      scratch_[0].store(b_, e, {zero, zero});
    });
  }

  /// One element of all columns, or one element.
  [[nodiscard]] int width() const { return columns_ ? lanes_ : 1; }

  template <typename Body>
  void each(std::int64_t count, Body body) {
    b_.loop("e", b_.constant(0), b_.constant(count), 1, body);
  }

  std::function<Complex()> pair_twiddle(Value k) {
    return [this, k] { return table_entry(context_.fold_table.buffer, k, pairs_of(work_), width()); };
  }

  void load_half(const SimdTile& tile) {
    b_.comment("half a spectrum as a complex one of half the length");
    for_lane_pairs(b_, work_, [&](Pair pair, Value k, Value partner) {
      pair.twiddle = pair_twiddle(k);
      const PairSource half = [&](const Pair&) {
        const Complex low = tile.load_half(k);
        return Partners{low, partner ? tile.load_half(partner) : Complex{}};
      };
      pre_process(b_, {pair}, half, [&](const Pair&, const Partners& z) {
        scratch_[0].store(b_, k, z.low);
        if (z.high.re) scratch_[0].store(b_, partner, z.high);
      });
    });
  }

  void store_half(const SimdTile& tile, const Scratch& whole) {
    b_.comment("from a complex spectrum of half the length to half a spectrum");
    for_lane_pairs(b_, work_, [&](Pair pair, Value k, Value partner) {
      pair.twiddle = pair_twiddle(k);
      const PairSource numbers = [&](const Pair&) {
        const Complex low = whole.load(b_, k, width());
        return Partners{low, pair.kind == Pair::Kind::both ? whole.load(b_, partner, width()) : Complex{}};
      };
      post_process(b_, {pair}, numbers, [&](const Pair&, const Partners& x) {
        tile.store_half(k, x.low);
        if (partner) tile.store_half(partner, x.high);
      });
    });
  }

  // X[g^-i] = x[0] + (a * w)[i] with a[i] = x[g^i]: x[0] joins through the zero frequency, where X[0] - x[0] stands.
  void emit_rader(const SimdTile& tile) {
    const Value zero = b_.constant(0);
    const Complex x0 = tile.load(zero, width());
    b_.comment("a[i] = x[g^i]");
    b_.loop("e", zero, b_.constant(work_), 1,
            [&](Value e) { scratch_[0].store(b_, e, tile.load(b_.load(context_.gather, e), width())); });
    const auto spectrum = [&](const Scratch& forward) {
      tile.store(zero, forward.load(b_, zero, width()) + x0);
      multiply_spectrum(forward);
      scratch_[0].store(b_, zero, scratch_[0].load(b_, zero, width()) + swapped(x0));
    };
    const auto result = [&](const Scratch& inverse) {
      b_.comment("X[g^-i] = x[0] + (a * w)[i]");
      b_.loop("e", zero, b_.constant(work_), 1, [&](Value e) {
        const Value k = b_.load(context_.scatter, e);
        tile.store(k, swapped(inverse.load(b_, e, width())));
      });
    };
    emit_convolution(tile, spectrum, result);
  }

  void emit_bluestein(const SimdTile& tile) {
    const std::int64_t n = spec_.length;
    b_.comment("input times chirp, zero-padded");
    for_elements(0, n, !spec_.ragged(spec_.in), [&](Value e, int width) {
      const Complex w = table_entry(context_.chirp, e, n, width);
      scratch_[0].store(b_, e, tile.load(e, width) * w);
    });
    clear(n, work_);
    const auto result = [&](const Scratch& inverse) {
      b_.comment("result times chirp");
      for_elements(0, n, !spec_.ragged(spec_.out), [&](Value e, int width) {
        const Complex w = table_entry(context_.chirp, e, n, width);
        tile.store(e, swapped(inverse.load(b_, e, width)) * w);
      });
    };
    emit_convolution(
        tile, [&](const Scratch& forward) { multiply_spectrum(forward); }, result);
  }

  void emit_filter(const SimdTile& tile) {
    b_.comment("input");
    if (spec_.ragged(spec_.in)) {
      load_ragged(tile);
    } else {
      for_elements(0, work_, true, [&](Value e, int width) { scratch_[0].store(b_, e, tile.load(e, width)); });
    }
    const auto spectrum = [&](const Scratch& forward) {
      b_.comment("times the filter");
      for_elements(0, work_, true, [&](Value e, int width) {
        const Complex w = tile.filter(e, width);
        scratch_[0].store(b_, e, swapped(forward.load(b_, e, width) * w));
      });
    };
    const auto result = [&](const Scratch& inverse) {
      b_.comment("results");
      const auto store = [&](Value e, int width) { tile.store(e, swapped(inverse.load(b_, e, width))); };
      spec_.ragged(spec_.out) ? store_ragged(store) : for_elements(0, work_, true, store);
    };
    emit_convolution(tile, spectrum, result);
  }

  /// The DFT of scratch 0, `spectrum` with the place it is in, the inverse DFT of scratch 0, `result` with its place.
  /// Both DFTs are one text, so that it compiles in half the time: DFT^-1(y) = swapped(DFT(swapped(y))), as the sums of
  /// the other sign are those of real and imaginary parts exchanged. So `spectrum` leaves its product swapped, and
  /// `result` finds its input swapped.
  template <typename Spectrum, typename Result>
  void emit_convolution(const SimdTile& tile, Spectrum spectrum, Result result) {
    const auto round = [&](Value which) {
      const Place place = emit_dft(tile, &scratch_[0], false, Direction::forward);
      b_.branch(
          which == 0, [&] { spectrum(*place); }, [&] { result(*place); });
    };
    b_.loop("round", b_.constant(0), b_.constant(2), 1, round, Unroll::none);
  }

  void multiply_spectrum(const Scratch& forward) {
    b_.comment("times the spectrum of the other factor");
    for_elements(0, work_, true, [&](Value e, int width) {
      const Complex w = table_entry(context_.spectrum, e, work_, width);
      scratch_[0].store(b_, e, swapped(forward.load(b_, e, width) * w));
    });
  }

  /// Entry e of a planar table of n entries, as wide as the data: a vector of entries, or one entry for all columns.
  Complex table_entry(const Buffer* table, Value e, std::int64_t n, int width) {
    const int lanes = columns_ ? 1 : width;
    const EntrySlot<Value> slot = planar_slot(e, n);
    const Complex w{b_.load(table, slot.re, lanes), b_.load(table, slot.im, lanes)};
    return columns_ ? broadcast(w, width) : w;
  }

  /// Calls body(e, width) for elements [begin, end): vectors that start at a multiple of their width, the rest one by
  /// one; where vectors run across columns, every element on its own.
  template <typename Body>
  void for_elements(std::int64_t begin, std::int64_t end, bool vectors, Body body) {
    const auto run = [&](std::int64_t from, std::int64_t to, int step, int width) {
      b_.loop("e", b_.constant(from), b_.constant(to), step, [&](Value e) { body(e, width); });
    };
    if (columns_) {
      run(begin, end, 1, lanes_);
      return;
    }
    if (!vectors) {
      run(begin, end, 1, 1);
      return;
    }
    const std::int64_t aligned = std::min(end, (begin + lanes_ - 1) / lanes_ * lanes_);
    const std::int64_t middle = aligned + (end - aligned) / lanes_ * lanes_;
    run(begin, aligned, 1, 1);
    run(aligned, middle, lanes_, lanes_);
    run(middle, end, 1, 1);
  }

  /// All stages. Returns where the result is: global, or a scratch array.
  Place emit_dft(const SimdTile& tile, Place source, bool to_global, Direction direction) {
    for (const Stage& stage : context_.stages) {
      Place target = global;
      if (!to_global || !stage.last()) target = source == &scratch_.front() ? &scratch_.back() : &scratch_.front();
      emit_stage(stage, tile, source, target, direction);
      source = target;
    }
    return source;
  }

  void emit_stage(const Stage& stage, const SimdTile& tile, Place source, Place target, Direction direction) {
    const int step = columns_ ? 1 : lanes_;
    const std::int64_t count = stage.butterflies();
    b_.comment("radix " + std::to_string(stage.radix) + ", s = " + std::to_string(stage.s) +
               ", m = " + std::to_string(stage.m));
    b_.loop("c", b_.constant(0), b_.constant(count), step, [&](Value c) {
      // The last vector of a stage starts early rather than be shorter; it computes a few butterflies a second time.
      if (count % step != 0) c = b_.let("c", min(c, count - step));
      std::vector<Complex> x;
      for (int j = 0; j < stage.radix; ++j) {
        const Value e = c + j * count;
        x.push_back(source == global ? tile.load(e, lanes_) : source->load(b_, e, lanes_));
      }
      x = butterfly(direction, codelet::Fusion::fma, x);
      const Value p = stage.last() ? b_.constant(0) : b_.let("p", c / stage.s);
      for (int k = 1; k < stage.radix && !stage.last(); ++k) {
        x[k] = multiply(x[k], stage_twiddle(stage, c, p, k), conjugate_for(direction));
      }
      store_outputs(stage, tile, target, c, p, x);
    });
  }

  Complex stage_twiddle(const Stage& stage, Value c, Value p, int k) {
    const bool shared = stage.layout == StageLayout::interleaved_by_p;  // by all lanes
    const EntrySlot<Value> slot = stage.twiddle_slot(shared ? p : c, k);
    const int width = shared ? 1 : lanes_;
    const Complex w{b_.load(context_.stage_table, slot.re, width), b_.load(context_.stage_table, slot.im, width)};
    return shared ? broadcast(w, lanes_) : w;
  }

  void store_outputs(const Stage& stage, const SimdTile& tile, Place target, Value c, Value p,
                     const std::vector<Complex>& x) {
    // Output k of butterfly c = q + s*p goes to q + s*(r*p + k) = c + s*(r-1)*p + s*k.
    const Value base = b_.let("base", stage.first_output(c, p));
    if (neighbours(stage)) {
      for (int k = 0; k < stage.radix; ++k) {
        const Value e = base + k * stage.s;
        if (target == global) {
          tile.store(e, x[k]);
        } else {
          target->store(b_, e, x[k]);
        }
      }
    } else if (!scattered(stage)) {
      store_transposed(stage, *target, base, x);
    } else {
      store_scattered(stage, *target, c, x);
    }
  }

  /// First stage, lane l is p + l: the outputs of a lane are neighbours. Blocks of lanes x lanes turn in registers.
  void store_transposed(const Stage& stage, const Scratch& target, Value base, const std::vector<Complex>& x) {
    for (int k0 = 0; k0 < stage.radix; k0 += lanes_) {
      std::vector<Value> re;
      std::vector<Value> im;
      for (int k = k0; k < k0 + lanes_; ++k) {
        re.push_back(x[k].re);
        im.push_back(x[k].im);
      }
      re = transpose(re);
      im = transpose(im);
      for (int l = 0; l < lanes_; ++l) target.store(b_, base + (stage.radix * l + k0), {re[l], im[l]});
    }
  }

  /// Neighbouring lanes belong to different p: each lane has its own address. The vectors go through a small array, so
  /// that the code for a lane stands here once: radix*lanes scalar stores in a row take PoCL up to seconds.
  void store_scattered(const Stage& stage, const Scratch& target, Value c, const std::vector<Complex>& x) {
    for (int k = 0; k < stage.radix; ++k) turn_->store(b_, b_.constant(k), x[k]);
    const auto store_lane = [&](Value l) {
      const Value cl = b_.let("c", c + l);
      const Value pl = b_.let("p", cl / stage.s);
      const Value base = b_.let("base", stage.first_output(cl, pl));
      for (int k = 0; k < stage.radix; ++k) {
        target.store(b_, base + k * stage.s, turn_->load_lane(b_, b_.constant(k), l));
      }
    };
    b_.loop("lane", b_.constant(0), b_.constant(lanes_), 1, store_lane, Unroll::none);
  }

  const KernelSpec& spec_;
  Builder b_;
  KernelContext context_;
  int lanes_;
  bool columns_;
  std::int64_t work_;
  std::vector<Scratch> scratch_;
  std::optional<Scratch> turn_;  ///< butterflies strategy: one vector of butterflies on its way to scattered places
};

}  // namespace

ScratchLayout lane_scratch_layout(const KernelSpec& spec) {
  if (spec.shape.strategy == Strategy::columns) return ScratchLayout::columns;
  const int lanes = spec.shape.lanes;
  for (const Stage& stage : stages_of(spec)) {
    const bool aligned =
        stage.butterflies() % lanes == 0 && (stage.first() ? stage.radix % lanes == 0 : stage.s % lanes == 0);
    if (!aligned) return ScratchLayout::planar;
  }
  return ScratchLayout::blocked;
}

Module build_simd_kernel(const KernelSpec& spec) { return SimdKernel(spec).build(); }

}  // namespace papilio::kernel
