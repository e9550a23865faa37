// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arguments of the commands of papilio-mpi.
#pragma once

#include <papilio/mpi.hpp>
#include <string>
#include <vector>

#include "mpi/arrays/distribution_text.hpp"
#include "mpi/arrays/sample_input.hpp"

namespace papilio::mpi::tool {

struct CommandArguments {
  std::vector<std::string> tokens;
  std::string device = "auto";
  std::string in = "slabs";
  std::string out = "slabs";
  int chunks = 0;  ///< 0: chosen
  std::string carrier = "auto";
  std::string effort = "estimate";
  std::string axis_order = "fixed";
  std::string choice;
  double seconds = 1;    ///< bench: for each problem and library
  bool scaling = false;  ///< bench: with 1, 2, 4 ... ranks as well
  bool weak = false;     ///< ... with the outermost length in proportion to the ranks
  bool json = false;
};

/// Options of plans; carrier and effort have the names of the arguments.
Options options_of(const CommandArguments& arguments);

/// A communicator of the first `count` ranks of MPI_COMM_WORLD; MPI_COMM_NULL on the others.
class FirstRanks {
 public:
  explicit FirstRanks(int count);
  FirstRanks(const FirstRanks&) = delete;
  FirstRanks& operator=(const FirstRanks&) = delete;
  ~FirstRanks();
  [[nodiscard]] MPI_Comm get() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Waits for all ranks of MPI_COMM_WORLD without keeping a core busy.
void wait_quietly();

/// The commands; the exit code. Collective.
int check(const CommandArguments& arguments);
int bench(const CommandArguments& arguments);
int plan(const CommandArguments& arguments);

}  // namespace papilio::mpi::tool
