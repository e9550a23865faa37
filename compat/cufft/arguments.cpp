// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/arguments.hpp"

#include <papilio/error.hpp>
#include <vector>

#include "compat/cufft/trace.hpp"

namespace papilio::compat::cufft {

Result read_packed(std::initializer_list<int> lengths, int type, int batch, Request& request) {
  if (const Result result = request.set_type(type); result != success) return result;
  request.lengths.assign(lengths.begin(), lengths.end());
  request.batch = batch;
  return success;
}

Result make_plan(int handle, Result read, const Request& request, std::size_t* work_size) {
  const std::shared_ptr<Handle> plan = find_handle(handle);
  if (!plan) return invalid_plan;
  if (read != success) return read;
  if (work_size == nullptr) return invalid_value;
  return plan->make(request, work_size);
}

Result new_plan(int* handle, Result read, const Request& request) {
  if (handle == nullptr) return invalid_value;
  if (read != success) return read;
  const int number = add_handle();
  std::size_t bytes = 0;
  const Result result = guarded([&] { return make_plan(number, read, request, &bytes); });
  if (result == success) {
    *handle = number;
  } else {
    remove_handle(number);
  }
  return result;
}

Result estimate_size(Result read, const Request& request, std::size_t* work_size) {
  if (read != success) return read;
  if (work_size == nullptr) return invalid_value;
  std::vector<Variant> variants;
  if (const Result result = variants_of(request, variants); result != success) return result;
  const CallerContext context = caller_context();
  try {
    *work_size = work_bytes(request, variants, context.device);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    note(error.what());
    return invalid_size;
  }
  return success;
}

Result get_size(int handle, Result read, const Request& request, std::size_t* work_size) {
  return find_handle(handle) ? estimate_size(read, request, work_size) : invalid_plan;
}

}  // namespace papilio::compat::cufft
