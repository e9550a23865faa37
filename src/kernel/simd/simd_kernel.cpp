// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for CPUs: one work-item a work-group, no barriers. A tile (one transform, or `lanes` columns) goes through
// its stages (simd_dft.hpp) in scratch arrays that stay in the core's own cache. The length of the code depends on the
// number of stages and not on the length of the transform.
#include <algorithm>
#include <optional>
#include <papilio/error.hpp>

#include "kernel/kernel_context.hpp"
#include "kernel/kernels.hpp"
#include "kernel/simd/paired_columns.hpp"
#include "kernel/simd/simd_copies.hpp"
#include "kernel/simd/simd_dft.hpp"
#include "kernel/simd/simd_pairs.hpp"
#include "kernel/simd/simd_tile.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/side_access.hpp"

namespace papilio::kernel {
namespace {

constexpr const char* of_spectrum = "times the spectrum of the other factor";

bool has_pairs(const KernelSpec& spec) {
  return pairs_conjugates(spec) || spec.in.form == Form::pairs || spec.out.form == Form::pairs;
}

void require_simd(const KernelSpec& spec) {
  const bool convolves = spec.algorithm != Algorithm::stockham;
  const bool whole = spec.points() == spec.length;
  const bool across_batch = spec.shape.strategy == Strategy::columns && spec.columns() == 1;
  if (spec.several_axes() && (!across_batch || convolves || has_pairs(spec))) {
    throw Error::internal("several axes together that are not of complex arrays across their batch", spec.key());
  }
  if ((spec.algorithm == Algorithm::convolution && whole) || (spec.algorithm == Algorithm::filter && !whole)) {
    throw Error::internal("a filter inside a pass, or a part of a convolution in a whole transform", spec.key());
  }
  if (has_pairs(spec) && (convolves || (!whole && spec.interleaved > 1))) {
    throw Error::internal("a strided pass or a convolution of half the length", spec.key());
  }
  if (spec.paired_columns && spec.columns() < 2 * spec.shape.lanes) {
    throw Error::internal("fewer pairs of columns than lanes", spec.key());
  }
  if (spec.shape.strategy == Strategy::columns) return;
  if (spec.columns() > 1 || spec.radices.size() < 2) {
    throw Error::internal("butterflies strategy on columns, or of one stage", spec.key());
  }
  for (const Stage& stage : stages_of(spec)) {
    if (stage.butterflies() < spec.shape.lanes) throw Error::internal("stage narrower than a vector", spec.key());
  }
}

class SimdKernel {
 public:
  explicit SimdKernel(const KernelSpec& spec)
      : spec_(spec),
        b_(spec.name(), 1),
        context_(b_, spec),
        lanes_(spec.shape.lanes),
        columns_(spec.shape.strategy == Strategy::columns),
        work_(spec.work_length()),
        dft_(b_, spec, context_),
        copies_(b_, spec, context_, dft_),
        pairs_(b_, spec, context_, dft_) {
    if (spec.paired_columns) paired_.emplace(b_, spec, context_);
  }

  Module build() {
    const bool one_column = spec_.columns() == 1;
    const std::int64_t per_tile = one_column ? spec_.shape.tile : 1;
    const Value transforms = (context_.batch + per_tile - 1) / per_tile;
    const Value tiles = b_.let("tiles", transforms * (one_column ? 1 : spec_.tiles()));
    const Value begin = b_.let("begin", cast(b_.group_id(), ScalarKind::i64) * context_.repeat);
    const Value end = b_.let("end", min(begin + context_.repeat, tiles));
    b_.loop("tile", begin, end, {1, Unroll::none}, [&](Value tile) { emit_tile(tile, end); });
    return b_.finish();
  }

 private:
  void emit_tile(Value tile_index, Value end) {
    if (paired_) return emit_paired(tile_index);
    const SimdTile tile(b_, spec_, context_, tile_index, end);
    switch (spec_.algorithm) {
      case Algorithm::stockham:
        emit_stockham(tile, nullptr);
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
      case Algorithm::convolution:
        emit_middle(tile);
        break;
      case Algorithm::prime_factor:
      case Algorithm::general:
      case Algorithm::centre:
        throw Error::internal("an algorithm of other kernels", spec_.key());
    }
  }

  /// The text contains one DFT, which columns and their partners go through one after the other.
  void emit_paired(Value tile_index) {
    paired_->place(tile_index);
    if (pre_processes(spec_)) paired_->load();
    b_.loop("side", b_.constant(0), b_.constant(2), {1, Unroll::none}, [&](Value side) {
      const Scratch own = paired_->array(side);
      emit_stockham(SimdTile(b_, spec_, context_, paired_->columns(side)), &own);
    });
    if (post_processes(spec_)) paired_->store();
  }

  /// `paired`: the array of conjugate-paired columns, or null.
  void emit_stockham(const SimdTile& tile, const Scratch* paired) {
    SimdDft::StageMemory source = SimdDft::global;
    if (paired != nullptr && pre_processes(spec_)) {
      source = paired;
    } else if (is_copied(side_access(spec_, spec_.in))) {
      source = &dft_.source();
      if (pre_processes(spec_)) {
        pairs_.load_half(tile);
      } else {
        b_.comment("input that is not whole vectors");
        pairs_.has_signal() ? pairs_.load_signal(tile) : copies_.load(tile);
      }
    }
    std::optional<SimdDft::StageMemory> target;
    if (!is_copied(side_access(spec_, spec_.out))) target = SimdDft::global;
    if (paired != nullptr && post_processes(spec_)) target = paired;
    const SimdDft::StageMemory result = dft_.transform(tile, source, target, spec_.direction);
    if (target) return;
    if (post_processes(spec_)) {
      pairs_.store_half(tile, *result);
      return;
    }
    b_.comment("results lane by lane");
    if (pairs_.has_signal()) {
      pairs_.store_signal(tile, *result);
      return;
    }
    copies_.store(tile, {*result, false, std::vector(spec_.axis_lengths.rbegin(), spec_.axis_lengths.rend())});
  }

  // X[g^-i] = x[0] + (a * w)[i] with a[i] = x[g^i]: x[0] is added to the zero frequency, which holds X[0] - x[0].
  void emit_rader(const SimdTile& tile) {
    const Value zero = b_.constant(0);
    const Complex x0 = tile.load(zero, copies_.width());
    b_.comment("a[i] = x[g^i]");
    copies_.for_elements(0, work_, true, [&](Value e, int width) {
      std::vector<Complex> parts;  // along butterflies, elements from anywhere, stored together
      for (int l = 0; l < (columns_ ? 1 : width); ++l) {
        parts.push_back(tile.load(b_.let("i", b_.load(context_.table("gather"), e + l)), columns_ ? width : 1));
      }
      dft_.source().store(b_, e, concat(parts));
    });
    const auto spectrum = [&](const Scratch& forward) {
      tile.store(zero, forward.load(b_, zero, copies_.width()) + x0);
      multiply_spectrum(forward);
      dft_.source().store(b_, zero, dft_.source().load(b_, zero, copies_.width()) + swapped(x0));
    };
    const auto result = [&](const Scratch& inverse) {
      b_.comment("X[g^-i] = x[0] + (a * w)[i]");
      copies_.for_elements(0, work_, true, [&](Value e, int width) {
        const Complex z = swapped(inverse.load(b_, e, width));
        for (int l = 0; l < (columns_ ? 1 : width); ++l) {
          const Value k = b_.let("k", b_.load(context_.table("scatter"), e + l));
          tile.store(k, columns_ ? z : lane(z, l));
        }
      });
    };
    emit_convolution(tile, spectrum, result);
  }

  void emit_bluestein(const SimdTile& tile) {
    const std::int64_t inputs = spec_.chirped().inputs;
    const std::int64_t results = spec_.chirped().results;
    b_.comment("input times chirp, zero-padded");
    copies_.for_elements(0, inputs, !is_copied(side_access(spec_, spec_.in)), [&](Value e, int width) {
      const Complex w = dft_.table_entry(context_.table("chirp"), e, inputs, width);
      dft_.source().store(b_, e, tile.load(e, width) * w);
    });
    copies_.clear(inputs, work_);
    const auto result = [&](const Scratch& inverse) {
      b_.comment("result times chirp");
      copies_.for_elements(0, results, !is_copied(side_access(spec_, spec_.out)), [&](Value e, int width) {
        const Complex w = dft_.table_entry(context_.table(result_chirp(spec_)), e, results, width);
        tile.store(e, swapped(inverse.load(b_, e, width)) * w);
      });
    };
    emit_convolution(
        tile, [&](const Scratch& forward) { multiply_spectrum(forward); }, result);
  }

  void emit_filter(const SimdTile& tile) {
    emit_product(tile, "times the filter", [&](Value e, int width) { return tile.filter(e, width); });
  }

  /// The last forward pass of a long convolution and the first one back.
  void emit_middle(const SimdTile& tile) {
    emit_product(tile, of_spectrum, [&](Value e, int) { return tile.spectrum(e); });
  }

  /// Whole convolutions of the tile's elements. `factor` is what the spectrum is multiplied by.
  template <typename Factor>
  void emit_product(const SimdTile& tile, const char* comment, Factor factor) {
    b_.comment("input");
    copies_.load(tile);
    const auto spectrum = [&](const Scratch& forward) { multiply(forward, comment, factor); };
    const auto result = [&](const Scratch& inverse) {
      b_.comment("results");
      copies_.store(tile, {inverse, true});
    };
    emit_convolution(tile, spectrum, result);
  }

  /// The DFT of scratch 0, then `spectrum` on the array with its results, the inverse DFT of scratch 0, then `result`
  /// likewise. The generated text contains one DFT, in a loop of two rounds, and so compiles in half the time:
  /// DFT^-1(y) = swapped(DFT(swapped(y))), where swapped() exchanges real and imaginary parts. So `spectrum` must leave
  /// its product swapped, and the input of `result` is swapped.
  template <typename Spectrum, typename Result>
  void emit_convolution(const SimdTile& tile, Spectrum spectrum, Result result) {
    const auto round = [&](Value which) {
      const SimdDft::StageMemory place = dft_.transform(tile, &dft_.source(), {}, Direction::forward);
      b_.branch(
          which == 0, [&] { spectrum(*place); }, [&] { result(*place); });
    };
    b_.loop("round", b_.constant(0), b_.constant(2), {1, Unroll::none}, round);
  }

  void multiply_spectrum(const Scratch& forward) {
    multiply(forward, of_spectrum,
             [&](Value e, int width) { return dft_.table_entry(context_.table("spectrum"), e, work_, width); });
  }

  template <typename Factor>
  void multiply(const Scratch& forward, const char* comment, Factor factor) {
    b_.comment(comment);
    copies_.for_elements(0, work_, true, [&](Value e, int width) {
      const Complex w = factor(e, width);
      dft_.source().store(b_, e, swapped(forward.load(b_, e, width) * w));
    });
  }

  const KernelSpec& spec_;
  Builder b_;
  KernelContext context_;
  int lanes_;
  bool columns_;
  std::int64_t work_;
  SimdDft dft_;
  SimdCopies copies_;
  SimdPairs pairs_;
  std::optional<PairedColumns> paired_;
};

}  // namespace

Module build_simd_kernel(const KernelSpec& spec) {
  require_simd(spec);
  return SimdKernel(spec).build();
}

}  // namespace papilio::kernel
