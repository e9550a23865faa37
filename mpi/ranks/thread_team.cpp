// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "thread_team.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
#include <thread>
#include <tuple>

namespace papilio::mpi {
namespace {

/// Board on which ranks put their small messages; all ranks share one.
class PostBoard {
 public:
  using Key = std::tuple<int, int, int>;  ///< sender, receiver, tag

  void put(const Key& key, std::span<const std::byte> what) {
    const std::lock_guard lock(mutex_);
    letters_[key].emplace_back(what.begin(), what.end());
    ++count_;
    changed_.notify_all();
  }

  /// Checks from time to time whether a rank has left, because the board is not notified.
  std::vector<std::byte> take(const Key& key, const ThreadRanks& ranks) {
    std::unique_lock lock(mutex_);
    const SpinWait spin(ranks.ranks());
    for (bool more = true; more && !has(key) && !ranks.has_left();) {
      const std::uint64_t seen = count_;
      lock.unlock();
      more = spin.until([&] { return count_ != seen || ranks.has_left(); });
      lock.lock();
    }
    while (!changed_.wait_for(lock, std::chrono::milliseconds(20), [&] { return has(key); })) ranks.check();
    std::deque<std::vector<std::byte>>& queue = letters_[key];
    std::vector<std::byte> what = std::move(queue.front());
    queue.pop_front();
    return what;
  }

 private:
  [[nodiscard]] bool has(const Key& key) const {
    const auto queue = letters_.find(key);
    return queue != letters_.end() && !queue->second.empty();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<std::uint64_t> count_ = 0;  ///< put so far
  std::map<Key, std::deque<std::vector<std::byte>>> letters_;
};

class ThreadPost final : public Post {
 public:
  ThreadPost(std::shared_ptr<PostBoard> board, const ThreadRanks& ranks, int rank)
      : board_(std::move(board)), ranks_(ranks), rank_(rank) {}
  void tell(int peer, int tag, std::span<const std::byte> what) override { board_->put({rank_, peer, tag}, what); }
  void hear(int peer, int tag, std::span<std::byte> what) override {
    const std::vector<std::byte> heard = board_->take({peer, rank_, tag}, ranks_);
    std::copy_n(heard.begin(), what.size(), what.begin());
  }

 private:
  std::shared_ptr<PostBoard> board_;
  const ThreadRanks& ranks_;
  int rank_;
};

}  // namespace

void ThreadRanks::check() const {
  if (!left_) return;
  const std::lock_guard lock(mutex_);
  throw error_of(gone_->rank, gone_->failure);
}

void ThreadRanks::wait_for_the_last(std::unique_lock<std::mutex>& lock) {
  const auto changed = [this, round = rounds_.load()] { return rounds_ != round || left_; };
  lock.unlock();
  (void)SpinWait(ranks_).until(changed);
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

Progress ThreadRanks::watch(Progress local) {
  if (local == Progress::failed) alarm_ = true;
  return alarm_ || left_ ? Progress::failed : local;
}

void ThreadRanks::broadcast(int rank, std::span<std::byte> bytes) {
  if (rank == 0) bytes_.assign(bytes.begin(), bytes.end());
  agree(rank, std::nullopt);
  std::copy_n(bytes_.begin(), bytes.size(), bytes.begin());
  agree(rank, std::nullopt);
}

void ThreadRanks::gather(int rank, std::span<const std::byte> local, std::span<std::byte> all) {
  {
    const std::lock_guard lock(mutex_);
    bytes_.resize(all.size());
    std::ranges::copy(local, bytes_.begin() + static_cast<std::ptrdiff_t>(local.size()) * rank);
  }
  agree(rank, std::nullopt);
  std::ranges::copy(bytes_, all.begin());
  agree(rank, std::nullopt);
}

void ThreadRanks::leave(int rank, const Failure& failure) {
  const std::lock_guard lock(mutex_);
  if (!gone_) gone_ = OfRank{rank, failure};
  left_ = true;
  changed_.notify_all();
}

std::unique_ptr<Post> ThreadTeam::make_post() {
  return std::make_unique<ThreadPost>(shared_by_ranks<PostBoard>(*this), shared_, rank_);
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
