// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Method: one way to distribute a transform, after FFTW's solvers. Each is a file in methods/ and a row of the table in
// methods/methods.cpp. A schedule points at its method, so nobody else asks which one it is.
#pragma once

#include <cstddef>
#include <papilio/problem.hpp>
#include <string_view>
#include <vector>

namespace papilio::mpi {

struct Program;
struct Route;
struct Schedule;
struct Volume;

/// The rank whose program is made, and the chunks of each exchange where axes are long enough.
struct RankOf {
  int rank = 0;
  int chunks = 1;
};

struct Method {
  std::string_view name;  ///< in configurations and descriptions: "six-step"
  /// True if the axes and stages are those of a matrix in place of the array. Such a method has one schedule, which
  /// configurations call by its name, and its exchanges are messages of one chunk.
  bool of_matrix;
  bool (*applicable)(const Problem&);
  /// Schedules for a route, `max` at most, the fastest first.
  std::vector<Schedule> (*schedules)(const Problem&, const Route&, std::size_t max);
  /// A schedule without stages: its axes and its array, for estimates of passes.
  Schedule (*axes)(const Problem&);
  Program (*program)(const Problem&, const Schedule&, const RankOf&);
  /// The program of ranks that store in each other's memory; null where exchanges are messages.
  Program (*storing_program)(const Problem&, const Schedule&, int rank);
  /// The problem of a pass in the whole array, or in as much of it as fits any device: kernels are chosen for it.
  Problem (*whole_pass)(const Problem&, const Schedule&, std::size_t position);
  /// Number of 1-D transforms in the whole array divided by the number in such a pass.
  double (*scale)(const Schedule&, const Problem& pass);
  /// Elements that a rank exchanges after a stage.
  Volume (*volume_after)(const Schedule&, std::size_t stage, int rank);
};

}  // namespace papilio::mpi
