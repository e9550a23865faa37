// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/workspace.hpp"

#include <exception>

namespace papilio::api {

WorkspacePool::Lease::Lease(const WorkspacePool& pool, std::unique_ptr<Workspace> workspace)
    : pool_(pool), workspace_(std::move(workspace)), exceptions_(std::uncaught_exceptions()) {}

WorkspacePool::Lease::~Lease() {
  if (std::uncaught_exceptions() == exceptions_) pool_.give_back(std::move(workspace_));
}

WorkspacePool::Lease WorkspacePool::take(runtime::Device& device, std::size_t in_bytes, std::size_t out_bytes,
                                         std::size_t scratch_bytes) const {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<Workspace> workspace = std::move(free_.back());
      free_.pop_back();
      return {*this, std::move(workspace)};
    }
  }
  auto workspace = std::make_unique<Workspace>();
  workspace->stream = device.make_stream();
  workspace->in = device.allocate(in_bytes);
  if (out_bytes > 0) workspace->out = device.allocate(out_bytes);
  if (scratch_bytes > 0) workspace->scratch = device.allocate(scratch_bytes);
  return {*this, std::move(workspace)};
}

void WorkspacePool::give_back(std::unique_ptr<Workspace> workspace) const {
  std::size_t bytes = workspace->in->size();
  if (workspace->out) bytes += workspace->out->size();
  if (workspace->scratch) bytes += workspace->scratch->size();
  if (bytes > most_bytes_kept) return;
  const std::lock_guard lock(mutex_);
  if (free_.size() < most_kept) free_.push_back(std::move(workspace));
}

}  // namespace papilio::api
