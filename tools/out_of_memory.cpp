// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/out_of_memory.hpp"

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>
#include <papilio/error.hpp>
#include <string_view>

#include "files/temporary_file.hpp"
#include "tools/out_of_memory_parts.hpp"

namespace papilio::tool {
namespace {

std::terminate_handler earlier = nullptr;

/// Called for an exception that is not caught, and if there is no memory for an exception.
bool is_exhausted() noexcept {
  const std::exception_ptr current = std::current_exception();
  if (!current) return errno == ENOMEM;
  try {
    std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

[[noreturn]] void end() noexcept {
  if (is_exhausted()) stop_without_memory();
  files::remove_temporary_files();
  earlier();
  std::_Exit(static_cast<int>(ErrorCode::internal));  // a handler that returns is a defect
}

}  // namespace

void stop_without_memory() noexcept {
  files::remove_temporary_files();
  std::_Exit(tell_exhausted_memory());
}

void handle_exhausted_memory() noexcept {
  earlier = std::set_terminate(end);
  std::set_new_handler(nullptr);
  prepare_exceptions();
}

int tell_exhausted_memory() noexcept {
  constexpr std::string_view line = "papilio: memory: the host has no more; free some, or work on less at a time\n";
  write_to_standard_error(line);
  return static_cast<int>(ErrorCode::out_of_memory);
}

}  // namespace papilio::tool
