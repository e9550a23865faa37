// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a call of papilio_fft and its relatives asks for. Lengths are in the order of Octave and MATLAB: the first
// dimension is the one whose elements lie side by side.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::mex {

using Lengths = std::vector<std::int64_t>;

enum class MexOperation { fft, ifft, dct, idct };
enum class Parts { complex, real };

struct MexRequest {
  MexOperation operation = MexOperation::fft;
  Precision precision = Precision::f64;
  Parts data = Parts::complex;    ///< of the array that is given
  Lengths given;                  ///< its lengths
  Lengths lengths;                ///< of the array that is transformed: `given`, cut or padded; as many entries
  std::vector<std::size_t> axes;  ///< the transformed dimensions, ascending, from 0 on
  bool symmetric = false;         ///< of ifft: the data are the spectrum of real numbers, and the result is real
  int dct_type = 2;               ///< 1 to 4

  /// The dimension of which a half spectrum has only a half.
  [[nodiscard]] std::size_t half_axis() const { return axes.front(); }
};

std::int64_t product(const Lengths& lengths);

/// What Papilio computes for it: of real data the half spectrum, of symmetric ones the way back from it, of the cosine
/// transforms one of the two parts. Neighbouring dimensions that are not transformed are one, and the last of them are
/// the batch.
Problem problem_of(const MexRequest& request);

}  // namespace papilio::mex
