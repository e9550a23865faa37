// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/c_source/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <span>
#include <vector>

#include "api/run/kernels.hpp"
#include "api/run/planned_launch.hpp"
#include "core/compact.hpp"
#include "core/ends.hpp"
#include "core/error_bound.hpp"
#include "kernel/tables/tables.hpp"
#include "runtime/compile_cache.hpp"
#include "tools/c_source/c_text.hpp"
#include "tools/c_source/program_parts.hpp"

namespace papilio::tool {
namespace {

constexpr std::int64_t most_table_bytes = std::int64_t{16} << 20U;

struct KernelText {
  std::string name;
  std::string key;
  std::string text;
};

/// Arguments that list_arguments() tells, as initialisers of `struct argument`.
class ArgumentList {
 public:
  ArgumentList(const Problem& problem, const api::PlannedLaunch& launch, std::vector<kernel::TableSpec>& tables)
      : problem_(problem), launch_(launch), tables_(tables) {}

  void counters() { add("SCRATCH"); }
  void memory(plan::Slot slot) {
    add(slot == plan::Slot::input ? "INPUT" : slot == plan::Slot::output ? "OUTPUT" : "SCRATCH");
  }
  void imaginary(plan::Slot slot) { memory(slot); }
  void load_data(plan::Slot slot) { memory(slot); }
  void store_data(plan::Slot slot) { memory(slot); }
  void input_sums() { throw Error::internal("a program", "its executions are not verified"); }
  void output_sums() { input_sums(); }
  void filter() { throw Error::internal("a program", "a transform has no filter"); }
  void tables(std::size_t part) {
    for (const kernel::TableSpec& table : launch_.parts[part].face.tables) {
      const auto known = std::ranges::find(tables_, table);
      add("TABLE", known - tables_.begin());
      if (known == tables_.end()) tables_.push_back(table);
    }
  }
  void number(std::int64_t value) { add("NUMBER", value); }
  void plane(plan::Slot slot) {
    number(slot == plan::Slot::input ? problem_.input_elements() : problem_.output_elements());
  }

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add(std::string_view what, std::int64_t value = 0) {
    text_ += fmt::format("{}{{{}, {}}}", count_++ == 0 ? "" : ", ", what, value);
  }

  const Problem& problem_;
  const api::PlannedLaunch& launch_;
  std::vector<kernel::TableSpec>& tables_;
  std::string text_;
  int count_ = 0;
};

/// The plan's kernels and tables, each once, and its launches as text.
struct Content {
  std::vector<KernelText> kernels;
  std::vector<kernel::TableSpec> tables;
  std::vector<std::string> launches;
};

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

Content content_of(const ProgramRequest& request) {
  Content content;
  for (const plan::PassLaunch& each : request.tree.launches()) {
    const Kernel kernel = each.kernel();
    const std::string key = key_of(kernel);
    const auto known = std::ranges::find(content.kernels, key, &KernelText::key);
    const auto number = known - content.kernels.begin();
    if (known == content.kernels.end()) {
      Source source = api::source_of(kernel, request.dialect, emit::Target(request.caps));
      content.kernels.push_back({name_of(kernel), key, std::move(source.bytes)});
    }
    const api::PlannedLaunch launch =
        api::planned_launch(each, request.problem.scratch_element_bytes(), request.caps.compute_units);
    const api::LaunchPart& first = launch.parts.front();
    const api::Batch batch{request.problem.batch, request.problem.batch};
    ArgumentList arguments(request.problem, launch, content.tables);
    api::list_arguments(launch, batch, first.shape, arguments);
    content.launches.push_back(fmt::format("    {{{}, {}, {}, {}, {}, {}, {},\n     {{{}}}}},\n", number, launch.groups,
                                           first.face.threads, launch.local_memory,
                                           launch.fused() ? launch.counters : 0, launch.counter_bytes_of(batch),
                                           arguments.count(), arguments.text()));
  }
  std::int64_t bytes = 0;
  for (const kernel::TableSpec& table : content.tables) bytes += api::bytes_of(table);
  if (bytes > most_table_bytes) {
    throw Error::unsupported(
        "a program of " + request.problem.token(),
        fmt::format("its tables have {} MiB, and as text several times as much", bytes >> 20U),
        "give a problem whose tables are smaller than 16 MiB: a shorter one, or of smaller primes");
  }
  return content;
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

std::string tables_text(const std::vector<kernel::TableSpec>& specs) {
  std::string text =
      fmt::format("\n/* ---- Tables: the bits of floating-point numbers, and integers {:-<53} */\n\n", "");
  std::string list;
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::vector<std::byte> bytes = api::contents_of(specs[i], cache);
    const auto word = static_cast<std::size_t>(ir::size_of(kernel::memory_of(specs[i]).element));
    text += fmt::format("static const {} table_{}[] = {{\n{}}};\n", word == 4 ? "uint32_t" : "uint64_t", i,
                        c_words(bytes, word));
    list += fmt::format("    {{{}, table_{}}},\n", bytes.size(), i);
  }
  text += fmt::format(
      "\nenum {{ TABLES = {} }};\nstruct table {{\n  size_t bytes;\n  const void *content;\n}};\n"
      "static const struct table tables[TABLES + 1] = {{\n{}    {{0, NULL}},\n}};\n",
      specs.size(), list);
  return text;
}

std::string launches_text(const std::vector<std::string>& launches) {
  std::string text = fmt::format(
      "\n/* ---- Launches {:-<101} */\n\n"
      "enum {{ INPUT, OUTPUT, SCRATCH, TABLE, NUMBER }};\nenum {{ MOST_ARGUMENTS = 32, LAUNCHES = {} }};\n\n"
      "struct argument {{\n  int what;\n  long long value; /* of a number; of a table which one */\n}};\n\n"
      "struct launch {{\n  int kernel;\n  long long groups;\n  int threads;\n"
      "  long long local_memory;            /* dynamic shared memory, CUDA */\n"
      "  long long clear_from, clear_bytes; /* of the scratch, before the launch */\n  int count;\n"
      "  struct argument arguments[MOST_ARGUMENTS];\n}};\n\nstatic const struct launch launches[LAUNCHES] = {{\n",
      "", launches.size());
  for (const std::string& launch : launches) text += launch;
  return text + "};\n\n";
}

}  // namespace

std::string program_text(const ProgramRequest& request) {
  require_known(request.problem);
  const Content content = content_of(request);
  const bool opencl = request.dialect == Dialect::opencl;
  std::string text = heading_text(request);
  text += problem_text(request.problem, request.tree);
  text += tables_text(content.tables);
  text += fmt::format("\n/* ---- Kernels {:-<102} */\n\nenum {{ KERNELS = {} }};\n", "", content.kernels.size());
  std::vector<NamedText> kernels;
  for (const KernelText& kernel : content.kernels) kernels.push_back({kernel.name, kernel.text});
  text += kernels_text(request.dialect, kernels);
  text += launches_text(content.launches);
  if (opencl) text += planned_for_text(request.caps.device_class);
  return text + std::string(host_text("check.c.in")) + std::string(host_text(opencl ? "opencl.c.in" : "cuda.c.in"));
}

}  // namespace papilio::tool
