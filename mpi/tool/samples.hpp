// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Times of what all ranks do together: those of the slowest rank.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <vector>

namespace papilio::mpi::tool {

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

inline double slowest(double seconds, MPI_Comm comm) {
  double result = 0;
  MPI_Allreduce(&seconds, &result, 1, MPI_DOUBLE, MPI_MAX, comm);
  return result;
}

/// Seconds of the slowest rank, the same on all.
template <typename Work>
double timed(MPI_Comm comm, Work work) {
  MPI_Barrier(comm);
  const double begin = MPI_Wtime();
  work();
  return slowest(MPI_Wtime() - begin, comm);
}

/// The median of at least three runs after one that finds pages and kernels cold, for about `seconds`.
template <typename Work>
double median_seconds(MPI_Comm comm, double seconds, Work work) {
  work();
  std::vector<double> samples;
  for (double spent = 0; spent < seconds || samples.size() < 3;) {
    samples.push_back(timed(comm, work));
    spent += samples.back();
  }
  return median(std::move(samples));
}

}  // namespace papilio::mpi::tool
