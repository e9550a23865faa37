// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for GPUs: the work-items of a work-group share `tile` columns. A column lives in registers; between two stages
// it is exchanged through local memory. Work-item t does butterflies t, t + threads, … of every stage.
#include "kernel/cooperative_kernel.hpp"

#include <papilio/error.hpp>

#include "kernel/frame.hpp"
#include "kernel/kernel.hpp"

namespace papilio::kernel {
namespace {

/// Columns side by side, and one element of padding against bank conflicts when a column is read on its own.
std::int64_t shared_row(const KernelSpec& spec) { return spec.shape.tile + 1; }

/// Elements of each of the two shared arrays (real and imaginary parts); 0: the kernel has none.
std::int64_t shared_elements(const KernelSpec& spec) {
  if (spec.radices.size() < 2 && spec.algorithm == Algorithm::stockham) return 0;
  return spec.work_length() * (spec.columns() == 1 ? spec.shape.tile : shared_row(spec));
}

/// One butterfly of one work-item: which column of the tile, which butterfly, and its values.
struct Work {
  Value column = nullptr;  ///< of the tile, i32
  Value c = nullptr;       ///< butterfly of the stage, i32
  Value p = nullptr;       ///< c / s
  Value active = nullptr;  ///< null: always
  std::vector<Complex> x;
};

class CooperativeKernel {
 public:
  explicit CooperativeKernel(const KernelSpec& spec)
      : spec_(spec),
        b_(spec.name(), spec.shape.threads),
        frame_(b_, spec),
        tile_(spec.shape.tile),
        work_(spec.work_length()),
        element_fast_(spec.columns() == 1) {
    if (spec.algorithm != Algorithm::stockham && spec.columns() > 1) {
      throw Error::internal("convolution inside a pass", spec.key());
    }
    if (const std::int64_t elements = shared_elements(spec); elements > 0) {
      re_ = b_.shared("re", frame_.element, elements);
      im_ = b_.shared("im", frame_.element, elements);
    }
  }

  Module build() {
    locate();
    if (spec_.algorithm == Algorithm::stockham) {
      emit_dft(Source::global, Target::global, spec_.direction);
    } else {
      emit_dft(Source::global, Target::spectrum, Direction::forward);
      emit_dft(Source::shared, Target::global, Direction::inverse);
      store_zero_frequencies();
    }
    return b_.finish();
  }

 private:
  enum class Source { global, shared };
  enum class Target { global, spectrum };

  /// X[0] of a Rader transform, known before the inverse DFT and stored with its results.
  struct ZeroFrequency {
    Work work;
    Value condition;
    Complex value;
  };

  void locate() {
    const Value group = b_.let("group", b_.cast(b_.group_id(), ScalarKind::i64));
    if (spec_.columns() == 1) {
      first_ = b_.let("first", b_.mul(group, tile_));
      return;
    }
    const std::int64_t tiles = (spec_.columns() + tile_ - 1) / tile_;
    const Value transform = b_.let("transform", b_.div(group, tiles));
    first_column_ = b_.let("first_column", b_.cast(b_.mul(b_.mod(group, tiles), tile_), ScalarKind::i32));
    in_base_ = frame_.input_base(b_, transform);
    out_base_ = frame_.output_base(b_, transform);
  }

  /// Transform number, kept inside the batch; null valid: always inside.
  Value transform_of(const Work& w, Value* valid) {
    const Value transform = b_.let("transform", b_.add(first_, w.column));
    *valid = nullptr;
    if (tile_ == 1) return transform;
    *valid = b_.let("valid", b_.lt(transform, frame_.batch));
    return b_.let("transform", b_.min(transform, b_.add(frame_.batch, -1)));
  }

  /// Column number in the transform, kept inside it; null valid: always inside.
  Value column_of(const Work& w, Value* valid) {
    const Value column = b_.let("column", b_.add(first_column_, w.column));
    *valid = nullptr;
    if (spec_.columns() % tile_ == 0) return column;
    *valid = b_.let("valid", b_.lt(column, b_.constant(spec_.columns())));
    return b_.let("column", b_.min(column, b_.constant(spec_.columns() - 1)));
  }

  Work work_item(const Stage& stage, int u, bool element_fast) {
    const std::int64_t count = stage.butterflies();
    const std::int64_t total = count * tile_;
    const std::int64_t threads = spec_.shape.threads;
    Value index = b_.add(b_.thread_id(), u * threads);
    Work w;
    if ((u + 1) * threads > total) {
      w.active = b_.let("active", b_.lt(index, b_.constant(total)));
      index = b_.min(index, b_.constant(total - 1));
    }
    index = b_.let("index", index);
    w.c = b_.let("c", element_fast ? b_.mod(index, count) : b_.div(index, tile_));
    w.column = b_.let("column", element_fast ? b_.div(index, count) : b_.mod(index, tile_));
    w.p = stage.last() ? b_.constant(0) : b_.let("p", b_.div(w.c, stage.s));
    return w;
  }

  void emit_dft(Source source, Target target, Direction direction) {
    for (const Stage& stage : frame_.stages) {
      const bool from_global = stage.first() && source == Source::global;
      b_.comment("radix " + std::to_string(stage.radix) + ", s = " + std::to_string(stage.s) +
                 ", m = " + std::to_string(stage.m));
      // The first pass of several reads along the columns and writes along the elements: both are coalesced.
      const bool element_fast = element_fast_ || (!from_global && spec_.inner == 1);
      const std::int64_t total = stage.butterflies() * tile_;
      const std::int64_t rounds = (total + spec_.shape.threads - 1) / spec_.shape.threads;
      std::vector<Work> all;
      for (int u = 0; u < rounds; ++u) {
        all.push_back(work_item(stage, u, element_fast));
        load_inputs(stage, all.back(), from_global);
      }
      for (Work& w : all) compute(stage, w, direction);
      if (stage.last() && target == Target::global) {
        for (const Work& w : all) store_global(stage, w);
        return;
      }
      if (stage.last()) {
        for (Work& w : all) multiply_spectrum(stage, w);
      }
      if (!from_global) b_.barrier();  // every work-item has read the previous exchange
      for (const Work& w : all) guarded(w.active, [&] { store_shared(stage, w); });
      b_.barrier();
    }
  }

  void load_inputs(const Stage& stage, Work& w, bool from_global) {
    const auto element = [&](int j) { return b_.add(w.c, j * stage.butterflies()); };
    if (!from_global) {
      for (int j = 0; j < stage.radix; ++j) {
        const Value at = b_.let("at", shared_index(w.column, element(j)));
        w.x.push_back({b_.load(re_, at), b_.load(im_, at)});
      }
      return;
    }
    Value valid = nullptr;
    if (spec_.columns() == 1) {
      const Value base = frame_.input_base(b_, transform_of(w, &valid));
      for (int j = 0; j < stage.radix; ++j) w.x.push_back(load_element(base, element(j)));
      return;
    }
    const Value column = column_of(w, &valid);
    for (int j = 0; j < stage.radix; ++j) {
      w.x.push_back(load_pass_element(b_.let("i", b_.add(column, b_.mul(element(j), spec_.columns())))));
    }
  }

  /// Element i of the whole transform, for a pass.
  Complex load_pass_element(Value i) {
    if (spec_.load == LoadOp::chirp) return load_chirped(in_base_, i, spec_.chirp_length);
    return load_complex(b_, frame_.input, b_.add(in_base_, b_.mul(i, 2)), 1, 2);
  }

  Complex load_chirped(Value base, Value i, std::int64_t n) {
    const Value inside = b_.let("inside", b_.lt(i, b_.constant(n)));
    const Value j = b_.let("j", b_.min(i, b_.constant(n - 1)));
    const Complex x = load_complex(b_, frame_.input, b_.add(base, b_.mul(j, 2)), 1, 2);
    return select_or_zero(b_, inside, multiply(b_, x, table_entry(frame_.chirp, j), Conjugate::no));
  }

  /// Work element e of a transform of one kernel.
  Complex load_element(Value base, Value e) {
    if (spec_.algorithm == Algorithm::bluestein) return load_chirped(base, e, spec_.length);
    if (spec_.algorithm == Algorithm::rader) e = b_.load(frame_.gather, e);
    return load_complex(b_, frame_.input, b_.add(base, b_.mul(e, 2)), 1, 2);
  }

  Complex table_entry(const Buffer* table, Value i) { return load_complex(b_, table, b_.mul(i, 2), 1, 2); }

  void compute(const Stage& stage, Work& w, Direction direction) {
    w.x = butterfly(b_, direction, w.x);
    if (stage.last()) return;
    for (int k = 1; k < stage.radix; ++k) {
      const Value at = b_.add(b_.mul(w.p, 2), stage.table_offset + 2 * (k - 1) * stage.m);
      w.x[k] = multiply(b_, w.x[k], load_complex(b_, frame_.stage_table, at, 1, 2), conjugate_for(direction));
    }
  }

  /// Output k of butterfly c is element c + s*(r-1)*p + s*k.
  Value output_element(const Stage& stage, const Work& w, int k) {
    return b_.add(b_.add(w.c, b_.mul(w.p, stage.s * (stage.radix - 1))), k * stage.s);
  }

  // Rader: x[0] joins every output through the zero frequency, where X[0] - x[0] stands.
  void multiply_spectrum(const Stage& stage, Work& w) {
    const Complex sum = w.x[0];
    for (int k = 0; k < stage.radix; ++k) {
      const Complex entry = table_entry(frame_.spectrum, output_element(stage, w, k));
      w.x[k] = multiply(b_, w.x[k], entry, Conjugate::no);
    }
    if (spec_.algorithm != Algorithm::rader) return;
    Value valid = nullptr;
    const Value base = frame_.input_base(b_, transform_of(w, &valid));
    const Complex x0 = load_complex(b_, frame_.input, base, 1, 2);
    const Value is_zero = b_.let("is_zero", b_.eq(w.c, b_.constant(0)));
    w.x[0] = add(b_, w.x[0], select_or_zero(b_, is_zero, x0));
    zero_frequencies_.push_back({w, is_zero, add(b_, sum, x0)});
  }

  void store_zero_frequencies() {
    for (const ZeroFrequency& zero : zero_frequencies_) {
      Value valid = nullptr;
      const Value base = frame_.output_base(b_, transform_of(zero.work, &valid));
      guarded(zero.work.active, [&] {
        guarded(valid, [&] { b_.branch(zero.condition, [&] { put(base, b_.constant(0), zero.value); }); });
      });
    }
  }

  void store_global(const Stage& stage, const Work& w) {
    Value valid = nullptr;
    if (spec_.columns() == 1) {
      const Value base = frame_.output_base(b_, transform_of(w, &valid));
      guarded(w.active, [&] {
        guarded(valid, [&] {
          for (int k = 0; k < stage.radix; ++k) store_element(base, output_element(stage, w, k), w.x[k]);
        });
      });
      return;
    }
    const Value column = column_of(w, &valid);
    const Value p = spec_.outer == 1 ? b_.constant(0) : b_.let("p", b_.div(column, spec_.inner));
    const Value start = b_.let("start", b_.add(column, b_.mul(p, spec_.inner * (spec_.length - 1))));
    guarded(w.active, [&] {
      guarded(valid, [&] {
        for (int k = 0; k < stage.radix; ++k) store_pass_element(p, start, output_element(stage, w, k), w.x[k]);
      });
    });
  }

  /// DFT output k of a transform of one kernel.
  void store_element(Value base, Value k, Complex value) {
    if (spec_.algorithm == Algorithm::bluestein) {
      b_.branch(b_.lt(k, b_.constant(spec_.length)),
                [&] { put(base, k, multiply(b_, value, table_entry(frame_.chirp, k), Conjugate::no)); });
      return;
    }
    if (spec_.algorithm == Algorithm::rader) k = b_.load(frame_.scatter, k);
    put(base, k, value);
  }

  void store_pass_element(Value p, Value start, Value k, Complex value) {
    if (spec_.outer > 1) {
      const Complex w = two_level_twiddle(b_, frame_, b_.let("e", b_.mul(p, k)));
      value = multiply(b_, value, w, conjugate_for(spec_.direction));
    }
    const Value i = b_.let("i", b_.add(start, b_.mul(k, spec_.inner)));
    switch (spec_.store) {
      case StoreOp::plain: put(out_base_, i, value); break;
      case StoreOp::spectrum:
        put(out_base_, i, multiply(b_, value, table_entry(frame_.spectrum, i), Conjugate::no));
        break;
      case StoreOp::chirp:
        b_.branch(b_.lt(i, b_.constant(spec_.chirp_length)),
                  [&] { put(out_base_, i, multiply(b_, value, table_entry(frame_.chirp, i), Conjugate::no)); });
        break;
    }
  }

  void put(Value base, Value i, Complex value) {
    store_complex(b_, frame_.output, b_.add(base, b_.mul(i, 2)), scale(b_, value, spec_.scale), 2);
  }

  void store_shared(const Stage& stage, const Work& w) {
    for (int k = 0; k < stage.radix; ++k) {
      const Value at = b_.let("at", shared_index(w.column, output_element(stage, w, k)));
      b_.store(re_, at, w.x[k].re);
      b_.store(im_, at, w.x[k].im);
    }
  }

  Value shared_index(Value column, Value e) {
    if (element_fast_) return b_.add(b_.mul(column, work_), e);
    return b_.add(b_.mul(e, shared_row(spec_)), column);
  }

  void guarded(Value condition, const std::function<void()>& body) {
    if (condition == nullptr) {
      body();
    } else {
      b_.branch(condition, body);
    }
  }

  const KernelSpec& spec_;
  Builder b_;
  Frame frame_;
  std::int64_t tile_;
  std::int64_t work_;
  bool element_fast_;  ///< neighbours in local memory are elements of one column, not columns
  const Buffer* re_ = nullptr;
  const Buffer* im_ = nullptr;
  Value first_ = nullptr;         ///< first transform of the tile, i64 (transforms of one kernel)
  Value first_column_ = nullptr;  ///< first column of the tile, i32 (passes)
  Value in_base_ = nullptr;       ///< i64 scalars (passes)
  Value out_base_ = nullptr;
  std::vector<ZeroFrequency> zero_frequencies_;
};

}  // namespace

Module build_cooperative_kernel(const KernelSpec& spec) { return CooperativeKernel(spec).build(); }

std::int64_t cooperative_shared_bytes(const KernelSpec& spec) {
  Buffer array;
  array.element = element_of(spec.precision);
  array.elements = shared_elements(spec);
  Module layout;  // shared_bytes() knows how arrays are aligned
  if (array.elements > 0) layout.shared = {&array, &array};
  return layout.shared_bytes();
}

}  // namespace papilio::kernel
