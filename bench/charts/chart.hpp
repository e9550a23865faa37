// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The two kinds of charts: points over the length of a transform, and bars for a list of problems.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/charts/canvas.hpp"
#include "bench/charts/scale.hpp"
#include "bench/statistics.hpp"

namespace papilio::bench {

/// The colour and marker of a library, the same in every chart.
struct Look {
  std::string colour;
  Marker marker = Marker::circle;
  double stroke_width = 2;
};
/// index: the library's position in the report, for libraries without a colour of their own.
Look look_of(const std::string& library, std::size_t index);
/// The look of line number `index` in a chart whose lines are not libraries; the first eight differ in colour and
/// marker.
Look look_of_line(std::size_t index);

struct Heading {
  std::string title;
  std::string subtitle;  ///< the device, the date
};

struct ChartSample {
  double x = 0;
  double y = 0;
  std::string tooltip;
  std::optional<Band> band = {};  ///< of y
  std::string label = {};         ///< beside the marker of a separate point, where there are few
};

struct Series {
  std::string name;
  Look look;
  std::vector<ChartSample> samples;  ///< ascending by x
};

/// The smallest and the largest of the samples and of the ends of their bands; low is infinite if there are none.
Band range_of(const std::vector<Series>& all);
/// The same for their positions along x.
Band extent_of(const std::vector<Series>& all);

/// A horizontal line for comparison.
struct ReferenceLine {
  double value = 0;
  std::string label;
};

struct PointChart {
  Heading heading;
  std::string x_label;
  std::string y_label;
  AxisScale x;
  AxisScale y;
  std::vector<Series> series;
  std::vector<ReferenceLine> references;
  bool connected = false;  ///< lines between the points, if values between them make sense
};
/// Bands are drawn as areas along a connected line, and as bars at separate points.
std::string draw(const PointChart& chart);

/// Bars up or down from 1, on a scale of factors, with a group of bars for each category.
struct BarChart {
  struct Bars {
    std::string name;
    Look look;
    std::vector<std::optional<double>> values;  ///< one for each category
  };
  Heading heading;
  std::string x_label;
  std::string y_label;
  AxisScale y;
  std::vector<std::string> categories;
  std::vector<Bars> bars;
  std::string note;  ///< what bars above and below 1 mean
};
std::string draw(const BarChart& chart);

}  // namespace papilio::bench
