// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FftHandle: what a cufftHandle names, and the table of all of them. One lock a handle makes its functions safe to call
// from any thread; executions of one handle from several threads take turns while they enqueue.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <papilio/plan.hpp>
#include <utility>
#include <vector>

#include "compat/cufft/driver.hpp"
#include "compat/cufft/multi_gpu/gpu.hpp"
#include "compat/cufft/request.hpp"
#include "compat/cufft/stream_cache.hpp"

namespace papilio::compat::cufft {

class MultiGpuPlan;

/// One plan of Papilio and its needs.
struct CompiledVariant {
  papilio::Plan plan;
  std::size_t scratch_bytes = 0;
  [[nodiscard]] explicit operator bool() const { return static_cast<bool>(plan); }
};

/// The variants of aligned pointers that a request has. Notes the token of the first. Where there is none:
/// invalid_size or, for strides that make no sense, invalid_value.
Result variants_of(const CufftRequest& request, std::vector<PlanVariant>& variants);
/// Bytes of the work area that these need: enough for each of them. Compiles nothing.
std::size_t work_bytes(const CufftRequest& request, const std::vector<PlanVariant>& variants,
                       const papilio::Device& device);

/// The transform that an Exec function requires.
struct Expected {
  bool any = true;  ///< cufftXtExec
  Kind kind = Kind::c2c;
  Precision precision = Precision::f32;
};

inline constexpr Expected any_transform = {};
inline constexpr Expected only_c2c = {false, Kind::c2c, Precision::f32};
inline constexpr Expected only_r2c = {false, Kind::r2c, Precision::f32};
inline constexpr Expected only_c2r = {false, Kind::c2r, Precision::f32};
inline constexpr Expected only_z2z = {false, Kind::c2c, Precision::f64};
inline constexpr Expected only_d2z = {false, Kind::r2c, Precision::f64};
inline constexpr Expected only_z2d = {false, Kind::c2r, Precision::f64};

class FftHandle {
 public:
  FftHandle();
  ~FftHandle();
  FftHandle(const FftHandle&) = delete;
  FftHandle& operator=(const FftHandle&) = delete;

  /// The GPUs of a plan that is yet to be made; plans have one GPU without them.
  Result set_gpus(int count, const int* devices);
  /// Entries of the arrays of sizes and work areas.
  [[nodiscard]] std::size_t gpu_count() const;
  /// Plans all variants of aligned pointers, so that no execution has to, and allocates the work area unless told not
  /// to. After a failure the handle is as before. invalid_plan if it is planned already. Sizes have an entry for each
  /// GPU.
  Result make(const CufftRequest& request, std::size_t* work_size);
  Result size(std::size_t* bytes) const;
  Result execute(void* in, void* out, int direction, const Expected& expected);

  /// Waits for the plan's stream and for what the GPUs' default streams have been given, and returns when the result is
  /// there.
  Result execute_descriptors(XtDescriptor* in, XtDescriptor* out, int direction, const Expected& expected);
  /// Calls `use` with the plan over several GPUs; invalid_plan without one.
  Result with_multi_gpu_plan(const std::function<Result(const MultiGpuPlan&)>& use) const;

  void set_stream(void* native) { stream_.set(native); }
  /// Gives back an allocated work area. invalid_plan for plans over several GPUs.
  Result set_work_area(void* area);
  /// One for each GPU.
  Result set_work_areas(void* const* areas);
  void set_auto_allocation(bool on);
  Result set_policy(int policy, const std::size_t* limit);
  Result set_property(int property, long long value);
  Result get_property(int property, long long* value) const;
  Result reset_property(int property);

 private:
  struct Plans {
    CufftRequest request;
    CallerContext context;
    std::array<CompiledVariant, 4> aligned;  ///< by direction and placement
    /// For pointers that are not multiples of 16 bytes; made at their first use.
    std::vector<std::pair<PlanVariant, CompiledVariant>> shifted;
    std::size_t work_bytes = 0;
    DeviceMemory own_area;
  };
  [[nodiscard]] static std::size_t index_of(const PlanVariant& variant);
  [[nodiscard]] static CompiledVariant compile(const Plans& plans, const PlanVariant& variant);
  static void compile_all(Plans& plans, const std::vector<PlanVariant>& variants);
  Result make_on_gpus(const CufftRequest& request, std::size_t* work_sizes);
  Result set_areas_of_gpus(void* const* areas);  // mutex_ is held
  Result variant_of(const void* in, const void* out, int direction, PlanVariant& variant) const;
  const CompiledVariant& plan_of(const PlanVariant& variant);

  mutable std::mutex mutex_;
  std::unique_ptr<Plans> plans_;  ///< null before MakePlan
  Gpus gpus_;
  std::unique_ptr<MultiGpuPlan> multi_gpu_plan_;
  StreamCache stream_;
  bool auto_allocation_ = true;
  void* area_ = nullptr;
  std::vector<void*> areas_;  ///< of several GPUs
  long long patient_jit_ = 0;
  long long host_threads_ = 0;
};

/// A new handle, never -1 and never a small number like those of the genuine library; throws std::bad_alloc if there
/// are 2^20.
int add_handle();
/// Null for numbers that name no handle: destroyed ones, and those of another library.
std::shared_ptr<FftHandle> find_handle(int number);
/// The handle, taken out of the table; null as above.
std::shared_ptr<FftHandle> remove_handle(int number);

}  // namespace papilio::compat::cufft
