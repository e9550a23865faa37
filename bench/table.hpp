// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A table of text, as a person reads it on a terminal or as Markdown.
#pragma once

#include <string>
#include <vector>

namespace papilio::bench {

enum class TableStyle { aligned, markdown };

/// Every row is as long as the first, which is the header. Cells are ASCII; all columns are flush right.
std::string render(const std::vector<std::vector<std::string>>& rows, TableStyle style);

}  // namespace papilio::bench
