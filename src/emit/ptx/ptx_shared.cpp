// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Combines accesses of neighbours in shared memory: one instruction accesses up to 16 bytes. Stores that have
// neighbours are deferred until the data may be read; others are not, because deferred values occupy registers (15625
// points: 0.64 of a copy's speed if all are deferred, 0.74 if only these are). Loads of neighbours up to the next store
// are combined.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "emit/ptx/ptx.hpp"

namespace papilio::emit {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Op;

bool is_control(const ir::Stmt& stmt) {
  return std::holds_alternative<ir::For>(stmt.node) || std::holds_alternative<ir::If>(stmt.node) ||
         std::holds_alternative<ir::Barrier>(stmt.node);
}

}  // namespace

const ir::Let* Ptx::load_from_shared(const ir::Stmt& stmt) {
  const auto* let = std::get_if<ir::Let>(&stmt.node);
  const bool loads = let != nullptr && let->value->op == Op::load && let->value->buffer->space == ir::Space::shared;
  return loads ? let : nullptr;
}

bool Ptx::stores_to_shared(const ir::Stmt& stmt) {
  const auto* store = std::get_if<ir::Store>(&stmt.node);
  return store != nullptr && store->buffer->space == ir::Space::shared;
}

void Ptx::pend(Pending store) {
  const auto same = [&](const Pending& other) { return is_same_place(other.address, store.address); };
  if (std::any_of(pending_.begin(), pending_.end(), same)) flush_stores();
  pending_.push_back(std::move(store));
}

bool Ptx::has_neighbours(const ir::Block& statements, std::size_t first) {
  const Pending own = pending_.back();
  const std::int64_t window = own.address.alignment;
  const int lanes = std::get<ir::Store>(statements[first].node).value->type.lanes;
  if (window <= lanes * ir::size_of(*own.buffer)) return false;
  const auto near = [&](const Address& other) {
    return other.base == own.address.base && other.bytes / window == own.address.bytes / window;
  };
  // The last entries are this store's own numbers; there are fewer than its lanes if pend() flushed in between.
  const auto earlier = pending_.end() - std::min<std::ptrdiff_t>(lanes, std::ssize(pending_));
  if (std::any_of(pending_.begin(), earlier, [&](const Pending& other) { return near(other.address); })) return true;
  for (std::size_t i = first + 1; i < statements.size(); ++i) {
    if (load_from_shared(statements[i]) != nullptr || is_control(statements[i])) return false;
    const auto* next = std::get_if<ir::Store>(&statements[i].node);
    if (next != nullptr && next->buffer == own.buffer && is_ready(next->index) &&
        near(address_of(*next->buffer, next->index)))
      return true;
  }
  return false;
}

void Ptx::flush_stores() {
  std::vector<Pending> waiting = std::move(pending_);
  pending_.clear();
  for (std::size_t first = 0; first < waiting.size(); ++first) {
    if (waiting[first].value.empty()) continue;
    const Buffer& buffer = *waiting[first].buffer;
    const std::int64_t size = ir::size_of(buffer);
    // No store moves ahead of one whose address has a different base: it may be the same location.
    const auto end =
        std::find_if(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end(), [&](const Pending& each) {
          return !each.value.empty() && each.buffer == &buffer && each.address.base != waiting[first].address.base;
        });
    for (std::int64_t bytes = waiting[first].address.alignment; bytes >= size; bytes /= 2) {
      Address window = waiting[first].address;
      window.bytes -= window.bytes % bytes;
      std::vector<Pending*> members;
      for (std::int64_t at = 0; at < bytes; at += size) {
        const Address place{window.base, window.bytes + at};
        const auto found = std::find_if(waiting.begin(), end, [&](const Pending& each) {
          return !each.value.empty() && is_same_place(each.address, place);
        });
        if (found != end) members.push_back(&*found);
      }
      if (static_cast<std::int64_t>(members.size()) * size < bytes && bytes > size) continue;
      if (bytes == size) window = waiting[first].address;
      Lanes values;
      for (Pending* member : members) values.push_back(std::exchange(member->value, {}));
      store_some(buffer, window.text(0), values);
      break;
    }
  }
}

Ptx::SharedLoad Ptx::shared_load(const ir::Let& let) {
  const Buffer& buffer = *let.value->buffer;
  auto place = loads_.find(let.variable->id);
  if (place == loads_.end()) place = loads_.emplace(let.variable->id, address_of(buffer, let.value->args[0])).first;
  return {let.variable->id, place->second, let.value->type.lanes * ir::size_of(buffer)};
}

std::vector<Ptx::SharedLoad> Ptx::later_loads(const SharedLoad& own, const ir::Block& statements, std::size_t first) {
  const Buffer* const buffer = std::get<ir::Let>(statements[first].node).value->buffer;
  std::vector<SharedLoad> others;
  for (std::size_t i = first + 1; i < statements.size(); ++i) {
    if (is_control(statements[i]) || stores_to_shared(statements[i])) break;
    const ir::Let* next = load_from_shared(statements[i]);
    if (next == nullptr || next->value->buffer != buffer || variables_.contains(next->variable->id)) continue;
    if (!is_ready(next->value->args[0])) continue;
    const SharedLoad other = shared_load(*next);
    if (other.address.base == own.address.base && std::abs(other.address.bytes - own.address.bytes) < max_access)
      others.push_back(other);
  }
  return others;
}

std::vector<const Ptx::SharedLoad*> Ptx::filling(const SharedLoad& own, const std::vector<SharedLoad>& others,
                                                 std::int64_t begin, std::int64_t bytes) {
  if (own.end() > begin + bytes) return {};
  std::vector<const SharedLoad*> members = {&own};
  std::int64_t filled = own.bytes;
  for (const SharedLoad& other : others) {
    if (other.address.bytes < begin || other.end() > begin + bytes) continue;
    const bool overlaps = std::any_of(members.begin(), members.end(), [&](const SharedLoad* member) {
      return member->address.bytes < other.end() && other.address.bytes < member->end();
    });
    if (overlaps) continue;
    members.push_back(&other);
    filled += other.bytes;
  }
  return filled == bytes ? members : std::vector<const SharedLoad*>();
}

void Ptx::load_together(const ir::Block& statements, std::size_t first) {
  flush_stores();
  const auto& let = std::get<ir::Let>(statements[first].node);
  const Buffer& buffer = *let.value->buffer;
  const std::int64_t size = ir::size_of(buffer);
  const SharedLoad own = shared_load(let);
  const std::vector<SharedLoad> others = later_loads(own, statements, first);
  // Finds the widest aligned window that the loads fill.
  for (std::int64_t bytes = own.address.alignment; bytes > own.bytes; bytes /= 2) {
    Address window = own.address;
    window.bytes -= window.bytes % bytes;
    const std::vector<const SharedLoad*> members = filling(own, others, window.bytes, bytes);
    if (members.empty()) continue;
    Lanes values;
    load_some(buffer, window.text(0), static_cast<int>(bytes / size), values);
    for (const SharedLoad* member : members) {
      const auto begin = values.begin() + (member->address.bytes - window.bytes) / size;
      variables_[member->variable] = {begin, begin + member->bytes / size};
    }
    return;
  }
  variables_[own.variable] = load(let.value);
}

bool Ptx::is_ready(Expr value) const {
  if (value->op == Op::variable) {
    if (variables_.contains(value->id)) return true;
    const auto waits = waiting_.find(value->id);
    return waits != waiting_.end() && is_ready(waits->second->value);
  }
  return std::all_of(value->args.begin(), value->args.end(), [this](Expr arg) { return is_ready(arg); });
}

}  // namespace papilio::emit
