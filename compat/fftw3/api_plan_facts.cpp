// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The properties of a plan, memory, and the library's version.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "api.hpp"
#include "library.hpp"
#include "plan_state.hpp"
#include "planner.hpp"
#include "slots.hpp"

namespace papilio::fftw3 {
namespace {

/// Bytes; the alignment of PoCL's vectors and of cache lines.
constexpr std::size_t allocation_alignment = 64;

const PlanState* state_of(PlanHandle plan) {
  const PlanSlot* const slot = slots::find(plan);
  return slot != nullptr ? slot->state : nullptr;
}

double cost_or_zero(PlanHandle plan, Cost which) {
  return guarded(0.0, [&] { return state_of(plan) != nullptr ? cost_of(*state_of(plan), which) : 0.0; });
}

void* allocate(std::size_t count, std::size_t bytes) {
  void* memory = nullptr;
  std::size_t size = 0;
  if (__builtin_mul_overflow(count, bytes, &size) || size > PTRDIFF_MAX) return nullptr;
  return posix_memalign(&memory, allocation_alignment, size > 0 ? size : 1) == 0 ? memory : nullptr;
}

}  // namespace

extern "C" {

void PAPILIO_FFTW(destroy_plan)(PlanHandle plan) {
  guarded_call([&] { planner::destroy(plan); });
}

char* PAPILIO_FFTW(sprint_plan)(PlanHandle plan) {
  return guarded(static_cast<char*>(nullptr), [&]() -> char* {
    const PlanState* const state = state_of(plan);
    return state != nullptr ? strdup(text_of(*state).c_str()) : nullptr;
  });
}

void PAPILIO_FFTW(fprint_plan)(PlanHandle plan, std::FILE* file) {
  if (file == nullptr) return;
  char* const text = PAPILIO_FFTW(sprint_plan)(plan);
  if (text != nullptr) std::fputs(text, file);
  std::free(text);
}

void PAPILIO_FFTW(print_plan)(PlanHandle plan) { PAPILIO_FFTW(fprint_plan)(plan, stdout); }

void PAPILIO_FFTW(flops)(PlanHandle plan, double* additions, double* multiplications, double* fused) {
  guarded_call([&] {
    const PlanState* const state = state_of(plan);
    const Operations operations = state != nullptr ? operations_of(*state) : Operations{};
    if (additions != nullptr) *additions = operations.additions;
    if (multiplications != nullptr) *multiplications = operations.multiplications;
    if (fused != nullptr) *fused = operations.fused;
  });
}

double PAPILIO_FFTW(cost)(PlanHandle plan) { return cost_or_zero(plan, Cost::planned); }

double PAPILIO_FFTW(estimate_cost)(PlanHandle plan) { return cost_or_zero(plan, Cost::estimated); }

void* PAPILIO_FFTW(malloc)(std::size_t bytes) { return allocate(bytes, 1); }
Real* PAPILIO_FFTW(alloc_real)(std::size_t count) { return static_cast<Real*>(allocate(count, sizeof(Real))); }
Complex* PAPILIO_FFTW(alloc_complex)(std::size_t count) {
  return static_cast<Complex*>(allocate(count, sizeof(Complex)));
}
void PAPILIO_FFTW(free)(void* memory) { std::free(memory); }

int PAPILIO_FFTW(alignment_of)(Real* memory) {
  return guarded(0, [&] {
    const Genuine* const genuine = Genuine::get();
    if (genuine != nullptr) return genuine->functions().alignment_of(memory);
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(memory) % 16);
  });
}

// Not longer than the genuine library's: a program that was linked against it may have reserved only that size.
PAPILIO_EXPORT extern const char PAPILIO_FFTW(version)[];
PAPILIO_EXPORT extern const char PAPILIO_FFTW(cc)[];
PAPILIO_EXPORT extern const char PAPILIO_FFTW(codelet_optim)[];
const char PAPILIO_FFTW(version)[] = "fftw-3.3.10-papilio";
const char PAPILIO_FFTW(cc)[] = "papilio";
const char PAPILIO_FFTW(codelet_optim)[] = "";

}  // extern "C"

const Library& library() {
  static const Library value{.precision = Precision::PAPILIO_FFTW_PRECISION,
                             .prefix = PAPILIO_QUOTE(PAPILIO_FFTW_PREFIX) "_",
                             .marker = PAPILIO_QUOTE(PAPILIO_COMPANION),
                             .path_variable = PAPILIO_FFTW_PATH_VARIABLE,
                             .genuine_path = PAPILIO_FFTW_GENUINE,
                             .version = PAPILIO_FFTW(version)};
  return value;
}

}  // namespace papilio::fftw3
