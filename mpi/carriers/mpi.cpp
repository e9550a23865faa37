// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "mpi/ranks/mpi_calls.hpp"
#include "mpi/ranks/mpi_team.hpp"

namespace papilio::mpi {
namespace {

/// MPI counts in int; longer messages are split.
template <typename Post>
void in_parts(const Message& message, Post post) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (std::int64_t done = 0; done < message.bytes; done += most) {
    post(message.offset + done, static_cast<int>(std::min(most, message.bytes - done)));
  }
}

void wait_all(std::vector<MPI_Request>& requests) {
  check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  requests.clear();
}

}  // namespace

MpiTransport::MpiTransport(MPI_Comm comm, MessageMemory memory) : comm_(comm), memory_(memory) {
  check_mpi(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
}

void MpiTransport::expect(std::span<const Message> receives, std::byte* to, const Stream& /*stream*/) {
  to_ = to;
  kept_.clear();
  receives_.clear();
  for (const Message& message : receives) {
    const auto chunk = static_cast<std::size_t>(message.chunk);
    if (chunk >= receives_.size()) receives_.resize(chunk + 1);
    if (is_copied(message)) {
      kept_.push_back(message);
      continue;
    }
    in_parts(message, [&](std::int64_t offset, int bytes) {
      check_mpi(MPI_Irecv(to + offset, bytes, MPI_BYTE, message.peer, message.chunk, comm_,
                          &receives_[chunk].emplace_back(MPI_REQUEST_NULL)),
                "MPI_Irecv");
    });
  }
}

void MpiTransport::send(std::span<const Message> messages, int /*chunk*/, const std::byte* from) {
  // Every rank begins with its successor; otherwise all would send to rank 0 first.
  std::vector<Message> order(messages.begin(), messages.end());
  // Not std::ranges::rotate, which clang 14 does not compile with this C++ library.
  const auto successor = std::ranges::find_if(order, [&](const Message& m) { return m.peer > rank_; });
  std::rotate(order.begin(), successor, order.end());
  const Message* local = nullptr;
  for (const Message& message : order) {
    if (is_copied(message)) {
      local = &message;
      continue;
    }
    in_parts(message, [&](std::int64_t offset, int bytes) {
      check_mpi(MPI_Isend(from + offset, bytes, MPI_BYTE, message.peer, message.chunk, comm_,
                          &sends_.emplace_back(MPI_REQUEST_NULL)),
                "MPI_Isend");
    });
  }
  if (local == nullptr) return;
  const auto kept = std::ranges::find(kept_, local->chunk, &Message::chunk);
  std::memcpy(to_ + kept->offset, from + local->offset, static_cast<std::size_t>(local->bytes));
}

void MpiTransport::wait(int chunk) {
  if (static_cast<std::size_t>(chunk) < receives_.size()) wait_all(receives_[static_cast<std::size_t>(chunk)]);
}

void MpiTransport::finish() { wait_all(sends_); }

/// Requests that are given up stay MPI's.
void MpiTransport::abort() noexcept {
  sends_.clear();
  receives_.clear();
}

std::unique_ptr<Transport> MpiTeam::messages(MessageMemory memory) {
  return std::make_unique<MpiTransport>(comm_, memory);
}

bool MpiTeam::sends_device_memory() const {
  // An extension of OpenMPI and MPICH, which not every installation has.
  using Query = int (*)();
  const auto query = reinterpret_cast<Query>(dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support"));
  return query != nullptr && query() == 1;
}

}  // namespace papilio::mpi
