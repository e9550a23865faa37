// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A study as text, CSV and JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lab/study/run.hpp"
#include "lab/tables/column_table.hpp"

namespace papilio::tool {

/// For people: rounded figures, units in the headings; columns without any figure are left out. Refused rows follow
/// below with their reasons, then the findings.
std::string study_text(const Study& study);
/// One line per row, refused ones included; seconds and bytes.
ColumnTable study_table(const Study& study);
nlohmann::ordered_json study_json(const Study& study);

/// The speed relative to the first measured row.
double speed_of(const Study& study, const StudyResult& result);

}  // namespace papilio::tool
