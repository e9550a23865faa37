// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "agreement.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>

#include "mpi_calls.hpp"
#include "src/runtime/environment.hpp"

namespace papilio::mpi {
namespace {

/// The key of the attribute that lost communicators have.
int lost_key() {
  static const int key = make_attribute_key(MPI_COMM_NULL_COPY_FN);
  return key;
}

Error nobody_answers(const std::string& why) {
  return Error::device_failed("waiting for the other ranks", why,
                              "end this program; the communicator is of no more use");
}

/// The text of `root`, on every rank.
std::string text_of_rank(MPI_Comm comm, const std::string& text, int root) {
  int size = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&size, 1, MPI_INT, root, comm), "MPI_Bcast");
  std::string result = text;
  result.resize(static_cast<std::size_t>(size));
  check_mpi(MPI_Bcast(result.data(), size, MPI_CHAR, root, comm), "MPI_Bcast");
  return result;
}

}  // namespace

/// A reduction on all ranks that is given up after so many seconds; 0: never. Ranks may have different limits, so it is
/// the same call of MPI for all of them: blocking ones do not match others.
int reduce_within(MPI_Comm comm, int local, MPI_Op operation, double seconds) {
  if (is_lost(comm)) throw nobody_answers("one of them has not answered before");
  // If the call is given up, MPI may still write here at any time, so this memory is then never freed.
  auto result = std::make_unique<std::array<int, 2>>(std::array<int, 2>{local, 0});
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

double wait_limit() {
  constexpr double generous = 600;
  const char* const text = runtime::environment_variable("PAPILIO_MPI_TIMEOUT");
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
  const std::string message = text_of_rank(comm, failure ? failure->message : std::string(), first);
  throw error_of(first, {static_cast<ErrorCode>(code), message});
}

}  // namespace papilio::mpi
