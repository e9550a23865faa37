// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace papilio::mpi {
namespace {

/// Rank 0's text, or that of another root.
std::string broadcast(MPI_Comm comm, const std::string& text, int root) {
  int size = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&size, 1, MPI_INT, root, comm), "MPI_Bcast");
  std::vector<char> bytes(text.begin(), text.end());
  bytes.resize(static_cast<std::size_t>(size));
  check_mpi(MPI_Bcast(bytes.data(), size, MPI_CHAR, root, comm), "MPI_Bcast");
  return {bytes.begin(), bytes.end()};
}

/// An excerpt of a text that begins a little before a position.
std::string excerpt(const std::string& text, std::size_t place) {
  constexpr std::size_t before = 20;
  constexpr std::size_t length = 60;
  const std::size_t begin = place > before ? place - before : 0;
  return (begin > 0 ? "..." : "") + text.substr(std::min(begin, text.size()), length);
}

}  // namespace

void check_mpi(int status, const char* call) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  if (MPI_Error_string(status, text, &length) != MPI_SUCCESS) length = 0;
  throw Error::device_failed(call, fmt::format("MPI says: {}", std::string(text, static_cast<std::size_t>(length))));
}

void agree(MPI_Comm comm, const std::optional<Failure>& failure) {
  int rank = 0;
  int ranks = 1;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  int own = failure ? rank : ranks;
  int first = ranks;
  check_mpi(MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (first == ranks) return;
  int code = failure ? static_cast<int>(failure->code) : 0;
  check_mpi(MPI_Bcast(&code, 1, MPI_INT, first, comm), "MPI_Bcast");
  const std::string message = broadcast(comm, failure ? failure->message : std::string(), first);
  throw error_of(first, {static_cast<ErrorCode>(code), message});
}

MpiTeam::MpiTeam(MPI_Comm comm) : comm_(comm) {
  check_mpi(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm, &ranks_), "MPI_Comm_size");
}

void MpiTeam::broadcast(std::span<std::byte> bytes) {
  check_mpi(MPI_Bcast(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, comm_), "MPI_Bcast");
}

void agree_on(MPI_Comm comm, const std::string& what, const std::string& text) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  const std::string wanted = broadcast(comm, text, 0);
  agree(comm, attempt([&] {
          if (text == wanted) return;
          const auto place = static_cast<std::size_t>(std::ranges::mismatch(text, wanted).in1 - text.begin());
          throw Error::invalid_argument(
              fmt::format("{} differs between ranks", what),
              fmt::format("rank {} has '{}', rank 0 '{}'", rank, excerpt(text, place), excerpt(wanted, place)),
              "give every rank the same");
        }));
}

}  // namespace papilio::mpi
