// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A function called with every wrong value of every argument, one at a time. Results are looked at by the caller.
#pragma once

#include <climits>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace papilio::testing {

/// A number as Fortran passes it: by its address. Arrays of numbers are other types.
struct FortranNumber {
  int value = 0;
};

/// Values of a type that make no sense for most arguments of FFTW and cuFFT. A pointer is null. A number is zero,
/// negative, or more than any rank may be; greater ones may be lengths of transforms that FFTW plans for minutes.
template <typename T>
std::vector<T> wrong_values() {
  if constexpr (std::is_same_v<T, const FortranNumber*>) {
    static constexpr FortranNumber numbers[] = {{0}, {-1}, {INT_MIN}, {70}};
    return {nullptr, &numbers[0], &numbers[1], &numbers[2], &numbers[3]};
  } else if constexpr (std::is_pointer_v<T>) {
    return {nullptr};
  } else if constexpr (std::is_enum_v<T>) {
    return {static_cast<T>(11), static_cast<T>(15)};  // kinds that do not exist; C++ forbids others in an enumeration
  } else if constexpr (std::is_same_v<T, int>) {
    return {0, -1, INT_MIN, 70};
  } else if constexpr (std::is_same_v<T, long long>) {  // of cuFFT, which plans without measuring
    return {0, -1, LLONG_MIN, LLONG_MAX};
  } else if constexpr (std::is_same_v<T, double>) {
    return {0, -1, -1e300, 1e300};
  } else if constexpr (std::is_same_v<T, unsigned>) {  // flags
    return {0U, ~0U, 1U << 31};
  } else {
    static_assert(std::is_same_v<T, std::size_t>);
    return {0, SIZE_MAX / 16, SIZE_MAX};
  }
}

namespace detail {

template <std::size_t index, typename Call, typename Arguments>
void replace_one(const Call& call, Arguments arguments) {
  using T = std::tuple_element_t<index, Arguments>;
  for (const T& wrong : wrong_values<T>()) {
    std::get<index>(arguments) = wrong;
    std::apply(call, arguments);
  }
}

template <typename Call, typename Arguments, std::size_t... indices>
void replace_each(const Call& call, const Arguments& sound, std::index_sequence<indices...>) {
  (replace_one<indices>(call, sound), ...);
}

}  // namespace detail

/// Calls `call` with each wrong value of each of the arguments, which are sound otherwise.
template <typename Call, typename... Arguments>
void with_each_wrong(const Call& call, Arguments... sound) {
  detail::replace_each(call, std::tuple<Arguments...>(sound...), std::index_sequence_for<Arguments...>{});
}

}  // namespace papilio::testing
