// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A spectrum as numbers: frequency in Hz and power, row by row.
#pragma once

#include <filesystem>

#include "files/output_file.hpp"
#include "tools/spectrum/spectrum.hpp"

namespace papilio::tool {

/// True for .csv and .npy.
bool is_table(const std::filesystem::path& path);

/// .csv: a header line and two columns. .npy: float64 of shape (bins, 2). By the extension of the file's name; commits
/// it. Throws Error(io).
void write_table(files::OutputFile file, const PowerSpectrum& spectrum);

}  // namespace papilio::tool
