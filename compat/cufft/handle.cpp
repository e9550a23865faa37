// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/handle.hpp"

#include <algorithm>
#include <cstdint>
#include <future>
#include <papilio/error.hpp>
#include <papilio/estimate.hpp>
#include <string>
#include <utility>

#include "compat/cufft/multi_gpu/copies.hpp"
#include "compat/cufft/multi_gpu/descriptor.hpp"
#include "compat/cufft/multi_gpu/plan.hpp"
#include "compat/cufft/trace.hpp"

namespace papilio::compat::cufft {
namespace {

/// Kernels move 16 bytes at once (papilio/cuda.hpp).
constexpr std::uintptr_t alignment = 16;

/// Elements between a pointer and the multiple of 16 bytes below it; false if there is a part of one.
bool shift_of(const void* pointer, std::size_t element, std::int64_t& shift) {
  const std::uintptr_t bytes = reinterpret_cast<std::uintptr_t>(pointer) % alignment;
  shift = static_cast<std::int64_t>(bytes / element);
  return bytes % element == 0;
}

bool matches(const CufftRequest& request, const Expected& expected) {
  return expected.any || (request.kind == expected.kind && request.precision == expected.precision &&
                          request.storage == Storage::native);
}

bool is_direction(const CufftRequest& request, int direction) {
  return request.kind != Kind::c2c || direction == forward_direction || direction == inverse_direction;
}

Direction direction_of(const CufftRequest& request, int direction) {
  const bool inverse = request.kind == Kind::c2c ? direction == inverse_direction : request.kind == Kind::c2r;
  return inverse ? Direction::inverse : Direction::forward;
}

template <typename Pointer>
Pointer* moved(Pointer* pointer, std::int64_t elements, std::size_t element) {
  return reinterpret_cast<Pointer*>(reinterpret_cast<std::uintptr_t>(pointer) -  // NOLINT(performance-no-int-to-ptr)
                                    static_cast<std::uintptr_t>(elements) * element);
}

}  // namespace

Result variants_of(const CufftRequest& request, std::vector<PlanVariant>& variants) {
  if (const Result result = request.check(); result != success) return result;
  try {
    variants = request.variants();
  } catch (const Error& error) {
    note(error.what());
    return request.advanced && error.code() == ErrorCode::invalid_argument ? invalid_value : invalid_size;
  }
  if (tracing) note(request.problem(variants.front()).token());
  return success;
}

std::size_t work_bytes(const CufftRequest& request, const std::vector<PlanVariant>& variants,
                       const papilio::Device& device) {
  std::size_t bytes = 0;
  for (const PlanVariant& variant : variants) {
    bytes = std::max(bytes, papilio::estimate(request.problem(variant), device).scratch_bytes);
  }
  return bytes;
}

std::size_t FftHandle::index_of(const PlanVariant& variant) {
  return (variant.direction == Direction::inverse ? 2U : 0U) + (variant.placement == Placement::in_place ? 1U : 0U);
}

CompiledVariant FftHandle::compile(const Plans& plans, const PlanVariant& variant) {
  papilio::Plan plan(plans.context.device, plans.request.problem(variant));
  const std::size_t scratch = plan.scratch_bytes();
  return {std::move(plan), scratch};
}

/// In threads, because a driver that compiles takes a second for a cold plan.
void FftHandle::compile_all(Plans& plans, const std::vector<PlanVariant>& variants) {
  std::vector<std::pair<PlanVariant, std::future<CompiledVariant>>> coming;
  for (const PlanVariant& variant : variants) {
    coming.emplace_back(variant, std::async(std::launch::async, [&plans, variant] { return compile(plans, variant); }));
  }
  for (auto& [variant, future] : coming) {
    CompiledVariant& made = plans.aligned[index_of(variant)];
    made = future.get();
    plans.work_bytes = std::max(plans.work_bytes, made.scratch_bytes);
  }
}

FftHandle::FftHandle() = default;
FftHandle::~FftHandle() = default;

Result FftHandle::set_gpus(int count, const int* devices) {
  const std::lock_guard lock(mutex_);
  if (plans_ || multi_gpu_plan_) return invalid_plan;
  const Result result = open_gpus(count, devices, gpus_);
  if (result == success) areas_.clear();  // they were other GPUs'
  return result;
}

std::size_t FftHandle::gpu_count() const {
  const std::lock_guard lock(mutex_);
  return std::max<std::size_t>(gpus_.size(), 1);
}

Result FftHandle::make_on_gpus(const CufftRequest& request, std::size_t* work_sizes) {
  const PlanningScope planning;
  std::unique_ptr<MultiGpuPlan> plan;
  if (const Result result = make_multi_gpu_plan(gpus_, request, auto_allocation_ && areas_.empty(), plan);
      result != success) {
    return result;
  }
  std::ranges::copy(plan->work_bytes(), work_sizes);
  if (!areas_.empty()) plan->set_work_areas(areas_.data());
  multi_gpu_plan_ = std::move(plan);
  return success;
}

Result FftHandle::make(const CufftRequest& request, std::size_t* work_size) {
  const std::lock_guard lock(mutex_);
  if (plans_ || multi_gpu_plan_) return invalid_plan;
  if (!gpus_.empty()) return make_on_gpus(request, work_size);
  std::vector<PlanVariant> variants;
  if (const Result result = variants_of(request, variants); result != success) return result;
  auto plans = std::make_unique<Plans>();
  plans->request = request;
  const PlanningScope planning;
  plans->context = caller_context();
  try {
    compile_all(*plans, variants);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    note(error.what());  // buffers that no allocation of this device can hold
    return alloc_failed;
  }
  if (auto_allocation_ && area_ == nullptr && plans->work_bytes > 0) {
    plans->own_area = DeviceMemory(plans->context, plans->work_bytes);
  }
  *work_size = plans->work_bytes;
  plans_ = std::move(plans);
  return success;
}

Result FftHandle::size(std::size_t* bytes) const {
  const std::lock_guard lock(mutex_);
  if (bytes == nullptr) return invalid_value;
  if (multi_gpu_plan_) {
    std::ranges::copy(multi_gpu_plan_->work_bytes(), bytes);
    return success;
  }
  if (!plans_) return invalid_plan;
  *bytes = plans_->work_bytes;
  return success;
}

Result FftHandle::variant_of(const void* in, const void* out, int direction, PlanVariant& variant) const {
  const CufftRequest& request = plans_->request;
  if (in == nullptr || out == nullptr) return invalid_value;
  if (!is_direction(request, direction)) return invalid_value;
  variant.direction = direction_of(request, direction);
  variant.placement = in == out ? Placement::in_place : Placement::out_of_place;
  const bool aligned =
      shift_of(in, request.in_bytes(), variant.in_shift) && shift_of(out, request.out_bytes(), variant.out_shift);
  return aligned ? success : unaligned_data;
}

const CompiledVariant& FftHandle::plan_of(const PlanVariant& variant) {
  if (variant.in_shift == 0 && variant.out_shift == 0) return plans_->aligned[index_of(variant)];
  for (const auto& [known, compiled] : plans_->shifted) {
    if (known == variant) return compiled;
  }
  const PlanningScope planning;
  return plans_->shifted.emplace_back(variant, compile(*plans_, variant)).second;
}

Result FftHandle::execute(void* in, void* out, int direction, const Expected& expected) {
  const std::lock_guard lock(mutex_);
  if (!plans_) return invalid_plan;
  const CufftRequest& request = plans_->request;
  if (!matches(request, expected)) return invalid_plan;
  PlanVariant variant;
  if (const Result result = variant_of(in, out, direction, variant); result != success) return result;
  const CompiledVariant& compiled = plan_of(variant);
  if (!compiled) return not_supported;  // in place, with layouts that do not coincide
  if (tracing) note(compiled.plan.problem().token());
  void* work = area_ != nullptr ? area_ : plans_->own_area.get();
  if (work == nullptr && compiled.scratch_bytes > 0) return no_workspace;
  // A plan for pointers that are not multiples of 16 bytes may need more scratch: it allocates its own, in stream
  // order.
  if (compiled.scratch_bytes > plans_->work_bytes) work = nullptr;
  compiled.plan.execute(stream_.get(plans_->context.device), moved(in, variant.in_shift, request.in_bytes()),
                        moved(out, variant.out_shift, request.out_bytes()), work);
  return success;
}

Result FftHandle::execute_descriptors(XtDescriptor* in, XtDescriptor* out, int direction, const Expected& expected) {
  const std::lock_guard lock(mutex_);
  if (!multi_gpu_plan_) return invalid_plan;
  const CufftRequest& request = multi_gpu_plan_->request();
  if (!matches(request, expected)) return invalid_plan;
  if (!is_direction(request, direction)) return invalid_value;
  for (const XtDescriptor* descriptor : {in, out}) {
    if (const Result result = check_descriptor(*multi_gpu_plan_, descriptor); result != success) return result;
  }
  wait_for_stream(stream_.native());
  return multi_gpu_plan_->execute(*in, *out, direction_of(request, direction));
}

Result FftHandle::with_multi_gpu_plan(const std::function<Result(const MultiGpuPlan&)>& use) const {
  const std::lock_guard lock(mutex_);
  return multi_gpu_plan_ ? use(*multi_gpu_plan_) : invalid_plan;
}

Result FftHandle::set_work_area(void* area) {
  const std::lock_guard lock(mutex_);
  if (!gpus_.empty()) return invalid_plan;
  area_ = area;
  if (area != nullptr && plans_) plans_->own_area.reset();
  return success;
}

Result FftHandle::set_work_areas(void* const* areas) {
  if (areas == nullptr) return invalid_value;
  {
    const std::lock_guard lock(mutex_);
    if (!gpus_.empty()) return set_areas_of_gpus(areas);
  }
  return set_work_area(areas[0]);
}

Result FftHandle::set_areas_of_gpus(void* const* areas) {
  areas_.assign(areas, areas + gpus_.size());
  if (multi_gpu_plan_) multi_gpu_plan_->set_work_areas(areas);
  return success;
}

void FftHandle::set_auto_allocation(bool on) {
  const std::lock_guard lock(mutex_);
  auto_allocation_ = on;
}

Result FftHandle::set_policy(int policy, const std::size_t* limit) {
  const std::lock_guard lock(mutex_);
  if (policy < least_policy || policy > most_policy) return invalid_value;
  if (policy != user_policy) return success;
  if (limit == nullptr) return invalid_value;
  if (multi_gpu_plan_) return std::ranges::max(multi_gpu_plan_->work_bytes()) > *limit ? not_supported : success;
  return plans_ && plans_->work_bytes > *limit ? not_supported : success;
}

Result FftHandle::set_property(int property, long long value) {
  const std::lock_guard lock(mutex_);
  if (property != patient_jit && property != max_num_host_threads) return not_supported;
  if (value < 0 || (property == patient_jit && value > 1)) return invalid_value;
  if (plans_ || multi_gpu_plan_) return invalid_plan;
  (property == patient_jit ? patient_jit_ : host_threads_) = value;
  return success;
}

Result FftHandle::get_property(int property, long long* value) const {
  const std::lock_guard lock(mutex_);
  if (value == nullptr) return invalid_value;
  if (property != patient_jit && property != max_num_host_threads) return not_supported;
  *value = property == patient_jit ? patient_jit_ : host_threads_;
  return success;
}

Result FftHandle::reset_property(int property) { return set_property(property, 0); }

}  // namespace papilio::compat::cufft
