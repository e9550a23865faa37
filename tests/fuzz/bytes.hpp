// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Choices that the bytes of an input make, one byte each where that suffices; behind its end all of them are 0, the
// simplest choice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verify/draw/choices.hpp"

namespace papilio::fuzz {

class ByteChoices final : public verify::Choices {
 public:
  ByteChoices(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  std::uint32_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  std::int64_t number(std::int64_t lo, std::int64_t hi, const char*) override {
    const auto count = static_cast<std::uint64_t>(hi - lo) + 1;
    std::uint64_t value = byte();
    for (std::uint64_t reach = 256; count != 0 && reach < count && reach < std::uint64_t{1} << 32; reach <<= 8U)
      value = value << 8U | byte();
    return lo + static_cast<std::int64_t>(count == 0 ? value : value % count);
  }
  std::size_t alternative(std::size_t count, const char*) override { return byte() % count; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

}  // namespace papilio::fuzz
