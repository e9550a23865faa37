// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Archive: a folder of dated reports. Each run adds DATE.json and DATE.md, for example 2026-02-28T120000Z.md, and a
// copy of the latter as latest.md, the only file that is ever overwritten.
#pragma once

#include <ctime>
#include <functional>
#include <string>

#include "files/output_file.hpp"

namespace papilio::bench {

class Archive {
 public:
  /// Call it before the run, so that an unusable folder is found early: makes the folder and opens latest.md. `now`
  /// dates the reports. Throws Error(io).
  Archive(const std::string& folder, std::time_t now);

  /// Makes the text of a report, given the name of the file beside it that has its data.
  using ReportText = std::function<std::string(const std::string& data_name)>;
  /// Returns the dated text's path. A second run of the same second gets DATE-2, and so on. Throws Error(io).
  std::string keep(const std::string& json, const ReportText& text);

 private:
  std::string folder_;
  std::string date_;
  files::OutputFile latest_;
};

}  // namespace papilio::bench
