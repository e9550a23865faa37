// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Canvas: an SVG picture, element by element. Coordinates are in pixels, y downwards.
#pragma once

#include <string>
#include <string_view>

namespace papilio::bench {

/// Text escaped for SVG and HTML.
std::string escaped(std::string_view text);

/// "of 2^20 points" as "of 2", "20" and " points"; without a "^" everything is before.
struct Power {
  std::string_view before;
  std::string_view exponent;
  std::string_view after;
};
Power split_power(std::string_view text);

enum class Anchor { start, middle, end };
enum class Marker { circle, square, triangle, diamond, cross };

struct Point {
  double x = 0;
  double y = 0;
};

/// CSS classes are defined in the style sheet at the top of every picture (canvas.cpp).
class Canvas {
 public:
  /// label: describes the picture for screen readers.
  Canvas(double width, double height, std::string_view label);

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }

  void line(Point from, Point to, std::string_view css_class);
  void rectangle(Point corner, double width, double height, std::string_view colour, std::string_view tooltip = {});
  /// path: "M x y L x y …"
  void path(std::string_view path, std::string_view colour, double stroke_width);
  /// Fills a path, translucent.
  void area(std::string_view path, std::string_view colour);
  void marker(Marker marker, Point at, std::string_view colour, std::string_view tooltip = {});
  /// "2^20" is set with a raised exponent.
  void text(Point at, std::string_view text, std::string_view css_class, Anchor anchor = Anchor::start,
            double turned = 0);

  /// The whole picture, as a file or for inclusion in an HTML page.
  [[nodiscard]] std::string str() const { return svg_ + "</svg>\n"; }

 private:
  double width_;
  double height_;
  std::string svg_;
};

}  // namespace papilio::bench
