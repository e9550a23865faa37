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

#include "transform.hpp"

namespace papilio::fftw3 {

struct PlanState;

/// The functions that execute a plan on new arrays: fftw_execute_dft() of a plan for real numbers does nothing.
enum class ExecutionForm : std::uint8_t { none, dft, r2c, c2r, r2r, split_dft, split_r2c, split_c2r };
ExecutionForm form_of(const Transform& transform);

/// The object that fftw_plan points to. A destroyed one has no state and no form.
struct alignas(16) PlanSlot {
  PlanState* state = nullptr;
  ExecutionForm form = ExecutionForm::none;
};

namespace slots {

// Hidden: read without a detour over the table of what other libraries may replace. Every execution reads both.
[[gnu::visibility("hidden")]] extern std::byte* begin;
[[gnu::visibility("hidden")]] extern std::atomic<std::size_t> used;  ///< slots; none before begin is set

/// Returns the slot, live or destroyed; null for other pointers.
inline PlanSlot* find(const void* plan) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(plan) - reinterpret_cast<std::uintptr_t>(begin);
  // Rotated, an offset between two slots is a large number: one comparison refuses it and what lies outside.
  constexpr int slot_bits = std::countr_zero(sizeof(PlanSlot));
  if (std::rotr(offset, slot_bits) >= used.load(std::memory_order_acquire)) [[unlikely]]
    return nullptr;
  return static_cast<PlanSlot*>(const_cast<void*>(plan));
}

/// Fills a slot in; returns null when there are too many plans. The caller holds the planner's lock.
const PlanSlot* add(const PlanSlot& content);
/// Makes a live plan's slot a destroyed one and returns its state; null for others. The caller holds the planner's
/// lock.
PlanState* remove(const void* plan);

}  // namespace slots

}  // namespace papilio::fftw3
