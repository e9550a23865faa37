// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>

#include "core/storage.hpp"
#include "plan/cost.hpp"
#include "plan/gpu_estimate.hpp"
#include "plan/gpu_factors.hpp"
#include "plan/gpu_radices.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/joint.hpp"

namespace papilio::plan {
namespace {

constexpr int most_threads = 1024;
constexpr std::int64_t largest_tile = 32768;  // points
constexpr std::int64_t least_split_bytes = 16 * 1024;

/// The fewest registers of a work-item, as they are given out: eight at a time.
int given_registers(const KernelSpec& spec, int points) { return (least_registers(spec, points) + 7) / 8 * 8; }

/// Points that a work-item has registers for.
int held_points(const KernelSpec& spec, const DeviceCaps& caps) {
  int points = most_points(spec);
  while (points > 0 && given_registers(spec, points) > caps.registers) --points;
  return points;
}

/// Work-items so that a stage takes them all, once or a few times; as many as hold the tile in their registers.
std::vector<int> thread_counts(const KernelSpec& spec, const DeviceCaps& caps) {
  std::vector<int> counts;
  counts.reserve(4 * spec.radices.size());
  const int most = std::min(caps.max_threads, most_threads);
  const int points = held_points(spec, caps);
  const std::int64_t tile = spec.work_length() * spec.shape.tile / spec.shape.cluster;
  std::int64_t least = 1;
  for (const int r : spec.radices) {
    if (r > points) return counts;
    // Every butterfly of a Rader transform has addresses of its own.
    const int rounds = spec.algorithm == Algorithm::rader ? std::min(points / r, 2) : points / r;
    least = std::max(least, ceil_div(tile / r, rounds));
  }
  const auto add = [&](std::int64_t threads) {
    if (threads >= least && threads <= most) counts.push_back(static_cast<int>(threads));
  };
  for (const int r : spec.radices) {
    const std::int64_t total = tile / r;
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
  tiles.reserve(12);
  if (spec.columns() == 1) {
    tiles = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    if (spec.length >= 64) return tiles;
    for (const int least : {64, 128, 256}) {
      tiles.push_back(static_cast<int>(ceil_div(least, spec.length) * spec.length));
    }
    return tiles;
  }
  for (const int tile : {1, 2, 4, 8, 16, 32}) {
    if (tile == 1 && (spec.algorithm != Algorithm::convolution || spec.in.strides.block == 0)) continue;
    if (tile <= spec.columns()) tiles.push_back(tile);
  }
  if (spec.mirrored && spec.columns() >= 64) tiles.push_back(64);
  // The few channels of an image are neighbours: all of them, or none.
  if (!spec.joint.empty() && spec.columns() < 32) tiles = {static_cast<int>(spec.columns())};
  if (tiles.empty() || is_slab(spec)) tiles = {1};
  return tiles;
}

/// Whether the addresses of all butterflies are constants apart.
bool linear(const KernelSpec& spec) {
  const Exchange exchange(spec);
  const std::size_t stages = spec.radices.size();
  std::int64_t s = 1;
  for (std::size_t i = 0; i < stages; ++i) {
    const int r = spec.radices[i];
    const std::int64_t count = spec.work_length() / r;
    const auto apart = [&](const Exchange::Padding& padding, std::int64_t step) {
      return exchange.linear(padding, step * exchange.element_step(), r);
    };
    const bool own = spec.shape.digit_reversed
                         ? apart(exchange.padding(0), count / s)
                         : apart(exchange.padding(i + 1 < stages ? i + 1 : i), s) && apart(exchange.padding(i), count);
    if (!own) return false;
    s *= r;
  }
  return true;
}

bool fits(const KernelSpec& spec, const GroupLoad& load, const DeviceCaps& caps) {
  // Elsewhere every element that is staged has an address of its own in registers.
  const bool slices = !spec.joint.empty() && spec.length % spec.shape.threads == 0;
  if (spec.shape.staged && spec.shape.tile > 1 && spec.shape.threads % spec.length != 0 && !slices) return false;
  return given_registers(spec, load.points) * allocated_threads(spec, caps) <= caps.unit_registers &&
         load.local_memory <= caps.local_memory;
}

}  // namespace

bool fit_block(KernelSpec& spec) {
  if (spec.in.strides.block == 0) return true;
  spec.in.strides.block = spec.shape.tile;
  if (spec.columns() % spec.shape.tile != 0) return false;
  // What another pass writes there are whole sectors if it goes from element to element. In front of a convolution it
  // goes from column to column as well (Exchange::run), and tiles of one column leave room for several groups.
  return spec.algorithm == Algorithm::convolution || spec.shape.tile * element_bytes(spec.precision) >= sector_bytes;
}

int most_points(const KernelSpec& spec) {
  const bool moves = spec.load != LoadOp::plain || spec.store != StoreOp::plain;
  switch (spec.algorithm) {
    case Algorithm::stockham:
      if (spec.shape.cluster > 1 && spec.folds()) return 32;
      // A number of a half spectrum takes the registers of two: with 32 points compilers spill.
      return is_real_image(spec) ? 20 : moves ? 32 : 40;
    case Algorithm::rader:
    case Algorithm::prime_factor:
    case Algorithm::bluestein:
    case Algorithm::filter:
      return 32;
    case Algorithm::convolution:
      return spec.precision == Precision::f32 ? 32 : 20;
  }
  return 0;
}

bool wants_staging(const KernelSpec& spec) {
  if (spec.columns() > 1 || spec.length == 1) return false;
  if (spec.algorithm == Algorithm::bluestein || spec.algorithm == Algorithm::filter) return false;
  if (spec.folds() && spec.joint.empty()) return spec.radices.size() == 1;
  if (spec.algorithm == Algorithm::rader) return true;
  const std::int64_t number =
      std::min(bytes_of(spec.in.storage, spec.precision), bytes_of(spec.out.storage, spec.precision));
  // Rows of half a spectrum begin and end anywhere in a sector (measured: 136 bytes want it, 264 do not).
  constexpr std::int64_t long_row = 256;
  if (is_real_image(spec) && spec.folds_after()) return (spec.joint.back() + 1) * 2 * number < long_row;
  if (!spec.joint.empty()) return result_run(spec) * 2 * number < sector_bytes;
  const int radix = std::max(spec.radices.front(), spec.radices.back());
  return spec.length / radix * 2 * number < sector_bytes;
}

double choose_pad(KernelSpec& spec) {
  if (spec.shape.cluster > 1 || spec.algorithm == Algorithm::prime_factor) {  // the former have paddings of their own
    spec.shape.pad = 0;
    return 1;
  }
  // Of several axes it spares more than the average says: their lengths share factors with the banks.
  const double dear = spec.joint.empty() ? 2 : 1.25;
  double best = 0;
  double conflicts = 1;
  Shape chosen = spec.shape;
  const auto consider = [&](int pad, bool skewed) {
    spec.shape.pad = pad;
    spec.shape.skewed = skewed;
    const double own = bank_conflicts(spec);
    const double cost = own * (linear(spec) ? 1 : dear);
    if (best > 0 && cost >= best - 0.01) return;
    best = cost;
    conflicts = own;
    chosen = spec.shape;
  };
  // Where a tile is loaded in rows, the results of neighbours are a radix and a tile apart.
  static constexpr std::array<int, 8> pads = {0, 32, 16, 8, 64, 128, 256, 512};
  for (const int pad : std::span(pads).first(loads_rows(spec) ? 8 : 4)) {
    if (best == 0 || best > 1) consider(pad, false);
  }
  // Where no padding helps, odd radices have conflicts behind the second stage. Measured: of 1.25 to 1.5 accesses 0.25
  // and more less gain 1 to 4 %, 0.15 less nothing.
  constexpr double least_gain = 0.2;
  if (chosen.pad == 0 && spec.columns() == 1 && spec.joint.empty() && spec.radices.size() > 2 &&
      !spec.shape.digit_reversed && best > 1 + least_gain) {
    best -= least_gain;
    consider(0, true);
  }
  spec.shape = chosen;
  return conflicts;
}

namespace {

/// A transform that moves numbers from their places to theirs, and of which one work-group has all.
bool is_plain(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::stockham && spec.joint.empty() && !spec.folds() && spec.columns() == 1;
}

/// Short transforms, staged: little more than a copy. Many small groups are best at it; what helps others cost 2 to 5
/// %.
bool copies(const KernelSpec& spec) { return spec.shape.staged && is_plain(spec); }

/// Few groups at once leave memory idle while they compute: the prefetch gains 5 % with 1 to 4 of them, 1.5 % with 5
/// to 8.
void choose_ahead(KernelSpec& spec, const DeviceCaps& caps) {
  constexpr int few = 8;
  const bool pays = spec.shape.resident_groups <= few && spec.columns() == 1 && !copies(spec);
  spec.shape.prefetch_distance = pays ? spec.shape.resident_groups * caps.compute_units : 0;
}

/// Whole transforms, or arrays, of which a work-group holds few or none; more of them than the second-level cache
/// holds, and enough for all compute units.
bool wants_clusters(const KernelRequest& request, const DeviceCaps& caps) {
  const std::int64_t bytes = request.work_length * element_bytes(request.spec.precision);
  if (request.batch * caps.cluster < caps.compute_units || 2 * request.batch * bytes < caps.l2_memory) return false;
  return caps.cluster > 1 && may_cluster(request.spec) && request.spec.columns() == 1 &&
         2 * bytes >= caps.local_memory && bytes <= caps.cluster * caps.local_memory;
}

/// Calls visit(spec, seconds) for every shape worth a measurement. Beyond limit() a lower bound of the seconds will do,
/// and what memory alone takes there is left out.
template <typename Visit, typename Limit>
class ShapeSearch {
 public:
  ShapeSearch(const KernelRequest& request, const DeviceCaps& caps, const Visit& visit, const Limit& limit)
      : request_(request), caps_(caps), visit_(visit), limit_(limit), spec_(request.spec) {
    spec_.shape = {};
    spec_.shape.pad = 32;  // about the most that padding will take
    if (request.work_length >= least_products) spec_.shape.twiddles = Twiddles::products;
  }

  void run() {
    for (const std::vector<int>& radices : factorisations(request_, caps_)) {
      spec_.radices = radices;
      for (const int tile : tiles_of(spec_)) {
        spec_.shape.tile = tile;
        if (!fit_block(spec_)) continue;
        if (tile > 1 && request_.work_length * tile > largest_tile) break;
        visit_tile();
      }
    }
    if (wants_clusters(request_, caps_)) visit_clusters();
  }

 private:
  /// False where memory alone takes too long, with the work-items that it likes best.
  bool find_traffic() {
    spec_.shape.threads = std::numeric_limits<int>::max();
    traffic_ = traffic_of(request_, spec_, caps_);
    return least_seconds(traffic_) <= limit_();
  }

  void visit_tile() {
    spec_.shape.staged = wants_staging(spec_);
    if (request_.batch == 1 && is_plain(spec_))
      spec_.shape.staged = false;  // nobody shares the sectors of a transform alone
    if (!find_traffic()) return;
    const std::vector<int> counts = thread_counts(spec_, caps_);
    if (counts.empty()) return;
    spec_.shape.exchange = ExchangeForm::half_size;
    const std::int64_t half = exchange_bytes(spec_);
    // Half the memory for twice the barriers pays where memory is short.
    std::optional<TileLoad> half_size;
    if (half >= least_split_bytes) half_size = tile_load(spec_);
    const bool interleaves = spec_.precision == Precision::f32 && half > 0 && !copies(spec_);
    const ExchangeForm whole = interleaves ? ExchangeForm::interleaved : ExchangeForm::split;
    spec_.shape.exchange = whole;
    const TileLoad at_once = tile_load(spec_);
    for (const int threads : counts) {
      spec_.shape.threads = threads;
      if (spec_.folds()) traffic_ = traffic_of(request_, spec_, caps_);
      spec_.shape.exchange = whole;
      consider(at_once);
      if (!half_size) continue;
      spec_.shape.exchange = ExchangeForm::half_size;
      consider(*half_size);
    }
  }

  void visit_clusters() {
    spec_.shape.tile = 1;
    spec_.shape.staged = false;
    spec_.shape.exchange = spec_.precision == Precision::f32 ? ExchangeForm::interleaved : ExchangeForm::split;
    for (const Phases& phases : cluster_factorisations(request_, caps_)) {
      spec_.radices = phases.radices;
      spec_.shape.cut = phases.cut;
      for (spec_.shape.cluster = 2; spec_.shape.cluster <= caps_.cluster; spec_.shape.cluster *= 2) {
        if (!can_cluster(spec_) || !find_traffic()) continue;
        const TileLoad load = tile_load(spec_);
        for (const int threads : thread_counts(spec_, caps_)) {
          spec_.shape.threads = threads;
          consider(load);
        }
      }
    }
  }

  void consider(const TileLoad& tile) {
    const GroupLoad load = group_load(tile, spec_, caps_);
    if (least_seconds(traffic_, load.compute) > limit_()) return;
    if (!fits(spec_, load, caps_)) return;
    const int registers = copies(spec_) ? least_registers(spec_, load.points) : liked_registers(spec_, load.points);
    spec_.shape.resident_groups = resident_groups(spec_, load, registers, caps_);
    choose_ahead(spec_, caps_);
    if (traffic_.groups <= spec_.shape.resident_groups)
      spec_.shape.prefetch_distance = 0;  // there are none; convolutions choose again (go_in_place)
    visit_(spec_, estimated_seconds(spec_, caps_, traffic_, load, limit_()));
    if (spec_.in.strides.block == 0 && spec_.out.strides.block == 0 && spec_.load != LoadOp::chirp) return;
    spec_.shape.prefetch_distance = spec_.shape.resident_groups * caps_.compute_units;
    visit_(spec_, estimated_seconds(spec_, caps_, traffic_, load, limit_()));
  }

  const KernelRequest& request_;
  const DeviceCaps& caps_;
  const Visit& visit_;
  const Limit& limit_;
  KernelSpec spec_;
  Traffic traffic_;  ///< of spec_
};

/// The few cheapest of those it is shown.
class Shortlist {
 public:
  explicit Shortlist(double limit) : limit_(limit) { shapes_.reserve(most); }

  /// What is not cheaper need not be shown.
  [[nodiscard]] double limit() const { return shapes_.size() < most ? limit_ : shapes_.back().seconds; }

  void add(const KernelSpec& spec, double seconds) {
    if (seconds >= limit()) return;
    const auto dearer = [](double own, const ShapedKernel& other) { return own < other.seconds; };
    const auto place = std::upper_bound(shapes_.begin(), shapes_.end(), seconds, dearer) - shapes_.begin();
    if (shapes_.size() < most) shapes_.emplace_back();
    shapes_.back().spec = spec;
    shapes_.back().seconds = seconds;
    std::rotate(shapes_.begin() + place, shapes_.end() - 1, shapes_.end());
  }

  /// The best once bank conflicts are known; finding those takes too long for all shapes.
  [[nodiscard]] std::optional<ShapedKernel> best(const KernelRequest& request, const DeviceCaps& caps) {
    std::optional<ShapedKernel> best;
    for (ShapedKernel& shape : shapes_) {
      if (best && shape.seconds >= best->seconds) break;  // conflicts make nothing faster
      const double conflicts = choose_pad(shape.spec);
      const GroupLoad load = group_load(tile_load(shape.spec), shape.spec, caps, conflicts);
      shape.seconds = estimated_seconds(shape.spec, caps, traffic_of(request, shape.spec, caps), load);
      if (!best || shape.seconds < best->seconds) best = std::move(shape);
    }
    return best;
  }

 private:
  static constexpr std::size_t most = 3;
  double limit_;
  std::vector<ShapedKernel> shapes_;
};

/// Points that a work-item holds at once where a convolution is in place: those of all its butterflies of the first
/// stage, or one of another.
int points_in_place(const KernelSpec& spec) {
  const std::int64_t butterflies = spec.work_length() / spec.radices.front() * spec.shape.tile;
  const auto first = static_cast<int>(ceil_div(butterflies, spec.shape.threads)) * spec.radices.front();
  return std::max(first, *std::max_element(spec.radices.begin(), spec.radices.end()));
}

/// The order of radices with the fewest bank conflicts; of such ones that without padding, then the one that begins
/// with the fewest points and has the most in the second stage. Two stages of one transform are fastest when they begin
/// with the smaller.
void order_in_place(KernelSpec& spec) {
  std::sort(spec.radices.begin(), spec.radices.end());
  if (spec.radices.size() == 2 && spec.shape.tile == 1) {
    choose_pad(spec);
    return;
  }
  constexpr double dear_padding = 0.05;
  const int largest = spec.radices.back();
  std::tuple least(std::numeric_limits<long>::max(), 0, 0);
  std::vector<int> best;
  int pad = 0;
  do {
    if (spec.radices.size() > 3 && spec.radices[1] != largest) continue;  // all of them take too long
    const double conflicts = choose_pad(spec) + (spec.shape.pad > 0 ? dear_padding : 0);
    const std::tuple own(std::lround(50 * conflicts), points_in_place(spec), -spec.radices[1]);
    if (own >= least) continue;
    least = own;
    best = spec.radices;
    pad = spec.shape.pad;
  } while (std::next_permutation(spec.radices.begin(), spec.radices.end()));
  spec.radices = std::move(best);
  spec.shape.pad = pad;
}

/// One more than for butterflies that are all held at once, where loops hold one or tiles are shared by many
/// work-items, and registers allow it without spills.
int groups_in_place(const KernelSpec& spec, const DeviceCaps& caps) {
  const bool loops = spec.radices.size() > 2;
  if (!loops && spec.shape.tile == 1) return spec.shape.resident_groups;
  const int points = points_in_place(spec);
  const int addresses = !loops || spec.shape.tile > 1 ? 20 : 0;
  constexpr int fewest = 72;  // short butterflies spill with what the points alone want
  const int registers =
      std::max(fewest, addresses + (spec.precision == Precision::f32 ? 2 * points + 32 : 4 * points + 52));
  GroupLoad load;
  load.local_memory = exchange_bytes(spec);
  return std::min(spec.shape.resident_groups + 1, resident_groups(spec, load, registers, caps));
}

/// Makes a convolution one in place (Shape::reversed), where it can be. It takes less than was estimated, by 8 % as a
/// mean of 80 lengths.
void go_in_place(KernelSpec& spec, const DeviceCaps& caps) {
  if (!may_reverse(spec)) return;
  spec.shape.digit_reversed = true;
  order_in_place(spec);
  spec.shape.resident_groups = groups_in_place(spec, caps);
  choose_ahead(spec, caps);
}

}  // namespace

std::vector<ShapedKernel> gpu_shapes(const KernelRequest& request, const DeviceCaps& caps) {
  if (request.spec.algorithm == Algorithm::prime_factor) return factor_shapes(request, caps);
  std::vector<ShapedKernel> shapes;
  const auto visit = [&](const KernelSpec& spec, double seconds) { shapes.push_back({spec, seconds}); };
  const auto limit = [] { return no_limit; };
  ShapeSearch(request, caps, visit, limit).run();
  return shapes;
}

namespace {

/// Estimates of passes are kinder than measurements, beside which they may have to stand; not so of those with blocks,
/// nor of slabs but for real numbers.
double doubt_of(const KernelSpec& spec) {
  const bool blocks = spec.in.strides.block > 0 || spec.out.strides.block > 0;
  const bool slab = is_slab(spec) && !is_real_image(spec);
  return spec.columns() > 1 && !slab && !blocks ? 1.15 : 1;
}

}  // namespace

std::optional<ShapedKernel> shape_cooperative(const KernelRequest& request, const DeviceCaps& caps, double limit) {
  if (request.spec.algorithm == Algorithm::prime_factor) return shape_factors(request, caps);
  if (std::optional<ShapedKernel> tuned = tuned_shape(request, caps)) return tuned;
  // Shapes are listed with about the most padding; with less of it, the cache that is left may gain them 4 %.
  constexpr double spared = 1.05;
  const double doubt = doubt_of(request.spec);
  Shortlist shortlist(spared * limit / doubt);
  const auto visit = [&](const KernelSpec& spec, double seconds) { shortlist.add(spec, seconds); };
  const auto useful = [&] { return shortlist.limit(); };
  ShapeSearch(request, caps, visit, useful).run();
  std::optional<ShapedKernel> best = shortlist.best(request, caps);
  if (!best) return std::nullopt;
  go_in_place(best->spec, caps);
  best->seconds *= doubt;
  // Likewise, beside those of factors (150 lengths).
  if (best->spec.algorithm == Algorithm::rader) best->seconds *= best->spec.shape.tile > 1 ? 1.2 : 1.05;
  if (best->spec.shape.cluster > 1) best->seconds *= 1.1;  // likewise
  return best;
}

}  // namespace papilio::plan
