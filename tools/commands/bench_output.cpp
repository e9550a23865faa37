// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/bench_output.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>

#include "bench/baseline.hpp"
#include "bench/charts/page.hpp"
#include "bench/report/data.hpp"
#include "bench/report/gpu_fft.hpp"
#include "bench/report/text.hpp"
#include "core/presentable.hpp"
#include "tools/commands/json_text.hpp"

namespace papilio::tool {
namespace {

using namespace bench;

std::string file_of_baseline(const std::string& name) { return name.empty() ? name : baseline_file(name); }

/// The whole report as a Markdown document.
std::string document(const Report& report, const std::string& data_name, bool with_reference) {
  std::string text =
      fmt::format("# Fourier transforms on {}, {}: {}\n\nAll figures: [{}]({}).\n\n", report.machine.device.name,
                  report.machine.date, versions_text(report), data_name, data_name);
  text += whole_text(report, TableStyle::markdown);
  return with_reference ? text + beside_gpu_fft(report, TableStyle::markdown) : text;
}

}  // namespace

void BenchOutputOptions::check(const files::Paths& inputs) const {
  const bool json_there = json == "-";
  const bool csv_there = csv == "-";
  if (json_there && csv_there) {
    throw Error::invalid_argument("--json - and --csv -", "both would go to standard output",
                                  "name a file for one of them");
  }
  if ((json_there || csv_there) && markdown) {
    throw Error::invalid_argument(json_there ? "--markdown and --json -" : "--markdown and --csv -",
                                  "the data take the text's place on standard output", "name a file for the data");
  }
  // The baseline may be replaced, because it has been read by then.
  using files::named_file;
  files::require_distinct(inputs, {named_file(json), named_file(csv), file_of_baseline(save_baseline)});
  files::require_distinct({file_of_baseline(baseline)}, {named_file(json), named_file(csv)});
}

void BenchOutput::write(const std::string& text) {
  if (is_stdout_) {
    fmt::print("{}", text);
    std::fflush(stdout);
  } else if (file_) {
    file_->write(text);
    file_->flush();
  }
}

BenchOutputs::BenchOutputs(const BenchOutputOptions& options)
    : json(options.json), csv(options.csv), screen(json.is_stdout() || csv.is_stdout() ? "" : "-") {
  if (!options.charts.empty()) make_chart_folder(options.charts);
  if (!options.save_baseline.empty()) baseline = open_baseline(options.save_baseline);
  if (!options.archive.empty()) archive.emplace(options.archive, std::time(nullptr));
}

void BenchOutputs::finish(const BenchOutputOptions& options, const std::vector<Report>& reports) {
  csv.commit();
  const nlohmann::ordered_json data = to_json(reports.front());
  const std::string dumped = json_text(data) + "\n";
  json.write(dumped);
  json.commit();
  for (const std::string& file : {options.csv, options.json}) {
    if (!file.empty() && file != "-") screen.write(fmt::format("\nwritten   {}\n", presentable(file)));
  }
  if (!options.charts.empty())
    screen.write(fmt::format("\nwritten   {}\n", presentable(write_charts(reports, options.charts))));
  if (archive) {
    const std::string kept = archive->keep(
        dumped, [&](const std::string& name) { return document(reports.front(), name, options.with_reference); });
    screen.write(fmt::format("\nwritten   {}\n", presentable(kept)));
  }
  if (!baseline) return;
  const std::string name = baseline->path().string();
  save_baseline(std::move(*baseline), data);
  screen.write(fmt::format("\nwritten   {}\n", presentable(name)));
}

}  // namespace papilio::tool
