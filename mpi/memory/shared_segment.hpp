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

/// Reserves all of it, so that a shortage is reported now and not at the first use. Throws Error(out_of_memory);
/// Error(unsupported) where the system has no such memory.
std::shared_ptr<std::byte> create_shared(const std::string& name, std::size_t bytes);
/// Opens memory that another process has created and not removed. Throws Error(device_failed).
std::shared_ptr<std::byte> open_shared(const std::string& name, std::size_t bytes);
/// Removes the name; the memory exists until the last process has unmapped it.
void remove_shared(const std::string& name) noexcept;

/// From a random number, not a process id: processes in different containers may share both their ids and the names.
inline std::string shared_name(unsigned long long number) { return fmt::format("/papilio-{:016x}", number); }

}  // namespace papilio::mpi
