// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/error.hpp>

#include "shared_segment.hpp"

namespace papilio::mpi {

std::shared_ptr<std::byte> create_shared(const std::string& /*name*/, std::size_t /*bytes*/) {
  throw Error::unsupported("memory that processes share", "it is left out on Windows", "use Carrier::mpi_host");
}

std::shared_ptr<std::byte> open_shared(const std::string& name, std::size_t bytes) {
  return create_shared(name, bytes);
}

void remove_shared(const std::string& /*name*/) noexcept {}

}  // namespace papilio::mpi
