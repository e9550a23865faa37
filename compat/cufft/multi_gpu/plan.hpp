// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// MultiGpuPlan: a plan over several GPUs. Its arrays lie in their memory as a format says (SubFormat):
//
//   format_in_place           natural order; rows of real numbers are padded, as in place on one GPU
//   format_in_place_shuffled  permuted order, after a transform of one array: divided along the second axis, and one
//                             axis in strings (Xt1dFactors)
//   format_1d_input_shuffled  the order of the input of one axis that spares an exchange
//   format_input, _output     out of place: natural order before a transform; after one of a single array the permuted
//                             order, but the natural one for real numbers. Rows of real numbers are not padded
//
// Arrays of a batch are divided whole and stay in natural order.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "compat/cufft/abi.hpp"
#include "compat/cufft/multi_gpu/gpu.hpp"
#include "compat/cufft/multi_gpu/held_rows.hpp"
#include "compat/cufft/request.hpp"

namespace papilio::compat::cufft {

/// Formats under which an array is transformed in place.
inline bool is_in_place(int format) { return format >= format_in_place && format <= format_1d_input_shuffled; }

/// Whether two descriptors have the same memory on the GPUs where they have any.
enum class SameMemory { none, some, all };
SameMemory same_memory(const XtMemory& in, const XtMemory& out);

class MultiGpuPlan {
 public:
  virtual ~MultiGpuPlan() = default;
  MultiGpuPlan(const MultiGpuPlan&) = delete;
  MultiGpuPlan& operator=(const MultiGpuPlan&) = delete;

  [[nodiscard]] const Gpus& gpus() const { return gpus_; }
  [[nodiscard]] const CufftRequest& request() const { return request_; }
  /// Nothing if there is no such format.
  [[nodiscard]] virtual std::optional<HeldRows> held(int format, std::size_t gpu) const = 0;
  /// Enough for every order that an execution may leave there.
  [[nodiscard]] virtual std::size_t bytes_to_allocate(int format, std::size_t gpu) const = 0;
  [[nodiscard]] std::int64_t array_bytes(int format) const;
  /// Work memory that the plan takes from the caller, of each GPU.
  [[nodiscard]] virtual std::vector<std::size_t> work_bytes() const = 0;
  /// One for each GPU.
  virtual void set_work_areas(void* const* areas) = 0;
  /// Descriptors that check_descriptor() has accepted; sets the output's format if the order changes. Returns when the
  /// result is there.
  virtual Result execute(XtDescriptor& in, XtDescriptor& out, Direction direction) = 0;
  /// not_supported for plans of several axes or arrays.
  virtual Result factors(Xt1dFactors& factors) const = 0;

 protected:
  MultiGpuPlan(Gpus gpus, CufftRequest request) : gpus_(std::move(gpus)), request_(std::move(request)) {}

 private:
  Gpus gpus_;
  CufftRequest request_;
};

/// The GPUs of these numbers: invalid_value for fewer than 2 or more than 16, invalid_device for one that CUDA has not.
Result open_gpus(int count, const int* numbers, Gpus& gpus);

/// Fills in the plan, or throws what planning throws. `allocates`: the plan allocates the work areas that executions
/// take from the caller otherwise.
Result make_multi_gpu_plan(const Gpus& gpus, const CufftRequest& request, bool allocates,
                           std::unique_ptr<MultiGpuPlan>& plan);

}  // namespace papilio::compat::cufft
