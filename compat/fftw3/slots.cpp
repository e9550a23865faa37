// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "slots.hpp"

#include <sys/mman.h>

#include <deque>

namespace papilio::fftw3 {

ExecutionForm form_of(const Transform& transform) {
  const bool split = transform.layout == ComplexLayout::planar;
  switch (transform.family) {
    case Family::dft:
      return split ? ExecutionForm::split_dft : ExecutionForm::dft;
    case Family::r2c:
      return split ? ExecutionForm::split_r2c : ExecutionForm::r2c;
    case Family::c2r:
      return split ? ExecutionForm::split_c2r : ExecutionForm::c2r;
    case Family::r2r:
      break;
  }
  return ExecutionForm::r2r;
}

namespace slots {

std::byte* begin = nullptr;
std::atomic<std::size_t> used = 0;

namespace {

constexpr std::size_t most = std::size_t{1} << 21;  // plans at once: 32 MiB of addresses, used as needed

std::deque<PlanSlot*>& destroyed() {
  static auto* const queue = new std::deque<PlanSlot*>;
  return *queue;
}

PlanSlot* unused() {
  if (begin == nullptr) {
    void* const memory = mmap(nullptr, most * sizeof(PlanSlot), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    begin = static_cast<std::byte*>(memory);
  }
  // The slot that was destroyed longest ago, once there are many: a stale pointer is recognised for a long time.
  constexpr std::size_t kept = 4096;
  const std::size_t now_used = used.load(std::memory_order_relaxed);
  const bool full = now_used == most;
  if (destroyed().size() > (full ? 0 : kept)) {
    PlanSlot* const slot = destroyed().front();
    destroyed().pop_front();
    return slot;
  }
  return full ? nullptr : reinterpret_cast<PlanSlot*>(begin) + now_used;
}

}  // namespace

const PlanSlot* add(const PlanSlot& content) {
  PlanSlot* const slot = unused();
  if (slot == nullptr) return nullptr;
  *slot = content;
  const auto after = static_cast<std::size_t>(slot - reinterpret_cast<PlanSlot*>(begin)) + 1;
  if (after > used.load(std::memory_order_relaxed)) used.store(after, std::memory_order_release);
  return slot;
}

PlanState* remove(const void* plan) {
  PlanSlot* const slot = find(plan);
  if (slot == nullptr || slot->state == nullptr) return nullptr;
  PlanState* const state = slot->state;
  *slot = PlanSlot{};
  destroyed().push_back(slot);
  return state;
}

}  // namespace slots

}  // namespace papilio::fftw3
