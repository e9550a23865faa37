// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "planner.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "decision.hpp"
#include "slots.hpp"

namespace papilio::fftw3::planner {
namespace {

struct State {
  std::mutex mutex;
  PlanningContext context;
  Wisdom wisdom;
};

/// Never destroyed: programs plan and execute in destructors, too.
State& state() {
  static auto* const state = new State;
  return *state;
}

/// Arrays beyond twice the machine's memory: they cannot exist, and planning for them would itself take memory.
bool too_large(const Transform& t) {
  const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  double bytes = t.total_points() * static_cast<double>(t.real_bytes());
  for (const Side side : {Side::in, Side::out}) {
    bytes += static_cast<double>(t.extent(side).elements()) * static_cast<double>(t.element_bytes(side));
  }
  return bytes > 2 * memory;
}

void explain(const PlanState& plan, bool made) {
  const char* wanted = std::getenv("PAPILIO_FFTW_EXPLAIN");
  if (wanted == nullptr || *wanted == '\0' || std::string_view(wanted) == "0") return;
  const char* who = !made ? "nobody" : plan.who == Who::papilio ? "Papilio" : "FFTW";
  std::fprintf(stderr, "papilio-fftw: %s: %s, %s\n", plan.transform.text().c_str(), who, plan.why.c_str());
}

void tell_genuine(const PlanningContext& context) {
  const Genuine* genuine = Genuine::get();
  if (genuine == nullptr) return;
  if (genuine->threaded()) genuine->functions().plan_with_nthreads(context.threads);
  genuine->functions().set_timelimit(context.time_limit);
}

/// Where the plan's new-array execution stands; null for split arrays.
Slot::Two* two_of(Slot& slot) {
  switch (slot.form) {
    case Form::dft:
      return &slot.dft;
    case Form::r2c:
      return &slot.r2c;
    case Form::c2r:
      return &slot.c2r;
    case Form::r2r:
      return &slot.r2r;
    default:
      return nullptr;
  }
}

/// A plan of the genuine library for given arrays is called without a detour.
void call_genuine(Slot& slot, Slot::Two& two, const PlanState& plan, const Genuine& genuine) {
  const GenuineFunctions& functions = genuine.functions();
  slot.genuine = *static_cast<const GenuinePlan*>(plan.genuine);
  slot.run = functions.execute;
  two = slot.form == Form::dft   ? functions.execute_dft
        : slot.form == Form::r2c ? functions.execute_dft_r2c
        : slot.form == Form::c2r ? functions.execute_dft_c2r
                                 : functions.execute_r2r;
}

Slot slot_of(PlanState& plan) {
  Slot slot;
  slot.state = &plan;
  slot.form = form_of(plan.transform);
  slot.run = [](void* self) {
    const PlanState& to = *static_cast<const Slot*>(self)->state;
    to.execute(to.arrays);
  };
  Slot::Two* const two = two_of(slot);
  if (two == nullptr) return slot;
  *two = [](void* self, void* in, void* out) {
    static_cast<const Slot*>(self)->state->execute({in, nullptr, out, nullptr});
  };
  if (plan.who != Who::genuine || !plan.has_arrays || plan.transform.nothing) return slot;
  if (Genuine::get()->plans_are_copyable()) call_genuine(slot, *two, plan, *Genuine::get());
  return slot;
}

}  // namespace

const void* make(const Request& request) {
  State& planner = state();
  const std::lock_guard lock(planner.mutex);
  auto plan = std::make_unique<PlanState>();
  plan->transform = request.transform;
  plan->arrays = request.arrays;
  plan->has_arrays = all_given(request.transform, request.arrays);
  if (!plan->transform.nothing) {
    if (too_large(plan->transform)) return nullptr;
    tell_genuine(planner.context);
    const bool made = decide(request, planner.context, planner.wisdom, *plan);
    explain(*plan, made);
    if (!made) return nullptr;
  }
  const Slot* const slot = slots::add(slot_of(*plan));
  if (slot != nullptr) (void)plan.release();
  return slot;
}

void destroy(const void* plan) {
  const std::lock_guard lock(state().mutex);
  const std::unique_ptr<PlanState> owned(slots::remove(plan));
}

void use_threads(int threads) {
  const std::lock_guard lock(state().mutex);
  state().context.threads = threads < 1 ? 1 : threads;
}

int threads() {
  const std::lock_guard lock(state().mutex);
  return state().context.threads;
}

void set_parallel_loop(ParallelLoop loop, void* data) {
  const std::lock_guard lock(state().mutex);
  const Genuine* genuine = Genuine::get();
  if (genuine != nullptr && genuine->functions().threads_set_callback != nullptr) {
    genuine->functions().threads_set_callback(loop, data);
  }
}

void set_time_limit(double seconds) {
  const std::lock_guard lock(state().mutex);
  state().context.time_limit = seconds;
}

std::string export_wisdom() {
  const std::lock_guard lock(state().mutex);
  std::string inner;
  if (const Genuine* genuine = Genuine::get()) {
    char* const text = genuine->functions().export_wisdom_to_string();
    if (text != nullptr) inner = text;
    genuine->functions().free(text);
  }
  return state().wisdom.text(inner);
}

bool import_wisdom(const std::string& text) {
  const std::lock_guard lock(state().mutex);
  const Genuine* genuine = Genuine::get();
  std::string inner;
  if (state().wisdom.take(text, inner)) {
    if (genuine != nullptr && !inner.empty()) (void)genuine->functions().import_wisdom_from_string(inner.c_str());
    return true;
  }
  return genuine != nullptr && !text.empty() && genuine->functions().import_wisdom_from_string(text.c_str()) != 0;
}

bool import_system_wisdom() {
  const std::lock_guard lock(state().mutex);
  const Genuine* genuine = Genuine::get();
  return genuine != nullptr && genuine->functions().import_system_wisdom() != 0;
}

void forget_wisdom() {
  const std::lock_guard lock(state().mutex);
  state().wisdom.forget();
  if (const Genuine* genuine = Genuine::get()) genuine->functions().forget_wisdom();
}

void clean_up() {
  forget_wisdom();
  const std::lock_guard lock(state().mutex);
  state().context = {};
}

}  // namespace papilio::fftw3::planner
