// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The elements of all tokens: pieces between colons, names, integers, lists. Failures are TokenErrors with their
// position.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/named.hpp"
#include "core/storage.hpp"

namespace papilio {

inline constexpr std::array<Named<Precision>, 4> precisions{
    {{"f32", Precision::f32}, {"f64", Precision::f64}, {"f32x2", Precision::f32x2}, {"f64x2", Precision::f64x2}}};
/// Short for f32 with both sides stored in that type.
inline constexpr std::array<Named<Storage>, 2> half_precisions{{{"f16", Storage::f16}, {"bf16", Storage::bf16}}};
inline constexpr std::array<Named<Storage>, 9> storages{{{"f16", Storage::f16},
                                                         {"bf16", Storage::bf16},
                                                         {"f32", Storage::f32},
                                                         {"f64", Storage::f64},
                                                         {"i8", Storage::i8},
                                                         {"u8", Storage::u8},
                                                         {"i16", Storage::i16},
                                                         {"u16", Storage::u16},
                                                         {"c12e8", Storage::shared_exponent}}};

/// The number types in a token.
struct TokenNumbers {
  Precision precision = Precision::f32;
  Storage in = Storage::native;
  Storage out = Storage::native;

  /// True for f32 with both sides stored as f16, or both as bf16.
  [[nodiscard]] bool half() const {
    return precision == Precision::f32 && in == out && (in == Storage::f16 || in == Storage::bf16);
  }
  /// The token's second piece.
  [[nodiscard]] std::string_view name() const {
    return half() ? name_of(half_precisions, in) : name_of(precisions, precision);
  }
  /// ":in=i16:out=f16", without what name() already says.
  [[nodiscard]] std::string options() const;
};

/// A part of the token and where it begins.
struct Piece {
  std::string_view text;
  std::size_t position = 0;

  [[nodiscard]] Piece from(std::size_t offset) const { return {text.substr(offset), position + offset}; }
  [[nodiscard]] Piece until(std::size_t offset) const { return {text.substr(0, offset), position}; }
  [[nodiscard]] std::string quoted() const;
};

class TokenReader {
 protected:
  /// `remedy` is shown if the token ends too early.
  TokenReader(std::string_view token, std::string_view remedy) : token_(token), remedy_(remedy), rest_{token, 0} {}

  [[noreturn]] void fail(std::size_t position, const std::string& why, const std::string& remedy) const;

  /// Names the known ones, and the one that was probably meant. `known` separates them by commas.
  [[noreturn]] void fail_unknown(const Piece& piece, const char* what, std::string_view known) const;

  /// The token has no kind and no precision, whose names begin with letters.
  [[nodiscard]] bool begins_with_shape() const { return !token_.empty() && token_[0] >= '0' && token_[0] <= '9'; }

  /// The piece up to the next colon; empty at the end of the token.
  std::optional<Piece> next();
  Piece required(const char* name);

  template <class T, std::size_t N>
  T named(const std::array<Named<T>, N>& table, const Piece& piece, const char* what) const {
    if (const std::optional<T> value = value_of(table, piece.text)) return *value;
    fail_unknown(piece, what, names(table));
  }

  /// A precision. A short one also sets the storage of both sides.
  TokenNumbers numbers(const Piece& piece) const;

  /// Records in `earlier` that `option` has set the property that `earlier` stands for; fails if it was set before.
  void claim(Piece& earlier, const Piece& option) const;

  /// The parts of `rest` between separators.
  static std::vector<Piece> pieces(Piece rest, char separator);
  /// "-", or "[" begin "," end ")"; x separates them.
  std::vector<Range> range_list(const Piece& value) const;
  /// kept = "-" | count | "[" begin "," end ")": what is left out of so many indices.
  Range outside(const Piece& kept, std::int64_t indices) const;
  /// Integers of at least 1, separated by `separator`.
  std::vector<std::int64_t> list(Piece rest, char separator, const char* what) const;
  /// Strides, separated by commas: any integers.
  std::vector<std::int64_t> stride_list(Piece rest, const char* what) const;
  /// A distance: any integer but 0, which means a packed array elsewhere.
  std::int64_t distance(const Piece& piece, const char* what) const;
  /// Ascending axes below `rank`, separated by commas.
  std::vector<int> axis_list(Piece rest, std::size_t rank) const;
  /// integer = digits [ "^" digits ]
  std::int64_t integer(const Piece& piece, const char* what) const;
  /// [ "-" ] integer
  std::int64_t signed_integer(const Piece& piece, const char* what) const;
  /// An integer of at least 1.
  std::int64_t positive(const Piece& piece, const char* what) const;
  std::int64_t digits(const Piece& piece, const char* what) const;

 private:
  Range range(const Piece& piece) const;
  [[noreturn]] void fail_too_large(const Piece& piece, std::string_view what) const;

  std::string_view token_;
  std::string_view remedy_;
  Piece rest_;
  bool ended_ = false;
};

}  // namespace papilio
