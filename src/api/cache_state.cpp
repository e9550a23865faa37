// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/cache.hpp>

#include "api/access.hpp"
#include "api/kernel_pack.hpp"
#include "api/run/compilation_watch.hpp"
#include "backend/opencl/pocl_cache.hpp"
#include "runtime/compile_cache.hpp"

namespace papilio {

std::string api::kernel_folder(const runtime::Device& device) {
  if (device.keeps_programs()) return backend::opencl::pocl_kernel_folder().string();
  return runtime::CacheConfig::from_environment().directory.string();
}

CacheState cache_state(const Device& device) {
  if (!device) throw Error::invalid_argument("the cache of a device", "the handle is empty", "open a device");
  const runtime::CacheConfig config = runtime::CacheConfig::from_environment();
  CacheState state{api::kernel_folder(api::unwrap(device)), config.read_only.string(), config.pack.string(),
                   config.notes};
  if (std::string why = api::foreign_pack(device); !why.empty()) state.refused.push_back(std::move(why));
  return state;
}

}  // namespace papilio
