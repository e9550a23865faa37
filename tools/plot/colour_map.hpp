// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The colours of levels, from paper white over yellow, red and violet to nearly black.
//
// Equal steps of level are equal steps of colour (along a polyline in CIELAB, by its length), and each is darker than
// the one before. So a print in greys shows the same as one in colours, and colour-blind people see the same picture.
// The background of a quiet recording costs no ink.
#pragma once

#include "tools/plot/surface.hpp"

namespace papilio::tool {

/// level: 0, the lightest, to 1, the darkest; others are clamped. sRGB.
Colour level_colour(double level);

/// Lightness L* of CIE 1976 of an sRGB colour, 0 to 100.
double lightness(const Colour& colour);

}  // namespace papilio::tool
