// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Calls of MPI: their errors, and attributes of communicators.
#pragma once

#include <mpi.h>

namespace papilio::mpi {

/// Throws Error(device_failed) with MPI's own words for anything but MPI_SUCCESS.
void check_mpi(int status, const char* call);

/// True between MPI_Init and MPI_Finalize.
bool mpi_is_running();

/// A key for an attribute of communicators; `copy` says what their duplicates get.
int make_attribute_key(MPI_Comm_copy_attr_function* copy);

}  // namespace papilio::mpi
