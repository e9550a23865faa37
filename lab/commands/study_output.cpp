// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/commands/study_output.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "core/presentable.hpp"
#include "files/identity.hpp"
#include "lab/study/chart.hpp"
#include "lab/study/report.hpp"
#include "tools/commands/commands.hpp"
#include "tools/plot/picture_name.hpp"
#include "tools/progress.hpp"

namespace papilio::tool {

void StudyOutput::check() const {
  if (csv == "-" && json == "-") {
    throw Error::invalid_argument("--json - and --csv -", "both would go to standard output", "name a file for one");
  }
  files::require_distinct({}, {files::named_file(csv), files::named_file(json), chart});
  if (!chart.empty() && !names_picture(chart)) {
    throw Error::invalid_argument(chart, "the extension names no picture format", "choose .svg, .pdf or .png");
  }
}

Study StudyOutput::measure(const Device& on, const Problem& problem, const std::vector<StudyRow>& rows) const {
  ProgressBar bar(std::nullopt);
  return run_study(on, problem, rows, options, [&](const std::string& what) { bar.update(0, what); });
}

void StudyOutput::write(const std::vector<Study>& studies) const {
  if (csv != "-" && json != "-") {
    for (const Study& study : studies) fmt::print("{}{}", &study == &studies.front() ? "" : "\n", study_text(study));
  }
  if (!csv.empty()) {
    ColumnTable all;
    for (const Study& study : studies) {
      ColumnTable table = study_table(study);
      if (all.headings.empty()) {
        all.headings = table.headings;
        all.headings.insert(all.headings.begin(), "problem");
      }
      for (auto& row : table.rows) {
        row.insert(row.begin(), study.token);
        all.rows.push_back(std::move(row));
      }
    }
    write_text(csv, to_csv(all));
  }
  if (!json.empty()) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Study& study : studies) all.push_back(study_json(study));
    write_text(json, nlohmann::ordered_json{{"studies", all}}.dump(2) + "\n");
  }
  if (!chart.empty()) draw_studies(chart, studies);
  if (csv != "-" && json != "-") {
    for (const std::string& file : {csv, json, chart}) {
      if (!file.empty()) fmt::print("written   {}\n", presentable(file));
    }
  }
  std::size_t wrong = 0;
  for (const Study& study : studies) {
    for (const StudyResult& result : study.results) wrong += result.wrong() ? 1 : 0;
  }
  throw_if_wrong(wrong);
}

void throw_if_wrong(std::size_t rows) {
  if (rows == 0) return;
  throw Error(ErrorCode::check_failed, "study", fmt::format("{} rows have errors above their bounds", rows),
              "report this with the command and the output of `papilio devices`");
}

void add_output_options(CLI::App& command, StudyOutput& output) {
  command.add_option("--device", output.device, device_help)->capture_default_str();
  command.add_option("--rounds", output.options.measure.rounds, "Samples per row; their median is reported")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command.add_option("--min-time", output.options.measure.min_seconds, "Seconds that each sample lasts at least")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 60.0));
  command.add_option("--csv", output.csv, "Write the rows as CSV to this file; - is stdout, in place of the text");
  command.add_option("--json", output.json, "Write the rows as JSON to this file; - is stdout, in place of the text");
  command.add_option("-o,--output", output.chart, "Draw the rows into this file: .svg, .pdf or .png");
}

}  // namespace papilio::tool
