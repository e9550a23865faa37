// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/shape_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_estimate.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {
namespace {

struct ShapeRule {
  bool (*broken)(const KernelSpec& spec, const DeviceCaps& caps);
  const char* why;
  const char* remedy;
};

bool has_factors(const KernelSpec& spec) { return spec.algorithm == Algorithm::prime_factor; }
bool has_trivial_radix(const KernelSpec& spec) {
  return spec.radices.size() > 1 && std::ranges::count(spec.radices, 1) > 0;
}
bool clusters(const KernelSpec& spec) { return spec.shape.cluster > 1; }

}  // namespace

bool has_pairs_in_f64(const KernelSpec& spec, const DeviceCaps& caps) {
  return caps.f64 && spec.precision == Precision::f32 && pairs_conjugates(spec) && !spec.paired_columns;
}

namespace {

constexpr ShapeRule splits_axes = {
    [](const KernelSpec& spec, const DeviceCaps&) { return spec.several_axes() && !radices_split_axes(spec); },
    "the radices must be those of one axis after the other", "begin with the radices of the outermost axis"};

constexpr ShapeRule gpu_rules[] = {
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return spec.shape.strategy != Strategy::cooperative || spec.shape.lanes > 1;
     },
     "kernels of GPUs have no vectors", "leave out butterflies, columns and lanes"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return std::ranges::any_of(spec.radices, [](int r) { return r > Factor::largest_radix; });
     },
     "butterflies have 32 points at most", "split that radix"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return has_trivial_radix(spec); }, "a stage would do nothing",
     "leave out radices of 1"},
    splits_axes,
    {[](const KernelSpec& spec, const DeviceCaps& caps) { return spec.shape.threads > caps.max_threads; },
     "the device's work-groups are smaller", "use fewer threads"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return spec.columns() > 1 && spec.shape.tile > spec.columns(); },
     "the kernel has fewer columns than the tile", "use a smaller tile"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return spec.paired_columns && spec.shape.tile % 2 != 0; },
     "columns of this pass are held with their conjugate partners", "use an even tile"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return is_slab(spec) && spec.shape.tile != 1; },
     "a work-group has one slab", "leave out the tile"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return spec.shape.staged && (spec.columns() > 1 || spec.algorithm == Algorithm::filter ||
                                    (pairs_conjugates(spec) && !spec.several_axes() && spec.radices.size() > 1));
     },
     "only whole transforms are staged; real ones only if they have one stage, and no convolutions with filters",
     "leave out staged"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return spec.shape.across && (!spec.shape.staged || spec.shape.tile == 1 || spec.several_axes() ||
                                    pairs_conjugates(spec) || spec.shape.pad_by_stage);
     },
     "only staged tiles of several whole transforms are exchanged across, and not skewed", "leave out across"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return spec.shape.pad_by_stage && (spec.columns() > 1 || spec.several_axes() || spec.shape.digit_reversed);
     },
     "only exchanges of whole transforms along one axis, which are not digit-reversed, can be skewed",
     "leave out skewed"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return spec.shape.digit_reversed && !may_reverse(spec); },
     "only Rader's and Bluestein's convolutions of two stages or more can be digit-reversed, without half-size",
     "leave out digit-reversed"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return spec.shape.preload_twiddles && spec.algorithm != Algorithm::stockham;
     },
     "only plain transforms read their twiddles early", "leave out early"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return spec.shape.pairs_in_f64; },
     "kernels of GPUs compute conjugate pairs in the problem's precision", "leave out wide-pairs"},
    {[](const KernelSpec& spec, const DeviceCaps& caps) { return spec.shape.cluster > caps.cluster; },
     "the device has no such clusters", "use a smaller cluster"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return clusters(spec) && !can_cluster(spec); },
     "clusters divide plain whole transforms whose phases have as many parts, and go without half-size, staged and "
     "skewed",
     "use a smaller cluster, or other radices around its stage"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return has_factors(spec) && spec.paired_columns; },
     "passes that transform factor by factor hold no conjugate partners", "use a smooth length in this pass"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       const Shape& shape = spec.shape;
       return has_factors(spec) && (shape.pad != 0 || shape.pad_by_stage || shape.exchange == ExchangeForm::half_size ||
                                    shape.staged || shape.twiddles == Twiddles::fused);
     },
     "kernels that transform factor by factor have no padding, skewing, half-size, staging and fused twiddles",
     "leave those out"},
};

/// A prime above 31, which only CPUs have.
bool is_large_prime(const KernelSpec& spec, const DeviceCaps& caps, int radix) {
  return spec.algorithm == Algorithm::stockham && is_prime(radix) &&
         radix <= largest_prime_of(spec.shape.strategy, caps);
}

constexpr ShapeRule cpu_rules[] = {
    splits_axes,
    {[](const KernelSpec& spec, const DeviceCaps& caps) {
       return std::ranges::any_of(spec.radices,
                                  [&](int r) { return r > largest_codelet_prime && !is_large_prime(spec, caps, r); });
     },
     "butterflies have 31 points at most, or a prime number of points to 67, in columns to 199, where nothing is "
     "convolved",
     "split that radix"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return has_trivial_radix(spec); }, "a stage would do nothing",
     "leave out radices of 1"},
    {[](const KernelSpec& spec, const DeviceCaps&) { return spec.shape.strategy == Strategy::cooperative; },
     "kernels of CPUs have one work-item", "add butterflies or columns"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return spec.shape.lanes < 2 || spec.shape.lanes > widest_vector ||
              !std::has_single_bit(static_cast<unsigned>(spec.shape.lanes));
     },
     "vectors have 2, 4 or 8 complex numbers", "correct lanes"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       Shape plain;
       plain.strategy = spec.shape.strategy;
       plain.lanes = spec.shape.lanes;
       plain.pairs_in_f64 = spec.shape.pairs_in_f64;
       plain.tile = spec.shape.strategy == Strategy::columns ? columns_tile(spec, spec.shape.lanes) : 1;
       return spec.shape != plain;
     },
     "kernels of CPUs have one work-item and no exchange, butterflies a tile of 1, columns one of their lanes, or of "
     "twice as many if their conjugate partners are held as well",
     "keep nothing but lanes, wide-pairs, and with columns tile"},
    {[](const KernelSpec& spec, const DeviceCaps& caps) {
       return spec.shape.pairs_in_f64 && !has_pairs_in_f64(spec, caps);
     },
     "only f32 kernels with conjugate pairs of whole transforms compute them in f64", "leave out wide-pairs"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       return spec.paired_columns && spec.columns() < 2 * spec.shape.lanes;
     },
     "the pass has fewer columns than two vectors", "use fewer lanes"},
    {[](const KernelSpec& spec, const DeviceCaps&) {
       const std::int64_t narrowest = spec.work_length() / std::ranges::max(spec.radices);
       return spec.shape.strategy == Strategy::butterflies &&
              (spec.columns() > 1 || spec.radices.size() < 2 || narrowest < spec.shape.lanes);
     },
     "butterflies are for whole transforms of two stages or more, each as wide as a vector", "use columns"},
};

std::optional<Misfit> check(std::span<const ShapeRule> rules, const KernelSpec& spec, const DeviceCaps& caps) {
  for (const ShapeRule& rule : rules) {
    if (rule.broken(spec, caps)) return Misfit{rule.why, rule.remedy};
  }
  return std::nullopt;
}

std::optional<Misfit> gpu_resources(const KernelSpec& spec, const DeviceCaps& caps) {
  if (const std::int64_t bytes = exchange_bytes(spec); bytes > caps.local_memory) {
    return Misfit{
        fmt::format("its exchange takes {} bytes of local memory, and {} has {}", bytes, caps.name, caps.local_memory),
        "use a smaller tile, less padding, or half-size"};
  }
  if (has_factors(spec)) return std::nullopt;  // loops of these kernels hold one butterfly
  const int points = group_load(tile_load(spec), spec, caps).points;
  if (const int most = gpu_model.points.measured; points > most) {
    return Misfit{fmt::format("a work-item would hold {} points; at most {} were measured", points, most),
                  "use more threads, a smaller tile, or smaller radices"};
  }
  const int needed = min_registers(spec, points, caps);
  const std::int64_t registers = needed * allocated_threads(spec, caps);
  if (registers > caps.unit_registers) {
    return Misfit{
        fmt::format("a work-group would take {} registers, and {} has {}", registers, caps.name, caps.unit_registers),
        "use more threads, or smaller radices"};
  }
  const std::int64_t left = caps.unit_registers / (allocated_threads(spec, caps) * spec.shape.resident_groups);
  if (2 * left < needed) {
    return Misfit{fmt::format("{} resident work-groups leave a work-item {} registers, and it needs {}",
                              spec.shape.resident_groups, left, needed),
                  "use a smaller resident"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Misfit> misfit_of(const KernelSpec& spec, const DeviceCaps& caps) {
  if (caps.device_class == DeviceClass::cpu) return check(cpu_rules, spec, caps);
  if (std::optional<Misfit> misfit = check(gpu_rules, spec, caps)) return misfit;
  return gpu_resources(spec, caps);
}

}  // namespace papilio::plan
