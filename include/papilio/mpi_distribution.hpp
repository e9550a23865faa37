// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Distribution: which rank of a communicator owns which part of an array. Every rank owns one box, possibly an empty
// one; the boxes of all ranks cover the array and do not overlap. Needs no MPI.
#pragma once

#include <cstdint>
#include <papilio/cxx20.hpp>
#include <papilio/export.hpp>
#include <span>
#include <string>
#include <vector>

namespace papilio::mpi {

/// Indices begin[a] .. end[a]-1 along axis a, the outermost axis first. Empty if begin[a] >= end[a] for some axis.
struct PAPILIO_API Box {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> end;

  [[nodiscard]] bool empty() const;
  /// Indices along an axis; 0 for all axes of an empty box.
  [[nodiscard]] std::int64_t extent(std::size_t axis) const;
  /// Elements.
  [[nodiscard]] std::int64_t volume() const;
  /// "[0,64)x[32,64)", or "empty".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Box&, const Box&) = default;
};

/// The elements that both boxes have; they have as many axes.
PAPILIO_API Box intersection(const Box& one, const Box& other);

/// Which rank owns which box of an array.
struct PAPILIO_API Distribution {
  std::vector<std::int64_t> lengths;  ///< of the array, the outermost axis first
  std::vector<Box> boxes;             ///< one entry for each rank

  /// Cuts axis a into grid[a] parts of almost equal size, the first ones larger by 1; rank r owns the box at the r-th
  /// place of the grid, row-major. An axis shorter than its grid leaves ranks without elements.
  static Distribution grid(const std::vector<std::int64_t>& lengths, const std::vector<int>& grid);
  /// One axis is cut, all others are whole.
  static Distribution slabs(const std::vector<std::int64_t>& lengths, int ranks, int axis = 0);
  /// One axis is whole and the others are cut, by the grid with the most equal and least cut boxes.
  static Distribution pencils(const std::vector<std::int64_t>& lengths, int ranks, int whole_axis);
  /// Every axis may be cut, by the grid with the most equal and then the most compact boxes.
  static Distribution bricks(const std::vector<std::int64_t>& lengths, int ranks);
  /// One rank owns everything.
  static Distribution on_rank(const std::vector<std::int64_t>& lengths, int ranks, int owner = 0);

  [[nodiscard]] int ranks() const { return static_cast<int>(boxes.size()); }
  /// True if every box that is not empty spans the axis.
  [[nodiscard]] bool whole(std::size_t axis) const;
  /// Elements of the array.
  [[nodiscard]] std::int64_t volume() const;
  /// Throws Error(invalid_argument) that names the rank: boxes have an entry an axis, lie in the array, do not overlap,
  /// and cover it.
  void validate() const;
  /// The lengths, and the boxes of the first ranks: "256x256: [0,128)x[0,256) [128,256)x[0,256)".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Distribution&, const Distribution&) = default;
};

/// All grids of `ranks` parts over `axes` axes, in lexicographic order: {{1,4},{2,2},{4,1}} for 4 ranks and 2 axes.
PAPILIO_API std::vector<std::vector<int>> process_grids(int ranks, std::size_t axes);

}  // namespace papilio::mpi
