// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The values of a Spectrum at the frequencies of an operator.
#pragma once

#include <papilio/operator.hpp>
#include <string>
#include <variant>
#include <vector>

#include "api/signal/formula.hpp"
#include "core/roots.hpp"

namespace papilio::api {

struct ArraySpectrum {
  std::vector<std::complex<double>> values;
};
struct FunctionSpectrum {
  std::function<std::complex<double>(std::span<const std::int64_t>)> value;
};
struct DerivativeSpectrum {
  std::vector<int> orders;
  std::vector<double> periods;
};
struct LaplacianSpectrum {
  std::vector<double> periods;
  bool inverse = false;
};
struct HilbertSpectrum {};
struct ShiftSpectrum {
  std::vector<double> samples;
};
struct GaussianSpectrum {
  std::vector<double> sigmas;
};
struct SpectrumFactor {
  std::variant<ArraySpectrum, FunctionSpectrum, DerivativeSpectrum, LaplacianSpectrum, HilbertSpectrum, ShiftSpectrum,
               GaussianSpectrum, Formula>
      formula;
  bool conjugate = false;
};

/// Sizes that the values depend on.
struct SpectrumGrid {
  std::string token;                  ///< of the problem, for messages
  std::vector<std::int64_t> lengths;  ///< of the transformed axes
  Field field = Field::complex;
  std::int64_t batch = 1;
};

/// A product of factors on a grid. Throws Error if a factor does not fit it. The factors must outlive it.
class SpectrumValues {
 public:
  SpectrumValues(const std::vector<SpectrumFactor>& factors, const SpectrumGrid& grid);
  /// The number of arrays: 1, or the batch.
  [[nodiscard]] std::int64_t arrays() const { return arrays_; }
  /// The value of one array at an index, 0 .. n-1 along each axis; at Nyquist's frequencies the mean of both signs.
  [[nodiscard]] LongComplex at(std::int64_t array, std::span<const std::int64_t> index) const;

 private:
  [[nodiscard]] LongComplex of_arrays(std::int64_t array, std::span<const std::int64_t> index) const;
  [[nodiscard]] LongComplex of_formulas(std::span<const std::int64_t> k) const;
  [[nodiscard]] LongComplex along(std::size_t axis, std::int64_t k) const;

  const std::vector<SpectrumFactor>& factors_;
  const SpectrumGrid& grid_;
  std::vector<std::int64_t> stored_;  ///< lengths of an array's values
  std::int64_t points_ = 1;           ///< of one array
  std::int64_t arrays_ = 1;
  std::vector<std::vector<LongComplex>> tables_;  ///< along(axis, -n/2 .. n/2); none for a single axis
};

}  // namespace papilio::api

namespace papilio {

struct Spectrum::Impl {
  std::vector<api::SpectrumFactor> factors;
};

}  // namespace papilio
