// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "nccl_library.hpp"

#include <fmt/format.h>

#include "mpi/memory/library_symbols.hpp"

namespace papilio::mpi {
namespace {

/// ncclSend and ncclRecv are new in 2.7.
constexpr int oldest_version = 2700;

std::string open(NcclSymbols& symbols, int& version) {
  LibrarySymbols library("PAPILIO_NCCL_LIBRARY", "libnccl.so.2");
  library.find("ncclGetVersion", symbols.ncclGetVersion);
  library.find("ncclGetUniqueId", symbols.ncclGetUniqueId);
  library.find("ncclCommInitRank", symbols.ncclCommInitRank);
  library.find("ncclCommDestroy", symbols.ncclCommDestroy);
  library.find("ncclCommAbort", symbols.ncclCommAbort);
  library.find("ncclCommGetAsyncError", symbols.ncclCommGetAsyncError);
  library.find("ncclGetErrorString", symbols.ncclGetErrorString);
  library.find("ncclGroupStart", symbols.ncclGroupStart);
  library.find("ncclGroupEnd", symbols.ncclGroupEnd);
  library.find("ncclSend", symbols.ncclSend);
  library.find("ncclRecv", symbols.ncclRecv);
  library.find_optional("ncclGetLastError", symbols.ncclGetLastError);
  if (!library.problem().empty()) return library.problem();
  if (symbols.ncclGetVersion(&version) != nccl_success || version < oldest_version) {
    return fmt::format("its version is {}, and ncclSend needs 2.7", version);
  }
  return {};
}

}  // namespace

const NcclLibrary& nccl_library() {
  static const NcclLibrary* const library = [] {
    auto* opened = new NcclLibrary;
    opened->problem = open(opened->nccl, opened->version);
    return opened;
  }();
  return *library;
}

}  // namespace papilio::mpi
