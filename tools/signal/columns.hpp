// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Columns of a text file by their names: those of its first line, or the value of --columns.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace papilio::tool {

/// The numbers of columns, from 0.
struct ColumnNumbers {
  std::size_t value = 0;          ///< of a real signal, or the real parts
  std::optional<std::size_t> im;  ///< imaginary parts: the signal is complex
  std::optional<std::size_t> time;
  std::optional<std::size_t> index;  ///< whole numbers that rise by one
  double second = 1;                 ///< of the times: units in a second
  std::string text;                  ///< for people: "time (ms) and value"
};

/// Names are read in any case. Two of them, "re" and "im", "real" and "imag" or "i" and "q", are the parts of complex
/// numbers. A "time", "t", "seconds" … is the time, in the unit that follows ("time_us", "t [µs]", "Time (ms)"), or
/// else in seconds. "index", "sample", "n" and no name at all number the rows, and "-" is a column to be left out.
/// One column must be left, the value. None if the names do not say that. Throws Error(io), naming `where`,
/// for times in a unit that is not known.
std::optional<ColumnNumbers> named_columns(std::span<const std::string_view> names, const std::string& where);

}  // namespace papilio::tool
