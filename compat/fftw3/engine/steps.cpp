// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "steps.hpp"

#include <algorithm>
#include <cstdlib>
#include <papilio/error.hpp>

namespace papilio::fftw3 {
namespace {

/// One dimension of the whole array.
struct LoopAxis {
  Dim dim;
  bool transformed = false;
  R2r kind = R2r::dht;  ///< of an r2r
  bool half = false;    ///< the halved one of r2c and c2r
};

/// Axes of one transform of Papilio.
struct AxisGroup {
  Kind kind = Kind::c2c;
  std::vector<std::size_t> axes;
};

Kind kind_of(R2r kind) {
  static constexpr Kind kinds[] = {Kind::dht,  Kind::dht,  Kind::dht,  Kind::dct1, Kind::dct3, Kind::dct2,
                                   Kind::dct4, Kind::dst1, Kind::dst3, Kind::dst2, Kind::dst4};
  return kinds[static_cast<int>(kind)];
}

/// Builds the steps of one transform.
class StepBuilder {
 public:
  StepBuilder(const Transform& transform, Aliasing aliasing) : transform_(transform), aliasing_(aliasing) {}

  ProgramSteps build();

 private:
  [[nodiscard]] bool half_family() const {
    return transform_.family == Family::r2c || transform_.family == Family::c2r;
  }
  [[nodiscard]] std::int64_t length(const LoopAxis& axis, TransformSide side) const {
    return axis.half && !transform_.real(side) ? axis.dim.n / 2 + 1 : axis.dim.n;
  }
  void collect_axes();
  void collect_groups();
  std::int64_t pack(TransformSide side);
  void copy_input();
  void add_fft(const AxisGroup& group, bool first);
  void add_pairs(R2r kind, HalfcomplexPass pairing);
  void add_copy_only();
  void add_copy(CopyStep copy);
  [[nodiscard]] bool works_in_place() const;
  [[nodiscard]] bool needs_input_copy() const;
  void add_axis(FftStep& step, std::size_t i, const AxisGroup& group, bool first) const;
  [[nodiscard]] FftStep fft_step(const AxisGroup& group, bool first) const;
  [[nodiscard]] ComplexLayout layout_of(StepPlace place) const;
  [[nodiscard]] bool any_kind(R2r kind) const;

  const Transform& transform_;
  Aliasing aliasing_;
  std::vector<LoopAxis> axes_;  ///< strides are those of the places that are used now
  std::vector<AxisGroup> groups_;
  StepPlace from_ = StepPlace::in;
  StepPlace to_ = StepPlace::out;
  ProgramSteps result_;
};

void StepBuilder::collect_axes() {
  for (const Dim& dim : joined(transform_.howmany)) axes_.push_back({dim});
  for (std::size_t i = 0; i < transform_.dims.size(); ++i) {
    const bool half = half_family() && i + 1 == transform_.dims.size();
    LoopAxis axis{transform_.dims[i], true, R2r::dht, half};
    if (transform_.family == Family::r2r) axis.kind = transform_.kinds[i];
    const bool identity =
        transform_.family == Family::dft || (transform_.family == Family::r2r && kind_of(axis.kind) == Kind::dht);
    if (axis.dim.n == 1 && (identity || (half_family() && !half))) continue;
    axes_.push_back(axis);
  }
}

void StepBuilder::collect_groups() {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (!axes_[i].transformed) continue;
    Kind kind = Kind::c2c;
    if (transform_.family == Family::r2c) kind = Kind::r2c;
    if (transform_.family == Family::c2r) kind = Kind::c2r;
    if (transform_.family == Family::r2r) kind = kind_of(axes_[i].kind);
    const auto same =
        std::find_if(groups_.begin(), groups_.end(), [&](const AxisGroup& group) { return group.kind == kind; });
    if (same != groups_.end()) {
      same->axes.push_back(i);
    } else {
      groups_.push_back({kind, {i}});
    }
  }
  // The Hartley transforms last: what comes before them is out of place, and halfcomplex input is changed in place.
  std::stable_partition(groups_.begin(), groups_.end(), [](const AxisGroup& group) { return group.kind != Kind::dht; });
  if (half_family() && groups_.size() == 1 && groups_[0].axes.size() == 1 && axes_[groups_[0].axes[0]].dim.n == 1) {
    groups_.clear();  // a half spectrum of one number: a copy
  }
}

/// Packed strides for a side; returns its elements.
std::int64_t StepBuilder::pack(TransformSide side) {
  std::int64_t stride = 1;
  for (std::size_t i = axes_.size(); i-- > 0;) {
    (side == TransformSide::in ? axes_[i].dim.is : axes_[i].dim.os) = stride;
    stride *= length(axes_[i], side);
  }
  return stride;
}

void StepBuilder::add_copy(CopyStep copy) {
  const auto transformed =
      std::find_if(axes_.begin(), axes_.end(), [](const LoopAxis& axis) { return axis.transformed; });
  copy.batch_axes = static_cast<std::size_t>(transformed - axes_.begin());
  result_.steps.emplace_back(std::move(copy));
}

void StepBuilder::copy_input() {
  CopyStep copy{{},
                StepPlace::in,
                StepPlace::in_copy,
                transform_.real(TransformSide::in) ? CopiedParts::real : CopiedParts::both};
  std::vector<std::int64_t> strides;
  for (const LoopAxis& axis : axes_) strides.push_back(axis.dim.is);
  const std::int64_t elements = pack(TransformSide::in);
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    copy.dims.push_back({length(axes_[i], TransformSide::in), strides[i], axes_[i].dim.is});
  }
  result_.in_copy_numbers = transform_.real(TransformSide::in) ? elements : 2 * elements;
  add_copy(std::move(copy));
  from_ = StepPlace::in_copy;
}

bool StepBuilder::any_kind(R2r kind) const {
  return std::any_of(axes_.begin(), axes_.end(),
                     [&](const LoopAxis& axis) { return axis.transformed && axis.kind == kind; });
}

ComplexLayout StepBuilder::layout_of(StepPlace place) const {
  const bool callers = place == StepPlace::in || place == StepPlace::out;
  return callers ? transform_.layout : ComplexLayout::interleaved;
}

void StepBuilder::add_axis(FftStep& step, std::size_t i, const AxisGroup& group, bool first) const {
  Problem& problem = step.problem;
  const LoopAxis& axis = axes_[i];
  const std::int64_t is = first ? axis.dim.is : axis.dim.os;
  const std::int64_t os = axis.dim.os;
  step.from_lowest += std::min<std::int64_t>(0, is * (length(axis, TransformSide::in) - 1));
  step.to_lowest += std::min<std::int64_t>(0, os * (length(axis, TransformSide::out) - 1));
  if (i == 0 && !axis.transformed && is > 0 && os > 0) {
    problem.batch = axis.dim.n;
    problem.in_distance = is;
    problem.out_distance = os;
    return;
  }
  if (std::find(group.axes.begin(), group.axes.end(), i) != group.axes.end()) {
    problem.axes.push_back(static_cast<int>(problem.lengths.size()));
  }
  problem.lengths.push_back(axis.dim.n);
  problem.in_strides.push_back(is);
  problem.out_strides.push_back(os);
}

FftStep StepBuilder::fft_step(const AxisGroup& group, bool first) const {
  FftStep step;
  step.from = first ? from_ : to_;
  step.to = to_;
  Problem& problem = step.problem;
  problem.kind = group.kind;
  problem.precision = transform_.precision;
  if (group.kind == Kind::c2c) problem.direction = transform_.direction;
  if (group.kind == Kind::c2r) problem.direction = Direction::inverse;
  problem.lengths.clear();
  for (std::size_t i = 0; i < axes_.size(); ++i) add_axis(step, i, group, first);
  problem.in_offset = -step.from_lowest;
  problem.out_offset = -step.to_lowest;
  if (!problem.real_input()) problem.in_layout = layout_of(step.from);
  if (!problem.real_output()) problem.out_layout = layout_of(step.to);
  const bool same = aliasing_ == Aliasing::in_place && step.from == StepPlace::in && step.to == StepPlace::out;
  if (same || step.from == step.to) problem.placement = Placement::in_place;
  return step;
}

/// Whether Papilio takes the first group with the strides of both sides in the same memory.
bool StepBuilder::works_in_place() const {
  if (groups_.empty()) return false;
  const FftStep step = fft_step(groups_.front(), true);
  const std::int64_t in = step.from_lowest * transform_.element_bytes(TransformSide::in);
  const std::int64_t out = step.to_lowest * transform_.element_bytes(TransformSide::out);
  if (in != out) return false;
  try {
    step.problem.validate();
    return true;
  } catch (const Error&) {
    return false;
  }
}

bool StepBuilder::needs_input_copy() const {
  if (aliasing_ == Aliasing::overlap || aliasing_ == Aliasing::staged) return true;
  if (aliasing_ == Aliasing::in_place) return !works_in_place();
  // Halfcomplex input is changed before it is transformed, unless another transform has moved it to the output.
  return groups_.size() == 1 && groups_[0].kind == Kind::dht && any_kind(R2r::hc2r);
}

void StepBuilder::add_pairs(R2r kind, HalfcomplexPass pairing) {
  const bool before = pairing == HalfcomplexPass::from_halfcomplex;
  const bool moved = groups_.size() > 1;  // the transforms before have written the output
  const bool at_input = before && !moved && from_ == StepPlace::in_copy;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (!axes_[i].transformed || axes_[i].kind != kind) continue;
    const auto stride = [&](const LoopAxis& axis) { return at_input ? axis.dim.is : axis.dim.os; };
    PairStep step{{{}, axes_[i].dim.n, stride(axes_[i])}, at_input ? from_ : to_, pairing};
    for (std::size_t j = 0; j < axes_.size(); ++j) {
      if (j != i) step.lines.others.push_back({axes_[j].dim.n, stride(axes_[j]), stride(axes_[j])});
    }
    result_.steps.emplace_back(std::move(step));
  }
}

void StepBuilder::add_fft(const AxisGroup& group, bool first) {
  const bool halfcomplex = transform_.family == Family::r2r && group.kind == Kind::dht;
  if (halfcomplex) add_pairs(R2r::hc2r, HalfcomplexPass::from_halfcomplex);
  result_.steps.emplace_back(fft_step(group, first));
  if (halfcomplex) add_pairs(R2r::r2hc, HalfcomplexPass::to_halfcomplex);
}

void StepBuilder::add_copy_only() {
  CopyStep copy{{}, from_, StepPlace::out, CopiedParts::both};
  bool same = from_ == StepPlace::in && aliasing_ == Aliasing::in_place;
  for (const LoopAxis& axis : axes_) {
    copy.dims.push_back({axis.dim.n, axis.dim.is, axis.dim.os});
    same = same && axis.dim.is == axis.dim.os;
  }
  if (transform_.family == Family::r2c) copy.parts = CopiedParts::real_and_zero;
  if (transform_.family == Family::c2r || transform_.family == Family::r2r) copy.parts = CopiedParts::real;
  if (!same || half_family()) add_copy(std::move(copy));
}

ProgramSteps StepBuilder::build() {
  collect_axes();
  collect_groups();
  if (needs_input_copy()) copy_input();
  if (groups_.empty()) {
    add_copy_only();
    return std::move(result_);
  }
  const std::vector<LoopAxis> before = axes_;
  const bool stage_output = aliasing_ == Aliasing::staged;
  if (stage_output) {
    result_.out_copy_numbers = (transform_.real(TransformSide::out) ? 1 : 2) * pack(TransformSide::out);
    to_ = StepPlace::out_copy;
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) add_fft(groups_[i], i == 0);
  if (stage_output) {
    CopyStep copy{{},
                  StepPlace::out_copy,
                  StepPlace::out,
                  transform_.real(TransformSide::out) ? CopiedParts::real : CopiedParts::both};
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      copy.dims.push_back({length(axes_[i], TransformSide::out), axes_[i].dim.os, before[i].dim.os});
    }
    add_copy(std::move(copy));
  }
  return std::move(result_);
}

}  // namespace

std::vector<Dim> joined(std::vector<Dim> howmany) {
  std::erase_if(howmany, [](const Dim& dim) { return dim.n == 1; });
  std::stable_sort(howmany.begin(), howmany.end(), [](const Dim& a, const Dim& b) {
    return std::abs(a.os) != std::abs(b.os) ? std::abs(a.os) > std::abs(b.os) : std::abs(a.is) > std::abs(b.is);
  });
  std::vector<Dim> result;
  for (const Dim& dim : howmany) {
    if (!result.empty() && result.back().is == dim.n * dim.is && result.back().os == dim.n * dim.os) {
      result.back() = {result.back().n * dim.n, dim.is, dim.os};
    } else {
      result.push_back(dim);
    }
  }
  return result;
}

ProgramSteps make_steps(const Transform& transform, Aliasing aliasing) {
  return StepBuilder(transform, aliasing).build();
}

}  // namespace papilio::fftw3
