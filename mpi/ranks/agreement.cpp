// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "communicator.hpp"

namespace papilio::mpi {
namespace {

/// Some of a text, from a little before a place on.
std::string excerpt(const std::string& text, std::size_t place) {
  constexpr std::size_t before = 20;
  constexpr std::size_t length = 60;
  const std::size_t begin = place > before ? place - before : 0;
  return (begin > 0 ? "..." : "") + text.substr(std::min(begin, text.size()), length);
}

/// Of the attribute of communicators that are lost.
int lost_key() {
  static const int key = make_attribute_key(MPI_COMM_NULL_COPY_FN);
  return key;
}

Error nobody_answers(const std::string& why) {
  return Error::device_failed("waiting for the other ranks", why,
                              "end this program; the communicator is of no more use");
}

/// A reduction on all ranks that is given up after so many seconds; 0: never. Ranks may have different limits, so it is
/// the same call of MPI for all of them: blocking ones do not match others.
int reduce_within(MPI_Comm comm, int own, MPI_Op operation, double seconds) {
  if (is_lost(comm)) throw nobody_answers("one of them has not answered before");
  // If the call is given up, MPI may still write here at any time, so this memory is then never freed.
  auto result = std::make_unique<std::array<int, 2>>(std::array<int, 2>{own, 0});
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallreduce(&(*result)[0], &(*result)[1], 1, MPI_INT, operation, comm, &request), "MPI_Iallreduce");
  const auto begin = std::chrono::steady_clock::now();
  if (seconds == 0) check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  for (int done = seconds == 0 ? 1 : 0; done == 0;) {
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0) break;
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > seconds) {
      (void)result.release();
      check_mpi(MPI_Comm_set_attr(comm, lost_key(), nullptr), "MPI_Comm_set_attr");
      throw nobody_answers(
          fmt::format("none of them has answered for {} s (PAPILIO_MPI_TIMEOUT): one has ended or hangs", seconds));
    }
    std::this_thread::yield();
  }
  return (*result)[1];
}

}  // namespace

std::string broadcast(MPI_Comm comm, const std::string& text, int root) {
  int size = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&size, 1, MPI_INT, root, comm), "MPI_Bcast");
  std::vector<char> bytes(text.begin(), text.end());
  bytes.resize(static_cast<std::size_t>(size));
  check_mpi(MPI_Bcast(bytes.data(), size, MPI_CHAR, root, comm), "MPI_Bcast");
  return {bytes.begin(), bytes.end()};
}

double largest(MPI_Comm comm, double value) {
  double result = 0;
  check_mpi(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
  return result;
}

void check_mpi(int status, const char* call) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  if (MPI_Error_string(status, text, &length) != MPI_SUCCESS) length = 0;
  throw Error::device_failed(call, fmt::format("MPI says: {}", std::string(text, static_cast<std::size_t>(length))));
}

double wait_limit() {
  constexpr double generous = 600;
  const char* const text = std::getenv("PAPILIO_MPI_TIMEOUT");
  if (text == nullptr || *text == 0) return generous;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end == 0 && std::isfinite(seconds) && seconds >= 0) return seconds;
  throw Error::invalid_argument(fmt::format("PAPILIO_MPI_TIMEOUT={}", text), "it is no number of seconds",
                                "give one, or 0 to wait forever");
}

bool is_lost(MPI_Comm comm) {
  void* unused = nullptr;
  int lost = 0;
  check_mpi(MPI_Comm_get_attr(comm, lost_key(), static_cast<void*>(&unused), &lost), "MPI_Comm_get_attr");
  return lost != 0;
}

void agree(MPI_Comm comm, const std::optional<Failure>& failure) { agree_within(comm, failure, 0); }

void agree_within(MPI_Comm comm, const std::optional<Failure>& failure, double seconds) {
  int rank = 0;
  int ranks = 1;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  const int first = reduce_within(comm, failure ? rank : ranks, MPI_MIN, seconds);
  if (first == ranks) return;
  int code = failure ? static_cast<int>(failure->code) : 0;
  check_mpi(MPI_Bcast(&code, 1, MPI_INT, first, comm), "MPI_Bcast");
  const std::string message = broadcast(comm, failure ? failure->message : std::string(), first);
  throw error_of(first, {static_cast<ErrorCode>(code), message});
}

Progress MpiTeam::watch(Progress own) {
  return static_cast<Progress>(reduce_within(comm_, static_cast<int>(own), MPI_MAX, limit_));
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
