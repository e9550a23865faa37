// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FftHandle: what a cufftHandle names, and the table of all of them. One lock a handle makes its functions safe to call
// from any thread; executions of one handle from several threads take turns while they enqueue.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <papilio/plan.hpp>
#include <utility>
#include <vector>

#include "compat/cufft/driver.hpp"
#include "compat/cufft/request.hpp"
#include "compat/cufft/stream_cache.hpp"

namespace papilio::compat::cufft {

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

class FftHandle {
 public:
  /// Plans all variants of aligned pointers, so that no execution has to, and allocates the work area unless told not
  /// to. After a failure the handle is as before. invalid_plan if it is planned already.
  Result make(const CufftRequest& request, std::size_t* work_size);
  Result size(std::size_t* bytes) const;
  Result execute(void* in, void* out, int direction, const Expected& expected);

  void set_stream(void* native) { stream_.set(native); }
  /// Gives back an allocated work area.
  void set_work_area(void* area);
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
  Result variant_of(const void* in, const void* out, int direction, PlanVariant& variant) const;
  const CompiledVariant& plan_of(const PlanVariant& variant);

  mutable std::mutex mutex_;
  std::unique_ptr<Plans> plans_;  ///< null before MakePlan
  StreamCache stream_;
  bool auto_allocation_ = true;
  void* area_ = nullptr;
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
