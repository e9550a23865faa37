// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A buffer's numbers, widened from however they are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <span>

#include "core/roots.hpp"
#include "core/storage.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::verify {

class StoredNumbers {
 public:
  StoredNumbers(std::span<const std::byte> bytes, Storage storage, Precision precision)
      : bytes_(bytes), storage_(storage), precision_(precision), width_(bytes_of(storage, precision)) {}

  /// With all digits that a long double holds, also those of a pair.
  [[nodiscard]] long double operator[](std::int64_t i) const {
    const std::byte* const number = bytes_.data() + static_cast<std::size_t>(i * width_);
    if (storage_ != Storage::native || !is_pair(precision_)) return load_number(storage_, precision_, number);
    const Precision part = part_of(precision_);
    const long double low = load_number(Storage::native, part, number + width_ / 2);
    return load_number(Storage::native, part, number) + low;
  }
  /// An element whose first number is `at`; real ones have no imaginary part.
  [[nodiscard]] LongComplex element(std::int64_t at, const SideLayout& side) const {
    const auto& numbers = *this;
    return {numbers[at], side.width() == 2 ? numbers[at + side.part()] : 0};
  }

 private:
  std::span<const std::byte> bytes_;
  Storage storage_;
  Precision precision_;
  std::int64_t width_;
};

}  // namespace papilio::verify
