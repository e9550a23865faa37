// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan_state.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "crossover.hpp"
#include "planner.hpp"

namespace papilio::fftw3 {

bool all_given(const Transform& transform, const PlanArrays& arrays) {
  if (arrays.in == nullptr || arrays.out == nullptr) return false;
  if (transform.planar(TransformSide::in) && arrays.in_imaginary == nullptr) return false;
  return !transform.planar(TransformSide::out) || arrays.out_imaginary != nullptr;
}

void PlanState::execute(const PlanArrays& on) noexcept {
  if (transform.nothing || !all_given(transform, on)) return;
  void* const plan = !has_arrays && on.in_place() ? genuine_in_place : genuine;
  if (who == Who::genuine && plan != nullptr) {
    library->execute(transform, plan, on);
    return;
  }
  try {
    if (Engine::is_left_to_parent()) return execute_in_child(on);
    std::call_once(program_made, [this] {
      if (program != nullptr) return;
      Engine* const engine = Engine::get();
      if (engine == nullptr) throw std::runtime_error("this placement has no device: " + Engine::why_not());
      program.reset(engine->make_program(transform));
      if (program == nullptr) throw std::bad_alloc();
    });
    program->execute(on);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "papilio-fftw: execution failed: %s\n", error.what());
  }
}

void PlanState::execute_in_child(const PlanArrays& on) {
  void*& plan = of_child.at(on.in_place() ? 1 : 0);
  {
    const auto lock = planner::lock();
    if (library == nullptr) library = Genuine::get();
    if (library == nullptr) throw std::runtime_error("an execution in a forked process: " + Engine::why_not());
    constexpr unsigned flags = flag::estimate | flag::unaligned;
    if (plan == nullptr) plan = library->plan(transform, on, flags | flag::preserve_input);
    if (plan == nullptr) plan = library->plan(transform, on, flags);
  }
  if (plan == nullptr) throw std::runtime_error("an execution in a forked process: " + Engine::why_not());
  library->execute(transform, plan, on);
}

PlanState::~PlanState() {
  for (void* plan : {genuine, genuine_in_place, of_child[0], of_child[1]}) {
    if (plan != nullptr) library->functions().destroy_plan(plan);
  }
}

std::string text_of(const PlanState& state) {
  if (state.transform.nothing) return "(papilio-nop)";
  void* const plan = state.genuine != nullptr ? state.genuine : state.genuine_in_place;
  if (plan != nullptr) {
    const GenuineFunctions& functions = state.library->functions();
    char* const text = functions.sprint_plan(plan);
    if (text == nullptr) return {};
    std::string result = text;
    functions.free(text);
    return result;
  }
  return state.program->describe();
}

Operations operations_of(const PlanState& state) {
  Operations result;
  if (state.transform.nothing) return result;
  void* const plan = state.genuine != nullptr ? state.genuine : state.genuine_in_place;
  if (plan != nullptr) {
    state.library->functions().flops(plan, &result.additions, &result.multiplications, &result.fused);
    return result;
  }
  const double all = nominal_operations(state.transform);
  return {std::round(0.6 * all), std::round(0.4 * all), 0};  // 3 additions for 2 multiplications, as in radix 2
}

double cost_of(const PlanState& state, Cost which) {
  if (state.transform.nothing) return 0;
  void* const plan = state.genuine != nullptr ? state.genuine : state.genuine_in_place;
  if (plan != nullptr) {
    const GenuineFunctions& functions = state.library->functions();
    return which == Cost::estimated ? functions.estimate_cost(plan) : functions.cost(plan);
  }
  return papilio_seconds(state.transform, ComputedIn::host_memory);
}

}  // namespace papilio::fftw3
