// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems that the bytes make (verify/draw), planned for a device that they choose: every kernel of the plan is
// verified, emitted in all dialects and interpreted, its PTX computes the same bits, and the results are right.
#include "bytes.hpp"
#include "emitters.hpp"
#include "plan/plan.hpp"
#include "support/arrays.hpp"
#include "support/interpreted_plan.hpp"
#include "support/ptx_comparison.hpp"
#include "verify/draw/draw_problem.hpp"

namespace {

using papilio::fuzz::require_none;
namespace test = papilio::test;

std::vector<std::string> run(const papilio::ir::Module& module, std::span<const papilio::ir::Binding> buffers,
                             std::span<const std::int64_t> scalars, std::int64_t groups) {
  papilio::fuzz::emit_everywhere(module);
  if (papilio::fuzz::has_wide_vectors(module)) return test::interpret_groups(module, buffers, scalars, groups);
  return test::run_as_ptx_too(module, buffers, scalars, groups);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<papilio::DeviceCaps> devices = test::every_device();
  papilio::fuzz::ByteChoices choices(data, size);
  const papilio::DeviceCaps& caps = devices[choices.alternative(devices.size(), "device")];
  const papilio::verify::DrawLimits limits = {{96, 12, 6, 4}, 3, 1024, caps.f64};
  const papilio::Problem problem = papilio::verify::draw_problem(choices, limits).normalised();
  const papilio::plan::PlanNode plan = papilio::plan::make_plan(problem, caps);
  const test::Numbers input = test::random_input(problem, 1);
  const test::InterpretedRun result = test::run_interpreted(problem, plan, input, run);
  require_none(result.faults);
  require_none(test::faults_of_output(problem, input, result.output, plan.roundings));
  return 0;
}
