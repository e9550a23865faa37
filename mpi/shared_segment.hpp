// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory that processes of one host share, by a name: shared_segment_posix.cpp, shared_segment_windows.cpp.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>

namespace papilio::mpi {

/// All of it is there: a system that is short of it says so now and not when it is first used. Throws
/// Error(out_of_memory); Error(unsupported) where the system has no such memory.
std::shared_ptr<std::byte> create_shared(const std::string& name, std::size_t bytes);
/// What another process has created and not removed. Throws Error(device_failed).
std::shared_ptr<std::byte> open_shared(const std::string& name, std::size_t bytes);
/// The name goes; the memory stays as long as somebody has it.
void remove_shared(const std::string& name) noexcept;

/// Of a random number: processes in different containers may have the same id and share names all the same.
inline std::string shared_name(unsigned long long number) { return fmt::format("/papilio-{:016x}", number); }

}  // namespace papilio::mpi
