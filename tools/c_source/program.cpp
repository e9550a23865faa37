// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/c_source/program.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>
#include <span>
#include <vector>

#include "core/compact.hpp"
#include "core/ends.hpp"
#include "core/error_bound.hpp"
#include "kernel/tables/tables.hpp"
#include "tools/c_source/c_text.hpp"
#include "tools/c_source/content.hpp"
#include "tools/c_source/program_parts.hpp"

namespace papilio::tool {
namespace {

void require_known(const Problem& problem) {
  const auto refuse = [&](std::string_view why, std::string_view remedy) {
    throw Error::unsupported("a program of " + problem.token(), std::string(why), std::string(remedy));
  };
  if (problem.in_storage != Storage::native || problem.out_storage != Storage::native) {
    refuse("its check reads and writes the numbers that are computed with", "leave out in= and out=, and f16 and bf16");
  }
  if (problem.has_contour()) refuse("its check knows DFTs", "leave out band= and spiral=");
  if (!problem.zero.empty() || !problem.skip.empty()) refuse("its check knows whole arrays", leave_ranges_out);
  require_no_ends(problem, "the check of a program");
}

std::string side_text(const char* name, const Problem& problem, bool input) {
  const bool real = input ? problem.real_input() : problem.real_output();
  const ComplexLayout layout = input ? problem.in_layout : problem.out_layout;
  return fmt::format("static const struct side {} = {{{}, {}, {}, {}, {}, {}, {}}};\n", name,
                     c_list(input ? problem.input_lengths() : problem.output_lengths()),
                     c_list(input ? problem.input_strides() : problem.output_strides()),
                     input ? problem.in_distance : problem.out_distance, input ? problem.in_offset : problem.out_offset,
                     input ? problem.input_elements() : problem.output_elements(), real ? 0 : 1,
                     !real && layout == ComplexLayout::planar ? 1 : 0);
}

std::string problem_text(const Problem& problem, const plan::PlanNode& tree) {
  const std::int64_t scratch_bytes = tree.scratch_elements * problem.scratch_element_bytes();
  const double bound = error_bound(problem) + scratch_error(problem, tree.roundings);
  std::vector<std::int64_t> transformed(problem.lengths.size(), 0);
  const std::vector<int> axes = problem.transformed_axes();
  for (const int axis : axes) transformed[static_cast<std::size_t>(axis)] = 1;
  constexpr std::string_view kinds[] = {"C2C",  "R2C",  "C2R",  "DCT1", "DCT2", "DCT3",
                                        "DCT4", "DST1", "DST2", "DST3", "DST4", "DHT"};
  std::string text = fmt::format(
      "\n/* ---- The problem {:-<98} */\n\ntypedef {} real;\n\n"
      "enum {{ C2C, R2C, C2R, DCT1, DCT2, DCT3, DCT4, DST1, DST2, DST3, DST4, DHT }};\nenum {{ RANK = {} }};\n\n"
      "struct side {{\n  long long lengths[RANK], strides[RANK]; /* in elements, outermost first */\n"
      "  long long distance, offset, elements;\n  int is_complex, is_planar;\n}};\n\n",
      "", problem.precision == Precision::f32 ? "float" : "double", problem.lengths.size());
  text += fmt::format("static const char token[] = {};\nstatic const int kind = {};\n", c_string(problem.token()),
                      kinds[static_cast<std::size_t>(problem.kind)]);
  text += fmt::format(
      "static const long double sign = {}; /* of the exponent */\nstatic const long long lengths[RANK] = {};\n"
      "static const long long is_transformed[RANK] = {};\n"
      "static const int halved_axis = {}; /* of c2r */\nstatic const long long batch = {};\n",
      problem.direction == Direction::forward ? -1 : 1, c_list(problem.lengths), c_list(transformed), axes.back(),
      problem.batch);
  text += side_text("input", problem, true) + side_text("output", problem, false);
  text += fmt::format(
      "static const int in_place = {};\nstatic const double scale = {:.17g};\n"
      "static const double bound = {:.17g}; /* of the relative l2 error */\n#define SCRATCH_BYTES {}\n",
      problem.placement == Placement::in_place ? 1 : 0, problem.scale_factor(), bound, scratch_bytes);
  return text;
}

std::string tables_text(const ProgramContent& content) {
  std::string text =
      fmt::format("\n/* ---- Tables: the bits of floating-point numbers, and integers {:-<53} */\n\n", "");
  std::string list;
  const std::vector<std::vector<std::byte>> tables = contents_of_tables(content);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto word = static_cast<std::size_t>(ir::size_of(kernel::memory_of(content.tables[i]).element));
    text += fmt::format("static const {} table_{}[] = {{\n{}}};\n", word == 4 ? "uint32_t" : "uint64_t", i,
                        c_words(tables[i], word));
    list += fmt::format("    {{{}, table_{}}},\n", tables[i].size(), i);
  }
  text += fmt::format(
      "\nenum {{ TABLES = {} }};\nstruct table {{\n  size_t bytes;\n  const void *content;\n}};\n"
      "static const struct table tables[TABLES + 1] = {{\n{}    {{0, NULL}},\n}};\n",
      tables.size(), list);
  return text;
}

std::string launch_text(const ProgramContent& content, const ProgramLaunch& launch) {
  constexpr std::string_view kinds[] = {"INPUT", "OUTPUT", "SCRATCH", "TABLE", "NUMBER"};
  std::string arguments;
  for (const ProgramArgument& argument : launch.arguments) {
    arguments += fmt::format("{}{{{}, {}}}", arguments.empty() ? "" : ", ",
                             kinds[static_cast<std::size_t>(argument.kind)], argument.value);
  }
  return fmt::format("    {{{}, {}, {}, {}, {}, {}, {},\n     {{{}}}}},\n", launch.kernel, launch.groups,
                     content.kernels[launch.kernel].threads, launch.local_memory, launch.clear_from, launch.clear_bytes,
                     launch.arguments.size(), arguments);
}

std::string launches_text(const ProgramContent& content) {
  std::string text = fmt::format(
      "\n/* ---- Launches {:-<101} */\n\n"
      "enum {{ INPUT, OUTPUT, SCRATCH, TABLE, NUMBER }};\nenum {{ MOST_ARGUMENTS = 32, LAUNCHES = {} }};\n\n"
      "struct argument {{\n  int what;\n  long long value; /* of a number; of a table which one */\n}};\n\n"
      "struct launch {{\n  int kernel;\n  long long groups;\n  int threads;\n"
      "  long long local_memory;            /* dynamic shared memory, CUDA */\n"
      "  long long clear_from, clear_bytes; /* of the scratch, before the launch */\n  int count;\n"
      "  struct argument arguments[MOST_ARGUMENTS];\n}};\n\nstatic const struct launch launches[LAUNCHES] = {{\n",
      "", content.launches.size());
  for (const ProgramLaunch& launch : content.launches) text += launch_text(content, launch);
  return text + "};\n\n";
}

}  // namespace

std::string program_text(const ProgramRequest& request) {
  require_known(request.problem);
  const ProgramContent content = content_of(request);
  const bool opencl = request.dialect == Dialect::opencl;
  std::string text = heading_text(request);
  text += problem_text(request.problem, request.tree);
  text += tables_text(content);
  text += fmt::format("\n/* ---- Kernels {:-<102} */\n\nenum {{ KERNELS = {} }};\n", "", content.kernels.size());
  std::vector<NamedText> kernels;
  for (const ProgramKernel& kernel : content.kernels) kernels.push_back({kernel.name, kernel.text});
  text += kernels_text(request.dialect, kernels);
  text += launches_text(content);
  if (opencl) text += planned_for_text(request.caps.device_class);
  return text + std::string(host_text("check.c.in")) + std::string(host_text(opencl ? "opencl.c.in" : "cuda.c.in"));
}

}  // namespace papilio::tool
