// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "colours.hpp"

#include <cstdlib>

namespace papilio::mpi::tool {

Paint paint_for(StandardStream stream) {
  const bool by_open_mpi = std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr;
  return Paint(by_open_mpi ? papilio::tool::colours_on_demand() : papilio::tool::colours_of(stream));
}

}  // namespace papilio::mpi::tool
