// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handles of CUDA objects. Their destructors free an object in its context by dispose(), so never inside a callback.
#pragma once

#include <memory>
#include <utility>

#include "backend/cuda/context.hpp"
#include "runtime/handle.hpp"

namespace papilio::backend::cuda {

template <typename T, auto Free>
void free_object(std::shared_ptr<const Context>&& context, T value) noexcept {
  dispose(std::move(context), [value](const CuSymbols& cuda) { (cuda.*Free)(value); });
}
template <typename T, auto Free>
using CuHandle = runtime::Handle<T, std::shared_ptr<const Context>, free_object<T, Free>>;

using CuStreamHandle = CuHandle<CUstream, &CuSymbols::cuStreamDestroy_v2>;
using CuEventHandle = CuHandle<CUevent, &CuSymbols::cuEventDestroy_v2>;
using CuMemoryHandle = CuHandle<CUdeviceptr, &CuSymbols::cuMemFree_v2>;
using CuHostMemoryHandle = CuHandle<void*, &CuSymbols::cuMemFreeHost>;
using CuPoolHandle = CuHandle<CUmemoryPool, &CuSymbols::cuMemPoolDestroy>;
using CuModuleHandle = CuHandle<CUmodule, &CuSymbols::cuModuleUnload>;

}  // namespace papilio::backend::cuda
