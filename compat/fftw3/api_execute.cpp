// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// fftw_execute and new-array execution. Invalid plans, plans of another kind, and null arrays have no effect.
#include "api.hpp"
#include "slots.hpp"

namespace papilio::fftw3 {
namespace {

void* at(void* memory, std::ptrdiff_t bytes) { return static_cast<std::byte*>(memory) + bytes; }

/// The slot; null for other plans, and where an array is null.
template <typename... Array>
const Slot* ready(PlanHandle plan, const Array*... arrays) {
  const Slot* const slot = slots::find(plan);
  return slot != nullptr && (... && (arrays != nullptr)) ? slot : nullptr;
}

}  // namespace

extern "C" {

void PAPILIO_FFTW(execute)(PlanHandle plan) {
  const Slot* const slot = ready(plan);
  if (slot == nullptr) return;
  const auto& [first, second, third, fourth] = slot->arrays;
  slot->run(slot->self, first, second, third, fourth);
}

void PAPILIO_FFTW(execute_dft)(PlanHandle plan, Complex* in, Complex* out) {
  const Slot* const slot = ready(plan, in, out);
  if (slot == nullptr) return;
  void* const in_next = at(in, sizeof(Real));
  void* const out_next = at(out, sizeof(Real));
  // Predicted, a branch costs less than addresses that wait for a load.
  if (slot->offset == 0) return slot->dft(slot->self, in, in_next, out, out_next);
  slot->dft(slot->self, in_next, in, out_next, out);
}

void PAPILIO_FFTW(execute_dft_r2c)(PlanHandle plan, Real* in, Complex* out) {
  const Slot* const slot = ready(plan, in, out);
  if (slot != nullptr) slot->r2c(slot->self, in, at(in, slot->offset), out, at(out, sizeof(Real)));
}

void PAPILIO_FFTW(execute_dft_c2r)(PlanHandle plan, Complex* in, Real* out) {
  const Slot* const slot = ready(plan, in, out);
  if (slot != nullptr) slot->c2r(slot->self, out, at(out, slot->offset), in, at(in, sizeof(Real)));
}

void PAPILIO_FFTW(execute_r2r)(PlanHandle plan, Real* in, Real* out) {
  const Slot* const slot = ready(plan, in, out);
  if (slot != nullptr) slot->r2r(slot->self, in, out);
}

void PAPILIO_FFTW(execute_split_dft)(PlanHandle plan, Real* ri, Real* ii, Real* ro, Real* io) {
  const Slot* const slot = ready(plan, ri, ii, ro, io);
  if (slot != nullptr) slot->split_dft(slot->self, ri, ii, ro, io);
}

void PAPILIO_FFTW(execute_split_dft_r2c)(PlanHandle plan, Real* in, Real* ro, Real* io) {
  const Slot* const slot = ready(plan, in, ro, io);
  if (slot != nullptr) slot->split_r2c(slot->self, in, at(in, slot->offset), ro, io);
}

void PAPILIO_FFTW(execute_split_dft_c2r)(PlanHandle plan, Real* ri, Real* ii, Real* out) {
  const Slot* const slot = ready(plan, ri, ii, out);
  if (slot != nullptr) slot->split_c2r(slot->self, out, at(out, slot->offset), ri, ii);
}

}  // extern "C"

}  // namespace papilio::fftw3
