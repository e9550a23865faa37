// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A 2-D study as text, CSV and JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lab/study/run2d.hpp"
#include "lab/tables/column_table.hpp"

namespace papilio::tool {

enum class AdrenoFigures { left_out, beside };

/// For people: rounded figures, units in the headings; columns without any figure are left out. Refused rows follow
/// below with their reasons, then the figures of the original.
std::string study_2d_text(const Study2d& study, AdrenoFigures figures);
/// One line per row, refused ones included; seconds, joules and watts.
ColumnTable study_2d_table(const Study2d& study);
nlohmann::ordered_json study_2d_json(const Study2d& study, AdrenoFigures figures);

/// The speed of whole transforms relative to the first measured row.
double speed_of(const Study2d& study, const Study2dResult& result);

}  // namespace papilio::tool
