// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PeerMemory: the work arrays of each rank in which the results of others arrive, where ranks can address each
// other's memory (by_axes_storing.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "mpi/memory/region.hpp"
#include "mpi/program/work_arrays.hpp"
#include "mpi/ranks/failure.hpp"

namespace papilio::mpi {

/// An array as this rank addresses it.
struct PeerArray {
  std::byte* address = nullptr;
  std::size_t bytes = 0;
  Buffer buffer = {};  ///< empty where a device cannot hold others' memory as a buffer: of CUDA
};

class PeerMemory {
 public:
  /// Bytes of work arrays 0 to 2. Other ranks never write array 2.
  using Bytes = std::array<std::size_t, 3>;

  virtual ~PeerMemory() = default;
  [[nodiscard]] virtual const Region& local(WorkArray place) const = 0;
  [[nodiscard]] virtual const PeerArray& of(int rank, WorkArray place) const = 0;
  /// Bytes of this rank's arrays that are no place.
  [[nodiscard]] virtual std::size_t other_bytes() const { return 0; }
  /// Collective. Commands that the stream is given later see what all ranks' streams have stored so far. Throws on
  /// every rank if one has failed; the next meeting reports what fails on this rank afterwards.
  virtual void barrier(const Stream& stream, std::optional<Failure>& failure) = 0;
};

}  // namespace papilio::mpi
