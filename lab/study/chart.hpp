// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Studies as a picture: a bar for each row, whose length is the logarithm of its speed.
#pragma once

#include <filesystem>
#include <vector>

#include "lab/study/run.hpp"

namespace papilio::tool {

/// Writes a .svg, .pdf or .png; studies one below the other. Bars are speeds relative to a study's first row, on a
/// logarithmic axis; beside them stand speed, time and rms error; rows that do not compute a DFT are hatched. Throws
/// Error(invalid_argument) for another extension, Error(io).
void draw_studies(const std::filesystem::path& path, const std::vector<Study>& studies);

}  // namespace papilio::tool
