// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/c_source/module.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>
#include <papilio/version.hpp>

#include "api/run/batch.hpp"
#include "core/compact.hpp"
#include "core/layout.hpp"
#include "core/storage.hpp"
#include "tools/c_source/content.hpp"
#include "tools/c_source/program_parts.hpp"

namespace papilio::tool {
namespace {

using Json = nlohmann::ordered_json;

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    unsigned group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8U | (i < count ? std::to_integer<unsigned>(bytes[at + i]) : 0);
    for (std::size_t i = 0; i < 4; ++i) text += i <= count ? digits[group >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

Json lines_of(std::string_view text) {
  Json lines = Json::array();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Json side_json(const Problem& problem, bool input) {
  const bool real = input ? problem.real_input() : problem.real_output();
  const Storage storage = input ? problem.in_storage : problem.out_storage;
  const bool planar = (input ? problem.in_layout : problem.out_layout) == ComplexLayout::planar;
  const std::int64_t elements = input ? problem.input_elements() : problem.output_elements();
  const std::int64_t bytes = elements * (real ? 1 : 2) * bytes_of(storage, problem.precision);
  return {{"lengths", input ? problem.input_lengths() : problem.output_lengths()},
          {"strides", input ? problem.input_strides() : problem.output_strides()},
          {"distance", input ? problem.in_distance : problem.out_distance},
          {"offset", input ? problem.in_offset : problem.out_offset},
          {"complex", !real},
          {"planar", !real && planar},
          {"type", to_string(storage, problem.precision)},
          {"bytes", (bytes + 3) / 4 * 4}};  // as WebGPU binds them
}

Json kernel_json(const ProgramKernel& kernel) {
  Json bindings = Json::array();
  for (const bool reads : kernel.reads) bindings.push_back(reads ? "read-only-storage" : "storage");
  return {{"name", kernel.name},
          {"threads", kernel.threads},
          {"localBytes", kernel.local_bytes},
          {"bindings", bindings},
          {"code", lines_of(kernel.text)}};
}

Json launch_json(const ProgramContent& content, const ProgramLaunch& launch, Placement placement) {
  const std::string_view names[] = {"input", placement == Placement::in_place ? "input" : "output", "scratch"};
  const ProgramKernel& kernel = content.kernels[launch.kernel];
  Json buffers = Json(std::vector<std::nullptr_t>(kernel.reads.size()));
  Json constants = Json::object();
  std::size_t memories = 0;
  for (const ProgramArgument& argument : launch.arguments) {
    if (argument.kind == ArgumentKind::number) {
      if (argument.value > std::numeric_limits<std::int32_t>::max() ||
          argument.value < std::numeric_limits<std::int32_t>::min()) {
        throw Error::unsupported("a module for WebGPU", fmt::format("WGSL has no integer {}", argument.value),
                                 "give a smaller problem, or a smaller batch");
      }
      constants[kernel.constants[constants.size()]] = argument.value;
      continue;
    }
    Json buffer = argument.kind == ArgumentKind::table ? Json(argument.value)
                                                       : Json(names[static_cast<std::size_t>(argument.kind)]);
    Json& bound = buffers[static_cast<std::size_t>(kernel.bindings[memories++])];
    if (!bound.is_null() && bound != buffer) throw Error::internal("a module for WebGPU", "two buffers of one binding");
    bound = std::move(buffer);
  }
  constants["groups"] = launch.groups;
  return {{"kernel", launch.kernel}, {"groups", launch.groups}, {"buffers", buffers}, {"constants", constants}};
}

/// One entry a line, so that differences of two modules can be read.
std::string list_text(std::string_view name, const Json& list) {
  std::vector<std::string> entries;
  for (const Json& entry : list) entries.push_back("    " + entry.dump());
  return fmt::format(",\n  \"{}\": [\n{}\n  ]", name, fmt::join(entries, ",\n"));
}

std::string plan_text(const ProgramRequest& request, const ProgramContent& content) {
  const Problem& problem = request.problem;
  const Json head = {{"token", problem.token()},
                     {"input", side_json(problem, true)},
                     {"output", side_json(problem, false)},
                     {"batch", problem.batch},
                     {"inPlace", problem.placement == Placement::in_place},
                     {"sign", problem.direction == Direction::forward ? -1 : 1},
                     {"scale", problem.scale_factor()},
                     {"scratchBytes", request.tree.scratch_elements * problem.scratch_element_bytes()}};
  std::vector<std::string> entries;
  for (const auto& [name, value] : head.items()) entries.push_back(fmt::format("  \"{}\": {}", name, value.dump()));
  Json kernels = Json::array();
  Json launches = Json::array();
  Json tables = Json::array();
  for (const ProgramKernel& kernel : content.kernels) kernels.push_back(kernel_json(kernel));
  for (const ProgramLaunch& launch : content.launches)
    launches.push_back(launch_json(content, launch, problem.placement));
  for (const std::vector<std::byte>& table : contents_of_tables(content)) tables.push_back(base64(table));
  return fmt::format("{{\n{}{}{}{}\n}}", fmt::join(entries, ",\n"), list_text("launches", launches),
                     list_text("kernels", kernels), list_text("tables", tables));
}

}  // namespace

std::string module_text(const ProgramRequest& request) {
  return fmt::format("// {}, planned for {}. Written by papilio {}.\n{}\nexport const plan = {};\n",
                     request.problem.token(), request.device, version(), host_text("module.js.in"),
                     plan_text(request, content_of(request)));
}

}  // namespace papilio::tool
