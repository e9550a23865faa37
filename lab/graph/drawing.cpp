// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/graph/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <papilio/error.hpp>
#include <utility>

#include "lab/graph/layout.hpp"
#include "lab/graph/wires.hpp"

namespace papilio::tool {
namespace {

constexpr double margin = 36;
constexpr double heading = 96;  // title and names of passes
constexpr double footer = 74;
constexpr double legend_width = 660;
constexpr int max_whole = 512;  // longer ones have details below
constexpr int max_detail = 64;
constexpr double detail_row = 22;

/// One DFT of a pass, drawn on its own.
struct Detail {
  FlowGraph part;
  GraphLayout layout;
  double right = 0;
  std::string caption;
};

class Drawing {
 public:
  explicit Drawing(const FlowGraph& graph) : graph_(graph) {
    const double row = row_for(graph.n);
    const double beside = margin + name_width();
    layout_ = layout_of(graph, beside, heading, row);
    const double spare = legend_width - layout_.enter.back() - beside;  // a small graph is in the middle
    if (spare > 0) layout_ = layout_of(graph, beside + spare / 2, heading, row);
    bottom_ = layout_.y(graph.n - 1);
    width_ = std::max(layout_.enter.back() + beside, legend_width);
    height_ = bottom_ + 0.5 * row + footer;
    if (graph.n > max_whole) add_details();
  }

  void write(const std::filesystem::path& path) const {
    Surface surface(files::OutputFile(path), static_cast<int>(std::ceil(width_)), static_cast<int>(std::ceil(height_)));
    surface.colour({1, 1, 1});
    cairo_paint(surface.cairo());
    draw_heading(surface);
    draw_passes(surface);
    draw_wires(surface, graph_, layout_, graph_.n);
    draw_names(surface, layout_, graph_, {"x", "X"});
    for (const Detail& detail : details_) draw_detail(surface, detail);
    draw_legend(surface);
    surface.finish();
  }

 private:
  [[nodiscard]] double name_width() const { return graph_.n <= 64 ? 44 : 34; }

  void add_details() {
    double left = margin;
    const double top = bottom_ + 96;
    double lowest = top;
    for (std::size_t i = 0; i < graph_.passes.size(); ++i) {
      const GraphPass& pass = graph_.passes[i];
      const bool whole = pass.points <= max_detail;  // otherwise one butterfly of each of its steps
      for (std::size_t step = pass.first; step <= pass.last; step = whole ? pass.last + 1 : step + 1) {
        const GraphPass shown = whole ? pass : GraphPass{step, step, graph_.steps[step].radix, {}};
        std::vector<FlowGraph> parts = components_of(graph_, shown);
        // The last one has the largest exponents.
        Detail detail{std::move(parts.back()), {}, 0, {}};
        detail.layout = layout_of(detail.part, left + 48, top, detail_row);
        detail.right = detail.layout.enter.back() + 48;
        detail.caption = whole ? fmt::format("one of the {} DFTs of pass {}", parts.size(), i + 1)
                               : fmt::format("one butterfly of step {}", step + 1);
        lowest = std::max(lowest, detail.layout.y(detail.part.n - 1));
        left = detail.right + 30;
        details_.push_back(std::move(detail));
      }
    }
    width_ = std::max(width_, left - 30 + margin);
    height_ = lowest + footer + 20;
  }

  void draw_heading(const Surface& surface) const {
    surface.colour({0.10, 0.13, 0.20});
    surface.font(20, true);
    surface.text(graph_.title, margin, 40, Align::left);
  }

  /// The border and the name of each pass, and the borders of its DFTs if their wires are neighbours.
  void draw_passes(const Surface& surface) const {
    const double beside = layout_.roomy() ? 13 : 6;
    const double above = std::max(12.0, 0.5 * layout_.row + 4);
    for (std::size_t i = 0; i < graph_.passes.size(); ++i) {
      const GraphPass& pass = graph_.passes[i];
      const double left = layout_.enter[pass.first] - beside;
      const double right = layout_.leave[pass.last] + beside;
      round_rectangle(surface, {left, layout_.top - above, right - left, bottom_ - layout_.top + 2 * above}, 9);
      surface.colour({0.945, 0.957, 0.975});
      cairo_fill_preserve(surface.cairo());
      surface.colour({0.62, 0.69, 0.79});
      cairo_set_line_width(surface.cairo(), 0.9);
      cairo_stroke(surface.cairo());
      surface.colour({0.22, 0.29, 0.40});
      surface.font(11.5, true);
      const std::string text = graph_.passes.size() == 1 ? pass.label : fmt::format("pass {}: {}", i + 1, pass.label);
      surface.text(text, (left + right) / 2, layout_.top - above - 7, Align::centre);
      draw_groups(surface, pass, {left + 3, right - 3});
    }
    name_rotations(surface, above);
  }

  struct PassRange {
    double left;
    double right;
  };
  void draw_groups(const Surface& surface, const GraphPass& pass, PassRange range) const {
    const std::vector<FlowGraph> parts = components_of(graph_, pass);
    const auto adjacent = [](const FlowGraph& part) {
      return part.inputs.back() - part.inputs.front() == part.n - 1 && part.inputs == part.outputs;
    };
    if (parts.size() < 2 || !std::ranges::all_of(parts, adjacent)) return;
    const double gap = 0.36 * layout_.row;
    for (const FlowGraph& part : parts) {
      const double first = layout_.y(part.inputs.front()) - gap;
      round_rectangle(surface,
                      {range.left, first, range.right - range.left, layout_.y(part.inputs.back()) + gap - first},
                      std::min(6.0, layout_.row));
      surface.colour({1, 1, 1});
      cairo_fill_preserve(surface.cairo());
      surface.colour({0.76, 0.81, 0.88});
      cairo_set_line_width(surface.cairo(), layout_.labelled() ? 0.7 : 0.3);
      cairo_stroke(surface.cairo());
    }
  }

  void name_rotations(const Surface& surface, double above) const {
    for (std::size_t i = 0; i < graph_.steps.size(); ++i) {
      if (graph_.steps[i].kind != StepKind::rotation) continue;
      surface.colour({0.38, 0.46, 0.58});
      surface.font(10.5);
      surface.text(fmt::format("rotate {} bits", graph_.steps[i].rotated_bits),
                   (layout_.enter[i] + layout_.leave[i]) / 2, layout_.top - above - 7, Align::centre);
    }
  }

  /// Labels such as x[5] at the left and X[5] at the right; some are left out if there is no room.
  void draw_names(const Surface& surface, const GraphLayout& layout, const FlowGraph& graph,
                  std::pair<const char*, const char*> names) const {
    const double size = layout.labelled() ? std::min(12.0, 0.8 * layout.row) : 8;
    int every = 1;
    while (every * layout.row < 1.1 * size) every *= 2;
    surface.font(size);
    surface.colour({0.13, 0.17, 0.24});
    const double beside = layout.roomy() ? 18 : 9;
    for (int w = 0; w < graph.n; w += every) {
      const auto index = static_cast<std::size_t>(w);
      const double y = layout.y(w) + 0.35 * size;
      surface.text(fmt::format("{}[{}]", names.first, graph.inputs[index]), layout.enter.front() - beside, y,
                   Align::right);
      surface.text(fmt::format("{}[{}]", names.second, graph.outputs[index]), layout.enter.back() + beside, y,
                   Align::left);
    }
  }

  void draw_detail(const Surface& surface, const Detail& detail) const {
    const double left = detail.layout.enter.front() - 46;
    const double top = detail.layout.top - 26;
    round_rectangle(surface, {left, top, detail.right - left, detail.layout.y(detail.part.n - 1) + 22 - top}, 9);
    surface.colour({0.985, 0.988, 0.995});
    cairo_fill_preserve(surface.cairo());
    surface.colour({0.62, 0.69, 0.79});
    cairo_set_line_width(surface.cairo(), 0.9);
    cairo_stroke(surface.cairo());
    surface.colour({0.22, 0.29, 0.40});
    surface.font(11.5, true);
    surface.text(detail.caption, left + 2, top - 8, Align::left);
    draw_wires(surface, detail.part, detail.layout, graph_.n);
    draw_names(surface, detail.layout, detail.part, {"", ""});
  }

  /// A circle of the factors' colours, at their angles.
  void draw_legend(const Surface& surface) const {
    cairo_t* const cairo = surface.cairo();
    const double radius = 19;
    const double x = margin + radius;
    const double y = height_ - 14 - radius;
    constexpr int sectors = 64;
    for (int k = 0; k < sectors; ++k) {
      const double angle = 2 * std::numbers::pi * k / sectors;  // of W^k, clockwise, as y is downwards
      const double half = std::numbers::pi / sectors;
      surface.colour(colour_of(k, sectors));
      cairo_set_line_width(cairo, 7);
      cairo_new_sub_path(cairo);  // no line from the last text
      cairo_arc(cairo, x, y, radius - 3.5, angle - half - 0.01, angle + half + 0.01);
      cairo_stroke(cairo);
    }
    surface.colour({0.22, 0.27, 0.35});
    surface.font(11);
    const double left = x + radius + 14;
    const int n = graph_.n;
    surface.text(
        fmt::format("A number k multiplies by W^k = exp(−2πi k/{}); no number: by 1. Colours: the angle of W^k.", n),
        left, y - 3, Align::left);
    surface.text(second_line(), left, y + 13, Align::left);
  }

  [[nodiscard]] std::string second_line() const {
    const bool wide = std::ranges::any_of(graph_.steps, [](const FlowStep& step) { return step.radix > 4; });
    if (graph_.n > max_whole) return "Above all edges; below a part of each pass, its wires by their numbers.";
    if (wide) return "A butterfly of radix r multiplies input j for output k by exp(−2πi jk/r); numbers are twiddles.";
    return "Where edges meet, their values are added.";
  }

  const FlowGraph& graph_;
  GraphLayout layout_;
  std::vector<Detail> details_;
  double bottom_ = 0;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace

void draw_graph(const std::filesystem::path& path, const FlowGraph& graph) { Drawing(graph).write(path); }

}  // namespace papilio::tool
