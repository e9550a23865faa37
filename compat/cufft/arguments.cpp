// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/arguments.hpp"

#include <papilio/error.hpp>
#include <vector>

#include "compat/cufft/multi_gpu/held_rows.hpp"
#include "compat/cufft/trace.hpp"

namespace papilio::compat::cufft {

ReadRequest read_packed(std::initializer_list<int> lengths, int type, int batch) {
  ReadRequest read;
  read.result = read.request.set_type(type);
  read.request.lengths.assign(lengths.begin(), lengths.end());
  read.request.batch = batch;
  return read;
}

Result make_plan(int handle, const ReadRequest& read, std::size_t* work_size) {
  const std::shared_ptr<FftHandle> plan = find_handle(handle);
  if (!plan) return invalid_plan;
  if (read.result != success) return read.result;
  if (work_size == nullptr) return invalid_value;
  return plan->make(read.request, work_size);
}

Result new_plan(int* handle, const ReadRequest& read) {
  if (handle == nullptr) return invalid_value;
  if (read.result != success) return read.result;
  const int number = add_handle();
  std::size_t bytes = 0;
  const Result result = guarded([&] { return make_plan(number, read, &bytes); });
  if (result == success) {
    *handle = number;
  } else {
    remove_handle(number);
  }
  return result;
}

Result estimate_size(const ReadRequest& read, std::size_t* work_size) {
  if (read.result != success) return read.result;
  if (work_size == nullptr) return invalid_value;
  std::vector<PlanVariant> variants;
  if (const Result result = variants_of(read.request, variants); result != success) return result;
  const CallerContext context = caller_context();
  try {
    *work_size = work_bytes(read.request, variants, context.device);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    note(error.what());
    return invalid_size;
  }
  return success;
}

Result get_size(int handle, const ReadRequest& read, std::size_t* work_size) {
  const std::shared_ptr<FftHandle> plan = find_handle(handle);
  if (!plan) return invalid_plan;
  const std::size_t gpus = plan->gpu_count();
  if (gpus == 1 || read.result != success || work_size == nullptr) return estimate_size(read, work_size);
  Result result = read.request.check();
  for (std::size_t gpu = 0; gpu < gpus && result == success; ++gpu) {
    ReadRequest part = read;
    part.request.batch = share_of(read.request.batch, gpu, gpus).count;
    work_size[gpu] = 0;  // a plan of one array has memory of its own
    if (read.request.batch > 1 && part.request.batch > 0) result = estimate_size(part, &work_size[gpu]);
  }
  return result;
}

}  // namespace papilio::compat::cufft
