// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Studies that come with Papilio, by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/study/grid.hpp"
#include "lab/study/run.hpp"

namespace papilio::tool {

/// One table of a study.
struct StudyPart {
  std::string token;
  StudyChoices choices;
};

struct ShippedStudy {
  std::string_view name;
  std::string_view help;  ///< one line
  std::vector<StudyPart> (*parts)();
  /// Conclusions from all tables, printed after the last one.
  std::vector<std::string> (*findings)(const std::vector<Study>& studies);
};

std::span<const ShippedStudy> shipped_studies();
/// Null if no study has that name.
const ShippedStudy* find_study(std::string_view name);

}  // namespace papilio::tool
