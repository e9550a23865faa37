// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Engine: the program of this rank with its plans, its memory, and the communicator for its exchanges.
#pragma once

#include <mpi.h>

#include <array>
#include <functional>
#include <papilio/device.hpp>
#include <papilio/mpi.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "agreement.hpp"
#include "memory.hpp"
#include "program.hpp"

namespace papilio::mpi {

/// The memory of one execution. In place, the same address and bytes twice.
struct UserMemory {
  void* input = nullptr;
  std::size_t input_bytes = 0;
  void* output = nullptr;
  std::size_t output_bytes = 0;
};

class Engine {
 public:
  /// Makes the plans of all passes, each with the shapes of the same pass in a whole array, and the memory.
  Engine(const Device& device, const Problem& problem, const Schedule& schedule, Program program);

  /// Collective.
  Timing execute(MPI_Comm comm, const UserMemory& user);

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] std::size_t work_bytes() const;
  /// Shape tokens of the passes, by their position.
  [[nodiscard]] const std::vector<Shapes>& shapes() const { return shapes_; }

 private:
  Region& at(Place place) {
    return regions_[static_cast<std::size_t>(in_place_ && place == Place::output ? Place::input : place)];
  }
  void bind(const UserMemory& user);
  void run(const Pass& pass, const std::vector<papilio::Plan>& plans);
  void run(const Copy& copy);
  void run(const Exchange& exchange, MPI_Comm comm, Timing& timing);

  Device device_;
  Stream stream_;
  Program program_;
  std::vector<Shapes> shapes_;
  std::vector<std::vector<papilio::Plan>> plans_;  ///< an entry a step, and in it an entry a part
  Buffer scratch_;
  std::array<Region, 4> regions_;  ///< by Place
  bool in_place_ = false;          ///< the execution has one region of the user's
  std::array<Region, 2> staging_;  ///< for the user's memory where it is needed
};

}  // namespace papilio::mpi
