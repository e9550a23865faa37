// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A piece of a file in memory, and how it comes there.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <papilio/error.hpp>
#include <span>
#include <vector>

#include "tools/signal/narrow.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

/// Memory of a piece on one side: complex elements, or real ones in the same memory.
template <class T>
class PieceElements {
 public:
  PieceElements(std::int64_t count, bool real)
      : real_(real), count_(static_cast<std::size_t>(count)), memory_(real ? (count_ + 1) / 2 : count_) {}

  [[nodiscard]] bool real() const { return real_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return count_ * (real_ ? sizeof(T) : 2 * sizeof(T)); }
  std::complex<T>* complex() { return memory_.data(); }
  // An array of std::complex<T> may be read as one of T: [complex.numbers.general] of the C++ standard.
  T* numbers() { return reinterpret_cast<T*>(memory_.data()); }

 private:
  bool real_;
  std::size_t count_;
  std::vector<std::complex<T>> memory_;
};

/// Reads elements in the precision T; beyond the end of the file it gives zeros.
template <class T>
class ElementSource {
 public:
  explicit ElementSource(SignalReader& reader)
      : reader_(reader), elements_(*reader.info().frames), narrow_(reader.info().path, "use f64 in the token") {}

  void fill(PieceElements<T>& to) { read(read_, to.numbers(), static_cast<std::int64_t>(to.count()), to.real()); }

  /// `count` elements from the element `first` on, as real numbers or complex ones.
  void read(std::int64_t first, T* numbers, std::int64_t count, bool real) {
    const std::size_t width = reader_.info().values_per_frame();
    const std::int64_t step = real ? 1 : 2;
    const std::int64_t there = std::clamp<std::int64_t>(elements_ - first, 0, count);
    if (there > 0 && first != read_) {
      reader_.seek(first);
      read_ = first;
    }
    values_.resize(static_cast<std::size_t>(std::min<std::int64_t>(there, 1 << 16)) * width);
    for (std::int64_t done = 0; done < there;) {
      const std::size_t wanted = std::min(values_.size() / width, static_cast<std::size_t>(there - done));
      const std::size_t got = reader_.read(std::span(values_).first(wanted * width));
      if (got == 0) {
        throw Error::io(reader_.info().path, "ends before the length that it had when it was opened",
                        "wait until it is written");
      }
      for (std::size_t i = 0; i < got; ++i) {
        T* const element = numbers + (done + static_cast<std::int64_t>(i)) * step;
        const std::int64_t index = read_ + static_cast<std::int64_t>(i);
        element[0] = narrow_(values_[i * width], index);
        if (!real) element[1] = width == 2 ? narrow_(values_[i * width + 1], index) : T{0};
      }
      done += static_cast<std::int64_t>(got);
      read_ += static_cast<std::int64_t>(got);
    }
    std::fill(numbers + there * step, numbers + count * step, T{0});
  }
  [[nodiscard]] Narrow<T>& narrow() { return narrow_; }

 private:
  SignalReader& reader_;
  std::int64_t elements_;
  std::int64_t read_ = 0;
  Narrow<T> narrow_;
  std::vector<double> values_;
};

}  // namespace papilio::tool
