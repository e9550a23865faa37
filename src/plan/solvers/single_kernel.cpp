// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/single_kernel.hpp"

#include <fmt/format.h>

#include "core/number_theory.hpp"
#include "plan/model/cpu_model.hpp"

namespace papilio::plan {
namespace {

/// On a CPU: convolutions in the place of sums that other libraries compute, whose errors in f32 are smaller than those
/// of two DFTs and a product.
bool computed_in_f64(const Lines& lines, const DeviceCaps& caps, const SingleKernel& wanted) {
  constexpr const auto& wide = cpu_model.search.wide_convolutions;
  const bool convolves = wanted.algorithm == Algorithm::rader || wanted.algorithm == Algorithm::bluestein;
  const auto plain = [](const End& end) { return end.side.plain() && !end.filtered; };
  return convolves && lines.precision == Precision::f32 && caps.device_class == DeviceClass::cpu && caps.f64 &&
         lines.length <= wide.longest && prime_factors(lines.length).back() <= wide.largest_prime && plain(lines.in) &&
         plain(lines.out);
}

}  // namespace

std::optional<PlanNode> single_kernel_plan(const Lines& lines, const DeviceCaps& caps, const SingleKernel& wanted) {
  KernelRequest request;
  request.spec = lines.spec();
  request.spec.algorithm = wanted.algorithm;
  request.work_length = wanted.work_length;
  request.batch = lines.batch;
  request.choice = lines.choice;
  std::optional<ShapedKernel> kernel;
  if (computed_in_f64(lines, caps, wanted)) {
    KernelRequest wide = request;
    wide.spec.precision = Precision::f64;
    wide.spec.in.storage = wide.spec.out.storage = Storage::f32;
    kernel = shape_kernel(wide, caps, wanted.limit);  // it may not fit local memory
  }
  if (!kernel) kernel = shape_kernel(request, caps, wanted.limit);
  if (!kernel) return std::nullopt;
  PlanNode node;
  node.solver = wanted.solver;
  node.seconds = kernel->seconds;
  if (wanted.algorithm != Algorithm::stockham && wanted.algorithm != Algorithm::prime_factor)
    node.notes.push_back(fmt::format("convolution={}", wanted.work_length));
  if (kernel->spec.precision != lines.precision) node.notes.emplace_back("in-f64");
  node.pass = make_pass(kernel->spec, lines, lines.in, lines.out);
  return node;
}

}  // namespace papilio::plan
