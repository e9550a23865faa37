// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The charts of a run as files: one SVG for each, and one self-contained HTML page with all of them.
#pragma once

#include <string>
#include <vector>

#include "bench/result.hpp"

namespace papilio::bench {

/// index.html. reports: one for each device.
std::string html_page(const std::vector<Report>& reports);

/// Writes index.html and the pictures into `folder`, which is made if it is not there. Returns the page's path. Throws
/// Error(io).
std::string write_charts(const std::vector<Report>& reports, const std::string& folder);

/// Makes the folder, to find out early that it cannot be made. Throws Error(io).
void make_chart_folder(const std::string& folder);

}  // namespace papilio::bench
