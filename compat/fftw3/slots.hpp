// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Slots: the plans that programs hold. A slot's memory stays readable for the life of the process, so that an address
// and one load tell a live plan from a destroyed plan or any other pointer.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "transform.hpp"

namespace papilio::fftw3 {

struct PlanState;

/// What a plan may be executed as: fftw_execute_dft() of a plan for real numbers does nothing.
enum class Form : std::uint8_t { none, dft, r2c, c2r, r2r, split_dft, split_r2c, split_c2r };
Form form_of(const Transform& transform);

/// fftw_plan points to one; a program's call passes what the slot holds to a function that it names. Those do nothing
/// where the plan is of another form, or destroyed. A plan of the genuine library names what its own execution
/// functions would call next (shortcut.hpp), so that a call takes no jump more than with that library.
struct alignas(128) Slot {
  using Two = void (*)(void* self, void* in, void* out);
  using Four = void (*)(void* self, void* first, void* second, void* third, void* fourth);

  void* self = nullptr;     ///< the first argument of all of them
  Four run = ignored_four;  ///< fftw_execute, on:
  std::array<void*, 4> arrays = {};

  // Execution on new arrays:
  std::ptrdiff_t offset = 0;  ///< bytes: of the real parts (dft), of the second real number from the first (r2c, c2r)
  Two r2r = ignored_two;
  Four dft = ignored_four;  ///< real and imaginary parts of the input, of the output
  Four r2c = ignored_four;  ///< the real numbers of even and odd index, real and imaginary parts
  Four c2r = ignored_four;  ///< the same
  Four split_dft = ignored_four;
  Four split_r2c = ignored_four;
  Four split_c2r = ignored_four;

  PlanState* state = nullptr;
  Form form = Form::none;

  static void ignored_two(void*, void*, void*) {}
  static void ignored_four(void*, void*, void*, void*, void*) {}
};

namespace slots {

// Hidden: read without a detour over the table of what other libraries may replace. Every execution reads both.
[[gnu::visibility("hidden")]] extern std::byte* begin;
[[gnu::visibility("hidden")]] extern std::atomic<std::size_t> used;  ///< slots; none before begin is set

/// The slot, live or destroyed; null for other pointers.
inline Slot* find(const void* plan) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(plan) - reinterpret_cast<std::uintptr_t>(begin);
  // Rotated, an offset between two slots is a large number: one comparison refuses it and what lies outside.
  constexpr int slot_bits = std::countr_zero(sizeof(Slot));
  if (std::rotr(offset, slot_bits) >= used.load(std::memory_order_acquire)) [[unlikely]]
    return nullptr;
  if (plan == nullptr) __builtin_unreachable();  // spares execution a second comparison
  return static_cast<Slot*>(const_cast<void*>(plan));
}

/// A slot filled in; null when there are too many plans. The caller holds the planner's lock.
const Slot* add(const Slot& content);
/// The state of a live plan, whose slot becomes a destroyed one; null for others. The caller holds the planner's lock.
PlanState* remove(const void* plan);

}  // namespace slots

}  // namespace papilio::fftw3
