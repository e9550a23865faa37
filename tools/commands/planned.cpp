// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/planned.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <papilio/wisdom.hpp>
#include <utility>

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/run/describe.hpp"
#include "plan/convolution.hpp"
#include "plan/plan.hpp"
#include "runtime/device.hpp"
#include "tools/commands/commands.hpp"
#include "tools/terminal/paint.hpp"
#include "verify/check/check_problem.hpp"

namespace papilio::tool {

void add_target_options(CLI::App& command, PlanTarget& target) {
  std::string names;
  for (const NamedPreset& preset : caps_presets()) names += (names.empty() ? "" : ", ") + std::string(preset.name);
  CLI::Option* const device = command.add_option("--device", target.device, device_help)->capture_default_str();
  command.add_option("--caps", target.preset, "Plan for this kind of device, which need not be present: " + names)
      ->excludes(device);
  command.add_option("--shape", target.shapes,
                     "Shapes of the kernels in order, as the plan prints them, separated by commas; a plus sign joins "
                     "the two of a fused launch");
  command
      .add_flag("--general", target.general,
                "Plan as one-line functions and papilio.fft do: small transforms on a CPU share one program")
      ->excludes("--shape");
}

namespace {

void plan_token(const std::string& token, const PlanTarget& target, Planned& planned) {
  const std::string& shapes = target.shapes;
  const Programs programs = target.general ? Programs::general : Programs::specialised;
  if (verify::is_convolution(token)) {
    if (!shapes.empty()) {
      throw Error::unsupported("shapes for " + token, "only transforms are planned with chosen shapes",
                               "leave out --shape");
    }
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    plan::ConvolutionPlan plan = plan::plan_convolution(problem, planned.caps);
    planned.token = problem.token();
    planned.tree = std::move(plan.tree);
    planned.estimate = api::estimate_of(planned.tree, plan.kernel.element_bytes());
  } else {
    const Problem problem = Problem::parse(token);
    planned.token = problem.token();
    std::vector<plan::ChosenPass> chosen;
    if (!shapes.empty()) chosen = plan::parse_shape_tokens(shapes, planned.caps.compute_units);
    if (!shapes.empty()) {
      planned.tree = api::chosen_plan(problem, planned.caps, chosen);
    } else if (planned.opened) {
      warn_of_wisdom();
      planned.tree = api::best_known_plan(planned.opened.info(), planned.caps, problem.normalised(), {}, programs);
    } else if (target.general) {
      planned.tree = plan::make_plan(problem, planned.caps, programs);
    } else {
      planned.tree = api::untuned_plan(problem, planned.caps);
    }
    planned.estimate = api::estimate_of(planned.tree, problem);
  }
}

}  // namespace

void warn_of_wisdom() {
  const Paint paint(StandardStream::error);
  for (const std::string& why : wisdom_state().refused)
    fmt::print(stderr, "papilio: {} wisdom left out: {}\n", paint.warning("warning:"), why);
}

Planned make_planned(const std::string& token, const PlanTarget& target) {
  // A wrong token is reported before a missing device.
  const verify::CheckProblem problem = verify::parse_any(token);
  if (problem.index() > 1) {
    throw Error::unsupported("problem " + token, "it is no tree of passes",
                             "see it with papilio plan, or measure it with papilio bench");
  }
  Planned planned = target_of(target);
  plan_token(token, target, planned);
  return planned;
}

Planned target_of(const PlanTarget& target) {
  Planned planned;
  if (target.preset) {
    planned.caps = caps_preset(*target.preset);
    planned.device = "preset:" + *target.preset;
    planned.dialect = planned.caps.architecture != 0 ? Dialect::cuda : Dialect::opencl;
  } else {
    planned.opened = Device(target.device);
    planned.caps = api::unwrap(planned.opened).caps();
    planned.device = planned.opened.info().id;
    planned.dialect = api::unwrap(planned.opened).dialect();
  }
  return planned;
}

}  // namespace papilio::tool
