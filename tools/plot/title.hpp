// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The colours of a page, and the two lines above a plot.
#pragma once

#include <string>

#include "tools/plot/surface.hpp"

namespace papilio::tool {

inline constexpr Colour paper{1, 1, 1};
inline constexpr Colour ink{0.13, 0.15, 0.18};
inline constexpr Colour soft_ink{0.40, 0.43, 0.47};

/// Text from files is made displayable.
void draw_title(const Surface& surface, double x, const std::string& title, const std::string& subtitle);

}  // namespace papilio::tool
