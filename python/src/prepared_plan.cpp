// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <new>
#include <papilio/error.hpp>

#include "host_sharing.hpp"
#include "plans.hpp"

namespace papilio::python {

PreparedPlan::PreparedPlan(OpenDevice& device, const Problem& problem)
    : device_(device), plan_(device.device, problem) {
  const Problem& made = plan_.problem();
  in_place_ = made.placement == Placement::in_place;
  in_bytes_ = static_cast<std::size_t>(made.input_elements() * made.input_element_bytes());
  out_bytes_ = static_cast<std::size_t>(made.output_elements() * made.output_element_bytes());
  if (in_place_) in_bytes_ = out_bytes_ = std::max(in_bytes_, out_bytes_);
  scratch_bytes_ = plan_.scratch_bytes();
}

PreparedPlan::~PreparedPlan() {
  if (!is_forked()) return;
  // The driver's locks may be held by threads that this process does not have: leave everything to the system.
  new (std::nothrow) Plan(std::move(plan_));
  new (std::nothrow) std::vector<Workspace>(std::move(free_));
}

PreparedPlan::Workspace PreparedPlan::take() const {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      Workspace workspace = std::move(free_.back());
      free_.pop_back();
      workspace.kept = workspace.bytes();
      kept_bytes_ -= workspace.kept;
      return workspace;
    }
  }
  Workspace workspace;
  workspace.stream = Stream(device_.device);
  return workspace;
}

bool PreparedPlan::give_back(Workspace&& workspace) const {
  const std::size_t bytes = workspace.bytes();
  if (bytes > most_bytes_kept) return false;
  const bool more = bytes > workspace.kept;
  const std::lock_guard lock(mutex_);
  if (free_.size() >= most_kept) return false;
  kept_bytes_ += bytes;
  free_.push_back(std::move(workspace));
  return more;
}

bool PreparedPlan::execute(const HostMemory& memory, const Layout& layout) const {
  require_not_forked();
  Workspace workspace = take();
  if (scratch_bytes_ > 0 && !workspace.scratch) workspace.scratch = Buffer(device_.device, scratch_bytes_);
  const char* const in = in_place_ ? memory.out : memory.in;
  const bool apart = in_place_ || in + in_bytes_ <= memory.out || memory.out + out_bytes_ <= in;
  const bool shared = shares(in_bytes_ + out_bytes_) && !layout.padded && apart && execute_shared(workspace, memory);
  if (!shared) execute_copied(workspace, memory, layout);
  return give_back(std::move(workspace));  // not after an exception: a failed stream is not used again
}

void PreparedPlan::enqueue(const Stream& stream, const void* in, void* out, void* scratch) const {
  require_not_forked();
  plan_.execute(stream, in, out, scratch);
}

bool PreparedPlan::execute_shared(Workspace& workspace, const HostMemory& memory) const {
  const Buffer out = device_.sharing->share(memory.out, out_bytes_);
  const Buffer in = in_place_ ? out : device_.sharing->share(memory.in, in_bytes_);
  if (!in || !out) return false;
  plan_.execute(workspace.stream, in, out, workspace.scratch);
  workspace.stream.synchronize();
  return true;
}

void PreparedPlan::execute_copied(Workspace& workspace, const HostMemory& memory, const Layout& layout) const {
  if (!workspace.out) workspace.out = Buffer(device_.device, out_bytes_);
  const Stream& stream = workspace.stream;
  if (in_place_) {
    stream.upload_async(workspace.out, memory.out, out_bytes_);
    plan_.execute(stream, workspace.out, workspace.out, workspace.scratch);
  } else {
    if (!workspace.in) workspace.in = Buffer(device_.device, in_bytes_);
    stream.upload_async(workspace.in, memory.in, layout.in_given, layout.in_offset);
    if (layout.keep_gaps) stream.upload_async(workspace.out, memory.out, out_bytes_);
    plan_.execute(stream, workspace.in, workspace.out, workspace.scratch);
  }
  stream.download(workspace.out, memory.out, out_bytes_);
}

}  // namespace papilio::python
