// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/passes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <tuple>

#include "core/number_theory.hpp"

namespace papilio::plan {
namespace {

constexpr int most_passes = 4;

/// A pass; `done` is the product of the earlier lengths.
KernelWish wish_for(const SplitRequest& request, std::int64_t length, std::int64_t done) {
  const Lines& lines = request.lines;
  const bool first = done == 1;
  const bool last = done * length == request.points;
  const std::int64_t held = request.held == 0 ? request.points : request.held;
  KernelWish wish;
  wish.work_length = length;
  wish.batch = lines.batch;
  KernelSpec& spec = wish.spec;
  spec.precision = lines.precision;
  spec.direction = lines.direction;
  spec.length = length;
  spec.stack = lines.stack;
  spec.inner = lines.stack * done;
  spec.outer = request.points / (done * length);
  const End inside = scratch_end(lines, held, 0);
  connect(spec, lines, first ? lines.in : inside, last ? lines.out : inside);
  if (first) spec.load = request.load;
  if (last) {
    spec.store = request.store;
    spec.scale = lines.scale;
  }
  if (spec.load != LoadOp::plain || spec.store != StoreOp::plain || held > request.points) {
    spec.chirp_length = lines.length;
    spec.chirp_direction = request.chirp_direction;
  }
  return wish;
}

class Splitter {
 public:
  Splitter(const SplitRequest& request, const DeviceCaps& caps)
      : request_(request), caps_(caps), divisors_(divisors(request.points)) {}

  std::optional<Split> best(int passes) {
    const double root = std::pow(static_cast<double>(request_.points), 1.0 / passes);
    low_ = root / 4;
    high_ = root * 4;
    best_.reset();
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
      if (rest % length != 0 || real < low_ || real > high_ || (left == 1 && length != rest)) continue;
      const std::optional<ShapedKernel> kernel = shape(length, done, left == 1);
      if (!kernel || (best_ && prefix.seconds + kernel->seconds >= best_->seconds)) continue;
      prefix.kernels.push_back(kernel->spec);
      prefix.seconds += kernel->seconds;
      if (left == 1) {
        best_ = prefix;
      } else {
        extend(prefix, done * length, left - 1);
      }
      prefix.kernels.pop_back();
      prefix.seconds -= kernel->seconds;
    }
  }

  std::optional<ShapedKernel> shape(std::int64_t length, std::int64_t done, bool last) {
    const bool first = done == 1;
    const KernelWish wish = wish_for(request_, length, done);
    const KernelSpec& spec = wish.spec;
    if (caps_.device_class == DeviceClass::cpu) return shape_kernel(wish, caps_);
    // A GPU's shapes depend on where a pass stands, not on the lengths of the others.
    const auto [place, fresh] = shapes_.try_emplace({length, first, last});
    if (fresh) place->second = shape_kernel(wish, caps_);
    std::optional<ShapedKernel> shaped = place->second;
    if (shaped) {
      shaped->spec.inner = spec.inner;
      shaped->spec.outer = spec.outer;
    }
    return shaped;
  }

  const SplitRequest& request_;
  const DeviceCaps& caps_;
  std::vector<std::int64_t> divisors_;
  double low_ = 0;
  double high_ = 0;
  std::optional<Split> best_;
  std::map<std::tuple<std::int64_t, bool, bool>, std::optional<ShapedKernel>> shapes_;
};

}  // namespace

std::optional<Split> split_into_passes(const SplitRequest& request, const DeviceCaps& caps) {
  Splitter splitter(request, caps);
  for (int passes = 2; passes <= most_passes; ++passes) {
    std::optional<Split> split = splitter.best(passes);
    if (!split) continue;
    // One pass more is worth it where fewer would have to meet memory in short runs.
    if (caps.device_class == DeviceClass::gpu && passes < most_passes) {
      std::optional<Split> longer = splitter.best(passes + 1);
      if (longer && longer->seconds < split->seconds) return longer;
    }
    return split;
  }
  return std::nullopt;
}

namespace {

/// Passes of these lengths forward, the last of them the first one back as well, and then back in the same order.
std::optional<Split> shape_convolution(const SplitRequest& forward, const SplitRequest& back,
                                       const std::vector<std::int64_t>& lengths, const DeviceCaps& caps) {
  Split split;
  const auto add = [&](const KernelWish& wish) {
    const std::optional<ShapedKernel> shaped = shape_kernel(wish, caps);
    if (!shaped) return false;
    split.kernels.push_back(shaped->spec);
    split.seconds += shaped->seconds;
    return true;
  };
  std::int64_t done = 1;
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    if (!add(wish_for(forward, lengths[i], done))) return std::nullopt;
    done *= lengths[i];
  }
  // The last pass of the one has the columns of the first pass of the other.
  KernelWish middle = wish_for(back, lengths.back(), 1);
  middle.spec.algorithm = Algorithm::convolution;
  middle.spec.chirp_length = back.lines.length;
  middle.spec.chirp_direction = back.chirp_direction;
  if (!add(middle)) return std::nullopt;
  done = lengths.back();
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    if (!add(wish_for(back, lengths[i], done))) return std::nullopt;
    done *= lengths[i];
  }
  return split;
}

}  // namespace

std::optional<Split> split_convolution(const SplitRequest& request, const DeviceCaps& caps) {
  SplitRequest forward = request;
  forward.store = StoreOp::plain;
  forward.lines.direction = Direction::forward;
  forward.lines.scale = 1;
  forward.lines.out = scratch_end(request.lines, request.held, 0);
  const std::optional<Split> found = split_into_passes(forward, caps);
  if (!found) return std::nullopt;
  SplitRequest back = request;
  back.load = LoadOp::plain;
  back.lines.direction = Direction::inverse;
  back.lines.in = forward.lines.out;
  std::vector<std::int64_t> lengths;
  for (const KernelSpec& kernel : found->kernels) lengths.push_back(kernel.length);
  std::optional<Split> best = shape_convolution(forward, back, lengths, caps);
  // The kernel with two DFTs may like the other length better.
  if (lengths.front() == lengths.back()) return best;
  std::swap(lengths.front(), lengths.back());
  std::optional<Split> other = shape_convolution(forward, back, lengths, caps);
  return other && (!best || other->seconds < best->seconds) ? other : best;
}

PlanNode convolution_node(const char* solver, const Split& split, const Lines& lines, std::int64_t points,
                          std::int64_t held) {
  const std::int64_t half = held * lines.stack * lines.batch;
  PlanNode node;
  node.solver = solver;
  node.notes.push_back(fmt::format("convolution={}", points));
  node.seconds = split.seconds;
  node.scratch_elements = 2 * half;
  // The halves of the scratch take turns.
  std::vector<End> ends;
  for (std::size_t i = 0; i + 1 < split.kernels.size(); ++i) {
    ends.push_back(scratch_end(lines, held, i % 2 == 0 ? 0 : half));
  }
  ends.push_back(lines.out);
  node.children = chain(split.kernels, lines, ends);
  return node;
}

std::vector<PlanNode> chain(const std::vector<KernelSpec>& kernels, const Lines& lines, const std::vector<End>& ends) {
  std::vector<PlanNode> leaves;
  End source = lines.in;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    KernelSpec kernel = kernels[i];
    connect(kernel, lines, source, ends[i]);
    // One buffer: no two parameters may claim it for themselves.
    kernel.in_place = source.operand.slot == ends[i].operand.slot;
    PlanNode leaf;
    leaf.solver = "pass";
    leaf.pass = make_pass(kernel, lines, source, ends[i]);
    leaves.push_back(std::move(leaf));
    source = ends[i];
  }
  return leaves;
}

}  // namespace papilio::plan
