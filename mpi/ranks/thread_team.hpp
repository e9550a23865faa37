// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranks that are threads of one process, one for each of its devices.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "team.hpp"

namespace papilio::mpi {

/// Spins for up to 1 ms before a thread sleeps on a condition variable: devices finish within microseconds, and a
/// thread takes tens of them to wake up. Does not spin where there are not more cores than ranks: what they wait for
/// needs the core.
class SpinWait {
 public:
  explicit SpinWait(int ranks) {
    static const unsigned cores = std::thread::hardware_concurrency();
    if (cores > static_cast<unsigned>(ranks)) end_ = std::chrono::steady_clock::now() + longest;
  }
  /// Spins until `changed()` or the end. False at the end.
  template <typename Changed>
  [[nodiscard]] bool until(const Changed& changed) const {
    constexpr int looks = 64;  // between two reads of the clock
    while (std::chrono::steady_clock::now() < end_) {
      for (int i = 0; i < looks; ++i) {
        if (changed()) return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::chrono::milliseconds longest{1};
  std::chrono::steady_clock::time_point end_ = {};
};

/// The state that the ranks share.
class ThreadRanks {
 public:
  explicit ThreadRanks(int ranks) : ranks_(ranks) {}
  [[nodiscard]] int ranks() const { return ranks_; }
  /// Team::agree() of one rank.
  void agree(int rank, const std::optional<Failure>& failure);
  void broadcast(int rank, std::span<std::byte> bytes);
  void gather(int rank, std::span<const std::byte> local, std::span<std::byte> all);
  /// Team::watch() of one rank. No rank waits for another.
  Progress watch(Progress local);
  /// A rank has left for good: every rank that waits for it, now or later, throws its error.
  void leave(int rank, const Failure& failure);
  /// Throws if a rank has left.
  void check() const;
  [[nodiscard]] bool has_left() const { return left_; }

 private:
  struct OfRank {
    int rank;
    Failure failure;
  };
  void wait_for_the_last(std::unique_lock<std::mutex>& lock);

  int ranks_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<std::uint64_t> rounds_ = 0;  ///< of agreement
  std::atomic<bool> left_ = false;
  std::atomic<bool> alarm_ = false;  ///< a rank has failed since the last agreement
  int arrived_ = 0;
  std::optional<OfRank> failed_;   ///< in this round, so far
  std::optional<OfRank> outcome_;  ///< of the last round
  std::optional<OfRank> gone_;
  std::vector<std::byte> bytes_;
};

class ThreadTeam : public Team {
 public:
  ThreadTeam(ThreadRanks& shared, int rank) : shared_(shared), rank_(rank) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return shared_.ranks(); }
  void agree(const std::optional<Failure>& failure) override { shared_.agree(rank_, failure); }
  Progress watch(Progress local) override { return shared_.watch(local); }
  void broadcast(std::span<std::byte> bytes) override { shared_.broadcast(rank_, bytes); }
  void gather(std::span<const std::byte> local, std::span<std::byte> all) override {
    shared_.gather(rank_, local, all);
  }
  [[nodiscard]] bool one_process() const override { return true; }
  std::unique_ptr<Post> make_post() override;
  /// Copies between threads through host memory (carriers/threads.cpp).
  std::unique_ptr<Transport> messages(MessageMemory memory) override;
  void wait_at_end() noexcept override {
    (void)attempt([&] { agree(std::nullopt); });
  }

 private:
  ThreadRanks& shared_;
  int rank_;
};

/// Calls `work` once for each rank, each in a thread of its own, and returns when all have ended. Throws what the first
/// of them has thrown.
void run_ranks(int ranks, const std::function<void(ThreadTeam&)>& work);

}  // namespace papilio::mpi
