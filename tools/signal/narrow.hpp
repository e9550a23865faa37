// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file's numbers, which are doubles, in the type that they are computed with.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <papilio/error.hpp>
#include <span>
#include <string>

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
    if (!finite || std::abs(value) <= static_cast<double>(std::numeric_limits<T>::max())) return static_cast<T>(value);
    throw Error::invalid_argument(path_, fmt::format("sample {} has {:g}, which f32 does not hold", index, value),
                                  remedy_);
  }
  /// Every number so far was finite.
  [[nodiscard]] bool finite() const { return finite_; }

  /// Of finite numbers; `first` is the index of the first result. Throws Error(invalid_argument).
  template <class Element>
  void require_finite(std::span<const Element> results, std::int64_t first) const {
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (std::isfinite(std::abs(std::real(results[i]))) && std::isfinite(std::abs(std::imag(results[i])))) continue;
      throw Error::invalid_argument(path_,
                                    fmt::format("result {} is beyond what {} holds",
                                                first + static_cast<std::int64_t>(i), sizeof(T) == 4 ? "f32" : "f64"),
                                    sizeof(T) == 4 ? remedy_ : "scale the samples");
    }
  }

 private:
  std::string path_;
  std::string remedy_;
  bool finite_ = true;
};

}  // namespace papilio::tool
