// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "core/exchange.hpp"
#include "plan/cost.hpp"
#include "plan/tuned_shapes.hpp"

namespace papilio::plan {
namespace {

constexpr int sector_bytes = 32;  // the least that memory moves
constexpr int most_threads = 1024;
constexpr std::int64_t most_points = 32768;  // of a tile
constexpr std::int64_t least_split_bytes = 16 * 1024;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// One DFT, or the two of a convolution.
int dfts_of(const KernelSpec& spec) { return spec.algorithm == Algorithm::stockham ? 1 : 2; }

/// Stage by stage, what a work-group of this shape does.
struct Load {
  int points = 0;           ///< complex values that a work-item holds at once
  double instructions = 0;  ///< of one work-group, counted in warps
  double accesses = 0;      ///< of local memory and caches, by a warp each
  int barriers = 0;
  std::int64_t rounds = 0;  ///< butterflies of one stage that a work-item does
};

Load load_of(const KernelSpec& spec, const DeviceCaps& caps, double conflicts) {
  const std::int64_t n = spec.work_length();
  const auto warps = static_cast<double>(ceil_div(spec.shape.threads, caps.warp));
  Load load;
  std::int64_t rest = n;
  for (const int r : spec.radices) {
    rest /= r;
    const auto rounds = ceil_div(n / r * spec.shape.tile, spec.shape.threads);
    load.rounds = std::max(load.rounds, rounds);
    load.points = std::max(load.points, static_cast<int>(rounds) * r);
    const double twiddles = rest > 1 ? r - 1 : 0;
    const double shared = rest > 1 ? 4.0 * r : 0.0;
    load.instructions += static_cast<double>(rounds) * warps * (codelet_operations(r) + 5 * twiddles + shared + 12);
    load.accesses += static_cast<double>(rounds) * warps * (2 * twiddles + shared * conflicts);
    load.barriers += rest > 1 ? (spec.shape.split ? 4 : 2) : 0;
  }
  load.instructions *= dfts_of(spec);
  load.accesses *= dfts_of(spec);
  load.barriers *= dfts_of(spec);
  const double per_point = warps * load.points;
  if (spec.shape.staged) {
    load.instructions += 14 * per_point;
    load.accesses += 8 * per_point;
    load.barriers += 4;
  }
  load.instructions += 4 * per_point;
  load.accesses += 4 * per_point;  // global loads and stores of 8 bytes
  if (spec.algorithm != Algorithm::stockham) {
    load.instructions += 12 * per_point;
    load.accesses += 6 * per_point;
    load.barriers += 2;
  }
  if (spec.outer > 1) {
    load.instructions += 12 * per_point;
    load.accesses += 2 * per_point;
  }
  return load;
}

/// Registers of a work-item: what it holds, and what compilers were seen to take besides.
int registers_of(const KernelSpec& spec, int points) {
  const int addresses = (spec.shape.staged ? 10 : 0) + (spec.algorithm == Algorithm::stockham ? 0 : 24) +
                        (spec.columns() == 1 && spec.shape.tile > 1 ? 4 : 0);
  return (spec.precision == Precision::f32 ? 2 * points + 24 : 4 * points + 32) + addresses;
}

/// Work-groups that a compute unit holds at once.
int resident_groups(const KernelSpec& spec, const Load& load, const DeviceCaps& caps) {
  const std::int64_t threads = ceil_div(spec.shape.threads, caps.warp) * caps.warp;
  const std::int64_t registers = ceil_div(registers_of(spec, load.points), 8) * 8 * threads;
  // Beyond some 1280 work-items nothing is gained, and compilers begin to spill.
  const std::int64_t useful = std::max<std::int64_t>(1, caps.unit_threads * 5 / 8 / threads);
  std::int64_t groups = std::min<std::int64_t>({caps.unit_registers / registers, useful, 32});
  if (const std::int64_t bytes = Exchange(spec).bytes(); bytes > 0) {
    groups = std::min(groups, caps.unit_local_memory / (bytes + 1024));
  }
  return static_cast<int>(std::max<std::int64_t>(groups, 1));
}

/// Runs of neighbours shorter than a line of the cache waste some of what memory moves (measured on an H200).
double run_efficiency(double bytes) {
  if (bytes >= 128) return 1.0;
  if (bytes >= 64) return 0.9;
  return bytes >= 32 ? 0.65 : 0.65 * bytes / 32;
}

double memory_efficiency(const KernelSpec& spec) {
  const auto element = static_cast<double>(element_bytes(spec.precision));
  if (spec.columns() > 1) {
    const double read = run_efficiency(spec.shape.tile * element);
    const double written = spec.inner == 1 && spec.radices.size() > 1 ? 1.0 : read;
    return 2 / (1 / read + 1 / written);
  }
  if (spec.shape.staged) return 1;
  // What a warp leaves of a line is read by its neighbours soon after: half as bad.
  const auto side = [&](int radix) {
    return 0.5 + 0.5 * run_efficiency(static_cast<double>(spec.work_length() / radix) * element);
  };
  return (side(spec.radices.front()) + side(spec.radices.back())) / 2;
}

constexpr double clock_rate = 1.7e9;

// The constants are a fit to some 2,000 kernels measured on an H200 (docs/performance.md).
double seconds_of(const KernelWish& wish, const KernelSpec& spec, const DeviceCaps& caps, const Load& load) {
  const std::int64_t tiles = spec.columns() == 1 ? ceil_div(wish.batch, spec.shape.tile)
                                                 : wish.batch * ceil_div(spec.columns(), spec.shape.tile);
  const auto units = static_cast<double>(std::min<std::int64_t>(tiles, caps.compute_units));
  const double group_bytes = 2.0 * static_cast<double>(spec.length) * spec.shape.tile * element_bytes(spec.precision);
  const double memory = group_bytes / memory_efficiency(spec) / (caps.bandwidth / caps.compute_units);
  const double f64_factor = spec.precision == Precision::f64 ? 2 : 1;
  const double warps = static_cast<double>(ceil_div(spec.shape.threads, caps.warp));
  const double compute = std::max(load.instructions / 3.7, load.accesses / 1.43) * f64_factor / clock_rate;
  const double latency = 1.25e-6 + (1.06e-7 + 2.2e-9 * warps) * load.barriers + compute * 0.52;
  const double alone = memory * (spec.shape.ahead > 0 ? 0.5 : 0.66) + latency - (spec.shape.ahead > 0 ? 3e-7 : 0);
  double strain = 1 + 0.0016 * std::max(0, load.points - 16) + 1e-4 * std::max(0, spec.shape.threads - 512);
  if (spec.shape.resident == 1 && Exchange(spec).bytes() > 100 * 1024) strain += 0.04;  // the cache has what is left
  // The slowest of the three hides the others, but not quite.
  const auto power = [](double seconds) { return seconds * seconds * seconds * seconds; };
  const double group =
      strain * std::sqrt(std::sqrt(power(memory) + power(compute) + power(alone / spec.shape.resident)));
  const double rounds = std::max(1.0, static_cast<double>(tiles) / units);
  return rounds * group + latency + 2e-6;
}

/// Every way to write n as a product of radices from largest to smallest, at most `stages` of them.
class Products {
 public:
  Products(std::int64_t n, int largest, std::size_t stages) : stages_(stages) { extend(n, largest); }
  std::vector<std::vector<int>> all;

 private:
  void extend(std::int64_t rest, int largest) {
    if (rest == 1) {
      all.push_back(prefix_);
      return;
    }
    if (prefix_.size() == stages_) return;
    for (int r = static_cast<int>(std::min<std::int64_t>(largest, rest)); r >= 2; --r) {
      if (rest % r != 0) continue;
      prefix_.push_back(r);
      extend(rest / r, r);
      prefix_.pop_back();
    }
  }

  std::size_t stages_;
  std::vector<int> prefix_;
};

/// Operations and exchanges a point.
double stage_cost(const std::vector<int>& radices) {
  double cost = 0;
  for (const int r : radices) cost += codelet_operations(r) / r + 20 + (r > 16 ? 0.5 * (r - 16) : 0);
  // Stages of unlike radices leave work-items idle, or some with more points than others.
  return cost * std::sqrt(static_cast<double>(radices.front()) / radices.back());
}

std::vector<std::vector<int>> factorisations(const KernelWish& wish, const DeviceCaps& caps) {
  constexpr std::size_t most = 4;
  if (wish.work_length == 1) return {{1}};
  int largest = largest_codelet_prime + 1;
  while (largest > 2 && registers_of(wish.spec, largest) > caps.registers) --largest;
  std::vector<std::vector<int>> all;
  for (std::size_t stages = 1; stages <= 6 && all.size() < most; ++stages) {
    for (const auto& radices : Products(wish.work_length, largest, stages).all) {
      if (radices.size() == stages) all.push_back(radices);
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return stage_cost(a) < stage_cost(b); });
  if (all.size() > most) all.resize(most);
  const std::size_t found = all.size();
  for (std::size_t i = 0; i < found; ++i) {
    std::vector<int> reversed(all[i].rbegin(), all[i].rend());
    if (reversed != all[i]) all.push_back(std::move(reversed));
  }
  return all;
}

/// Work-items so that a stage takes them all, once or a few times.
std::vector<int> thread_counts(const KernelSpec& spec, const DeviceCaps& caps) {
  std::vector<int> counts;
  const int most = std::min(caps.max_threads, most_threads);
  const auto add = [&](std::int64_t threads) {
    if (threads <= most) counts.push_back(static_cast<int>(threads));
  };
  for (const int r : spec.radices) {
    const std::int64_t total = spec.work_length() / r * spec.shape.tile;
    for (const int rounds : {1, 2}) {
      const std::int64_t threads = ceil_div(total, rounds);
      add(threads);
      // Staged memory is best met by a multiple of the length.
      if (spec.shape.staged && spec.shape.tile > 1) add(ceil_div(threads, spec.length) * spec.length);
    }
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

std::vector<int> tiles_of(const KernelSpec& spec) {
  std::vector<int> tiles;
  if (spec.columns() == 1) {
    tiles = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    for (const int least : {64, 128, 256}) {
      if (spec.length < 64) tiles.push_back(static_cast<int>(ceil_div(least, spec.length) * spec.length));
    }
    return tiles;
  }
  for (const int tile : {2, 4, 8, 16, 32}) {
    if (tile <= spec.columns()) tiles.push_back(tile);
  }
  if (tiles.empty()) tiles.push_back(1);
  return tiles;
}

/// Whole transforms in runs too short for memory go through the exchange, and so do Rader's permutations.
bool wants_staging(const KernelSpec& spec) {
  if (spec.columns() > 1 || spec.length == 1 || spec.algorithm == Algorithm::bluestein || spec.folds()) return false;
  if (spec.algorithm == Algorithm::rader) return true;
  const int radix = std::max(spec.radices.front(), spec.radices.back());
  return spec.length / radix * element_bytes(spec.precision) < sector_bytes;
}

/// Whether the addresses of all butterflies are constants apart.
bool linear(const KernelSpec& spec) {
  const Exchange exchange(spec);
  std::int64_t s = 1;
  for (const int r : spec.radices) {
    const std::int64_t count = spec.work_length() / r;
    if (!exchange.linear(s * exchange.element_step(), r) || !exchange.linear(count * exchange.element_step(), r)) {
      return false;
    }
    s *= r;
  }
  return true;
}

bool fits(const KernelSpec& spec, const Load& load, const DeviceCaps& caps) {
  const int registers = (registers_of(spec, load.points) + 7) / 8 * 8;
  // Elsewhere every element that is staged has an address of its own in registers.
  if (spec.shape.staged && spec.shape.tile > 1 && spec.shape.threads % spec.length != 0) return false;
  // Every butterfly of a Rader transform has addresses of its own, too.
  if (spec.algorithm == Algorithm::rader && load.rounds > 2) return false;
  return Exchange(spec).bytes() <= caps.local_memory && registers <= caps.registers &&
         static_cast<std::int64_t>(registers) * spec.shape.threads <= caps.unit_registers;
}

}  // namespace

void choose_pad(KernelSpec& spec) {
  double best = 0;
  int pad = 0;
  for (const int candidate : {0, 32, 16, 8}) {
    spec.shape.pad = candidate;
    const double cost = bank_conflicts(spec) * (linear(spec) ? 1 : 2);
    if (best == 0 || cost < best - 0.01) {
      best = cost;
      pad = candidate;
    }
  }
  spec.shape.pad = pad;
}

/// Calls visit(spec, seconds) for every shape worth a measurement.
template <typename Visit>
void for_each_shape(const KernelWish& wish, const DeviceCaps& caps, const Visit& visit) {
  KernelSpec spec = wish.spec;
  spec.shape = {};
  const auto consider = [&] {
    spec.shape.ahead = 0;
    spec.shape.pad = 32;  // about the most that padding will take
    const Load load = load_of(spec, caps, 1);
    if (!fits(spec, load, caps)) return;
    spec.shape.resident = resident_groups(spec, load, caps);
    // Few groups at once leave memory idle while they compute.
    if (spec.shape.resident <= 2 && spec.columns() == 1) {
      spec.shape.ahead = spec.shape.resident * caps.compute_units;
    }
    visit(spec, seconds_of(wish, spec, caps, load));
  };
  for (const std::vector<int>& radices : factorisations(wish, caps)) {
    spec.radices = radices;
    for (const int tile : tiles_of(spec)) {
      spec.shape.tile = tile;
      if (tile > 1 && wish.work_length * tile > most_points) break;
      spec.shape.staged = wants_staging(spec);
      for (const int threads : thread_counts(spec, caps)) {
        spec.shape.threads = threads;
        spec.shape.split = false;
        consider();
        // Half the memory for twice the barriers pays where memory is short.
        spec.shape.split = true;
        if (Exchange(spec).exists() && Exchange(spec).bytes() >= least_split_bytes) consider();
      }
    }
  }
}

std::vector<ShapedKernel> gpu_shapes(const KernelWish& wish, const DeviceCaps& caps) {
  std::vector<ShapedKernel> shapes;
  for_each_shape(wish, caps, [&](const KernelSpec& spec, double seconds) { shapes.push_back({spec, seconds}); });
  return shapes;
}

std::optional<ShapedKernel> shape_cooperative(const KernelWish& wish, const DeviceCaps& caps) {
  if (std::optional<ShapedKernel> tuned = tuned_shape(wish, caps)) return tuned;
  ShapedKernel best;
  for_each_shape(wish, caps, [&](const KernelSpec& spec, double seconds) {
    if (best.spec.radices.empty() || seconds < best.seconds) best = {spec, seconds};
  });
  if (best.spec.radices.empty()) return std::nullopt;
  choose_pad(best.spec);
  // Estimates of passes are kinder than measurements, beside which they may have to stand.
  if (best.spec.columns() > 1) best.seconds *= 1.15;
  return best;
}

}  // namespace papilio::plan
