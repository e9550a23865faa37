// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file's numbers, which are doubles, in the type that they are computed with.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <papilio/error.hpp>
#include <span>
#include <string>
#include <vector>

namespace papilio::tool {

/// Infinities and NaN in a file are kept. A finite number that the type does not hold is an error, and so is a result
/// that is not finite although the input is.
template <class T>
class Narrow {
 public:
  /// `remedy`: how to choose the wider type.
  Narrow(std::string path, std::string remedy) : path_(std::move(path)), remedy_(std::move(remedy)) {}

  /// A number of the file's sample `index`. Throws Error(invalid_argument).
  T operator()(double value, std::int64_t index) {
    const bool finite = std::isfinite(value);
    finite_ = finite_ && finite;
    if (!finite) return static_cast<T>(value);
    const double size = std::abs(value);
    largest_sample_ = std::max(largest_sample_, size);
    if (size < least && static_cast<double>(static_cast<T>(value)) != value) ++shortened_;
    if (size <= static_cast<double>(std::numeric_limits<T>::max())) return static_cast<T>(value);
    throw Error::invalid_argument(path_, fmt::format("sample {} has {:g}, which f32 does not hold", index, value),
                                  remedy_);
  }
  /// Every number so far was finite.
  [[nodiscard]] bool finite() const { return finite_; }

  [[nodiscard]] double largest_sample() const { return largest_sample_; }

  /// Checks that all numbers are finite; `first` is the index of the first result. Throws Error(invalid_argument).
  template <class Element>
  void require_finite(std::span<const Element> results, std::int64_t first) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto size = static_cast<double>(std::max(std::abs(std::real(results[i])), std::abs(std::imag(results[i]))));
      const bool finite =
          std::isfinite(std::abs(std::real(results[i]))) && std::isfinite(std::abs(std::imag(results[i])));
      if (finite) {
        largest_result_ = std::max(largest_result_, size);
        continue;
      }
      throw Error::invalid_argument("the results of " + path_,
                                    fmt::format("result {} is beyond what {} holds",
                                                first + static_cast<std::int64_t>(i), sizeof(T) == 4 ? "f32" : "f64"),
                                    sizeof(T) == 4 ? remedy_ : "scale the samples");
    }
  }

  /// Adds a note if numbers are so small that the type has fewer digits for them, or 0. The samples are multiplied by
  /// `factor`.
  void add_notes(double factor, std::vector<std::string>& notes) const {
    constexpr const char* name = sizeof(T) == 4 ? "f32" : "f64";
    if (shortened_ > 0) {
      notes.push_back(fmt::format("{} numbers are below {:.2g}, where {} has fewer digits, or 0: {}", shortened_, least,
                                  name, sizeof(T) == 4 ? remedy_ : "scale the samples"));
    }
    if (largest_sample_ == 0 || factor == 0 || largest_result_ >= least) return;
    if (largest_result_ == 0 && largest_sample_ * factor >= least) return;  // the results are 0
    notes.push_back(fmt::format("every result is below {:.2g}, where {} has fewer digits, or 0: {}", least, name,
                                sizeof(T) == 4 ? remedy_ : "scale the samples"));
  }

 private:
  static constexpr double least = std::numeric_limits<T>::min();

  std::string path_;
  std::string remedy_;
  bool finite_ = true;
  std::int64_t shortened_ = 0;
  double largest_sample_ = 0;
  double largest_result_ = 0;
};

}  // namespace papilio::tool
