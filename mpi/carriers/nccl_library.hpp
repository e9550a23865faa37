// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NCCL, opened at run time. Its functions are declared here, so that building needs no NCCL.
//
//   PAPILIO_NCCL_LIBRARY=FILE   is opened instead of libnccl.so.2
#pragma once

#include <cstddef>
#include <string>

namespace papilio::mpi {

// As <nccl.h> 2.7 and newer declares them; NVIDIA keeps them binary compatible within libnccl.so.2.
using NcclComm = struct NcclCommObject*;
struct NcclUniqueId {
  char internal[128];
};
inline constexpr int nccl_success = 0;
inline constexpr int nccl_in_progress = 7;
inline constexpr int nccl_bytes = 0;  ///< ncclInt8

struct NcclSymbols {
  int (*ncclGetVersion)(int* version) = nullptr;
  int (*ncclGetUniqueId)(NcclUniqueId* id) = nullptr;
  int (*ncclCommInitRank)(NcclComm* comm, int ranks, NcclUniqueId id, int rank) = nullptr;
  int (*ncclCommDestroy)(NcclComm comm) = nullptr;
  int (*ncclCommAbort)(NcclComm comm) = nullptr;
  int (*ncclCommGetAsyncError)(NcclComm comm, int* status) = nullptr;
  const char* (*ncclGetErrorString)(int status) = nullptr;
  int (*ncclGroupStart)() = nullptr;
  int (*ncclGroupEnd)() = nullptr;
  int (*ncclSend)(const void* from, std::size_t count, int type, int peer, NcclComm comm, void* stream) = nullptr;
  int (*ncclRecv)(void* to, std::size_t count, int type, int peer, NcclComm comm, void* stream) = nullptr;
  const char* (*ncclGetLastError)(NcclComm comm) = nullptr;  ///< since 2.13; null before
};

/// Opened at the first call and never closed. Immutable once made.
struct NcclLibrary {
  NcclSymbols nccl;
  int version = 0;      ///< 22703 is 2.27.3
  std::string problem;  ///< why it cannot be used; empty if it can
};
const NcclLibrary& nccl_library();

}  // namespace papilio::mpi
