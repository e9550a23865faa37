// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Engine: the copies between passes and exchanges.
#include <algorithm>
#include <vector>

#include "engine.hpp"
#include "mpi/memory/box_copy.hpp"
#include "mpi/memory/device_copy.hpp"

namespace papilio::mpi {
namespace {

/// Where there are more, the host copies, which moves the whole array there and back.
constexpr std::int64_t max_commands = 20000;

}  // namespace

void Engine::store_boxes(const Copy& copy, const std::byte* from) {
  for (auto begin = copy.boxes.begin(); begin != copy.boxes.end();) {
    const int owner = begin->owner;
    const auto end = std::find_if(begin, copy.boxes.end(), [&](const BoxCopy& box) { return box.owner != owner; });
    const Copy part{copy.source, copy.target, copy.element_bytes, {begin, end}};
    std::byte* const to =
        owner == local_memory ? at(copy.target).device_address() : peers_->of(owner, copy.target).address;
    copy_on_device(device_, fork(owner), part, {from, to, owner != local_memory});
    begin = end;
  }
  join();
}

void Engine::run_copy_on_device(const Copy& copy) {
  Region& source = at(copy.source);
  Region& target = at(copy.target);
  (void)source.device_reads(stream_);
  (void)target.device_writes();
  if (peers_) return store_boxes(copy, source.device_address());  // the host would write what others store
  if (commands_of(copy) <= max_commands) {
    return copy_on_device(device_, stream_, copy, {source.device_address(), target.device_address()});
  }
  std::vector<std::byte> from(source.bytes());
  std::vector<std::byte> to(target.bytes());
  if (!from.empty()) stream_.download(source.device_reads(stream_), from.data(), from.size());
  if (!to.empty()) stream_.download(target.device_reads(stream_), to.data(), to.size());  // keep what no box covers
  for (const BoxCopy& box : copy.boxes) copy_box(box, copy.element_bytes, from.data(), to.data());
  if (!to.empty()) stream_.upload(target.device_writes(), to.data(), to.size());
}

void Engine::run_copy(const Copy& copy) {
  if (messages_ == MessageMemory::device) return run_copy_on_device(copy);
  const std::byte* const from = at(copy.source).host_reads(stream_);
  std::byte* const to = at(copy.target).host_writes(stream_);
  for (const BoxCopy& box : copy.boxes) {
    copy_box(box, copy.element_bytes, from,
             box.owner == local_memory ? to : peers_->of(box.owner, copy.target).address);
  }
}

}  // namespace papilio::mpi
