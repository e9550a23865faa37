// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/workspace.hpp"

#include <exception>

#include "api/allocation.hpp"

namespace papilio::api {
namespace {

std::size_t size_of(const std::shared_ptr<runtime::Memory>& memory) { return memory ? memory->size() : 0; }

std::size_t size_of(const Workspace& space) {
  return size_of(space.in) + size_of(space.out) + size_of(space.scratch) + size_of(space.load_data) +
         size_of(space.store_data);
}

}  // namespace

WorkspacePool::Lease::Lease(const WorkspacePool& pool, std::unique_ptr<Workspace> workspace)
    : pool_(pool), workspace_(std::move(workspace)), exceptions_(std::uncaught_exceptions()) {}

WorkspacePool::Lease::~Lease() {
  if (std::uncaught_exceptions() == exceptions_) pool_.give_back(std::move(workspace_));
}

std::unique_ptr<Workspace> WorkspacePool::kept() const {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return nullptr;
  std::unique_ptr<Workspace> workspace = std::move(free_.back());
  free_.pop_back();
  kept_bytes_ -= size_of(*workspace);
  return workspace;
}

WorkspacePool::Lease WorkspacePool::take(runtime::Device& device, const WorkspaceSizes& sizes) const {
  std::unique_ptr<Workspace> workspace = kept();
  if (!workspace) {
    workspace = std::make_unique<Workspace>();
    workspace->stream = device.make_stream();
  }
  const auto reserve = [&](std::shared_ptr<runtime::Memory>& memory, std::size_t bytes) {
    if (bytes > size_of(memory)) memory = allocate(device, bytes);
  };
  reserve(workspace->in, sizes.in);
  reserve(workspace->out, sizes.out);
  reserve(workspace->scratch, sizes.scratch);
  reserve(workspace->load_data, sizes.load_data);
  reserve(workspace->store_data, sizes.store_data);
  return {*this, std::move(workspace)};
}

void WorkspacePool::give_back(std::unique_ptr<Workspace> workspace) const {
  const std::size_t bytes = size_of(*workspace);
  if (bytes > max_bytes_kept) return;
  const std::lock_guard lock(mutex_);
  if (free_.size() >= max_kept) return;
  kept_bytes_ += bytes;
  free_.push_back(std::move(workspace));
}

}  // namespace papilio::api
