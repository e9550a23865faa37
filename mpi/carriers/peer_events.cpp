// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peer_events.hpp"

#include <fmt/format.h>

#include <mutex>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <utility>

#include "mpi/memory/cuda_driver.hpp"

namespace papilio::mpi {
namespace {

/// The events of all ranks of one process.
struct EventBoard {
  EventBoard(int ranks, std::size_t count) : of_rank(static_cast<std::size_t>(ranks), std::vector<Event>(count)) {}
  std::mutex mutex;
  std::vector<std::vector<Event>> of_rank;
};

class ThreadEvents final : public PeerEvents {
 public:
  ThreadEvents(Team& team, std::size_t count)
      : board_(shared_by_ranks<EventBoard>(team, team.ranks(), count)), rank_(static_cast<std::size_t>(team.rank())) {}

  void record(std::size_t number, const Stream& stream) override {
    Event event = stream.record();
    const std::lock_guard lock(board_->mutex);
    board_->of_rank[rank_][number] = std::move(event);
  }
  void wait(int rank, std::size_t number, const Stream& stream) override {
    Event event;
    {
      const std::lock_guard lock(board_->mutex);
      event = board_->of_rank[static_cast<std::size_t>(rank)][number];
    }
    if (event) stream.wait(event);
  }

 private:
  std::shared_ptr<EventBoard> board_;
  std::size_t rank_;
};

void require_done(cu::CUresult status, const char* call) {
  if (status != cu::CUDA_SUCCESS)
    throw Error::device_failed(call, fmt::format("CUDA error {}", static_cast<int>(status)));
}

void require_ipc(cu::CUresult status, const char* call) {
  if (status == cu::CUDA_SUCCESS) return;
  throw Error::unsupported("events of other processes' GPUs",
                           fmt::format("{} says CUDA error {}", call, static_cast<int>(status)),
                           "use nccl, or processes that share their ids (in containers: --pid=host --ipc=host)");
}

class ProcessEvents final : public PeerEvents {
 public:
  ProcessEvents(Team& team, const Device& device, std::size_t count)
      : team_(team), context_(context_of(device)), count_(count) {
    const std::size_t all = count * static_cast<std::size_t>(team.ranks());
    handles_.resize(all);
    events_.resize(all);
    try {
      start();
    } catch (...) {  // every rank comes here, or none
      release();
      throw;
    }
  }
  ProcessEvents(const ProcessEvents&) = delete;
  ProcessEvents& operator=(const ProcessEvents&) = delete;
  ~ProcessEvents() override { release(); }

  void record(std::size_t number, const Stream& stream) override {
    const ContextScope current(context_);
    require_done(cuda_driver().cuEventRecord(opened(team_.rank(), number), native_of(stream)), "cuEventRecord");
  }
  void wait(int rank, std::size_t number, const Stream& stream) override {
    const ContextScope current(context_);
    require_done(cuda_driver().cuStreamWaitEvent(native_of(stream), opened(rank, number), 0), "cuStreamWaitEvent");
  }

 private:
  [[nodiscard]] std::size_t index(int rank, std::size_t number) const {
    return static_cast<std::size_t>(rank) * count_ + number;
  }

  void start() {
    std::vector<cu::CUipcEventHandle> local(count_);
    team_.agree(attempt([&] {
      const ContextScope current(context_);
      for (std::size_t i = 0; i < count_; ++i) {
        cu::CUevent& event = events_[index(team_.rank(), i)];
        require_ipc(cuda_driver().cuEventCreate(&event, cu::CU_EVENT_DISABLE_TIMING | cu::CU_EVENT_INTERPROCESS),
                    "cuEventCreate");
        require_ipc(cuda_driver().cuIpcGetEventHandle(&local[i], event), "cuIpcGetEventHandle");
      }
    }));
    const std::optional<Failure> failure = attempt([&] {
      team_.gather(std::as_bytes(std::span(local)), std::as_writable_bytes(std::span(handles_)));
      const ContextScope current(context_);
      for (int rank = 0; rank < team_.ranks(); ++rank) (void)opened(rank, 0);
    });
    team_.agree(failure);
  }

  /// Other ranks' events are opened when they are first needed.
  cu::CUevent opened(int rank, std::size_t number) {
    cu::CUevent& event = events_[index(rank, number)];
    if (event == nullptr) {
      require_ipc(cuda_driver().cuIpcOpenEventHandle(&event, handles_[index(rank, number)]), "cuIpcOpenEventHandle");
    }
    return event;
  }

  /// Opened events go before the ones that they are.
  void release() noexcept {
    destroy_events([&](int rank) { return rank != team_.rank(); });
    team_.wait_at_end();
    destroy_events([&](int rank) { return rank == team_.rank(); });
  }

  template <typename Wanted>
  void destroy_events(const Wanted& wanted) noexcept {
    (void)attempt([&] {
      const ContextScope current(context_);
      for (std::size_t i = 0; i < events_.size(); ++i) {
        if (events_[i] == nullptr || !wanted(static_cast<int>(i / count_))) continue;
        cuda_driver().cuEventDestroy_v2(std::exchange(events_[i], nullptr));
      }
    });
  }

  Team& team_;
  cu::CUcontext context_;
  std::size_t count_;
  std::vector<cu::CUipcEventHandle> handles_;  ///< by rank and number
  std::vector<cu::CUevent> events_;
};

}  // namespace

std::unique_ptr<PeerEvents> make_peer_events(Team& team, const Device& device, std::size_t count) {
  team.agree(attempt([&] { require_cuda(device); }));
  if (team.one_process()) return std::make_unique<ThreadEvents>(team, count);
  return std::make_unique<ProcessEvents>(team, device, count);
}

void require_cuda(const Device& device) {
  if (device.info().backend != Backend::cuda) {
    throw Error::unsupported("exchanges between GPUs by " + device.info().id, "it is no device of CUDA",
                             "use another carrier");
  }
  if (!cuda_driver().problem.empty()) {
    throw Error::unsupported("exchanges between GPUs", cuda_driver().problem, "use another carrier");
  }
}

}  // namespace papilio::mpi
