// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// fftw_execute and new-array execution. Invalid plans, plans of another form, and null arrays have no effect.
#include "api.hpp"
#include "plan_state.hpp"
#include "slots.hpp"

namespace papilio::fftw3 {
namespace {

void execute(PlanHandle plan, ExecutionForm form, const PlanArrays& arrays) {
  const PlanSlot* const slot = slots::find(plan);
  if (slot != nullptr && slot->form == form) slot->state->execute(arrays);
}

}  // namespace

extern "C" {

void PAPILIO_FFTW(execute)(PlanHandle plan) {
  const PlanSlot* const slot = slots::find(plan);
  if (slot != nullptr && slot->state != nullptr) slot->state->execute(slot->state->arrays);
}

void PAPILIO_FFTW(execute_dft)(PlanHandle plan, Complex* in, Complex* out) {
  execute(plan, ExecutionForm::dft, {in, nullptr, out, nullptr});
}

void PAPILIO_FFTW(execute_dft_r2c)(PlanHandle plan, Real* in, Complex* out) {
  execute(plan, ExecutionForm::r2c, {in, nullptr, out, nullptr});
}

void PAPILIO_FFTW(execute_dft_c2r)(PlanHandle plan, Complex* in, Real* out) {
  execute(plan, ExecutionForm::c2r, {in, nullptr, out, nullptr});
}

void PAPILIO_FFTW(execute_r2r)(PlanHandle plan, Real* in, Real* out) {
  execute(plan, ExecutionForm::r2r, {in, nullptr, out, nullptr});
}

void PAPILIO_FFTW(execute_split_dft)(PlanHandle plan, Real* ri, Real* ii, Real* ro, Real* io) {
  execute(plan, ExecutionForm::split_dft, {ri, ii, ro, io});
}

void PAPILIO_FFTW(execute_split_dft_r2c)(PlanHandle plan, Real* in, Real* ro, Real* io) {
  execute(plan, ExecutionForm::split_r2c, {in, nullptr, ro, io});
}

void PAPILIO_FFTW(execute_split_dft_c2r)(PlanHandle plan, Real* ri, Real* ii, Real* out) {
  execute(plan, ExecutionForm::split_c2r, {ri, ii, out, nullptr});
}

}  // extern "C"

}  // namespace papilio::fftw3
