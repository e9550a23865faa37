// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// From the arguments of cuFFT's functions to requests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "compat/cufft/handle.hpp"
#include "compat/cufft/request.hpp"

namespace papilio::compat::cufft {

/// Lengths, embeds, strides and distances of MakePlanMany and its like. Integer is int or long long.
template <typename Integer>
struct LayoutArrays {
  int rank = 0;
  const Integer* n = nullptr;
  const Integer* inembed = nullptr;
  Integer istride = 0;
  Integer idist = 0;
  const Integer* onembed = nullptr;
  Integer ostride = 0;
  Integer odist = 0;
  Integer batch = 1;
};

/// A request, and whether the arguments made one.
struct ReadRequest {
  CufftRequest request;
  Result result = success;
};

/// Fills in everything but the types.
template <typename Integer>
Result fill(const LayoutArrays<Integer>& arrays, CufftRequest& request) {
  constexpr int most_rank = 3;
  if (arrays.rank < 1 || arrays.rank > most_rank || arrays.n == nullptr) return invalid_value;
  request.lengths.assign(arrays.n, arrays.n + arrays.rank);
  request.batch = arrays.batch;
  // "If set to NULL all other advanced data layout parameters are ignored", said of either.
  request.advanced = arrays.inembed != nullptr && arrays.onembed != nullptr;
  if (!request.advanced) return success;
  request.in = {{arrays.inembed, arrays.inembed + arrays.rank}, arrays.istride, arrays.idist};
  request.out = {{arrays.onembed, arrays.onembed + arrays.rank}, arrays.ostride, arrays.odist};
  return success;
}

/// The request of Plan1d and its like: contiguous arrays.
ReadRequest read_packed(std::initializer_list<int> lengths, int type, int batch);

/// The request of PlanMany and its like.
template <typename Integer>
ReadRequest read_many(const LayoutArrays<Integer>& arrays, int type) {
  ReadRequest read;
  read.result = read.request.set_type(type);
  if (read.result == success) read.result = fill(arrays, read.request);
  return read;
}

/// MakePlan on a handle.
Result make_plan(int handle, const ReadRequest& read, std::size_t* work_size);
/// Create and MakePlan; a failure leaves no handle.
Result new_plan(int* handle, const ReadRequest& read);
/// The work area of a request on the current device; no handle is needed.
Result estimate_size(const ReadRequest& read, std::size_t* work_size);
/// Returns estimate_size() for an existing handle, an entry for each of its GPUs.
Result get_size(int handle, const ReadRequest& read, std::size_t* work_size);

}  // namespace papilio::compat::cufft
