// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Engine: its memory, of its own or the caller's, and that of one execution.
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>

#include "engine.hpp"

namespace papilio::mpi {
namespace {

/// Arrays that an execution would need a copy of, though its work memory was counted without one.
enum class Copied { unaligned, host, device };

[[noreturn]] void refuse_copy(std::size_t side, Copied which) {
  const std::string what = side == 0 ? "the input" : "the output";
  if (which == Copied::unaligned) {
    throw Error::invalid_argument(what,
                                  "its address is no multiple of 16, and the caller's work memory has no copy of it",
                                  "align the array to 16 bytes");
  }
  const bool host = which == Copied::host;
  throw Error::invalid_argument(
      what + (host ? " on the host" : " on the device"),
      "the plan's Options::arrays says otherwise, and the caller's work memory has no copy of it",
      host ? "plan with ArrayMemory::host" : "plan with ArrayMemory::device");
}

}  // namespace

std::size_t Engine::work_bytes() const {
  const auto size = [](const Buffer& buffer) { return buffer ? buffer.size_bytes() : 0; };
  std::size_t bytes = size(scratch_) + (peers_ ? peers_->other_bytes() : 0);
  for (const Buffer& table : tables_) bytes += size(table);
  for (const auto& product : products_) bytes += product ? product->table_bytes() : 0;
  for (const WorkArray place : all_work_arrays) bytes += regions_[static_cast<std::size_t>(place)].held();
  for (const Region& region : staging_) bytes += region.held();
  for (const Region& region : host_staging_) bytes += region.held();
  return bytes;
}

Region& Engine::device_side(std::size_t side, std::size_t bytes) {
  if (staging_[side].bytes() >= bytes) return staging_[side];
  if (owner_ == WorkOwner::caller)
    refuse_copy(side, opencl::shares_host_memory(device_) ? Copied::unaligned : Copied::host);
  staging_[side] = Region(device_, bytes, MessageMemory::device);
  return staging_[side];
}

Region& Engine::host_side(std::size_t side, std::size_t bytes) {
  if (host_staging_[side].bytes() >= bytes) return host_staging_[side];
  if (owner_ == WorkOwner::caller) refuse_copy(side, Copied::device);
  host_staging_[side] = Region::of_host(bytes);
  return host_staging_[side];
}

void Engine::reserve(ArrayMemory arrays, std::size_t input_bytes, std::size_t output_bytes) {
  const std::size_t bytes[2] = {input_bytes, output_bytes};
  const bool by_caller = owner_ == WorkOwner::caller;
  for (std::size_t side = 0; side < 2; ++side) {
    if (arrays == ArrayMemory::host && !Region::direct(device_, nullptr)) {
      if (by_caller) staging_[side] = Region(Region::CallerMemory{}, bytes[side]);
      (void)device_side(side, bytes[side]);
    }
    if (arrays == ArrayMemory::device && messages_ == MessageMemory::host) {
      if (by_caller) host_staging_[side] = Region(Region::CallerMemory{}, bytes[side]);
      (void)host_side(side, bytes[side]);
    }
  }
  if (!by_caller) return;
  WorkCutter counting(device_);
  cut_work(counting);
  caller_work_ = counting.taken();
}

/// Always in the same order.
void Engine::cut_work(WorkCutter& cutter) {
  const WorkSide place_side = messages_ == MessageMemory::host ? WorkSide::both : WorkSide::device;
  for (const WorkArray place : all_work_arrays) {
    if (!peers_) at(place) = cutter.array(at(place).bytes(), place_side);  // others have theirs open
  }
  for (Region& region : staging_) region = cutter.array(region.bytes(), WorkSide::device);
  for (Region& region : host_staging_) region = cutter.array(region.bytes(), WorkSide::host);
  scratch_ = cutter.array(scratch_bytes_, WorkSide::device).device_writes();
}

void Engine::bind_work(const ExecutionArrays& user) {
  if (owner_ == WorkOwner::plan) {
    if (user.work) refuse_work();
    return;
  }
  const bool on_host = !user.input_buffer && !user.output_buffer;
  const std::array<ArrayOfExecution, 2> arrays = {
      ArrayOfExecution{"input", on_host ? user.input : nullptr, user.input_buffer, user.input_bytes},
      ArrayOfExecution{"output", on_host ? user.output : nullptr, user.output_buffer, user.output_bytes}};
  check_work(device_, user.work, caller_work_, arrays);
  if (!user.work) return;  // none is needed
  WorkCutter cutter(device_, *user.work);
  cut_work(cutter);
}

Engine::WorkReturned::~WorkReturned() {
  if (engine.owner_ == WorkOwner::plan) return;
  WorkCutter counting(engine.device_);
  engine.cut_work(counting);
  for (const WorkArray place : {WorkArray::input, WorkArray::output})
    engine.regions_[static_cast<std::size_t>(place)] = {};
}

/// Makes the user's memory the regions of the input and the output; one region in place.
void Engine::bind(const ExecutionArrays& user) {
  const auto region = [&](void* memory, const Buffer& buffer, std::size_t bytes, std::size_t side) {
    if (buffer) return Region(buffer, bytes, host_side(side, messages_ == MessageMemory::host ? bytes : 0));
    return Region(device_, memory, bytes, device_side(side, Region::direct(device_, memory) ? 0 : bytes));
  };
  bind_work(user);
  in_place_ = user.in_place;
  at(WorkArray::input) = region(user.input, user.input_buffer, user.input_bytes, 0);
  if (!in_place_) at(WorkArray::output) = region(user.output, user.output_buffer, user.output_bytes, 1);
  if (user.after) stream_.wait(user.after.record());
}

}  // namespace papilio::mpi
