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
#include "core/kernel_placement.hpp"
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

/// A side of a convolution, with its channels' dimension in front.
Json side_json(const ArraySide& side, std::int64_t batch, Precision precision) {
  const std::int64_t bytes = *side.elements(batch) * side.element_bytes(precision);
  return {{"lengths", side.lengths},
          {"strides", *side.all_strides()},
          {"distance", *side.own_distance()},
          {"offset", side.offset},
          {"complex", !side.real},
          {"planar", !side.real && side.layout == ComplexLayout::planar},
          {"type", to_string(side.storage, precision)},
          {"bytes", (bytes + 3) / 4 * 4}};
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

/// Names of the input and the output of launches.
struct SideNames {
  std::string_view input = "input";
  std::string_view output = "output";
};

SideNames names_of(Placement placement) { return {"input", placement == Placement::in_place ? "input" : "output"}; }

Json launch_json(const ProgramContent& content, const ProgramLaunch& launch, const SideNames& sides) {
  const std::string_view names[] = {sides.input, sides.output, "scratch", "", "", "filter"};  // by ArgumentKind
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

Json launches_json(const ProgramContent& content, std::size_t begin, std::size_t end, const SideNames& sides) {
  Json launches = Json::array();
  for (std::size_t i = begin; i < end; ++i) launches.push_back(launch_json(content, content.launches[i], sides));
  return launches;
}

/// `head` has the fields that the kinds of modules do not share, `launches` the lists of launches by name.
std::string plan_text(const Json& head, const Json& launches, const ProgramContent& content) {
  std::vector<std::string> entries;
  for (const auto& [name, value] : head.items()) entries.push_back(fmt::format("  \"{}\": {}", name, value.dump()));
  std::string text = fmt::format("{{\n{}", fmt::join(entries, ",\n"));
  for (const auto& [name, list] : launches.items()) text += list_text(name, list);
  Json kernels = Json::array();
  Json tables = Json::array();
  for (const ProgramKernel& kernel : content.kernels) kernels.push_back(kernel_json(kernel));
  for (const std::vector<std::byte>& table : contents_of_tables(content)) tables.push_back(base64(table));
  return text + list_text("kernels", kernels) + list_text("tables", tables) + "\n}";
}

std::string whole_text(const std::string& token, const std::string& device, const std::string& plan) {
  return fmt::format("// {}, planned for {}. Written by papilio {}.\n{}\nexport const plan = {};\n", token, device,
                     version(), host_text("module.js.in"), plan);
}

/// Places of kernels in the arrays that are transformed: for each dimension its count, the stride in the caller's
/// numbers, and the place of index j, (j*step + start) modulo `length`, times the stride `placed`.
Json places_json(const plan::PlacedKernels& kernels) {
  const ConvolutionProblem& problem = kernels.problem;
  const ArraySide side = kernel_side(problem);
  const std::vector<std::int64_t> lengths = with_convolved(problem, problem.kernel_lengths, kernels.padded);
  const std::vector<std::int64_t> first =
      with_convolved(problem, std::vector<std::int64_t>(lengths.size()), kernels.first);
  const std::size_t channels = side.lengths.size() - lengths.size();
  const std::vector<std::int64_t> strides = *side.all_strides();
  const bool turned = problem.operation == Operation::correlate;
  Json places = Json::array();
  std::int64_t placed = 1;
  const auto add = [&](std::int64_t count, std::int64_t stride, std::int64_t start, std::int64_t length, int step) {
    places.push_back({{"count", count},
                      {"stride", stride},
                      {"step", step},
                      {"start", start},
                      {"length", length},
                      {"placed", placed}});
    placed *= length;
  };
  for (std::size_t d = side.lengths.size(); d-- > 0;) {
    const std::size_t axis = d - channels;
    if (d >= channels && is_convolved(problem, axis)) {
      add(side.lengths[d], strides[d], place_of(problem, axis, 0, lengths[axis], first[axis]), lengths[axis],
          turned ? -1 : 1);
    } else {
      add(side.lengths[d], strides[d], 0, side.lengths[d], 1);
    }
  }
  add(problem.kernels, *side.own_distance(), 0, problem.kernels, 1);
  return places;
}

Json filter_json(const plan::ConvolutionPlan& plan) {
  const ConvolutionProblem& problem = plan.placed.problem;
  const Problem& transform = plan.kernel;
  Json filter = side_json(kernel_side(problem), problem.kernels, problem.precision);
  filter["conjugate"] = problem.operation == Operation::correlate;
  filter["elements"] = problem.kernel_elements();
  filter["places"] = places_json(plan.placed);
  filter["placed"] = {{"complex", !transform.real_input()},
                      {"bytes", transform.input_elements() * transform.input_element_bytes()}};
  filter["spectraBytes"] = transform.output_elements() * transform.element_bytes();
  return filter;
}

}  // namespace

std::string module_text(const ProgramRequest& request) {
  const Problem& problem = request.problem;
  const ProgramContent content = content_of(request);
  const Json head = {{"token", problem.token()},
                     {"input", side_json(problem, true)},
                     {"output", side_json(problem, false)},
                     {"batch", problem.batch},
                     {"inPlace", problem.placement == Placement::in_place},
                     {"sign", problem.direction == Direction::forward ? -1 : 1},
                     {"scale", problem.scale_factor()},
                     {"scratchBytes", ContentPasses(request.tree, problem).scratch_bytes()}};
  const Json launches = {{"launches", launches_json(content, 0, content.launches.size(), names_of(problem.placement))}};
  return whole_text(problem.token(), request.device, plan_text(head, launches, content));
}

std::string module_text(const ConvolutionRequest& request) {
  const ConvolutionProblem& problem = request.problem;
  const ContentPasses spectra(request.spectra, request.plan.kernel);
  ContentPasses passes(request.plan.tree, request.plan.kernel);
  passes.batch = problem.batch;
  passes.input_elements = problem.signal_elements();
  passes.output_elements = problem.output_elements();
  passes.scratch_element_bytes = request.plan.kernel.element_bytes();
  const ContentPasses all[] = {spectra, passes};
  const ProgramContent content = content_of(all, {request.caps, Dialect::wgsl, problem.token()});
  const Json head = {{"token", problem.token()},
                     {"input", side_json(signal_side(problem), problem.batch, problem.precision)},
                     {"output", side_json(result_side(problem), problem.batch, problem.precision)},
                     {"batch", problem.batch},
                     {"inPlace", problem.placement == Placement::in_place},
                     {"scratchBytes", std::max(spectra.scratch_bytes(), passes.scratch_bytes())},
                     {"filter", filter_json(request.plan)}};
  const std::size_t first = request.spectra.launches().size();
  const Json launches = {
      {"filterLaunches", launches_json(content, 0, first, {"placed", "filter"})},
      {"launches", launches_json(content, first, content.launches.size(), names_of(problem.placement))}};
  return whole_text(problem.token(), request.device, plan_text(head, launches, content));
}

}  // namespace papilio::tool
