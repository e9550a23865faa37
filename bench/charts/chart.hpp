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

namespace papilio::bench {

/// How a library looks, in every chart alike.
struct Look {
  std::string colour;
  Marker marker = Marker::circle;
  double stroke_width = 2;
};
/// index: of the library in the report, for those without a colour of their own.
Look look_of(const std::string& library, std::size_t index);

struct Heading {
  std::string title;
  std::string subtitle;  ///< the device, the date
};

struct Sample {
  double x = 0;
  double y = 0;
  std::string tooltip;
};

struct Series {
  std::string name;
  Look look;
  std::vector<Sample> samples;  ///< ascending by x
};

/// A horizontal line to compare with.
struct ReferenceLine {
  double value = 0;
  std::string label;
};

struct PointChart {
  Heading heading;
  std::string x_label;
  std::string y_label;
  Scale x;
  Scale y;
  std::vector<Series> series;
  std::vector<ReferenceLine> references;
  bool connected = false;  ///< lines between the points: where there is something between
};
std::string draw(const PointChart& chart);

/// Bars from 1 upwards or downwards, on a scale of factors; a group for each category.
struct BarChart {
  struct Bars {
    std::string name;
    Look look;
    std::vector<std::optional<double>> values;  ///< one for each category
  };
  Heading heading;
  std::string x_label;
  std::string y_label;
  Scale y;
  std::vector<std::string> categories;
  std::vector<Bars> bars;
  std::string note;  ///< what bars above and below 1 mean
};
std::string draw(const BarChart& chart);

}  // namespace papilio::bench
