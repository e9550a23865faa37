// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A 2-D study as a picture: for each row a bar of its four steps, whose lengths are their times.
#pragma once

#include <filesystem>

#include "lab/study/run2d.hpp"

namespace papilio::tool {

/// Writes a .svg, .pdf or .png. Throws Error(invalid_argument) for another extension, Error(io).
void draw_study_2d(const std::filesystem::path& path, const Study2d& study);

}  // namespace papilio::tool
