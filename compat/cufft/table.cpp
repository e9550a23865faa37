// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <deque>
#include <new>
#include <shared_mutex>
#include <utility>

#include "compat/cufft/handle.hpp"

namespace papilio::compat::cufft {
namespace {

// A handle's number: a mark that numbers of the genuine library (0, 1, 2 ...) do not have, how often the slot was used
// before, and the slot. So a destroyed handle is known for long: slots are used in turn, and 1024 times each.
constexpr std::uint32_t mark = 1U << 30;
constexpr std::uint32_t slot_bits = 20;
constexpr std::uint32_t most_slots = 1U << slot_bits;
constexpr std::uint32_t use_mask = (1U << 10) - 1;
constexpr std::size_t least_free = 256;  ///< slots that wait before one is used again

struct HandleSlot {
  std::shared_ptr<FftHandle> handle;
  std::uint32_t uses = 0;
};

struct HandleTable {
  std::shared_mutex mutex;
  std::deque<HandleSlot> slots;
  std::deque<std::uint32_t> free;

  /// The slot of a number; null if the number is not a handle.
  HandleSlot* find(int number) {
    const auto bits = static_cast<std::uint32_t>(number);
    const std::uint32_t slot = bits & (most_slots - 1);
    if ((bits & ~((use_mask << slot_bits) | (most_slots - 1))) != mark || slot >= slots.size()) return nullptr;
    HandleSlot& place = slots[slot];
    return place.handle && (bits >> slot_bits & use_mask) == place.uses ? &place : nullptr;
  }
};

/// Never destroyed: a program may end without destroying its handles, and CUDA cannot be called at that point.
HandleTable& table() {
  static auto* const instance = new HandleTable;
  return *instance;
}

}  // namespace

int add_handle() {
  auto handle = std::make_shared<FftHandle>();
  HandleTable& all = table();
  const std::unique_lock lock(all.mutex);
  std::uint32_t slot = 0;
  if (all.free.size() > least_free || all.slots.size() == most_slots) {
    if (all.free.empty()) throw std::bad_alloc();
    slot = all.free.front();
    all.free.pop_front();
  } else {
    slot = static_cast<std::uint32_t>(all.slots.size());
    all.slots.emplace_back();
  }
  all.slots[slot].handle = std::move(handle);
  return static_cast<int>(mark | all.slots[slot].uses << slot_bits | slot);
}

std::shared_ptr<FftHandle> find_handle(int number) {
  HandleTable& all = table();
  const std::shared_lock lock(all.mutex);
  const HandleSlot* place = all.find(number);
  return place == nullptr ? nullptr : place->handle;
}

std::shared_ptr<FftHandle> remove_handle(int number) {
  HandleTable& all = table();
  const std::unique_lock lock(all.mutex);
  HandleSlot* place = all.find(number);
  if (place == nullptr) return nullptr;
  all.free.push_back(static_cast<std::uint32_t>(number) & (most_slots - 1));
  place->uses = (place->uses + 1) & use_mask;
  return std::exchange(place->handle, nullptr);
}

}  // namespace papilio::compat::cufft
