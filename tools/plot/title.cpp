// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/title.hpp"

namespace papilio::tool {

void draw_title(const Surface& surface, double x, const std::string& title, const std::string& subtitle) {
  surface.colour(ink);
  surface.font(21, true);
  surface.text(displayable(title), x, 36, Align::left);
  surface.colour(soft_ink);
  surface.font(14);
  surface.text(subtitle, x, 62, Align::left);
}

}  // namespace papilio::tool
