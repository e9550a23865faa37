// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_padding.hpp"

#include <array>
#include <span>

#include "plan/model/gpu_model.hpp"
#include "spec/bank_conflicts.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& search = gpu_model.search;

/// True if the addresses of each butterfly are constants apart.
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

/// Keeps the best of the paddings that are tried.
class BestPadding {
 public:
  BestPadding(KernelSpec& spec, const DeviceCaps& caps)
      : spec_(spec),
        local_memory_(caps.local_memory),
        linear_padding_(!spec.several_axes() ? search.linear_padding : search.linear_padding_nd),
        shape_(spec.shape) {}

  /// Takes a padding that saves `gain` conflicts over the best one so far; always takes the first.
  void consider(int pad, bool skewed, double gain) {
    spec_.shape.pad = pad;
    spec_.shape.pad_by_stage = skewed;
    if (cost_ > 0 && exchange_bytes(spec_) > local_memory_) return;
    const double own = bank_conflicts(spec_);
    const double cost = own * (linear(spec_) ? 1 : linear_padding_);
    if (cost_ > 0 && cost >= cost_ - gain - search.same_conflicts) return;
    cost_ = cost;
    conflicts_ = own;
    shape_ = spec_.shape;
  }

  [[nodiscard]] bool conflicts_are_left(double more = 0) const { return cost_ == 0 || cost_ > 1 + more; }
  [[nodiscard]] double conflicts() const { return conflicts_; }
  [[nodiscard]] const Shape& shape() const { return shape_; }

 private:
  KernelSpec& spec_;
  std::int64_t local_memory_;
  double linear_padding_;
  double cost_ = 0;  ///< conflicts, and more where addresses are expensive
  double conflicts_ = 1;
  Shape shape_;
};

}  // namespace

double choose_pad(KernelSpec& spec, const DeviceCaps& caps) {
  if (spec.shape.cluster > 1 || spec.algorithm == Algorithm::prime_factor) {  // the former have paddings of their own
    spec.shape.pad = 0;
    return 1;
  }
  BestPadding best(spec, caps);
  // A tile that is loaded in rows: the results of neighbours are a radix and a tile apart.
  static constexpr std::array<int, 8> pads = {0, 32, 16, 8, 64, 128, 256, 512};
  for (const int pad : std::span(pads).first(in_rows(spec, spec.in) || spec.shape.across ? 8 : 4)) {
    if (best.conflicts_are_left()) best.consider(pad, false, 0);
  }
  // If no padding helps, odd radices have conflicts after the second stage.
  if (best.shape().pad == 0 && spec.columns() == 1 && !spec.several_axes() && spec.radices.size() > 2 &&
      !spec.shape.digit_reversed && best.conflicts_are_left(search.skew_gain)) {
    best.consider(0, true, search.skew_gain);
  }
  spec.shape = best.shape();
  return best.conflicts();
}

}  // namespace papilio::plan
