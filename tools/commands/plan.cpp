// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio plan TOKEN: how a problem would be computed, on a device or on a kind of device that is not here.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "api/run/describe.hpp"
#include "plan/choice.hpp"
#include "spec/kernel_spec.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/described.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/plan_resources.hpp"
#include "tools/commands/planned.hpp"

namespace papilio::tool {
namespace {

using nlohmann::ordered_json;

struct PlanArguments {
  std::string token;
  PlanTarget target;
  bool json = false;
  bool resources = false;
};
using ResourcesByKernel = std::map<std::string, KernelResources>;  ///< empty where they are not asked for

ordered_json operand_json(const plan::Operand& operand) {
  return {
      {"slot", std::string(plan::to_string(operand.slot))}, {"offset", operand.offset}, {"distance", operand.distance}};
}

ordered_json pass_json(const plan::Pass& pass, const Planned& planned, const ResourcesByKernel& resources) {
  const KernelSpec& spec = pass.kernel;
  const api::PassFacts facts = api::facts_of(pass, planned.caps.compute_units);
  ordered_json result = {{"kernel", facts.kernel},
                         {"key", spec.key()},
                         {"algorithm", name_of(algorithm_names, spec.algorithm)},
                         {"length", spec.length},
                         {"inner", spec.inner},
                         {"outer", spec.outer},
                         {"radices", spec.radices},
                         {"shape", shape_token(chosen_shape(spec), planned.caps.compute_units)},
                         {"from", std::string(plan::to_string(pass.origin))},
                         {"load", name_of(load_names, spec.load)},
                         {"store", name_of(store_names, spec.store)},
                         {"strategy", name_of(strategy_names, spec.shape.strategy)},
                         {"lanes", spec.shape.lanes},
                         {"threads", spec.shape.threads},
                         {"tile", spec.shape.tile},
                         {"cluster", spec.shape.cluster},
                         {"groups", facts.groups},
                         {"bytes", facts.bytes},
                         {"flops", facts.flops},
                         {"source", operand_json(pass.source)},
                         {"target", operand_json(pass.target)}};
  const std::vector<plan::PassLaunch> launches = planned.tree.launches();
  const auto launch = std::ranges::find_if(
      launches, [&](const plan::PassLaunch& own) { return own.pass == &pass || own.second == &pass; });
  const Kernel launched = launch->kernel();
  if (pass.fused)
    result["fused"] = {{"kernel", name_of(launched)}, {"units", pass.fused->units}, {"lag", pass.fused->lag}};
  if (const auto taken = resources.find(key_of(launched)); taken != resources.end()) {
    result["resources"] = to_json(taken->second);
  }
  return result;
}

ordered_json node_json(const plan::PlanNode& node, const Planned& planned, const ResourcesByKernel& resources) {
  ordered_json root = {{"solver", node.solver}, {"notes", node.notes}};
  if (node.pass) root["pass"] = pass_json(*node.pass, planned, resources);
  if (!node.children.empty()) root["children"] = ordered_json::array();
  for (const plan::PlanNode& child : node.children) root["children"].push_back(node_json(child, planned, resources));
  return root;
}

void print_json(const Planned& planned, const ResourcesByKernel& resources) {
  ordered_json passes = ordered_json::array();
  for (const plan::Pass* const pass : planned.tree.passes()) passes.push_back(pass_json(*pass, planned, resources));
  ordered_json root = {{"token", planned.token},
                       {"device", planned.device},
                       {"scratch_bytes", planned.estimate.scratch_bytes},
                       {"read_bytes", planned.estimate.read_bytes},
                       {"written_bytes", planned.estimate.written_bytes},
                       {"launches", planned.estimate.launches},
                       {"estimated_seconds", planned.estimate.seconds},
                       {"shapes", plan::shape_tokens(planned.tree, planned.caps.compute_units)},
                       {"passes", passes},
                       {"tree", node_json(planned.tree, planned, resources)}};
  if (planned.estimate.scratch_error > 0) root["scratch_error"] = planned.estimate.scratch_error;
  fmt::print("{}\n", json_text(root));
}

void run(const PlanArguments& options) {
  if (is_described(options.token)) {
    if (!options.target.shapes.empty() || options.resources || options.target.general) {
      throw Error::unsupported("problem " + options.token, "its kernels are not planned one by one",
                               "leave --shape, --resources and --general out");
    }
    const TokenDescription description = describe_token(options.token, target_of(options.target));
    fmt::print("{}\n", options.json ? json_text(description.json) : description.text);
    return;
  }
  const Planned planned = make_planned(options.token, options.target);
  const ResourcesByKernel resources = options.resources ? resources_of(planned) : ResourcesByKernel();
  if (options.json) {
    print_json(planned, resources);
    return;
  }
  fmt::print("{}\n",
             api::describe(planned.tree,
                           {planned.token, planned.device, static_cast<std::int64_t>(planned.estimate.scratch_bytes),
                            planned.estimate.scratch_error},
                           planned.caps.compute_units));
  ResourcesByKernel left = resources;  // each kernel once, in the order of the passes
  for (const plan::PassLaunch& launch : planned.tree.launches()) {
    if (const auto node = left.extract(key_of(launch.kernel())); !node.empty())
      fmt::print("{}", to_text(node.mapped()));
  }
}

}  // namespace

void add_plan(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("plan", "Show how a problem would be computed");
  const auto options = std::make_shared<PlanArguments>();
  command
      ->add_option("TOKEN", options->token,
                   "The problem, e.g. c2c:f32:4096*512, conv:f32:4096*512:kernel=129, nufft1:f32:256x256:points=1e6 or "
                   "r2c:f32:ragged=20..112/4")
      ->required();
  add_target_options(*command, options->target);
  command->add_flag("--resources", options->resources,
                    "Compile the kernels and show the resources of each: registers, local memory, occupancy, spills");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "The plan is a tree. Its leaves are kernels in order of execution: the length of the DFT along a column,\n"
      "the shape, where a kernel reads and writes (input, output, scratch), and for the whole batch the\n"
      "work-groups, the bytes moved and the floating-point operations. zero=, skip=, window=, map=, ishift=,\n"
      "oshift=, isigns and osigns say what else a kernel does to its input and output (a shift of an even length\n"
      "changes signs on the other side). scratch= is in bytes; scratch-error= is what rounding between passes\n"
      "adds to the relative error at most, where the problem asks for it. A shape lists the radices, then what\n"
      "differs from the default: threads (work-items of a work-group), tile (transforms or columns of a\n"
      "work-group), pad (local memory left free against bank conflicts), resident (work-groups that a compute\n"
      "unit should hold), prefetch, the kind of exchange (half-size, interleaved), twiddles, early (they are read\n"
      "at the beginning), cluster (work-groups that share a tile).\n");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
