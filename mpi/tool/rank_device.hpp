// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which device a rank takes: of several GPUs of CUDA, each rank of a host takes the next one.
#pragma once

#include <papilio/mpi.hpp>
#include <string>
#include <vector>

namespace papilio::mpi::tool {

/// The device that the option names. "cuda", and "auto" where it is a GPU of CUDA, leave it to the rank: its number
/// among the ranks of its host, modulo the GPUs that it sees. "cuda:1" is that one on every rank. Collective.
Device open_device(const std::string& selector);

/// "node7: cuda:0, NVIDIA H200" of each rank, on rank 0. Collective.
std::vector<std::string> devices_of_ranks(const Device& device);
/// A line for each rank, by rank 0. Collective.
void print_devices(const Device& device);

}  // namespace papilio::mpi::tool
