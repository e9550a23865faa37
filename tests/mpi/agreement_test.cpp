// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/ranks/agreement.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <papilio/error.hpp>

#include "environment.hpp"
#include "mpi/ranks/mpi_team.hpp"

namespace papilio::test {
namespace {

using testing::HasSubstr;

std::string complaint_of(const std::function<void()>& work) {
  const std::optional<mpi::Failure> failure = mpi::attempt(work);
  return failure ? failure->message : "";
}

TEST(Agreement, WatchesUntilNobodyWorks) {
  mpi::MpiTeam team(MPI_COMM_WORLD);
  team.begin_limit(team.wanted_limit());
  EXPECT_EQ(team.limit(), 600);
  EXPECT_EQ(team.watch(rank() == 0 ? mpi::Progress::working : mpi::Progress::done), mpi::Progress::working);
  EXPECT_EQ(team.watch(mpi::Progress::done), mpi::Progress::done);
  EXPECT_EQ(team.watch(rank() == 0 ? mpi::Progress::failed : mpi::Progress::working), mpi::Progress::failed);
}

/// mpirun gives variables of the environment to the ranks of its own host alone.
TEST(Agreement, IsOneWithDifferentLimits) {
  if (rank() == 0) ::setenv("PAPILIO_MPI_TIMEOUT", "0", 1);
  mpi::MpiTeam team(MPI_COMM_WORLD);
  team.begin_limit(team.wanted_limit());
  ::unsetenv("PAPILIO_MPI_TIMEOUT");
  EXPECT_EQ(team.limit(), rank() == 0 ? 0 : 600);
  EXPECT_NO_THROW(team.agree(std::nullopt));
  EXPECT_EQ(team.watch(mpi::Progress::done), mpi::Progress::done);
}

/// The last rank is gone: it calls nothing more on this communicator.
TEST(Agreement, DoesNotWaitForeverForARankThatIsGone) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (rank() != ranks() - 1) {
    ::setenv("PAPILIO_MPI_TIMEOUT", "0.2", 1);
    mpi::MpiTeam team(comm);
    team.begin_limit(team.wanted_limit());
    EXPECT_FALSE(mpi::is_lost(comm));
    EXPECT_THAT(complaint_of([&] { team.agree(std::nullopt); }), HasSubstr("none of them has answered for 0.2 s"));
    EXPECT_TRUE(mpi::is_lost(comm));
    EXPECT_THAT(complaint_of([&] { mpi::agree(comm, std::nullopt); }), HasSubstr("has not answered before"));
    EXPECT_THAT(complaint_of([&] { (void)team.watch(mpi::Progress::done); }), HasSubstr("has not answered before"));
    ::unsetenv("PAPILIO_MPI_TIMEOUT");
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace
}  // namespace papilio::test
