// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/canvas.hpp"

#include <fmt/format.h>

namespace papilio::bench {
namespace {

constexpr const char* style_sheet =
    ".papilio-chart text{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:#333}"
    ".papilio-chart .title{font-size:19px;font-weight:600;fill:#111}"
    ".papilio-chart .subtitle{font-size:12.5px;fill:#666}"
    ".papilio-chart .label{font-size:13px}"
    ".papilio-chart .tick{font-size:12px;fill:#555}"
    ".papilio-chart .legend{font-size:13.5px;fill:#222}"
    ".papilio-chart .note{font-size:12px;fill:#777;font-style:italic}"
    ".papilio-chart .grid{stroke:#e4e4e4;stroke-width:1}"
    ".papilio-chart .faint{stroke:#f1f1f1;stroke-width:1}"
    ".papilio-chart .axis{stroke:#888;stroke-width:1}"
    ".papilio-chart .reference{stroke:#777;stroke-width:1.3;stroke-dasharray:6 4}";

constexpr const char* anchors[] = {"start", "middle", "end"};  // in the order of the enumerators

std::string title_of(std::string_view tooltip) {
  return tooltip.empty() ? std::string() : fmt::format("<title>{}</title>", escaped(tooltip));
}

/// With "2^20" as a raised 20. baseline-shift would do, but Firefox does not support it.
std::string with_exponents(std::string_view text) {
  const Power power = split_power(text);
  if (power.exponent.empty()) return escaped(text);
  // The shifts are in the sizes of the font of each: 0.42 of 75 % up, and the same down again.
  return fmt::format("{}<tspan dy='-0.42em' font-size='0.75em'>{}</tspan><tspan dy='0.315em'>{}</tspan>",
                     escaped(power.before), escaped(power.exponent), escaped(power.after));
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

Power split_power(std::string_view text) {
  const std::size_t hat = text.find('^');
  if (hat == std::string_view::npos) return {text, {}, {}};
  std::size_t end = hat + 1;
  while (end < text.size() && (text[end] == '-' || (text[end] >= '0' && text[end] <= '9'))) ++end;
  return {text.substr(0, hat), text.substr(hat + 1, end - hat - 1), text.substr(end)};
}

Canvas::Canvas(double width, double height, std::string_view label) : width_(width), height_(height) {
  svg_ = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' class='papilio-chart' role='img' aria-label=\"{}\" "
      "viewBox='0 0 {:g} {:g}' width='{:g}' height='{:g}'>\n<style>{}</style>\n"
      "<rect width='{:g}' height='{:g}' fill='#fff'/>\n",
      escaped(label), width, height, width, height, style_sheet, width, height);
}

void Canvas::line(Point from, Point to, std::string_view css_class) {
  svg_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' class='{}'/>\n", from.x, from.y, to.x,
                      to.y, css_class);
}

void Canvas::rectangle(Point corner, double width, double height, std::string_view colour, std::string_view tooltip) {
  svg_ += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'>{}</rect>\n", corner.x,
                      corner.y, width, height, colour, title_of(tooltip));
}

void Canvas::path(std::string_view path, std::string_view colour, double stroke_width) {
  svg_ += fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='{:g}' stroke-linejoin='round'/>\n", path,
                      colour, stroke_width);
}

void Canvas::area(std::string_view path, std::string_view colour) {
  svg_ += fmt::format("<path d='{}z' fill='{}' fill-opacity='0.2' stroke='none'/>\n", path, colour);
}

void Canvas::marker(Marker marker, Point at, std::string_view colour, std::string_view tooltip) {
  std::string shape;
  switch (marker) {
    case Marker::circle:
      shape = "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z";
      break;
    case Marker::square:
      shape = "M-4 -4h8v8h-8z";
      break;
    case Marker::triangle:
      shape = "M0 -5.2L5 3.8L-5 3.8z";
      break;
    case Marker::diamond:
      shape = "M0 -5.6L5.6 0L0 5.6L-5.6 0z";
      break;
    case Marker::cross:
      shape = "M-5 -2.6L-2.6 -5L0 -2.4L2.6 -5L5 -2.6L2.4 0L5 2.6L2.6 5L0 2.4L-2.6 5L-5 2.6L-2.4 0z";
      break;
  }
  svg_ += fmt::format(
      "<path d='{}' transform='translate({:.1f} {:.1f})' fill='{}' stroke='#fff' stroke-width='0.8'>{}</path>\n", shape,
      at.x, at.y, colour, title_of(tooltip));
}

void Canvas::text(Point at, std::string_view text, std::string_view css_class, Anchor anchor, double turned) {
  const std::string turn =
      turned == 0 ? std::string() : fmt::format(" transform='rotate({:g} {:.1f} {:.1f})'", turned, at.x, at.y);
  // Without this, librsvg drops the space after an exponent.
  const char* const spaces = split_power(text).after.starts_with(' ') ? " xml:space='preserve'" : "";
  svg_ += fmt::format("<text x='{:.1f}' y='{:.1f}' class='{}' text-anchor='{}'{}{}>{}</text>\n", at.x, at.y, css_class,
                      anchors[static_cast<std::size_t>(anchor)], turn, spaces, with_exponents(text));
}

}  // namespace papilio::bench
