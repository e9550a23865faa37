// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/passes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <tuple>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/gpu_model.hpp"
#include "plan/solvers/pass_algorithms.hpp"

namespace papilio::plan {
namespace {

constexpr int max_passes = 4;
constexpr const auto& search = gpu_model.search;

/// The request for one pass; `done` is the product of the earlier lengths.
KernelRequest request_for(const SplitRequest& request, std::int64_t length, std::int64_t done) {
  const Batch1d& lines = request.lines;
  const bool first = done == 1;
  const bool last = done * length == request.points;
  const std::int64_t held = request.held == 0 ? request.points : request.held;
  KernelRequest kernel;
  kernel.work_length = length;
  kernel.batch = lines.batch;
  kernel.choice = lines.choice;
  KernelSpec& spec = kernel.spec;
  spec.precision = lines.precision;
  spec.direction = lines.direction;
  spec.length = length;
  if (!has_codelets(length)) spec.algorithm = Algorithm::prime_factor;
  spec.interleaved = lines.interleaved;
  spec.inner = lines.interleaved * done;
  spec.outer = request.points / (done * length);
  const End inside = scratch_end(lines, held, 0);
  connect(spec, lines, first ? lines.in : inside, last ? lines.out : inside);
  if (first) spec.load = request.load;
  if (last) {
    spec.store = request.store;
    spec.scale = lines.scale;
  }
  if (spec.load != LoadOp::none || spec.store != StoreOp::none || held > request.points) {
    spec.chirp = {lines.length, request.chirp_direction, lines.chirps};
  }
  return kernel;
}

class Splitter {
 public:
  Splitter(const SplitRequest& request, const DeviceCaps& caps)
      : request_(request), caps_(caps), divisors_(divisors(request.points)) {}

  /// The cheapest split into `passes` passes; nullopt if none is cheaper than `limit`.
  std::optional<Split> best(int passes, double limit) {
    const double root = std::pow(static_cast<double>(request_.points), 1.0 / passes);
    const double ratio = has_codelets(request_.points) ? search.split_ratio : search.split_ratio_of_primes;
    low_ = root / ratio;
    high_ = root * ratio;
    best_.reset();
    limit_ = limit;
    Split prefix;
    extend(prefix, 1, passes);
    return best_;
  }

 private:
  /// `done` is the product of the earlier lengths.
  void extend(Split& prefix, std::int64_t done, int left) {
    const std::int64_t rest = request_.points / done;
    for (const std::int64_t length : divisors_) {
      const auto real = static_cast<double>(length);
      if (rest % length != 0 || real < low_ || real > high_) continue;
      const auto behind = static_cast<double>(rest) / real;  // points for the other passes; 1 if there are none
      if (behind < std::pow(low_, left - 1) || behind > std::pow(high_, left - 1)) continue;
      const std::optional<ShapedKernel> kernel = shape(prefix.kernels.size(), length, done, limit_ - prefix.seconds);
      if (!kernel || prefix.seconds + kernel->seconds >= limit_) continue;
      prefix.kernels.push_back(kernel->spec);
      prefix.seconds += kernel->seconds;
      prefix.each.push_back(kernel->seconds);
      if (left == 1) {
        best_ = prefix;
        limit_ = prefix.seconds;
      } else {
        extend(prefix, done * length, left - 1);
      }
      prefix.kernels.pop_back();
      prefix.each.pop_back();
      prefix.seconds -= kernel->seconds;
    }
  }

  /// `number` counts the earlier passes.
  std::optional<ShapedKernel> shape(std::size_t number, std::int64_t length, std::int64_t done, double limit) {
    const bool first = done == 1;
    const bool last = done * length == request_.points;
    KernelRequest request = request_for(request_, length, done);
    request.choice = request_.lines.choice.after(number);
    const KernelSpec& spec = request.spec;
    if (caps_.device_class == DeviceClass::cpu) return shape_for_cpu(std::move(request));
    if (request.choice.made()) return shape_kernel(request, caps_);
    // On a GPU a shape depends on whether the pass is the first or the last, not on the lengths of the other passes.
    Known& known = shapes_[{length, first, last}];
    const bool found = known.shape && known.shape->seconds < known.limit;
    if (!found && limit > known.limit) known = {shape_kernel(request, caps_, limit), limit};
    std::optional<ShapedKernel> shaped = known.shape;
    if (shaped) {
      shaped->spec.inner = spec.inner;
      shaped->spec.outer = spec.outer;
      shaped->spec.scale = spec.scale;
    }
    return shaped;
  }

  /// A pass with large primes has the algorithm that was the fastest where a pass of its length was met first.
  std::optional<ShapedKernel> shape_for_cpu(KernelRequest request) {
    if (request.spec.algorithm != Algorithm::prime_factor) return shape_kernel(request, caps_);
    const auto shape_by = [&](const PassAlgorithm& one) {
      request.spec.algorithm = one.algorithm;
      request.work_length = one.work_length;
      return shape_kernel(request, caps_);
    };
    const std::tuple key(request.spec.length, request.spec.inner == 1, request.spec.outer == 1);
    if (const auto known = algorithms_.find(key); known != algorithms_.end()) return shape_by(known->second);
    std::optional<ShapedKernel> best;
    for (const PassAlgorithm& one : algorithms_of(request.spec)) {
      std::optional<ShapedKernel> shaped = shape_by(one);
      if (!shaped || (best && shaped->seconds >= best->seconds)) continue;
      best = std::move(shaped);
      algorithms_.insert_or_assign(key, one);
    }
    return best;
  }

  const SplitRequest& request_;
  const DeviceCaps& caps_;
  std::vector<std::int64_t> divisors_;
  double low_ = 0;
  double high_ = 0;
  double limit_ = 0;
  std::optional<Split> best_;
  /// The cheapest shape if that is cheaper than `limit`.
  struct Known {
    std::optional<ShapedKernel> shape;
    double limit = 0;
  };
  std::map<std::tuple<std::int64_t, bool, bool>, Known> shapes_;
  std::map<std::tuple<std::int64_t, bool, bool>, PassAlgorithm> algorithms_;
};

/// The kernels for these requests, if they are cheaper than `limit`. With `in_blocks`, each pass but the first reads
/// blocks that the previous one writes, of its own tile: so they are shaped from the last to the first.
std::optional<Split> shape_kernels(std::vector<KernelRequest> requests, bool in_blocks, const DeviceCaps& caps,
                                   double limit) {
  Split split;
  for (std::size_t i = requests.size(); i-- > 0;) {
    requests[i].spec.in.strides.block = in_blocks && i > 0 ? 1 : 0;
    requests[i].choice = requests[i].choice.after(i);
    if (i + 1 < requests.size()) requests[i].spec.out.strides.block = split.kernels.front().in.strides.block;
    const std::optional<ShapedKernel> shaped = shape_kernel(requests[i], caps, limit - split.seconds);
    if (!shaped) return std::nullopt;
    split.kernels.insert(split.kernels.begin(), shaped->spec);
    split.each.insert(split.each.begin(), shaped->seconds);
    split.seconds += shaped->seconds;
    if (split.seconds >= limit) return std::nullopt;
  }
  return split;
}

/// Lengths of the first of two passes whose lengths are not far apart.
std::vector<std::int64_t> even_lengths(std::int64_t points) {
  std::vector<std::int64_t> lengths = divisors(points);
  std::erase_if(lengths, [&](std::int64_t length) {
    return length > search.even_ratio * (points / length) || points / length > search.even_ratio * length;
  });
  return lengths;
}

/// The requests for two passes, the first one of that length.
std::vector<KernelRequest> two_requests(const SplitRequest& request, std::int64_t length) {
  return {request_for(request, length, 1), request_for(request, request.points / length, length)};
}

/// Two passes with blocks between them, if they are cheaper than `limit`.
std::optional<Split> best_in_blocks(const SplitRequest& request, const DeviceCaps& caps, double limit) {
  std::optional<Split> best;
  for (const std::int64_t length : even_lengths(request.points)) {
    std::optional<Split> split = shape_kernels(two_requests(request, length), true, caps, best ? best->seconds : limit);
    if (split) best = std::move(split);
  }
  return best;
}

}  // namespace

std::vector<Split> even_splits(const SplitRequest& request, const DeviceCaps& caps) {
  std::vector<Split> splits;
  for (const std::int64_t length : even_lengths(request.points)) {
    std::optional<Split> split = shape_kernels(two_requests(request, length), false, caps, no_limit);
    if (split) splits.push_back(*std::move(split));
  }
  return splits;
}

std::vector<Split> turned_splits(const SplitRequest& request, const DeviceCaps& caps) {
  const auto line = static_cast<std::int64_t>(gpu_model.memory.line_bytes);
  const std::int64_t most = caps.l2_memory / (2 * (gpu_model.fused.min_lag + 1)) / line;  // points of a column
  std::vector<Split> splits;
  for (const std::int64_t first : divisors(request.points)) {
    const std::int64_t rest = request.points / first;
    if (first == 1 || rest > most || (4 * rest <= most && !request.lines.choice.made())) continue;
    for (const std::int64_t length : even_lengths(rest)) {
      std::vector<KernelRequest> requests = {request_for(request, first, 1), request_for(request, length, first),
                                             request_for(request, rest / length, first * length)};
      requests[0].spec.out.strides.interleaved_rows = requests[1].spec.in.strides.interleaved_rows = length;
      if (std::optional<Split> split = shape_kernels(std::move(requests), false, caps, no_limit))
        splits.push_back(*std::move(split));
    }
  }
  return splits;
}

bool affords_scratch(const Batch1d& lines, const DeviceCaps& caps) {
  const std::int64_t bytes = lines.elements() * 2 * papilio::bytes_of(lines.scratch_storage, lines.precision);
  return caps.device_class == DeviceClass::gpu && 2 * bytes > caps.l2_memory && bytes <= caps.max_allocation &&
         bytes <= caps.global_memory / 10 * search.scratch_tenths;
}

bool one_kernel_convolves(const Batch1d& lines, const DeviceCaps& caps) {
  const std::int64_t bytes = lines.length * element_bytes(lines.precision);
  const std::int64_t held = 2 * bytes * (lines.interleaved > 1 ? 2 : 1);
  return caps.device_class == DeviceClass::gpu && bytes <= search.one_kernel_convolution &&
         2 * held <= caps.local_memory;
}

bool passes_pair(const Batch1d& lines, const DeviceCaps& caps) {
  const bool trig = lines.in.side.form == Form::trig;
  if (lines.interleaved > 1 || !lines.can_halve()) return false;
  if (caps.device_class == DeviceClass::cpu) {
    const auto in_vectors = [&](const Side& side) {
      return side.form == Form::real || (side.strides.packed(1) && !side.irregular() && (!trig || side.native()));
    };
    if (!in_vectors(lines.in.side) || !in_vectors(lines.out.side)) return false;
  } else if (trig) {
    return false;
  }
  const Batch1d half = lines.halved();
  return !half.in.side.holes_cut_pairs && !half.out.side.holes_cut_pairs;
}

std::optional<Split> split_into_passes(const SplitRequest& request, const DeviceCaps& caps) {
  Splitter splitter(request, caps);
  for (int passes = 2; passes <= max_passes; ++passes) {
    std::optional<Split> split = splitter.best(passes, no_limit);
    if (!split) continue;
    if (passes == 2 && !split->kernels.back().paired_columns && affords_scratch(request.lines, caps)) {
      std::optional<Split> blocks = best_in_blocks(request, caps, split->seconds);
      if (blocks) split = std::move(blocks);
    }
    // One more pass pays off on a GPU if fewer passes would access memory in short runs, and on a CPU if each pass of a
    // strided batch then has one stage.
    const bool gpu = caps.device_class == DeviceClass::gpu;
    if (passes < max_passes && (gpu || request.lines.interleaved > 1)) {
      std::optional<Split> longer =
          splitter.best(passes + 1, split->seconds / (gpu ? gpu_model.doubts.one_more_pass : 1));
      if (longer) return longer;
    }
    return split;
  }
  return std::nullopt;
}

namespace {

/// The requests for a convolution: forward passes of these lengths, of which the last is fused with the first inverse
/// pass, then the other inverse passes in the same order.
std::vector<KernelRequest> convolution_requests(const SplitRequest& forward, const SplitRequest& back,
                                                const std::vector<std::int64_t>& lengths) {
  std::vector<KernelRequest> requests;
  std::int64_t done = 1;
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    requests.push_back(request_for(forward, lengths[i], done));
    done *= lengths[i];
  }
  // The last forward pass and the first inverse pass have the same columns.
  KernelRequest middle = request_for(back, lengths.back(), 1);
  middle.spec.algorithm = Algorithm::convolution;
  middle.spec.chirp = {back.lines.length, back.chirp_direction, back.lines.chirps};
  requests.push_back(std::move(middle));
  done = lengths.back();
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    requests.push_back(request_for(back, lengths[i], done));
    done *= lengths[i];
  }
  return requests;
}

}  // namespace

std::optional<Split> split_convolution(const SplitRequest& request, const DeviceCaps& caps) {
  SplitRequest forward = request;
  forward.store = StoreOp::none;
  forward.lines.direction = Direction::forward;
  forward.lines.scale = 1;
  forward.lines.out = scratch_end(request.lines, request.held, 0);
  SplitRequest back = request;
  back.load = LoadOp::none;
  back.lines.direction = Direction::inverse;
  back.lines.in = forward.lines.out;
  std::optional<Split> best;
  const auto consider = [&](const std::vector<std::int64_t>& lengths, bool in_blocks) {
    std::optional<Split> split =
        shape_kernels(convolution_requests(forward, back, lengths), in_blocks, caps, best ? best->seconds : no_limit);
    if (split) best = std::move(split);
  };
  const bool cpu = caps.device_class == DeviceClass::cpu;
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(request.points)));
  // With blocks, the kernel with two DFTs accesses contiguous memory whatever its length, so the other two passes may
  // be short and wide. On CPUs there are no blocks between passes.
  const std::int64_t longest = cpu ? root * search.block_ratio : root + root / search.block_ratio;
  for (const std::int64_t outer : divisors(request.points)) {
    if (outer >= root / search.block_ratio && outer <= longest) consider({outer, request.points / outer}, !cpu);
  }
  // Splits without blocks are only for data that stay in the cache.
  if (best && (cpu || affords_scratch(request.lines, caps))) return best;
  const std::optional<Split> found = split_into_passes(forward, caps);
  if (!found) return best;
  std::vector<std::int64_t> lengths;
  for (const KernelSpec& kernel : found->kernels) lengths.push_back(kernel.length);
  consider(lengths, false);
  // The kernel with two DFTs may be faster with the other length.
  std::swap(lengths.front(), lengths.back());
  if (lengths.front() != lengths.back()) consider(lengths, false);
  return best;
}

PlanNode convolution_node(const char* solver, const Split& split, const Batch1d& lines, std::int64_t points,
                          std::int64_t held) {
  const std::int64_t half = held * lines.interleaved * lines.batch;
  PlanNode node;
  node.solver = solver;
  node.notes.push_back(fmt::format("convolution={}", points));
  node.seconds = split.seconds;
  node.scratch_elements = 2 * half;
  // Passes write to the two halves of the scratch alternately.
  std::vector<End> ends;
  for (std::size_t i = 0; i + 1 < split.kernels.size(); ++i) {
    ends.push_back(scratch_end(lines, held, i % 2 == 0 ? 0 : half));
  }
  ends.push_back(lines.out);
  node.children = chain(split.kernels, lines, ends);
  return node;
}

std::vector<PlanNode> chain(const std::vector<KernelSpec>& kernels, const Batch1d& lines,
                            const std::vector<End>& ends) {
  std::vector<PlanNode> leaves;
  End source = lines.in;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    KernelSpec kernel = kernels[i];
    End target = ends[i];
    if (i + 1 < kernels.size()) {
      target.side.strides.block = kernels[i + 1].in.strides.block;
      target.side.strides.interleaved_rows = kernels[i + 1].in.strides.interleaved_rows;
    }
    connect(kernel, lines, source, target);
    // Input and output share one buffer, so neither parameter may be `restrict`.
    kernel.in_place = source.operand.slot == target.operand.slot;
    PlanNode leaf;
    leaf.solver = "pass";
    leaf.pass = make_pass(kernel, lines, source, target);
    leaves.push_back(std::move(leaf));
    source = target;
  }
  return leaves;
}

}  // namespace papilio::plan
