// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The columns of a report as text: their headings, the figure of a row and the mean over rows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/report/table.hpp"
#include "bench/result.hpp"

namespace papilio::bench {

using Format = std::function<std::string(double)>;

/// A column of figures: one for each row, and their geometric mean.
struct FigureColumn {
  std::string heading;
  std::size_t width = 0;
  RowValue value;
  Format format;
  bool is_error = false;
  std::function<std::string(const Row&)> text = {};  ///< instead of a figure; has no mean
  bool in_detail = false;                            ///< on terminals: in the second table
};

/// All columns of one table except a row's name and batch. A terminal is too narrow for all columns, so it has a second
/// table, with the details; Markdown has one.
std::vector<FigureColumn> columns_of(const Report& report, TableStyle style, bool detail);

std::string cell(const FigureColumn& column, const Row& row);
/// Over the rows of a suite, or all; "-" where figures of both precisions would be mixed.
std::string mean_cell(const Report& report, const std::string& suite, const FigureColumn& column);

/// True if all rows of a suite, or all, have the same precision; a mean error over both would be meaningless.
bool one_precision(const Report& report, const std::string& suite);

/// A number with about four significant digits and no exponent.
std::string short_number(double value);
std::string as_ratio(double value);
std::string as_error(double value);
/// "low-high", or "-".
std::string band_text(const std::optional<Band>& band, double factor);

}  // namespace papilio::bench
