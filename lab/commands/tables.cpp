// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio tables: digit reversal, twiddle exponents, butterfly matrices, and the passes of long transforms.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <papilio/error.hpp>

#include "lab/commands/commands.hpp"
#include "lab/tables/column_table.hpp"
#include "lab/tables/digits.hpp"
#include "lab/tables/gpu_fft_passes.hpp"
#include "lab/tables/radices.hpp"
#include "lab/tables/twiddles.hpp"
#include "tools/commands/one_of.hpp"
#include "tools/commands/planned.hpp"

namespace papilio::tool {
namespace {

constexpr std::int64_t max_rows = std::int64_t{1} << 22;
constexpr std::int64_t max_radix = 1024;  // its matrix has as many rows as max_rows permits

struct TablesArguments {
  std::string length;
  std::string radices = "2";
  TwiddleDecimation decimation = TwiddleDecimation::frequency;
  std::string csv;
  PlanTarget target;
};

/// Writes `rows` as CSV; prints `shown` for people unless the CSV takes standard output.
void print(const TablesArguments& options, const ColumnTable& rows, const ColumnTable& shown) {
  if (!options.csv.empty()) write_text(options.csv, to_csv(rows));
  if (options.csv != "-") write_text("-", to_text(shown));
}

std::int64_t length_within(const TablesArguments& options, std::int64_t most, const std::string& what) {
  const std::int64_t n = parse_length(options.length, what);
  if (n < 2 || n > most) {
    throw Error::invalid_argument(fmt::format("{} {}", what, n), fmt::format("its table has 2 to {} rows", most),
                                  "choose another");
  }
  return n;
}

void run_digits(const TablesArguments& options) {
  const std::int64_t n = length_within(options, max_rows, "length");
  const ColumnTable table = digit_table(parse_radices(options.radices, n, "--radices"));
  print(options, table, table);
}

void run_twiddles(const TablesArguments& options) {
  const std::int64_t n = length_within(options, max_rows / 2, "length");
  const ColumnTable table = twiddle_table(parse_radices(options.radices, n, "--radices"), options.decimation);
  print(options, table, table);
}

void run_butterfly(const TablesArguments& options) {
  const std::int64_t radix = length_within(options, max_radix, "radix");
  print(options, butterfly_table(radix), butterfly_matrix(radix));
}

/// Radices of each kernel: "16x16, 32x32".
std::string radices_of(const Planned& planned) {
  std::vector<std::string> kernels;
  for (const plan::Pass* const pass : planned.tree.passes()) {
    kernels.push_back(fmt::format("{}", fmt::join(pass->kernel.radices, "x")));
  }
  return fmt::format("{}", fmt::join(kernels, ", "));
}

void run_passes(const TablesArguments& options) {
  ColumnTable table{{"log2 n", "n", "GPU_FFT", "codelets", "Papilio's kernels", "radices of each"}, {}};
  std::string device;
  for (int log2_n = gpu_fft_least; log2_n <= gpu_fft_most; ++log2_n) {
    const std::int64_t n = std::int64_t{1} << log2_n;
    const Planned planned = make_planned(fmt::format("c2c:f32:{}", n), options.target);
    device = planned.device;
    const std::span<const int> exponents = gpu_fft_passes(log2_n);
    std::vector<std::int64_t> codelets;
    for (const int exponent : exponents) codelets.push_back(std::int64_t{1} << exponent);
    std::vector<std::int64_t> kernels;
    for (const plan::Pass* const pass : planned.tree.passes()) kernels.push_back(pass->kernel.length);
    table.rows.push_back({std::to_string(log2_n), std::to_string(n), fmt::format("{}", fmt::join(exponents, "+")),
                          to_text(codelets), to_text(kernels), radices_of(planned)});
  }
  print(options, table, table);
  if (options.csv != "-") fmt::print("Papilio's kernels are those for {}.\n", device);
}

using RunTable = void (*)(const TablesArguments&);

CLI::App* add_table(CLI::App& parent, const std::string& name, const std::string& help, RunTable run,
                    const std::shared_ptr<TablesArguments>& options) {
  CLI::App* const command = parent.add_subcommand(name, help);
  command->add_option("--csv", options->csv, "Write the table as CSV to this file; - is stdout, in place of the text");
  command->callback([options, run] { run(*options); });
  return command;
}

void add_length(CLI::App& command, TablesArguments& options) {
  command.add_option("LENGTH", options.length, "256 or 2^8")->required();
  command
      .add_option("--radices", options.radices,
                  "The first stage's first: 4x4x8; 4 is 4 as often as it divides; 5+4 is 32x16")
      ->capture_default_str();
}

}  // namespace

void add_tables(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("tables", "Print digit reversals, twiddles, butterflies, passes");
  command->require_subcommand(1);
  const auto options = std::make_shared<TablesArguments>();
  add_length(*add_table(*command, "digits", "Digit reversal of any mixed radix", run_digits, options), *options);
  CLI::App* const twiddles =
      add_table(*command, "twiddles", "Exponents and values of the twiddles of each stage", run_twiddles, options);
  add_length(*twiddles, *options);
  twiddles
      ->add_option("--decimation", options->decimation,
                   "frequency: twiddles of results (the default); time: twiddles of inputs")
      ->transform(one_of({name("time", TwiddleDecimation::time), name("frequency", TwiddleDecimation::frequency)}));
  add_table(*command, "butterfly", "The matrix exp(-2 pi i (jk mod R)/R) of a radix", run_butterfly, options)
      ->add_option("RADIX", options->length, "2 … 1024")
      ->required();
  add_target_options(
      *add_table(*command, "passes", "Passes of 2^8 … 2^22: GPU_FFT's, and Papilio's on a device", run_passes, options),
      options->target);
}

}  // namespace papilio::tool
