// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The common form of functions that take a handle.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>

#include "compat/cufft/handle.hpp"
#include "compat/cufft/trace.hpp"

namespace papilio::compat::cufft {

/// Calls `body` with the handle of this number, if there is one. A body that returns nothing succeeds.
template <typename Body>
Result with_handle(int plan, const Body& body) {
  const std::shared_ptr<FftHandle> handle = find_handle(plan);
  if (!handle) return invalid_plan;
  if constexpr (std::is_void_v<decltype(body(*handle))>) {
    body(*handle);
    return success;
  } else {
    return body(*handle);
  }
}

/// The exported function that calls a member of Handle with its arguments.
template <typename Member, typename... Arguments>
int on_handle(const char* function, Member member, int plan, Arguments... arguments) noexcept {
  return Export(function, plan, arguments...)(
      [&] { return with_handle(plan, [&](FftHandle& handle) { return std::invoke(member, handle, arguments...); }); });
}

}  // namespace papilio::compat::cufft
