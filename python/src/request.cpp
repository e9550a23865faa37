// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "request.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace papilio::python {
namespace {

template <typename Stride, typename Length>
ElementExtent extent_of(const NumPyRequest& request, Stride stride, Length length) {
  ElementExtent extent;
  for (int i = 0; i < request.rank; ++i) {
    const std::int64_t reach = stride(request.axes[i]) * (length(i) - 1);
    (reach < 0 ? extent.least : extent.most) += reach;
  }
  return extent;
}

using AxisLengths = std::array<std::int64_t, max_dimensions + 1>;

/// The number of each transformed axis, one of the call's; 0 for the other axes.
AxisLengths by_dimension(const FftCall& call, const AxisNumbers& numbers) {
  AxisLengths result;
  result.fill(0);
  for (int i = 0; i < call.axes_count; ++i) result[call.axes[i]] = numbers[i];
  return result;
}

/// The innermost transformed axis; -1 if there is none.
int highest_axis(const FftCall& call) {
  int highest = -1;
  for (int i = 0; i < call.axes_count; ++i) highest = std::max(highest, call.axes[i]);
  return highest;
}

}  // namespace

NumPyRequest::NumPyRequest(const FftCall& call, const ArrayOperand& in, const ArrayOperand& out, Placement where)
    : kind(call.kind),
      direction(call.direction),
      scale(call.scale),
      placement(where),
      in_number(in.number),
      out_number(out.number),
      factor(call.factor) {
  add_axes(call, in, out);
  clear_unused_strides();
  merge_batches();
}

void NumPyRequest::add_axes(const FftCall& call, const ArrayOperand& in, const ArrayOperand& out) {
  const std::int64_t in_bytes = bytes_of(in_number);
  const std::int64_t out_bytes = bytes_of(out_number);
  const bool half = kind == Kind::r2c || kind == Kind::c2r;
  const int halved = half ? call.axes[call.axes_count - 1] : -1;
  const int highest = highest_axis(call);
  const AxisLengths lengths = by_dimension(call, call.lengths);
  const AxisLengths modes = call.has_modes ? by_dimension(call, call.modes) : AxisLengths{};
  const auto add = [&](int d) {
    const bool transformed = lengths[d] > 0;
    const std::int64_t length = transformed ? lengths[d] : in.shape[d];
    if (!transformed && length == 1) return;
    const std::int64_t read = d == halved && kind == Kind::c2r ? length / 2 + 1 : length;
    axes[rank++] = {
        length,  std::min(read, in.shape[d]), in.strides[d] / in_bytes, out.strides[d] / out_bytes, transformed ? 1 : 0,
        modes[d]};
  };
  for (int d = 0; d < in.rank; ++d) {
    if (d == halved && d != highest) continue;
    add(d);
    if (d == highest && halved >= 0 && halved != highest) add(halved);
  }
}

void NumPyRequest::clear_unused_strides() {
  for (int i = 0; i < rank; ++i) {
    if (axes[i].given == 1) axes[i].in_stride = 1;
    if (output_length(i) == 1) axes[i].out_stride = 1;
  }
}

void NumPyRequest::merge_batches() {
  int kept = 0;
  for (int i = 0; i < rank; ++i) {
    if (kept > 0) {
      RequestAxis& last = axes[kept - 1];
      const RequestAxis& next = axes[i];
      if (last.transformed == 0 && next.transformed == 0 && last.in_stride == next.in_stride * next.length &&
          last.out_stride == next.out_stride * next.length) {
        last = {last.length * next.length, last.given * next.given, next.in_stride, next.out_stride, 0, 0};
        continue;
      }
    }
    axes[kept++] = axes[i];
  }
  rank = kept;
}

int NumPyRequest::halved_axis() const {
  if (kind != Kind::r2c && kind != Kind::c2r) return -1;
  int last = rank - 1;
  while (last >= 0 && axes[last].transformed == 0) --last;
  return last;
}

std::int64_t NumPyRequest::input_length(int axis) const {
  const std::int64_t length = axes[axis].length;
  if (is_inverse() && axes[axis].modes > 0) return axes[axis].modes;
  return kind == Kind::c2r && axis == halved_axis() ? length / 2 + 1 : length;
}

std::int64_t NumPyRequest::output_length(int axis) const {
  const std::int64_t length = axes[axis].length;
  if (!is_inverse() && axes[axis].modes > 0) return axes[axis].modes;
  return kind == Kind::r2c && axis == halved_axis() ? length / 2 + 1 : length;
}

bool NumPyRequest::padded() const {
  for (int i = 0; i < rank; ++i) {
    if (axes[i].given < input_length(i)) return true;
  }
  return false;
}

ElementExtent NumPyRequest::input_extent() const {
  return extent_of(
      *this, [](const RequestAxis& axis) { return axis.in_stride; }, [&](int i) { return input_length(i); });
}

ElementExtent NumPyRequest::given_extent() const {
  return extent_of(
      *this, [](const RequestAxis& axis) { return axis.in_stride; }, [&](int i) { return axes[i].given; });
}

ElementExtent NumPyRequest::output_extent() const {
  return extent_of(
      *this, [](const RequestAxis& axis) { return axis.out_stride; }, [&](int i) { return output_length(i); });
}

std::int64_t NumPyRequest::given_elements() const {
  std::int64_t elements = 1;
  for (int i = 0; i < rank; ++i) elements *= axes[i].in_stride == 0 ? 1 : axes[i].given;
  return elements;
}

bool NumPyRequest::output_is_dense() const {
  std::int64_t elements = 1;
  for (int i = 0; i < rank; ++i) elements *= output_length(i);
  return elements == output_extent().elements();
}

Problem NumPyRequest::problem() const {
  Problem problem;
  problem.kind = kind;
  problem.precision = precision_of(out_number);
  problem.direction = direction;
  problem.placement = placement;
  problem.scale = scale;
  problem.factor = factor;
  problem.in_storage = storage_of(in_number);
  problem.out_storage = storage_of(out_number);
  problem.in_offset = in_lead - input_extent().least;
  problem.out_offset = out_lead - output_extent().least;
  problem.lengths.clear();
  const RequestAxis& first = axes[0];
  const int begin = rank > 1 && first.transformed == 0 && first.in_stride != 0 && first.out_stride != 0 ? 1 : 0;
  bool zeros = false;
  std::vector<std::int64_t> modes;
  for (int i = begin; i < rank; ++i) {
    const RequestAxis& axis = axes[i];
    problem.lengths.push_back(axis.length);
    modes.push_back(axis.modes > 0 ? axis.modes : axis.length);
    if (axis.transformed != 0) problem.axes.push_back(i - begin);
    const bool short_axis = axis.given < input_length(i);
    problem.zero.push_back(short_axis ? Range{axis.given, input_length(i)} : Range{});
    zeros = zeros || short_axis;
  }
  if (!zeros) problem.zero.clear();
  if (std::any_of(axes.begin(), axes.begin() + rank, [](const RequestAxis& axis) { return axis.modes > 0; })) {
    problem.keep_modes(modes);
  }
  if (begin == 1) {
    problem.batch = first.length;
    problem.in_distance = first.in_stride;
    problem.out_distance = first.out_stride;
  }
  for (int i = begin; i < rank; ++i) {
    problem.in_strides.push_back(axes[i].in_stride);
    problem.out_strides.push_back(axes[i].out_stride);
  }
  return problem;
}

RequestKey::RequestKey(const NumPyRequest& request, int device) {
  const auto tags = static_cast<std::int64_t>(request.kind) << 40 | static_cast<std::int64_t>(request.direction) << 32 |
                    static_cast<std::int64_t>(request.scale) << 24 |
                    static_cast<std::int64_t>(request.placement) << 16 |
                    static_cast<std::int64_t>(request.in_number) << 8 | static_cast<std::int64_t>(request.out_number);
  values_[count_++] = device;
  values_[count_++] = tags;
  values_[count_++] = std::bit_cast<std::int64_t>(request.factor);
  values_[count_++] = request.in_lead << 8 | request.out_lead;
  for (int i = 0; i < request.rank; ++i) {
    const NumPyRequest::RequestAxis& axis = request.axes[i];
    for (const std::int64_t value :
         {axis.length, axis.given, axis.in_stride, axis.out_stride, axis.transformed, axis.modes}) {
      values_[count_++] = value;
    }
  }
}

}  // namespace papilio::python
