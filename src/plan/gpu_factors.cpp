// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_factors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "plan/cost.hpp"
#include "plan/gpu_estimate.hpp"
#include "plan/gpu_radices.hpp"
#include "plan/gpu_shapes.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {
namespace {

/// Butterflies of one pass through the exchange, or items between it and memory.
struct Round {
  std::int64_t count;   ///< of a work-group
  double cycles;        ///< of a compute unit, for a warp that does one for each work-item
  double instructions;  ///< of such a warp
  double points;        ///< numbers through which the work-item goes one after the other
};

/// What a tile takes, whatever the work-items.
using Tile = std::vector<Round>;

/// How often an access of the exchange is repeated: neighbours do the same butterfly of neighbouring rows along the
/// axis.
double conflicts_of(std::int64_t rows, std::int64_t length, std::int64_t stride, int radix, std::int64_t m) {
  constexpr std::int64_t banks = 16;  // of 8 bytes
  std::array<int, banks> asked{};
  const std::int64_t butterflies = (length - 1) / radix;
  for (std::int64_t t = 0; t < std::min(banks, rows * butterflies); ++t) {
    const std::int64_t row = t % rows;
    const std::int64_t c = t / rows;
    const std::int64_t at = row / stride * stride * length + row % stride + stride * first_in_place(c, radix, m);
    ++asked[at % banks];
  }
  return *std::max_element(asked.begin(), asked.end());
}

// The constants are a fit to some 5,500 kernels measured on an H200 (docs/performance.md).

/// What a large butterfly computes beyond what its numbers' way to it and back takes.
double heaviness(int radix) { return 0.3 / 3.69 * std::max(0.0, codelet_operations(radix) - 12.0 * radix); }

/// `tables`: cycles for what it reads there.
Round butterflies(std::int64_t count, int radix, int dfts, double conflicts, double tables) {
  return {count, 1.44 * radix * conflicts + 3.3 + tables + dfts * heaviness(radix),
          dfts * codelet_operations(radix) + 2.0 * radix, static_cast<double>(dfts) * radix};
}

/// The stages of a convolution, there and back, along so many lines of the tile.
void add_stages(const KernelSpec& spec, const Factor& factor, std::int64_t lines, double twiddles_of_group,
                Tile& tile) {
  // Butterflies of a warp that read tables in different places.
  const double unlike = static_cast<double>(std::max<std::int64_t>(1, 32 / lines)) / 32;
  const std::int64_t stride = factor.later * Exchange(spec).element_step();
  std::int64_t m = factor.length - 1;
  for (const int radix : factor.radices) {
    const double twiddles_of_results = m == factor.length - 1 ? twiddles_of_group * radix : 0;
    m /= radix;
    const std::int64_t count = lines * ((factor.length - 1) / radix);
    const double conflicts = conflicts_of(lines, factor.length, stride, radix, m);
    if (m == 1) {
      tile.push_back(butterflies(count, radix, 2, conflicts, (0.45 + 0.98 * unlike) * radix));
      continue;
    }
    const double twiddles =
        (spec.shape.twiddles == Twiddles::products ? 2 * std::sqrt(radix) : radix - 1) * (0.76 + 0.96 * unlike);
    tile.push_back(butterflies(count, radix, 1, conflicts, twiddles));
    tile.push_back(butterflies(count, radix, 1, conflicts, twiddles + twiddles_of_results));
  }
}

Tile tile_of(const KernelSpec& spec, const std::vector<Factor>& factors) {
  Tile tile;
  const std::int64_t points = spec.length * spec.shape.tile;
  const auto first = static_cast<int>(factors.front().length);
  tile.push_back({points / first, 0.42 * first + 0.76 * (first - 1) + heaviness(first),
                  first == 1 ? 0 : codelet_operations(first) + 4.0 * (first - 1), 0});
  tile.push_back({points, 1.4, 0, 0});
  for (std::size_t i = 1; i < factors.size(); ++i) {
    const Factor& factor = factors[i];
    const std::int64_t lines = points / factor.length;
    const double twiddles = factor.rest > 1 ? 1.03 : 0;  // each work-item's own
    if (factor.convolves()) {
      add_stages(spec, factor, lines, twiddles, tile);
      continue;
    }
    const auto radix = static_cast<int>(factor.length);
    constexpr double dear = 2;  // measured: one such axis more takes a tenth of the time
    tile.push_back(butterflies(lines, radix, 1, dear, twiddles * radix));
  }
  return tile;
}

/// With which compilers were seen not to spill, but for a number or two: of the largest butterfly, of the first one
/// beside its twiddles, or the addresses of what is loaded together.
int registers_of(const KernelSpec& spec, int first) {
  const int alone = *std::max_element(spec.radices.begin(), spec.radices.end());
  const int numbers = std::max({alone + 2, first + 7, spec.shape.tile > 1 ? 16 : 8});
  if (spec.precision == Precision::f32) return 2 * numbers + 32;
  return 4 * numbers + (numbers > 20 ? 80 : 40);
}

/// Work-groups that a compute unit holds at once. It has its registers in four parts, and each warp has those of one
/// part.
int resident_of(const KernelSpec& spec, std::int64_t local_memory, int registers, const DeviceCaps& caps) {
  constexpr int parts = 4;
  const std::int64_t warps = ceil_div(spec.shape.threads, caps.warp);
  const std::int64_t held = parts * (caps.unit_registers / parts / (ceil_div(registers, 8) * 8 * caps.warp));
  // Beyond three quarters of the work-items nothing is gained.
  const std::int64_t useful = std::max<std::int64_t>(1, caps.unit_threads * 3 / 4 / (warps * caps.warp));
  return static_cast<int>(
      std::min({held / warps, useful, std::int64_t{32}, caps.unit_local_memory / (local_memory + 1024)}));
}

double estimate(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic, const Tile& tile) {
  const double cycle = cycle_of(spec);
  const auto warps = static_cast<double>(ceil_div(spec.shape.threads, caps.warp));
  double cycles = 0;
  double alone = 0.62 * traffic.seconds + 4.5e-9 * static_cast<double>(tile.size());
  for (const Round& round : tile) {
    const auto times = static_cast<double>(ceil_div(round.count, spec.shape.threads));
    cycles += times * warps * round.cycles;
    alone += times * (0.2 * round.instructions * cycle + 1e-9 * round.points + (round.points > 0 ? 1e-8 : 0));
  }
  const double group = 0.95 * traffic.seconds + cycles * cycle + alone / spec.shape.resident_groups;
  constexpr double doubt = 1.03;
  return 3e-6 + doubt * (alone + group * std::max(0.0, traffic.groups - 1));
}

/// Few points a work-item; but work-items of one warp meet at no cost, and of long transforms a work-group has as many
/// as it must.
bool deals_well(const Shape& shape, std::int64_t points, const DeviceCaps& caps) {
  constexpr int many = 256;
  if (points < 3) return false;
  if (shape.tile == 1 && shape.threads >= many) return true;
  return points <= (shape.tile == 1 && shape.threads <= caps.warp ? 32 : 18);
}

/// Calls visit(spec, seconds) for every shape.
template <typename Visit>
void for_shapes(const KernelRequest& request, const DeviceCaps& caps, const Visit& visit) {
  constexpr std::int64_t small_tile = 8192;  // points
  KernelSpec spec = request.spec;
  spec.shape = {};
  spec.shape.exchange = spec.precision == Precision::f32 ? ExchangeForm::interleaved : ExchangeForm::split;
  if (spec.length >= least_products) spec.shape.twiddles = Twiddles::products;
  for (const std::vector<int>& radices : factor_radices(spec.length)) {
    spec.radices = radices;
    const std::vector<Factor> factors = factors_of(spec.length, radices);
    if (factors.empty()) continue;
    for (const int tile : {1, 2, 4, 8, 16}) {
      if (tile > 1 && (spec.length * tile > small_tile || (spec.columns() > 1 && tile > spec.columns()))) break;
      spec.shape.tile = tile;
      const std::int64_t local_memory = exchange_bytes(spec);
      if (local_memory > caps.local_memory) break;
      const Traffic traffic = traffic_of(request, spec, caps);
      const Tile work = tile_of(spec, factors);
      for (const int threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) {
        if (threads > caps.max_threads) break;
        spec.shape.threads = threads;
        if (!deals_well(spec.shape, ceil_div(spec.length * tile, threads), caps)) continue;
        const int registers = registers_of(spec, static_cast<int>(factors.front().length));
        spec.shape.resident_groups = resident_of(spec, local_memory, registers, caps);
        if (registers > caps.registers || spec.shape.resident_groups < 1) continue;
        spec.shape.prefetch_distance = spec.columns() == 1 ? spec.shape.resident_groups * caps.compute_units : 0;
        visit(spec, estimate(spec, caps, traffic, work));
      }
    }
  }
}

}  // namespace

std::vector<ShapedKernel> factor_shapes(const KernelRequest& request, const DeviceCaps& caps) {
  std::vector<ShapedKernel> shapes;
  for_shapes(request, caps, [&](const KernelSpec& spec, double seconds) { shapes.push_back({spec, seconds}); });
  return shapes;
}

double factor_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps) {
  return estimate(spec, caps, traffic_of(request, spec, caps), tile_of(spec, factors_of(spec.length, spec.radices)));
}

std::optional<ShapedKernel> shape_factors(const KernelRequest& request, const DeviceCaps& caps) {
  std::optional<ShapedKernel> best;
  for_shapes(request, caps, [&](const KernelSpec& spec, double seconds) {
    if (!best || seconds < best->seconds) best = {spec, seconds};
  });
  return best;
}

}  // namespace papilio::plan
