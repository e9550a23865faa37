// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Slots: the plans that programs hold. A slot's memory stays readable for the life of the process, so that an address
// and one load tell a live plan from a destroyed plan or any other pointer.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "genuine.hpp"

namespace papilio::fftw3 {

struct PlanState;

/// What a plan may be executed as: fftw_execute_dft() of a plan for real numbers does nothing.
enum class Form : std::uint8_t { none, dft, r2c, c2r, r2r, split_dft, split_r2c, split_c2r };
Form form_of(const Transform& transform);

/// fftw_plan points to one; a program's call passes it to a function that the slot names. All of them do nothing where
/// the plan is of another form, or destroyed.
struct alignas(128) Slot {
  using One = void (*)(void* slot);
  using Two = void (*)(void* slot, void* in, void* out);

  // The first cache line is all that an execution reads. A plan of the genuine library is copied into it, so that its
  // functions take the slot for their plan: they run at once, without a load of the plan's address before.
  GenuinePlan genuine = {};
  One run = [](void*) {};  ///< fftw_execute
  Two dft = ignored;       ///< execution on new arrays
  Two r2c = ignored;
  Two c2r = ignored;
  Two r2r = ignored;

  alignas(64) PlanState* state = nullptr;
  Form form = Form::none;

  static void ignored(void*, void*, void*) {}
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
