// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a pass does to numbers as it reads and writes them, as callbacks.
#pragma once

#include <papilio/callbacks.hpp>

#include "mpi/program/program.hpp"

namespace papilio::mpi {

/// Twiddles, which read the table of upload_table() (twiddles.hpp), and conjugations. Empty texts for passes that have
/// neither.
Callbacks callbacks_of(const Pass& pass);

}  // namespace papilio::mpi
