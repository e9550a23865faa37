// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi_team.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <list>
#include <thread>
#include <utility>

#include "agreement.hpp"
#include "communicator.hpp"
#include "host_ranks.hpp"
#include "mpi_calls.hpp"

namespace papilio::mpi {
namespace {

/// Messages on a communicator of their own, so that what a failed exchange leaves behind comes to no later one.
class MpiPost final : public Post {
 public:
  explicit MpiPost(const MpiTeam& team) : team_(team), comm_(team.comm()) {}
  MpiPost(const MpiPost&) = delete;
  MpiPost& operator=(const MpiPost&) = delete;
  ~MpiPost() override {
    if (!mpi_is_running()) return;
    int all_taken = 1;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all_taken, MPI_STATUSES_IGNORE);
    if (all_taken == 0) (void)new std::list<std::vector<std::byte>>(std::move(told_));  // MPI may still read them
    if (is_lost(team_.comm())) comm_.abandon();
  }

  void tell(int peer, int tag, std::span<const std::byte> what) override {
    const std::vector<std::byte>& bytes = told_.emplace_back(what.begin(), what.end());
    check_mpi(MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, peer, tag, comm_.get(),
                        &requests_.emplace_back()),
              "MPI_Isend");
  }
  void hear(int peer, int tag, std::span<std::byte> what) override {
    wait_for(peer, tag);
    check_mpi(MPI_Recv(what.data(), static_cast<int>(what.size()), MPI_BYTE, peer, tag, comm_.get(), MPI_STATUS_IGNORE),
              "MPI_Recv");
  }
  void finish() override {
    check_mpi(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    requests_.clear();
    told_.clear();
  }

 private:
  void wait_for(int peer, int tag) {
    const double limit = team_.limit();
    const auto begin = std::chrono::steady_clock::now();
    for (int there = 0; there == 0;) {
      check_mpi(MPI_Iprobe(peer, tag, comm_.get(), &there, MPI_STATUS_IGNORE), "MPI_Iprobe");
      const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
      late_ = late_ || (there == 0 && limit > 0 && waited.count() > limit);
      if (there == 0 && late_) {
        throw Error::device_failed(fmt::format("rank {}", peer),
                                   fmt::format("it has not come to it within {} s (PAPILIO_MPI_TIMEOUT)", limit));
      }
      if (there == 0) std::this_thread::yield();
    }
  }

  const MpiTeam& team_;
  Communicator comm_;
  bool late_ = false;  ///< a rank has not come within the limit: there is no more waiting
  std::list<std::vector<std::byte>> told_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

MpiTeam::MpiTeam(MPI_Comm comm) : comm_(comm) {
  check_mpi(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm, &ranks_), "MPI_Comm_size");
}

void MpiTeam::agree(const std::optional<Failure>& failure) { agree_within(comm_, failure, limit_); }

Progress MpiTeam::watch(Progress local) {
  return static_cast<Progress>(reduce_within(comm_, static_cast<int>(local), MPI_MAX, limit_));
}

double MpiTeam::wanted_limit() const { return wait_limit(); }

void MpiTeam::broadcast(std::span<std::byte> bytes) {
  check_mpi(MPI_Bcast(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, comm_), "MPI_Bcast");
}

void MpiTeam::gather(std::span<const std::byte> local, std::span<std::byte> all) {
  const int bytes = static_cast<int>(local.size());
  check_mpi(MPI_Allgather(local.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm_), "MPI_Allgather");
}

int MpiTeam::hosts() { return hosts_of(comm_); }

std::string MpiTeam::host_name() const {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name = {};
  int length = 0;
  check_mpi(MPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
  return {name.data(), static_cast<std::size_t>(length)};
}

std::unique_ptr<Post> MpiTeam::make_post() { return std::make_unique<MpiPost>(*this); }

void MpiTeam::wait_at_end() noexcept {
  (void)attempt([&] {
    if (mpi_is_running() && !is_lost(comm_)) MPI_Barrier(comm_);
  });
}

}  // namespace papilio::mpi
