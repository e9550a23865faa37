// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/kernels.hpp"

#include <fmt/format.h>

#include "plan/cpu_shapes.hpp"
#include "plan/gpu_candidates.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/shape_rules.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {
namespace {

/// True if this kernel is the one that the radices and the shape were chosen for. Both algorithms for a large prime
/// have the radices of its convolution, but only Rader's in a kernel of its own is staged.
bool is_meant(const KernelSpec& spec, std::int64_t work_length, const DeviceCaps& caps) {
  if (spec.algorithm == Algorithm::prime_factor)
    return !spec.shape.staged && !factors_of(spec.length, spec.radices).empty();
  if (caps.device_class == DeviceClass::gpu && spec.algorithm == Algorithm::rader && wants_staging(spec) &&
      !spec.shape.staged)
    return false;
  std::int64_t rest = work_length;
  for (const int radix : spec.radices) {
    if (rest % radix != 0) return false;
    rest /= radix;
  }
  return rest == 1;
}

std::nullopt_t refuse(const KernelRequest& request, const KernelSpec& spec, const Misfit& misfit,
                      const DeviceCaps& caps) {
  request.choice.refuse({fmt::format("shape {} for {} points on {}",
                                     shape_token(chosen_shape(spec), caps.compute_units), spec.length, caps.name),
                         misfit.why, misfit.remedy});
  return std::nullopt;
}

/// The shape that was chosen.
std::optional<ShapedKernel> shape_chosen(const KernelRequest& request, const DeviceCaps& caps) {
  const ChosenPass* pass = request.choice.next();
  if (pass == nullptr) return std::nullopt;
  if (pass->points > 0) {
    KernelRequest own = request;
    own.choice = {};
    return pass->points == request.work_length ? shape_kernel(own, caps) : std::nullopt;
  }
  ShapedKernel result{request.spec, 0};
  KernelSpec& spec = result.spec;
  spec.radices = pass->chosen.radices;
  spec.shape = pass->chosen.shape;
  if (!is_meant(spec, request.work_length, caps) || !fit_block(spec)) return std::nullopt;
  if (const std::optional<Misfit> misfit = misfit_of(spec, caps)) return refuse(request, spec, *misfit, caps);
  if (caps.device_class == DeviceClass::gpu) {
    result.seconds = cooperative_seconds(request, spec, caps);
    return result;
  }
  std::optional<ShapedKernel> shaped = vectors_of(request, caps, pass->chosen);
  if (shaped) return shaped;
  return refuse(request, spec, {"its data do not fit the local memory", "use butterflies, or more passes"}, caps);
}

}  // namespace

KernelRequest request_of(const Pass& pass) {
  KernelRequest request{pass.kernel, pass.kernel.work_length(), pass.batch, {}};
  request.spec.radices.clear();
  request.spec.shape = {};
  if (request.spec.in.strides.block > 0) request.spec.in.strides.block = 1;
  return request;
}

std::optional<ShapedKernel> shape_kernel(const KernelRequest& request, const DeviceCaps& caps, double limit) {
  if (request.choice.made()) return shape_chosen(request, caps);
  if (caps.device_class == DeviceClass::gpu) return shape_cooperative(request, caps, limit);
  return shape_vectors(request, caps);
}

}  // namespace papilio::plan
