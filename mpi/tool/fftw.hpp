// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FFTW and FFTW-MPI, opened at run time; neither is linked, and their headers are not used.
#pragma once

#include <memory>
#include <optional>
#include <papilio/mpi.hpp>
#include <string>
#include <vector>

namespace papilio::mpi::tool {

/// The whole transform by FFTW in double precision on one rank: `in` is the problem's input as f64. std::nullopt if
/// FFTW is not installed or the problem has untransformed axes.
std::optional<std::vector<double>> fftw_transform(const Problem& problem, const std::vector<std::byte>& in);

/// FFTW-MPI on slabs along axis 0; planned with FFTW_MEASURE. Collective.
class FftwMpi {
 public:
  virtual ~FftwMpi() = default;
  virtual void execute() = 0;

  /// Null if FFTW-MPI is not installed or cannot solve the problem; `why` then has the reason. It solves c2c and r2c of
  /// all axes of one array out of place, but not r2c of one axis.
  static std::unique_ptr<FftwMpi> make(MPI_Comm comm, const Problem& problem, std::string& why);
};

}  // namespace papilio::mpi::tool
