// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "wait_for_all.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <papilio/cuda.hpp>
#include <thread>

#include "mpi/memory/cuda_driver.hpp"

namespace papilio::mpi {
namespace {

constexpr double max_drain_seconds = 10;

class Deadline {
 public:
  /// 0: never.
  explicit Deadline(double seconds) : seconds_(seconds) {}
  [[nodiscard]] bool passed() const {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin_;
    return seconds_ > 0 && waited.count() > seconds_;
  }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

bool wait_for_all_ranks(Team& team, const std::function<bool()>& finished, std::optional<Failure>& failure) {
  const double limit = team.limit();
  const Deadline deadline(limit);
  bool done = false;
  for (;;) {
    if (!done && !failure) failure = attempt([&] { done = finished(); });
    if (!done && !failure && deadline.passed()) {
      failure =
          Failure{ErrorCode::device_failed,
                  fmt::format("an exchange on the device has not finished within {} s (PAPILIO_MPI_TIMEOUT)", limit)};
    }
    const Progress local = done ? Progress::done : Progress::working;
    const Progress all = team.watch(failure ? Progress::failed : local);
    if (all != Progress::working) return all == Progress::done;
    std::this_thread::yield();
  }
}

void drain(const Device& device, const std::vector<Stream>& streams) noexcept {
  (void)attempt([&] {
    if (device.info().backend != Backend::cuda) {
      for (const Stream& stream : streams) (void)attempt([&] { stream.synchronize(); });
      return;
    }
    const cu::CUcontext context = context_of(device);
    const Deadline deadline(max_drain_seconds);
    for (const Stream& stream : streams) {
      bool finished = false;
      while (!finished && !deadline.passed()) {
        if (attempt([&] { finished = has_finished(context, stream); })) break;
        if (!finished) std::this_thread::yield();
      }
    }
  });
}

}  // namespace papilio::mpi
