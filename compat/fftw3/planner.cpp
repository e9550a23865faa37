// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "planner.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "decision.hpp"
#include "shortcut.hpp"
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
  double bytes = t.total_points() * static_cast<double>(t.real_bytes());
  for (const Side side : {Side::in, Side::out}) {
    bytes += static_cast<double>(t.extent(side).elements()) * static_cast<double>(t.element_bytes(side));
  }
  return bytes > 2 * memory_of_machine();
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

const PlanState& state_at(void* self) { return *static_cast<const PlanState*>(self); }

/// New-array execution by PlanState, for plans that name no function of their own.
void execute_by_state(Slot& slot) {
  switch (slot.form) {
    case Form::dft:
    case Form::r2c: {
      const auto execute = [](void* self, void* in, void*, void* out, void*) {
        state_at(self).execute({in, nullptr, out, nullptr});
      };
      (slot.form == Form::dft ? slot.dft : slot.r2c) = execute;
      return;
    }
    case Form::c2r:
      slot.c2r = [](void* self, void* out, void*, void* in, void*) {
        state_at(self).execute({in, nullptr, out, nullptr});
      };
      return;
    case Form::r2r:
      slot.r2r = [](void* self, void* in, void* out) { state_at(self).execute({in, nullptr, out, nullptr}); };
      return;
    case Form::split_dft:
      slot.split_dft = [](void* self, void* ri, void* ii, void* ro, void* io) {
        state_at(self).execute({ri, ii, ro, io});
      };
      return;
    case Form::split_r2c:
      slot.split_r2c = [](void* self, void* in, void*, void* ro, void* io) {
        state_at(self).execute({in, nullptr, ro, io});
      };
      return;
    case Form::split_c2r:
      slot.split_c2r = [](void* self, void* out, void*, void* ri, void* ii) {
        state_at(self).execute({ri, ii, out, nullptr});
      };
      return;
    case Form::none:
      return;
  }
}

Slot slot_of(PlanState& plan) {
  Slot slot;
  slot.state = &plan;
  slot.form = form_of(plan.transform);
  const bool genuine = plan.who == Who::genuine && plan.has_arrays && !plan.transform.nothing;
  if (genuine && take_shortcut(slot, plan.transform, plan.genuine, *Genuine::get())) return slot;
  slot.self = &plan;
  slot.run = [](void* self, void*, void*, void*, void*) { state_at(self).execute(state_at(self).arrays); };
  execute_by_state(slot);
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
