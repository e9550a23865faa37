// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio study TOKEN | NAME: every choice of an FFT by hand, each combination a row.
#include <fmt/format.h>

#include <memory>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "lab/commands/commands.hpp"
#include "lab/commands/study_output.hpp"
#include "lab/study/grid.hpp"
#include "lab/study/shipped.hpp"
#include "tools/commands/one_of.hpp"

namespace papilio::tool {
namespace {

using experiments::ExchangeMemory;
using experiments::TwiddleSource;

struct StudyArguments {
  std::string subject;
  StudyChoices choices;
  StudyOutput output;
  bool given = false;  ///< a choice was
};

std::vector<StudyPart> parts_of(const StudyArguments& options) {
  const ShippedStudy* const shipped = find_study(options.subject);
  if (shipped == nullptr) return {{options.subject, options.choices}};
  if (options.given) {
    throw Error::invalid_argument(fmt::format("choices for the study {}", options.subject), "it has its own",
                                  "leave them out, or name a problem token");
  }
  return shipped->parts();
}

void run(const StudyArguments& options) {
  const std::vector<StudyPart> parts = parts_of(options);
  std::vector<Problem> problems;  // a wrong token is reported before a missing device
  for (const StudyPart& part : parts) problems.push_back(parse_subject(part.token));
  options.output.check();
  const Device device(options.output.device);
  const std::int64_t local_memory = api::unwrap(device).caps().local_memory;
  const ShippedStudy* const shipped = find_study(options.subject);
  std::vector<Study> studies;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::vector<StudyRow> rows = rows_of(problems[i], parts[i].choices, local_memory);
    Study study = options.output.measure(device, problems[i], rows);
    if (shipped != nullptr) study.title = std::string(shipped->name);
    studies.push_back(std::move(study));
  }
  if (shipped != nullptr) studies.back().findings = shipped->findings(studies);
  options.output.write(studies);
}

void add_choices(CLI::App& command, StudyArguments& options) {
  StudyChoices& choices = options.choices;
  const auto add = [&](const std::string& name, auto& value, const std::string& help) {
    return command.add_option(name, value, help)->delimiter(',')->each([&](const std::string&) {
      options.given = true;
    });
  };
  add("--radices", choices.radices,
      "Radices of all kernels, in order: 16x16x16, or 8 for 8 as often as it divides the length");
  add("--split", choices.splits, "Lengths of the kernels: 256x256, or as exponents of two, 4+4");
  add("--threads", choices.threads, "Work-items of a work-group");
  add("--tile", choices.tiles, "DFTs that a work-group computes");
  add("--twiddles", choices.twiddles, "read, quadrant, computed, products, recurrence, recurrence-pairs")
      ->transform(one_of({name("read", TwiddleSource::read), name("quadrant", TwiddleSource::quadrant),
                          name("computed", TwiddleSource::computed), name("products", TwiddleSource::products),
                          name("recurrence", TwiddleSource::recurrence),
                          name("recurrence-pairs", TwiddleSource::recurrence_pairs)}));
  add("--exchange", choices.exchanges, "local: through local memory within a kernel; global: a kernel for each radix")
      ->transform(one_of({name("local", ExchangeMemory::local), name("global", ExchangeMemory::global)}));
  add("--decimation", choices.decimations, "time or frequency")
      ->transform(
          one_of({name("time", experiments::Decimation::time), name("frequency", experiments::Decimation::frequency)}));
  add("--storage-between", choices.between, "Type of the numbers stored between kernels: f32 (as computed) or f16")
      ->transform(one_of({name("f32", Storage::native), name("f16", Storage::f16)}));
}

}  // namespace

void add_study(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("study", "Compare FFTs with radices, twiddles and memories chosen by hand");
  const auto options = std::make_shared<StudyArguments>();
  std::string studies = "Studies:\n";
  for (const ShippedStudy& study : shipped_studies()) studies += fmt::format("  {:<20}{}\n", study.name, study.help);
  command->footer(studies);
  command->add_option("SUBJECT", options->subject, "A problem token, c2c:f32:4096*256, or the name of a study")
      ->required();
  add_choices(*command, *options);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
