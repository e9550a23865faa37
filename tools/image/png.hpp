// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PNG files, by libpng: cairo's own reader would round 16 bits to 8 and multiply colours by alpha.
#pragma once

#include <filesystem>

#include "files/output_file.hpp"
#include "tools/image/image.hpp"

namespace papilio::tool {

inline constexpr std::int64_t most_pixels = std::int64_t{1} << 27;

/// Any kind of PNG: palettes become RGB, fewer than 8 bits become 8, a transparent colour becomes alpha. Values are
/// those of the file: neither gamma nor profiles are applied. Throws Error(io) if the file is not a complete PNG,
/// Error(unsupported) for more than most_pixels.
RasterImage read_png(const std::filesystem::path& path);

/// Commits the file. Throws Error(io).
void write_png(files::OutputFile file, const RasterImage& image);

}  // namespace papilio::tool
