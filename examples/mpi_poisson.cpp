// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Poisson's equation -(u_xx + u_yy + u_zz) = f with periodic boundaries on a cube of n^3 points, distributed over MPI
// ranks: mpirun -n 4 mpi_poisson [n]. The right-hand side is that of u = sin(x) cos(2y) sin(3z).
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <vector>

namespace {

using papilio::mpi::Box;
using papilio::mpi::Distribution;

double solution(double x, double y, double z) { return std::sin(x) * std::cos(2 * y) * std::sin(3 * z); }

/// Calls visit(index in the rank's memory, i, j, k) for each element of a box.
template <typename Visit>
void for_each(const Box& box, Visit visit) {
  std::size_t at = 0;
  for (auto i = box.begin[0]; i < box.end[0]; ++i) {
    for (auto j = box.begin[1]; j < box.end[1]; ++j) {
      for (auto k = box.begin[2]; k < box.end[2]; ++k) visit(at++, i, j, k);
    }
  }
}

/// The largest error of the numerical solution on any rank.
double solve(std::int64_t n) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const papilio::Device device("auto");
  papilio::Problem forward = papilio::Problem::r2c(papilio::Precision::f64, {n, n, n});
  papilio::Problem inverse = papilio::Problem::c2r(papilio::Precision::f64, {n, n, n});
  inverse.scale = papilio::Scale::inverse_n;

  // Slabs of x in space and of z in the spectrum: one exchange each way.
  const Distribution space = Distribution::slabs(forward.input_lengths(), ranks, 0);
  const Distribution spectrum = Distribution::slabs(forward.output_lengths(), ranks, 2);
  const papilio::mpi::Plan there(MPI_COMM_WORLD, device, forward, space, spectrum);
  const papilio::mpi::Plan back(MPI_COMM_WORLD, device, inverse, spectrum, space);

  const Box& own = space.boxes[static_cast<std::size_t>(rank)];
  const double step = 2 * std::numbers::pi / static_cast<double>(n);
  std::vector<double> u(static_cast<std::size_t>(there.input_elements()));
  std::vector<std::complex<double>> modes(static_cast<std::size_t>(there.output_elements()));
  const auto exact = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    return solution(static_cast<double>(i) * step, static_cast<double>(j) * step, static_cast<double>(k) * step);
  };
  for_each(own, [&](std::size_t at, auto i, auto j, auto k) { u[at] = (1 + 4 + 9) * exact(i, j, k); });

  there.execute(u, modes);
  const auto wavenumber = [n](std::int64_t i) { return static_cast<double>(i <= n / 2 ? i : i - n); };
  for_each(spectrum.boxes[static_cast<std::size_t>(rank)], [&](std::size_t at, auto i, auto j, auto k) {
    const double square = std::pow(wavenumber(i), 2) + std::pow(wavenumber(j), 2) + std::pow(static_cast<double>(k), 2);
    modes[at] = square > 0 ? modes[at] / square : 0;  // the mean of u is 0
  });
  back.execute(modes, u);

  double error = 0;
  for_each(own,
           [&](std::size_t at, auto i, auto j, auto k) { error = std::max(error, std::abs(u[at] - exact(i, j, k))); });
  double largest = 0;
  MPI_Allreduce(&error, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = 0;
  try {
    const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 32;
    const double error = solve(n);
    if (rank == 0)
      std::printf("largest error on %lld^3 points: %s\n", static_cast<long long>(n),
                  error < 1e-13 ? "below 1e-13" : "too large");
    status = error < 1e-13 ? 0 : 1;
  } catch (const papilio::Error& error) {
    if (rank == 0) std::fprintf(stderr, "mpi_poisson: %s\n", error.what());
    status = static_cast<int>(error.code());
  }
  MPI_Finalize();
  return status;
}
