// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi_calls.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>
#include <string>

namespace papilio::mpi {

void check_mpi(int status, const char* call) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  if (MPI_Error_string(status, text, &length) != MPI_SUCCESS) length = 0;
  throw Error::device_failed(call, fmt::format("MPI says: {}", std::string(text, static_cast<std::size_t>(length))));
}

bool mpi_is_running() {
  int begun = 0;
  int ended = 0;
  MPI_Initialized(&begun);
  if (begun != 0) MPI_Finalized(&ended);
  return begun != 0 && ended == 0;
}

int make_attribute_key(MPI_Comm_copy_attr_function* copy) {
  int made = MPI_KEYVAL_INVALID;
  check_mpi(MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &made, nullptr), "MPI_Comm_create_keyval");
  return made;
}

}  // namespace papilio::mpi
