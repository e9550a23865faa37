// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "failure.hpp"

#include <fmt/format.h>

#include <new>

namespace papilio::mpi {

std::optional<Failure> attempt(const std::function<void()>& work) {
  try {
    work();
    return std::nullopt;
  } catch (const Error& error) {
    return Failure{error.code(), error.what()};
  } catch (const std::bad_alloc&) {
    return Failure{ErrorCode::out_of_memory, "host memory is exhausted"};
  } catch (const std::exception& error) {
    return Failure{ErrorCode::internal, error.what()};
  }
}

Error error_of(int rank, const Failure& failure) {
  return {failure.code, fmt::format("rank {}", rank), failure.message};
}

}  // namespace papilio::mpi
