// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/labels.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace papilio::tool {
namespace {

constexpr double gap = 9;       // between the curve and a label
constexpr double line_gap = 2;  // above and below a label
constexpr double leader = 1;    // width kept free for a leader

class LabelPlacement {
 public:
  LabelPlacement(const Rectangle& area, const std::vector<double>& skyline) : area_(area), skyline_(skyline) {}

  bool place(const Label& label, bool crowded, Rectangle& place) {
    place.width = label.width + 2 * label_padding;
    place.height = label.height;
    const double left = crowded ? label.x - leader : label.x - place.width / 2;
    place.x = std::clamp(left, area_.x, std::max(area_.x, area_.x + area_.width - place.width));
    place.y = std::min(label.y, highest_between(place.x, place.x + place.width)) - gap - label.height;
    while (lift(place)) {
    }
    if (place.y < area_.y + label_padding) {
      return false;
    }
    const Rectangle stem{label.x - leader / 2, place.y + place.height, leader,
                         std::max(0.0, label.y - place.y - place.height)};
    if (std::any_of(taken_.begin(), taken_.end(), [&](const Rectangle& other) { return stem.overlaps(other); })) {
      return false;
    }
    taken_.push_back({place.x, place.y - line_gap, place.width, place.height + 2 * line_gap});
    stems_.push_back(stem);
    return true;
  }

 private:
  [[nodiscard]] double highest_between(double left, double right) const {
    const auto column = [&](double x) {
      return static_cast<std::ptrdiff_t>(std::clamp(x - area_.x, 0.0, static_cast<double>(skyline_.size() - 1)));
    };
    return *std::min_element(skyline_.begin() + column(left), skyline_.begin() + column(right) + 1);
  }

  /// Moves the label above the first obstacle; returns false if there is none.
  bool lift(Rectangle& label) const {
    for (const std::vector<Rectangle>* obstacles : {&taken_, &stems_}) {
      for (const Rectangle& other : *obstacles) {
        if (label.overlaps(other)) {
          label.y = other.y - label.height - line_gap;
          return true;
        }
      }
    }
    return false;
  }

  const Rectangle& area_;
  const std::vector<double>& skyline_;
  std::vector<Rectangle> taken_;  ///< texts
  std::vector<Rectangle> stems_;  ///< leaders, which cross no text but may run side by side
};

bool is_crowded(const std::vector<Label>& labels, std::size_t which, std::size_t count) {
  for (std::size_t other = 0; other < count; ++other) {
    const double reach = (labels[which].width + labels[other].width) / 2 + 3 * label_padding;
    if (other != which && std::abs(labels[other].x - labels[which].x) < reach) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::optional<Rectangle>> place_labels(const Rectangle& area, const std::vector<double>& skyline,
                                                   const std::vector<Label>& labels) {
  for (std::size_t count = labels.size(); count > 0; --count) {
    std::vector<std::size_t> from_right(count);
    std::iota(from_right.begin(), from_right.end(), std::size_t{0});
    std::stable_sort(from_right.begin(), from_right.end(),
                     [&](std::size_t a, std::size_t b) { return labels[a].x > labels[b].x; });
    LabelPlacement placement(area, skyline);
    std::vector<std::optional<Rectangle>> places(labels.size());
    const bool all = std::all_of(from_right.begin(), from_right.end(), [&](std::size_t which) {
      return placement.place(labels[which], is_crowded(labels, which, count), places[which].emplace());
    });
    if (all) {
      return places;
    }
  }
  return std::vector<std::optional<Rectangle>>(labels.size());
}

}  // namespace papilio::tool
