// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// fftw_execute and new-array execution. Invalid plans, plans of another kind, and null arrays have no effect.
#include "api.hpp"
#include "plan_state.hpp"
#include "slots.hpp"

namespace papilio::fftw3 {
namespace {

void execute_two(PlanHandle plan, Slot::Two Slot::*form, void* in, void* out) {
  Slot* const slot = slots::find(plan);
  if (slot == nullptr || in == nullptr || out == nullptr) return;
  (slot->*form)(slot, in, out);
}

void execute_split(PlanHandle plan, Form form, const Arrays& arrays) {
  const Slot* const slot = slots::find(plan);
  if (slot != nullptr && slot->form == form) slot->state->execute(arrays);
}

}  // namespace

extern "C" {

void PAPILIO_FFTW(execute)(PlanHandle plan) {
  Slot* const slot = slots::find(plan);
  if (slot != nullptr) slot->run(slot);
}

void PAPILIO_FFTW(execute_dft)(PlanHandle plan, Complex* in, Complex* out) { execute_two(plan, &Slot::dft, in, out); }

void PAPILIO_FFTW(execute_dft_r2c)(PlanHandle plan, Real* in, Complex* out) { execute_two(plan, &Slot::r2c, in, out); }

void PAPILIO_FFTW(execute_dft_c2r)(PlanHandle plan, Complex* in, Real* out) { execute_two(plan, &Slot::c2r, in, out); }

void PAPILIO_FFTW(execute_r2r)(PlanHandle plan, Real* in, Real* out) { execute_two(plan, &Slot::r2r, in, out); }

void PAPILIO_FFTW(execute_split_dft)(PlanHandle plan, Real* ri, Real* ii, Real* ro, Real* io) {
  execute_split(plan, Form::split_dft, {ri, ii, ro, io});
}

void PAPILIO_FFTW(execute_split_dft_r2c)(PlanHandle plan, Real* in, Real* ro, Real* io) {
  execute_split(plan, Form::split_r2c, {in, nullptr, ro, io});
}

void PAPILIO_FFTW(execute_split_dft_c2r)(PlanHandle plan, Real* ri, Real* ii, Real* out) {
  execute_split(plan, Form::split_c2r, {ri, ii, out, nullptr});
}

}  // extern "C"

}  // namespace papilio::fftw3
