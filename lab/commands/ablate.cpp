// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio ablate TOKEN: what each part of a transform costs, by switching it off.
#include <fmt/format.h>

#include <memory>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "lab/commands/commands.hpp"
#include "lab/commands/study_output.hpp"
#include "lab/study/bainville.hpp"
#include "lab/study/grid.hpp"
#include "lab/tables/column_table.hpp"

namespace papilio::tool {
namespace {

constexpr std::int64_t original_points = std::int64_t{1} << 24;

struct AblateArguments {
  std::string subject;
  std::string radices;
  std::string split;
  int tile = 1;
  bool reference = false;
  StudyOutput output;
};

/// Kernels of 256 points, as the original has them, where that is possible.
std::string usual_split(std::int64_t n) {
  constexpr std::int64_t kernel = 256;
  std::string split;
  for (; n > kernel && n % kernel == 0; n /= kernel) split += fmt::format("{}x", kernel);
  return split + std::to_string(n);
}

std::vector<StudyRow> ablated(const StudyRow& whole) {
  std::vector<StudyRow> rows;
  for (const Ablation& ablation : ablations()) {
    StudyRow& row = rows.emplace_back(whole);
    row.label = ablation.label;
    row.choices.off = ablation.off;
  }
  return rows;
}

/// The original's times next to Papilio's, and the share of its first row that each row takes.
std::string comparison(const Study& study) {
  const auto original = [](std::optional<double> ms, double first) {
    return ms ? fmt::format("{:.0f} ms ({:.0f}%)", *ms, 100 * *ms / first) : std::string("-");
  };
  ColumnTable table{{"part", "here", "GTX 285", "HD 5870"}, {}};
  const std::vector<Ablation> all = ablations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const StudyResult& result = study.results[i];
    const double ms = 1e3 * result.seconds.median;
    const std::string here =
        result.measured()
            ? fmt::format("{:.4g} ms ({:.0f}%)", ms, 100 * result.seconds.median / study.results[0].seconds.median)
            : std::string("-");
    table.rows.push_back(
        {all[i].label, here, original(all[i].gtx_285, *all[0].gtx_285), original(all[i].hd_5870, *all[0].hd_5870)});
  }
  return "\nBeside E. Bainville, \"OpenCL Fast Fourier Transform\" (2010): 2^24 points, f32, three calls of "
         "DFT-256\n\n" +
         to_text(table);
}

void run(const AblateArguments& options) {
  const Problem problem = parse_subject(options.subject);
  options.output.check();
  if (options.reference && (problem.points() != original_points || problem.batch != 1)) {
    throw Error::invalid_argument("--with-reference", "the originals' figures are of 2^24 points", "ask for 2^24");
  }
  StudyChoices choices;
  choices.tiles = {options.tile};
  if (!options.radices.empty()) choices.radices = {options.radices};
  if (!options.split.empty()) choices.splits = {options.split};
  if (options.radices.empty() && options.split.empty()) choices.splits = {usual_split(problem.points())};
  const Device device(options.output.device);
  const std::vector<StudyRow> rows = rows_of(problem, choices, api::unwrap(device).caps().local_memory);
  Study study = options.output.measure(device, problem, ablated(rows.front()));
  study.title = "ablation";
  if (options.reference && options.output.csv != "-" && options.output.json != "-") {
    study.findings.push_back(comparison(study));
  }
  options.output.write({study});
}

}  // namespace

void add_ablate(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("ablate", "Measure what each part of an FFT costs, by switching it off");
  const auto options = std::make_shared<AblateArguments>();
  command->footer(
      "Rows without a part are marked \"no DFT\", because their results are not a DFT. In rows with coalesced reads "
      "or\n"
      "writes, each work-group moves as many numbers, but consecutive ones.\n");
  command->add_option("SUBJECT", options->subject, "2^24, or a problem token")->required();
  command->add_option("--radices", options->radices, "As in papilio study");
  command->add_option("--split", options->split, "Lengths of the kernels; by default 256 as often as it divides");
  command
      ->add_option("--tile", options->tile,
                   "DFTs that a work-group computes; with more of them, accesses are coalesced")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  command->add_flag("--with-reference", options->reference, "2^24 only: also print the figures of the original");
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
