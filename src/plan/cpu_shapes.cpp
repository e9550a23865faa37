// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/cpu_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_estimate.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/shape_rules.hpp"
#include "spec/side_access.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& model = cpu_model.work;
constexpr const auto& search = cpu_model.search;

/// The rest of a convolution besides its two DFTs: load, multiply, store.
double convolution_overhead(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::filter || spec.algorithm == Algorithm::convolution) return model.filter;
  if (spec.algorithm == Algorithm::rader) return model.rader;
  return spec.algorithm == Algorithm::bluestein ? model.bluestein : 0;
}

PassWork work_of(const KernelRequest& request, double operations) {
  const KernelSpec& spec = request.spec;
  const int dfts = spec.algorithm == Algorithm::stockham ? 1 : 2;
  PassWork work;
  work.points = request.work_length * spec.columns() * request.batch;
  work.operations = operations * dfts + convolution_overhead(spec);
  work.bytes = 2 * spec.transform() * request.batch *
               (bytes_of(spec.in.storage, spec.precision) + bytes_of(spec.out.storage, spec.precision));
  return work;
}

int largest_radix_of_columns(const KernelSpec& spec) {
  if (spec.chirp.length > 0) return search.largest_chirp_radix;
  return spec.algorithm == Algorithm::stockham ? largest_codelet_prime : search.largest_convolution_radix;
}

StageRules rules_of(const KernelRequest& request, const DeviceCaps& caps, Strategy strategy, int lanes) {
  const bool convolves = request.spec.algorithm != Algorithm::stockham;
  const int large_primes = convolves ? 0 : largest_prime_of(strategy, caps);
  if (strategy == Strategy::butterflies)
    return {.lanes = lanes,
            .along_butterflies = true,
            .max_radix = search.largest_butterflies_radix,
            .large_primes = large_primes,
            .streams = !convolves && request.spec.in.form == Form::complex};
  constexpr std::int64_t arrays = 2;  // between the stages
  const std::int64_t tile = arrays * request.work_length * lanes * element_bytes(request.spec.precision);
  const KernelSpec& spec = request.spec;
  return {.lanes = lanes,
          .max_radix = largest_radix_of_columns(spec),
          .large_primes = large_primes,
          .wide = lanes > lanes_of(spec.precision, caps) || beyond_256_bits(spec.precision, lanes),
          .first_pass = spec.inner == 1 && spec.outer > 1,
          .long_columns = spec.columns() > 1 && tile > cpu_model.long_tile};
}

/// Operations of columns that are turned in registers.
double turned_side(const KernelSpec& spec) {
  const bool whole_lines = spec.length * element_bytes(spec.precision) % cpu_model.time.line == 0;
  return model.turned_block + (whole_lines ? 0 : model.split_lines);
}

/// The first of several passes stores each column's results together: its lanes store a transform's length apart.
double far_stores(const KernelSpec& spec, int lanes) {
  const auto reach = static_cast<double>(spec.length * element_bytes(spec.precision));
  const bool one_line = lanes * element_bytes(spec.precision) <= cpu_model.time.line;
  if (side_access(spec, spec.out) != SideAccess::in_blocks)
    return one_line ? model.ragged_store * lanes * reach / model.store_reach : 0;
  const double pages = reach / model.page;
  return model.far_block * std::min(1.0, pages) +
         (one_line ? model.further_block * std::log2(std::max(1.0, pages)) : 0);
}

bool near(const PassWork& work, const DeviceCaps& caps) { return work.bytes <= caps.fast_memory * caps.compute_units; }

/// A kernel of whole transforms whose memory the model knows: others gather, or have their sides one by one.
bool reads_in_order(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::stockham && spec.precision == Precision::f32 && spec.in.form == Form::complex &&
         spec.out.form == Form::complex;
}

/// PassWork::slowdown of columns; `by_rows`: both sides consist of rows. `near`: everything fits the cores' own caches.
double slowdown_of_columns(const KernelSpec& spec, bool by_rows, bool near) {
  const int lanes = spec.shape.lanes;
  const std::int64_t element = element_bytes(spec.precision);
  if (spec.columns() == 1) {
    const bool turned = spec.algorithm == Algorithm::stockham && side_access(spec, spec.in) == SideAccess::in_blocks;
    return turned && !near ? cpu_model.time.turned_rows : 1;
  }
  TileRows rows{.count = spec.length, .bytes = lanes * element};
  // The passes of one long transform share sets alike however it is split, and what its splits cost otherwise was
  // measured (far_stores()).
  if (spec.interleaved > 1 && !near) {
    const auto distance = [&](const Side& side, std::int64_t columns) {
      return std::abs(side.strides.step(spec.interleaved)) * (columns / spec.interleaved) * element;
    };
    rows.read_distance = distance(spec.in, spec.columns());
    rows.write_distance = by_rows ? distance(spec.out, spec.inner) : 0;
    rows.one_stage = by_rows && spec.radices.size() == 1;
  }
  return slowdown_of(rows);
}

/// PassWork::slowdown along butterflies. In place memory has half of the work, and in f64 kernels prefetch the next
/// transform themselves.
double slowdown_of_butterflies(const KernelSpec& spec, bool near) {
  constexpr const auto& time = cpu_model.time;
  const std::int64_t bytes = spec.length * element_bytes(spec.precision);
  const bool split = bytes / spec.radices.front() % time.line != 0;
  return reads_in_order(spec) && !spec.in_place && bytes >= time.min_split && split && !near ? time.split_streams : 1;
}

/// Lanes that are computed at a time: a vector that is wider than a register takes several operations.
double useful_lanes(const KernelRequest& request, const Shape& shape, const DeviceCaps& caps) {
  const double useful = std::min(shape.lanes, lanes_of(request.spec.precision, caps));
  if (!beyond_256_bits(request.spec.precision, static_cast<int>(useful))) return useful;
  return useful / 2 * (shape.strategy == Strategy::butterflies ? model.long_butterflies : model.long_columns);
}

/// Kernels that can have Shape::pairs_in_f64. Callbacks have one type of numbers in a kernel.
bool may_have_pairs_in_f64(const KernelSpec& spec, const DeviceCaps& caps) {
  return has_pairs_in_f64(spec, caps) && spec.in.callback.empty() && spec.out.callback.empty();
}

/// Shape::pairs_in_f64: without it, conjugate pairs make the errors of r2c, c2r, dht and of types 1 larger than
/// those of FFTs of real numbers; types 2 and 3 are as exact as others without. It is free beside a launch, and costs 0
/// to 11 % of the time of packed r2c across transforms and of types 1, but up to 19 % of others' ("Conjugate pairs in
/// double precision"). The shape says so, because this depends on the batch, and the bits must not.
bool widens_pairs(const KernelSpec& spec, const PassWork& work, const DeviceCaps& caps) {
  if (!may_have_pairs_in_f64(spec, caps)) return false;
  const bool type_1 = spec.trig.kind == Kind::dct1 || spec.trig.kind == Kind::dst1;
  if (!type_1 && spec.trig.kind != Kind::dht) return false;  // the value of r2c and c2r, too
  const bool across = spec.shape.strategy == Strategy::columns && spec.out.form == Form::half;
  if (spec.columns() == 1 && (type_1 || across)) return true;
  const double seconds = model.wide_pairs * static_cast<double>(work.points) / work.lanes / cpu_model.time.operations;
  return seconds <= search.wide_pairs * cpu_model.time.launch;
}

/// One transform a tile, vectors along its butterflies.
std::optional<ShapedKernel> shape_butterflies(const KernelRequest& request, const DeviceCaps& caps, int lanes,
                                              const Factorisation& radices) {
  if (request.spec.columns() > 1 || request.spec.several_axes() || radices.radices.size() < 2) return std::nullopt;
  const int element = element_bytes(request.spec.precision);
  ShapedKernel result{request.spec, 0};
  result.spec.radices = radices.radices;
  result.spec.shape = {Strategy::butterflies, lanes, 1, 1};
  PassWork work = work_of(request, radices.operations);
  work.tiles = request.batch;
  work.lanes = useful_lanes(request, result.spec.shape, caps);
  work.footprint = scratch_arrays(result.spec) * request.work_length * element;
  // The small array of scattered stores: a vector of butterflies.
  const std::int64_t extra = search.spare_local_memory + search.largest_butterflies_radix * lanes * element;
  if (work.footprint + extra > caps.local_memory) return std::nullopt;
  work.slowdown = slowdown_of_butterflies(result.spec, near(work, caps));
  result.seconds = seconds_of(work, caps);
  result.spec.shape.pairs_in_f64 = widens_pairs(result.spec, work, caps);
  return result;
}

/// Which sides of a tile of columns are not whole vectors.
struct RaggedSides {
  explicit RaggedSides(const KernelSpec& spec)
      : in(spec.columns() == 1 || (spec.columns() % spec.shape.lanes != 0 && !spec.paired_columns)),
        out(spec.columns() == 1 || (spec.inner % spec.shape.lanes != 0 && !(spec.outer == 1 && !in))) {}
  bool in;
  bool out;
};

/// Operations for each vector of columns beside those of its butterflies.
double operations_of_sides(const KernelSpec& spec, const RaggedSides& ragged) {
  const int lanes = spec.shape.lanes;
  const double far = ragged.out && spec.columns() > 1 ? far_stores(spec, lanes) : 0;
  // model.rader and model.bluestein count a convolution's gathers; in f64 columns take longer for them, and for vectors
  // of which some are ragged.
  // Gathers of a first pass leave its columns' results far apart: c2c:f32:8283*253 took 1.4 times as long as it
  // counted.
  const bool gathers = spec.algorithm == Algorithm::rader || spec.algorithm == Algorithm::bluestein;
  const bool rows = spec.precision == Precision::f32 && ((gathers && spec.outer == 1) || spec.inner >= lanes);
  const auto operations = [&](const Side& end, double one_by_one) {
    if (side_access(spec, end) == SideAccess::in_blocks) return turned_side(spec);
    const double share =
        spec.several_axes() ? static_cast<double>(end.accessed(spec.length)) / static_cast<double>(spec.length) : 1;
    return share * lanes * (rows ? model.ragged_rows : one_by_one);
  };
  return (ragged.in ? operations(spec.in, model.ragged_load) : 0) +
         (ragged.out ? operations(spec.out, model.ragged_store) + far : 0) + (spec.outer > 1 ? model.pass_twiddle : 0) +
         (spec.paired_columns ? model.paired_columns : 0);
}

/// A vector of columns, or of transforms, a tile.
std::optional<ShapedKernel> shape_columns(const KernelRequest& request, const DeviceCaps& caps, int lanes,
                                          const Factorisation& radices) {
  if (radices.radices.empty()) return std::nullopt;
  ShapedKernel result{request.spec, 0};
  result.spec.radices = radices.radices;
  result.spec.shape = {Strategy::columns, lanes, 1, columns_tile(result.spec, lanes)};
  const KernelSpec& spec = result.spec;
  if (spec.paired_columns && spec.columns() < 2 * lanes) return std::nullopt;
  PassWork work = work_of(request, radices.operations);
  const RaggedSides ragged(spec);
  work.slowdown = slowdown_of_columns(spec, !ragged.in && !ragged.out, near(work, caps));
  work.operations += operations_of_sides(spec, ragged);
  const std::int64_t side = spec.columns() == 1 ? request.batch : spec.columns();
  const std::int64_t padded = spec.paired_columns ? spec.tiles() * 2 * lanes : ceil_div(side, lanes) * lanes;
  work.points = work.points / side * padded;
  work.tiles = request.batch * spec.columns() / lanes + 1;
  work.lanes = useful_lanes(request, result.spec.shape, caps);
  work.footprint = scratch_arrays(result.spec) * request.work_length * lanes * element_bytes(spec.precision);
  if (work.footprint + search.spare_local_memory > caps.local_memory) return std::nullopt;
  result.seconds = seconds_of(work, caps);
  result.spec.shape.pairs_in_f64 = widens_pairs(result.spec, work, caps);
  return result;
}

std::optional<ShapedKernel> shape_as(const KernelRequest& request, const DeviceCaps& caps, const Shape& shape,
                                     const Factorisation& radices) {
  return shape.strategy == Strategy::butterflies ? shape_butterflies(request, caps, shape.lanes, radices)
                                                 : shape_columns(request, caps, shape.lanes, radices);
}

/// The radices of all axes, the outermost axis first.
Factorisation radices_of(const KernelRequest& request, const StageRules& rules) {
  if (!request.spec.several_axes()) return factorise(request.work_length, rules);
  Factorisation all{{}, 0};
  for (const std::int64_t length : request.spec.axis_lengths) {
    const Factorisation one = factorise(length, rules);
    if (one.radices.empty()) return {};
    if (length > 1) all.radices.insert(all.radices.end(), one.radices.begin(), one.radices.end());
    all.operations += one.operations;
  }
  return all;
}

std::vector<Factorisation> factorisations_of(const KernelRequest& request, const StageRules& rules, std::size_t most) {
  if (request.spec.several_axes()) return {radices_of(request, rules)};
  return factorisations(request.work_length, rules, most);
}

}  // namespace

std::optional<ShapedKernel> shape_vectors(const KernelRequest& request, const DeviceCaps& caps) {
  const int lanes = lanes_of(request.spec.precision, caps);
  std::optional<ShapedKernel> best;
  const auto consider = [&](const Shape& shape) {
    const Factorisation radices = radices_of(request, rules_of(request, caps, shape.strategy, shape.lanes));
    std::optional<ShapedKernel> candidate = shape_as(request, caps, shape, radices);
    if (candidate && (!best || candidate->seconds < best->seconds)) best = std::move(candidate);
  };
  const bool whole = request.spec.columns() == 1;
  const bool halves = beyond_256_bits(request.spec.precision, lanes);
  if (halves) {
    if (whole) consider({Strategy::butterflies, lanes / 2});
    consider({Strategy::columns, lanes / 2});
  }
  const bool short_length = request.work_length < search.min_long_butterflies && request.work_length != lanes * lanes;
  if (whole && !(halves && short_length)) consider({Strategy::butterflies, lanes});
  if (!whole || !halves) consider({Strategy::columns, lanes});
  // Two registers a vector: rows of two cache lines instead of one.
  if (!whole && 2 * lanes <= widest_vector) consider({Strategy::columns, 2 * lanes});
  return best;
}

std::vector<ShapedKernel> cpu_shapes(const KernelRequest& request, const DeviceCaps& caps, std::size_t most) {
  const int native = lanes_of(request.spec.precision, caps);
  std::vector<std::vector<ShapedKernel>> kinds;
  for (const int lanes : {native, 2 * native, native / 2}) {
    for (const Strategy strategy : {Strategy::butterflies, Strategy::columns}) {
      std::vector<ShapedKernel>& kind = kinds.emplace_back();
      for (const Factorisation& radices : factorisations_of(request, rules_of(request, caps, strategy, lanes), most)) {
        std::optional<ShapedKernel> shaped = shape_as(request, caps, {strategy, lanes}, radices);
        if (shaped && !misfit_of(shaped->spec, caps)) kind.push_back(*std::move(shaped));
      }
    }
  }
  std::vector<ShapedKernel> shapes;
  for (std::size_t rank = 0; rank < most; ++rank) {
    for (std::vector<ShapedKernel>& kind : kinds) {
      if (rank < kind.size()) shapes.push_back(std::move(kind[rank]));
    }
  }
  return shapes;
}

std::optional<ShapedKernel> vectors_of(const KernelRequest& request, const DeviceCaps& caps,
                                       const ChosenShape& chosen) {
  const StageRules rules = rules_of(request, caps, chosen.shape.strategy, chosen.shape.lanes);
  std::optional<ShapedKernel> shaped =
      shape_as(request, caps, chosen.shape, {chosen.radices, operations_of(chosen.radices, rules)});
  if (shaped) shaped->spec.shape.pairs_in_f64 = chosen.shape.pairs_in_f64 && may_have_pairs_in_f64(shaped->spec, caps);
  return shaped;
}

}  // namespace papilio::plan
