// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "planner.hpp"

#include <pthread.h>

#include <cstdio>
#include <memory>
#include <mutex>
#include <new>

#include "decision.hpp"
#include "engine.hpp"
#include "runtime/environment.hpp"
#include "slots.hpp"

namespace papilio::fftw3::planner {
namespace {

struct PlannerState {
  std::mutex mutex;
  PlanningContext context;
  PlanWisdom wisdom;
};

PlannerState& state();

/// A child of fork() has no other thread, so nobody unlocks the mutex of one that was planning.
void repair_child() {
  std::mutex& mutex = state().mutex;
  if (mutex.try_lock()) {
    mutex.unlock();
  } else {
    new (&mutex) std::mutex;
  }
  Engine::leave_to_parent();
}

/// Never destroyed: programs plan and execute in destructors, too.
PlannerState& state() {
  static auto* const state = [] {
    pthread_atfork(nullptr, nullptr, repair_child);
    return new PlannerState;
  }();
  return *state;
}

/// Arrays beyond twice the machine's memory: they cannot exist, and planning for them would itself take memory.
bool too_large(const Transform& t) {
  double bytes = t.total_points() * static_cast<double>(t.real_bytes());
  for (const TransformSide side : {TransformSide::in, TransformSide::out}) {
    bytes += static_cast<double>(t.extent(side).elements()) * static_cast<double>(t.element_bytes(side));
  }
  return bytes > 2 * memory_of_machine();
}

void explain(const PlanState& plan, bool made) {
  const char* wanted = runtime::environment_variable("PAPILIO_FFTW_EXPLAIN");
  if (wanted == nullptr || *wanted == '\0' || std::string_view(wanted) == "0") return;
  const char* who = !made ? "nobody" : plan.who == Who::papilio ? "Papilio" : "FFTW";
  std::fprintf(stderr, "papilio-fftw: %s: %s, %s\n", plan.transform.text().c_str(), who, plan.why.c_str());
}

/// A program whose plans are null prints its input; why they are is said once.
void warn_without_library() {
  static bool warned = false;
  if (warned || Genuine::get() != nullptr || Engine::get() != nullptr) return;
  warned = true;
  std::fprintf(stderr, "papilio-fftw: a plan is null: %s; no device: %s\n", Genuine::why_not().c_str(),
               Engine::why_not().c_str());
}

void tell_genuine(const PlanningContext& context) {
  const Genuine* genuine = Genuine::get();
  if (genuine == nullptr) return;
  if (genuine->threaded()) genuine->functions().plan_with_nthreads(context.threads);
  genuine->functions().set_timelimit(context.time_limit);
}

}  // namespace

std::unique_lock<std::mutex> lock() { return std::unique_lock(state().mutex); }

const void* make(const PlannerRequest& request) {
  PlannerState& planner = state();
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
    if (!made && (request.flags & flag::wisdom_only) == 0) warn_without_library();
    if (!made) return nullptr;
  }
  const PlanSlot* const slot = slots::add({plan.get(), form_of(plan->transform)});
  if (slot != nullptr) (void)plan.release();
  return slot;
}

void destroy(const void* plan) {
  const std::lock_guard lock(state().mutex);
  const std::unique_ptr<PlanState> owned(slots::remove(plan));
}

void init_threads() {
  const std::lock_guard lock(state().mutex);
  Genuine::use_threads();
}

void use_threads(int threads) {
  const std::lock_guard lock(state().mutex);
  if (threads > 1) Genuine::use_threads();
  state().context.threads = threads < 1 ? 1 : threads;
}

int threads() {
  const std::lock_guard lock(state().mutex);
  return state().context.threads;
}

void set_parallel_loop(ParallelLoop loop, void* data) {
  const std::lock_guard lock(state().mutex);
  Genuine::use_threads();
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
  const Genuine* const genuine = Genuine::get();
  const auto take_genuine = [&](const std::string& inner) {
    return genuine != nullptr && !inner.empty() && genuine->functions().import_wisdom_from_string(inner.c_str()) != 0;
  };
  const std::optional<WisdomText> read = read_wisdom(text);
  if (!read) return take_genuine(text);
  if (genuine != nullptr && !read->inner.empty() && !take_genuine(read->inner)) return false;
  state().wisdom.add(read->routes);
  return true;
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
