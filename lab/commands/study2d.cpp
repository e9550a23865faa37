// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio study2d SIZE: a 2-D FFT as rows, transpose, rows, transpose, every choice by hand, each combination a row.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <papilio/error.hpp>
#include <utility>

#include "api/access.hpp"
#include "bench/energy.hpp"
#include "lab/commands/commands.hpp"
#include "lab/commands/study_output.hpp"
#include "lab/study/chart2d.hpp"
#include "lab/study/grid2d.hpp"
#include "lab/study/report2d.hpp"
#include "tools/commands/one_of.hpp"
#include "tools/commands/strict.hpp"
#include "tools/progress.hpp"

namespace papilio::tool {
namespace {

using experiments::ExchangeMemory;
using experiments::MatrixNumbers;
using experiments::MemoryObject;

constexpr double energy_seconds = 0.5;  ///< of each row, as papilio bench --energy

struct Study2dArguments {
  std::string subject;
  Study2dChoices choices;
  StudyOutput output;
  bool power = false;
  bool reference = false;
};

/// Joules of one transform, and the mean power over the time that one takes in the same run.
EnergyMeter meter_of(bench::EnergyCounter& counter) {
  return [&counter](const std::function<std::size_t()>& work) -> std::optional<EnergyUse> {
    using Clock = std::chrono::steady_clock;
    std::size_t executions = 0;
    const auto counted = [&] {
      const std::size_t done = work();
      executions += done;
      return done;
    };
    const auto begin = Clock::now();
    const std::optional<double> joules = bench::joules_of_one(counter, counted, energy_seconds);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (!joules) return std::nullopt;
    return EnergyUse{*joules, *joules * static_cast<double>(executions) / seconds};
  };
}

Study2d measure(const Device& device, const Problem& problem, const Study2dArguments& options) {
  Study2dOptions how;
  how.measure = options.output.options.measure;
  std::unique_ptr<bench::EnergyCounter> counter;
  std::string power;
  if (options.power) {
    try {
      counter = bench::make_energy_counter(device.info());
      how.meter = meter_of(*counter);
      power = counter->source();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::unsupported) throw;
      power = fmt::format("not measured: {}", error.what());
    }
  }
  const std::vector<Study2dRow> rows = rows_2d_of(problem, options.choices, api::unwrap(device).caps().local_memory);
  ProgressBar bar(std::nullopt);
  Study2d study = run_study_2d(device, problem, rows, how, [&](const std::string& what) { bar.update(0, what); });
  if (counter && std::ranges::none_of(study.results, [](const auto& result) { return result.energy.has_value(); })) {
    power += ", which did not move: not measured";
  }
  study.power = power;
  return study;
}

void run(const Study2dArguments& options) {
  const Problem problem = parse_subject_2d(options.subject);  // a wrong one is reported before a missing device
  options.output.check();
  const Device device(options.output.device);
  const Study2d study = measure(device, problem, options);
  const AdrenoFigures figures = options.reference ? AdrenoFigures::beside : AdrenoFigures::left_out;
  const StudyOutput& output = options.output;
  if (output.csv != "-" && output.json != "-") fmt::print("{}", study_2d_text(study, figures));
  if (!output.csv.empty()) write_text(output.csv, to_csv(study_2d_table(study)));
  if (!output.json.empty()) write_text(output.json, study_2d_json(study, figures).dump(2) + "\n");
  if (!output.chart.empty()) draw_study_2d(output.chart, study);
  std::size_t wrong = 0;
  for (const Study2dResult& result : study.results) wrong += result.wrong() ? 1 : 0;
  throw_if_wrong(wrong);
}

void add_choices(CLI::App& command, Study2dChoices& choices) {
  const auto add = [&](const std::string& name, auto& value, const std::string& help) {
    return command.add_option(name, value, help)->delimiter(',');
  };
  add("--scratch", choices.scratches,
      "Where the stages of a row FFT exchange their numbers: local (memory, in one kernel) or global (a kernel a "
      "stage)")
      ->transform(one_of({name("local", ExchangeMemory::local), name("global", ExchangeMemory::global)}));
  add("--objects", choices.objects, "buffers, or images (OpenCL: CL_RG in, CL_RGBA out)")
      ->transform(one_of({name("buffers", MemoryObject::buffers), name("images", MemoryObject::images)}));
  add("--numbers", choices.numbers, "f32; f16-storage: f16 in memory, computed with in f32; f16: throughout (OpenCL)")
      ->transform(one_of({name("f32", MatrixNumbers::f32), name("f16-storage", MatrixNumbers::f16_storage),
                          name("f16", MatrixNumbers::f16)}));
  add("--radix", choices.radices, "Largest radix of the row FFTs; the original has 2")->check(whole(2, 64));
  add("--tile", choices.tiles, "Numbers in a side of the squares that work-groups transpose")->check(whole(1, 1024));
  add("--threads", choices.threads,
      "Work-items of a row FFT's work-group, and at most so many of a transpose's; 0: Papilio chooses")
      ->check(whole(0, 1024));
}

}  // namespace

void add_study2d(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("study2d", "Compare 2-D FFTs by rows and transposes with choices made by hand");
  const auto options = std::make_shared<Study2dArguments>();
  command->footer(
      "Lists, separated by commas, are multiplied: each combination is a row, measured kernel by kernel and as a "
      "whole.\n"
      "Each row is checked three times against double precision. What a device cannot do is listed with the reason.\n");
  command->add_option("SIZE", options->subject, "1024x512: 1024 rows of 512 numbers; or c2c:f32:1024x512:inverse")
      ->required();
  add_choices(*command, options->choices);
  command->add_flag("--power", options->power, "Also measure mJ and mean W of a transform (NVML, RAPL)");
  command->add_flag("--with-reference", options->reference, "Also print the figures of the original, an Adreno A640");
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
