// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans that are made and destroyed again and again leave nothing behind: no communicators, open files, shared memory
// or memory of the process.
#include <gtest/gtest.h>
#include <malloc.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <papilio/mpi.hpp>
#include <string>

#include "environment.hpp"

namespace {

int communicators = 0;  ///< that the library has made and not freed yet

int counted(int status, int change) {
  if (status == MPI_SUCCESS) communicators += change;
  return status;
}

}  // namespace

// Instead of MPI's own, which the library calls through these.
extern "C" {
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) { return counted(PMPI_Comm_dup(comm, made), 1); }
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
  return counted(PMPI_Comm_split_type(comm, type, key, info, made), 1);
}
int MPI_Comm_free(MPI_Comm* comm) { return counted(PMPI_Comm_free(comm), -1); }
}

namespace papilio::test {
namespace {

using mpi::Distribution;

/// A plan that exchanges through the carrier.
void make_one(mpi::Carrier carrier) {
  const Problem problem = Problem::parse("c2c:f32:8x12");
  mpi::Options options;
  options.carrier = carrier;
  const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, Distribution::slabs(problem.lengths, ranks()),
                       Distribution::slabs(problem.lengths, ranks()), options);
  if (communicators != 1) ADD_FAILURE() << communicators << " communicators of one plan";
}

std::size_t open_files() {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

/// Mappings of memory that processes share by name, of this process.
int shared_segments() {
  std::ifstream maps("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(maps, line);)
    count += line.find("/dev/shm/papilio-") == std::string::npos ? 0 : 1;
  return count;
}

std::size_t allocated_bytes() { return ::mallinfo2().uordblks; }

TEST(Plans, AreMadeAndDestroyedAThousandTimes) {
  const int times = ranks() <= 2 ? 1000 : 50;  // ranks without a core wait long for each other
  communicators = 0;
  const mpi::Carrier carrier = ranks() == 1 ? mpi::Carrier::mpi_host : mpi::Carrier::automatic;
  for (int i = 0; i < 20; ++i) make_one(carrier);  // what is kept, such as kernels and MPI's connections
  const std::size_t files = open_files();
  const std::size_t bytes = allocated_bytes();
  for (int i = 0; i < times; ++i) make_one(carrier);
  EXPECT_EQ(communicators, 0);
  EXPECT_EQ(open_files(), files);
  EXPECT_EQ(shared_segments(), 0);
  EXPECT_LE(allocated_bytes(), bytes + (std::size_t{1} << 17)) << bytes;
}

}  // namespace
}  // namespace papilio::test
