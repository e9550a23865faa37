// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages by the team's own means, from host or device memory: MPI between processes, copies between threads.
#pragma once

#include "carrier.hpp"

namespace papilio::mpi {

extern const CarrierKind mpi_host_carrier;
extern const CarrierKind mpi_device_carrier;

}  // namespace papilio::mpi
