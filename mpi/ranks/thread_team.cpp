// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "thread_team.hpp"

#include <algorithm>
#include <exception>
#include <thread>

namespace papilio::mpi {

void ThreadRanks::check() const {
  if (!left_) return;
  const std::lock_guard lock(mutex_);
  throw error_of(gone_->rank, gone_->failure);
}

void ThreadRanks::wait_for_the_last(std::unique_lock<std::mutex>& lock) {
  const auto changed = [this, round = rounds_.load()] { return rounds_ != round || left_; };
  lock.unlock();
  (void)Looking(ranks_).until(changed);
  lock.lock();
  changed_.wait(lock, changed);
}

void ThreadRanks::agree(int rank, const std::optional<Failure>& failure) {
  std::unique_lock lock(mutex_);
  const std::uint64_t round = rounds_;
  if (failure && (!failed_ || rank < failed_->rank)) failed_ = OfRank{rank, *failure};
  if (++arrived_ == ranks_) {
    outcome_ = std::move(failed_);
    failed_.reset();
    arrived_ = 0;
    alarm_ = false;
    ++rounds_;
    changed_.notify_all();
  } else {
    wait_for_the_last(lock);
  }
  if (rounds_ == round) throw error_of(gone_->rank, gone_->failure);
  if (outcome_) throw error_of(outcome_->rank, outcome_->failure);
}

Progress ThreadRanks::watch(Progress own) {
  if (own == Progress::failed) alarm_ = true;
  return alarm_ || left_ ? Progress::failed : own;
}

void ThreadRanks::broadcast(int rank, std::span<std::byte> bytes) {
  if (rank == 0) bytes_.assign(bytes.begin(), bytes.end());
  agree(rank, std::nullopt);
  std::copy_n(bytes_.begin(), bytes.size(), bytes.begin());
  agree(rank, std::nullopt);
}

void ThreadRanks::leave(int rank, const Failure& failure) {
  const std::lock_guard lock(mutex_);
  if (!gone_) gone_ = OfRank{rank, failure};
  left_ = true;
  changed_.notify_all();
}

void run_ranks(int ranks, const std::function<void(ThreadTeam&)>& work) {
  ThreadRanks shared(ranks);
  std::mutex mutex;
  std::exception_ptr first;
  const auto run = [&](int rank) {
    ThreadTeam team(shared, rank);
    std::exception_ptr thrown;
    const std::optional<Failure> failure = attempt([&] {
      try {
        work(team);
      } catch (...) {
        thrown = std::current_exception();
        throw;
      }
    });
    if (!failure) return;
    {
      const std::lock_guard lock(mutex);
      if (!first) first = thrown;
    }
    shared.leave(rank, *failure);
  };
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 1; rank < ranks; ++rank) threads.emplace_back(run, rank);
  run(0);
  for (std::thread& thread : threads) thread.join();
  if (first) std::rethrow_exception(first);
}

}  // namespace papilio::mpi
