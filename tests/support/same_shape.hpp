// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks whether Papilio's declaration and the library's own describe the same function.
#pragma once

#include <type_traits>

namespace papilio::test {

template <typename A, typename B>
constexpr bool alike =
    sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>&& std::is_floating_point_v<A> ==
                                  std::is_floating_point_v<B>;

template <typename R, typename... A, typename S, typename... B>
constexpr bool same_shape(R (*)(A...), S (*)(B...)) {
  if constexpr (sizeof...(A) != sizeof...(B)) {
    return false;
  } else {
    return alike<R, S> && (alike<A, B> && ...);
  }
}

}  // namespace papilio::test
