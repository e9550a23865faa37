// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Workspaces of host executions: a stream and device buffers, taken by one call at a time and given back for the next.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/device.hpp"

namespace papilio::api {

struct Workspace {
  std::shared_ptr<runtime::Stream> stream;
  std::shared_ptr<runtime::Memory> in;
  std::shared_ptr<runtime::Memory> out;        ///< null in place
  std::shared_ptr<runtime::Memory> scratch;    ///< null where a plan needs none
  std::shared_ptr<runtime::Memory> load_data;  ///< of callbacks; null where they have none
  std::shared_ptr<runtime::Memory> store_data;
};

/// Bytes of each; 0: none.
struct WorkspaceSizes {
  std::size_t in = 0;
  std::size_t out = 0;
  std::size_t scratch = 0;
  std::size_t load_data = 0;
  std::size_t store_data = 0;
};

/// A buffer that is too small for a call (data of callbacks, a larger batch) is replaced. As many workspaces are kept
/// as were ever in use at once, at most four, and none of a large transform: allocating its buffers costs little beside
/// filling them.
class WorkspacePool {
 public:
  WorkspacePool() { free_.reserve(max_kept); }

  /// Gives its workspace back when it goes, unless an exception is under way: a failed stream is not used again.
  class Lease {
   public:
    Lease(const WorkspacePool& pool, std::unique_ptr<Workspace> workspace);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    const Workspace& operator*() const { return *workspace_; }

   private:
    const WorkspacePool& pool_;
    std::unique_ptr<Workspace> workspace_;
    int exceptions_;
  };

  Lease take(runtime::Device& device, const WorkspaceSizes& sizes) const;
  /// Bytes of the workspaces that wait for the next call.
  [[nodiscard]] std::size_t kept_bytes() const { return kept_bytes_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t max_kept = 4;
  static constexpr std::size_t max_bytes_kept = std::size_t{64} << 20;  ///< of one workspace
  std::unique_ptr<Workspace> kept() const;
  void give_back(std::unique_ptr<Workspace> workspace) const;

  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Workspace>> free_;
  mutable std::atomic<std::size_t> kept_bytes_ = 0;
};

}  // namespace papilio::api
