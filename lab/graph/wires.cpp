// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/graph/wires.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

namespace papilio::tool {
namespace {

constexpr int max_labelled_radix = 4;
constexpr int hues = 64;  // of hairlines: those of one hue become one path

struct WirePoint {
  double x;
  double y;
};

class Wires {
 public:
  Wires(const Surface& surface, const FlowGraph& graph, const GraphLayout& layout, int n)
      : surface_(surface), cairo_(surface.cairo()), graph_(graph), layout_(layout), n_(n) {}

  void draw() const {
    for (std::size_t i = 0; i < graph_.steps.size(); ++i) {
      draw_edges(i);
      if (!graph_.steps[i].twiddles.empty()) draw_stubs(i);
    }
    if (layout_.labelled()) {
      for (std::size_t i = 0; i < graph_.steps.size(); ++i) label_step(i);
      draw_nodes();
    }
  }

 private:
  /// Hues are rounded where there are many edges.
  [[nodiscard]] int hue_of(int exponent) const {
    if (exponent == 0 || n_ <= hues) return exponent;
    const int unit = n_ / hues;
    return std::max(1, (exponent + unit / 2) / unit * unit % n_);
  }

  void path_of(std::size_t step, const Edge& edge) const {
    const WirePoint from{layout_.enter[step], layout_.y(edge.from)};
    const WirePoint to{layout_.leave[step], layout_.y(edge.to)};
    cairo_move_to(cairo_, from.x, from.y);
    if (graph_.steps[step].kind == StepKind::rotation) {
      const double middle = (from.x + to.x) / 2;
      cairo_curve_to(cairo_, middle, from.y, middle, to.y, to.x, to.y);
    } else {
      cairo_line_to(cairo_, to.x, to.y);
    }
  }

  void draw_edges(std::size_t index) const {
    const FlowStep& step = graph_.steps[index];
    std::map<int, std::vector<const Edge*>> by_hue;  // ascending: factors of 1 lie below the others
    for (const Edge& edge : step.edges) by_hue[hue_of(edge.exponent)].push_back(&edge);
    // The many lines of a high radix would merge into a solid area.
    const double fine = std::sqrt(2.0 / std::max(2, step.radix));
    cairo_set_line_width(cairo_, layout_.line() * fine);
    for (const auto& [exponent, edges] : by_hue) {
      Colour colour = colour_of(exponent, n_);
      colour.alpha = layout_.roomy() ? 0.95 : 0.75;
      if (step.kind == StepKind::rotation) colour = {0.45, 0.53, 0.66, 0.8};
      surface_.colour(colour);
      for (const Edge* const edge : edges) {
        path_of(index, *edge);
        if (pixels_) cairo_stroke(cairo_);
      }
      cairo_stroke(cairo_);
    }
  }

  /// From the nodes to the right end of the room for their twiddles.
  void draw_stubs(std::size_t index) const {
    if (layout_.enter[index + 1] <= layout_.leave[index]) return;
    cairo_set_line_width(cairo_, layout_.line());
    const double end = ends_pass(index) ? layout_.leave[index] + stub() : layout_.enter[index + 1];
    for (int w = 0; w < graph_.n; ++w) {
      surface_.colour(colour_of(graph_.steps[index].twiddles[static_cast<std::size_t>(w)], n_));
      cairo_move_to(cairo_, layout_.leave[index], layout_.y(w));
      cairo_line_to(cairo_, end, layout_.y(w));
      cairo_stroke(cairo_);
    }
  }
  [[nodiscard]] bool ends_pass(std::size_t index) const {
    return std::ranges::any_of(graph_.passes, [&](const GraphPass& pass) { return pass.last == index; });
  }
  [[nodiscard]] double stub() const { return layout_.roomy() ? 34 : 3.2 * layout_.font(); }

  void label_step(std::size_t index) const {
    const FlowStep& step = graph_.steps[index];
    surface_.font(layout_.font());
    if (step.kind == StepKind::butterflies && step.radix <= max_labelled_radix) {
      for (const Edge& edge : step.edges) {
        if (edge.exponent != 0) label(edge.exponent, place_on(index, edge));
      }
    }
    for (std::size_t w = 0; w < step.twiddles.size(); ++w) {
      if (step.twiddles[w] == 0) continue;
      label(step.twiddles[w], {layout_.leave[index] + stub() * 0.55, layout_.y(static_cast<int>(w))});
    }
  }

  /// Near the end of the edge, so that the number is nearer to that wire than to any other.
  [[nodiscard]] WirePoint place_on(std::size_t step, const Edge& edge) const {
    const double dx = layout_.leave[step] - layout_.enter[step];
    const double dy = layout_.y(edge.to) - layout_.y(edge.from);
    double back = 0.40 * dx;  // from the node
    if (edge.from != edge.to) back = std::min(0.3, 0.44 * layout_.row / std::abs(dy)) * dx;
    // Steep edges would have it in the node itself.
    const double least = layout_.roomy() ? 13 : 1.1 * layout_.font();
    if (edge.from != edge.to && back < least) {
      return {layout_.leave[step] - least, layout_.y(edge.to) - std::copysign(0.36 * layout_.row, dy)};
    }
    return {layout_.leave[step] - back, layout_.y(edge.to) - dy * back / dx};
  }

  void label(int exponent, WirePoint middle) const {
    const std::string text = std::to_string(exponent);
    const double size = layout_.font();
    const double width = surface_.text_width(text);
    const double pad = layout_.roomy() ? 2.2 : 0.5;
    round_rectangle(surface_, {middle.x - width / 2 - pad, middle.y - 0.5 * size, width + 2 * pad, size},
                    layout_.roomy() ? 3.5 : 1);
    surface_.colour({1, 1, 1, 0.9});
    cairo_fill(cairo_);
    Colour colour = colour_of(exponent, n_);
    colour = {colour.red * 0.72, colour.green * 0.72, colour.blue * 0.72};
    surface_.colour(colour);
    surface_.text(text, middle.x, middle.y + 0.355 * size, Align::centre);
  }

  void draw_nodes() const {
    const double radius = layout_.roomy() ? 2.6 : 0.11 * layout_.row;
    surface_.colour({0.13, 0.17, 0.24});
    const auto column = [&](double x) {
      for (int w = 0; w < graph_.n; ++w) {
        cairo_new_sub_path(cairo_);
        cairo_arc(cairo_, x, layout_.y(w), radius, 0, 2 * std::numbers::pi);
      }
      cairo_fill(cairo_);
    };
    for (std::size_t i = 0; i < graph_.steps.size(); ++i) {
      if (graph_.steps[i].kind == StepKind::rotation) continue;
      column(layout_.enter[i]);
      column(layout_.leave[i]);
    }
  }

  const Surface& surface_;
  cairo_t* cairo_;
  const FlowGraph& graph_;
  const GraphLayout& layout_;
  int n_;
  /// Cairo takes minutes to fill the outline of many lines that cross; in a file one path for many edges saves space.
  bool pixels_ = cairo_surface_get_type(cairo_get_target(cairo_)) == CAIRO_SURFACE_TYPE_IMAGE;
};

}  // namespace

void round_rectangle(const Surface& surface, const Rectangle& place, double radius) {
  cairo_t* const cairo = surface.cairo();
  const double quarter = std::numbers::pi / 2;
  const double r = std::min({radius, place.width / 2, place.height / 2});
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, place.x + place.width - r, place.y + r, r, -quarter, 0);
  cairo_arc(cairo, place.x + place.width - r, place.y + place.height - r, r, 0, quarter);
  cairo_arc(cairo, place.x + r, place.y + place.height - r, r, quarter, 2 * quarter);
  cairo_arc(cairo, place.x + r, place.y + r, r, 2 * quarter, 3 * quarter);
  cairo_close_path(cairo);
}

void draw_wires(const Surface& surface, const FlowGraph& graph, const GraphLayout& layout, int n) {
  Wires(surface, graph, layout, n).draw();
}

}  // namespace papilio::tool
