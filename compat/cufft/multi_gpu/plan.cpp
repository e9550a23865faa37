// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/plan.hpp"

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "compat/cufft/multi_gpu/array.hpp"
#include "compat/cufft/multi_gpu/batch.hpp"
#include "compat/cufft/trace.hpp"

namespace papilio::compat::cufft {

SameMemory same_memory(const XtMemory& in, const XtMemory& out) {
  int same = 0;
  int others = 0;
  for (int gpu = 0; gpu < in.gpu_count; ++gpu) {
    if (in.data[gpu] == nullptr && out.data[gpu] == nullptr) continue;  // a GPU without elements
    ++(in.data[gpu] == out.data[gpu] ? same : others);
  }
  return same == 0 ? SameMemory::none : others == 0 ? SameMemory::all : SameMemory::some;
}

std::int64_t MultiGpuPlan::array_bytes(int format) const {
  std::int64_t bytes = 0;
  for (std::size_t gpu = 0; gpu < gpus_.size(); ++gpu) bytes += held(format, gpu).value_or(HeldRows{}).bytes();
  return bytes;
}

Result open_gpus(int count, const int* numbers, Gpus& gpus) {
  if (numbers == nullptr || count < min_gpus || count > max_gpus) return invalid_value;
  Gpus opened;
  for (int i = 0; i < count; ++i) {
    try {
      opened.push_back({numbers[i], papilio::cuda::wrap_device(numbers[i])});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::no_device) throw;
      note(error.what());
      return invalid_device;
    }
  }
  gpus = std::move(opened);
  return success;
}

Result make_multi_gpu_plan(const Gpus& gpus, const CufftRequest& request, bool allocates,
                           std::unique_ptr<MultiGpuPlan>& plan) {
  if (const Result result = request.check(); result != success) return result;
  CufftRequest packed = request;
  if (!packed.make_packed()) {
    note("strides and embeds over several GPUs: use contiguous arrays");
    return not_supported;
  }
  return packed.batch > 1 ? make_batch(gpus, packed, allocates, plan) : make_array(gpus, packed, plan);
}

}  // namespace papilio::compat::cufft
