// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The engine: exchanges in chunks over a simulated link, whose messages take time in proportion to their bytes, and a
// rank that fails in the middle.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "arrays.hpp"
#include "environment.hpp"
#include "mpi/carriers/mpi.hpp"
#include "mpi/engine/engine.hpp"
#include "mpi/methods/methods.hpp"
#include "mpi/ranks/mpi_team.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// All ranks send as much at the same time, so a rank's own sends tell when its receives arrive.
class SlowLink final : public mpi::Transport {
 public:
  SlowLink(MPI_Comm comm, double bytes_per_second) : inner_(comm), bytes_per_second_(bytes_per_second) {}

  void expect(std::span<const mpi::Message> receives, std::byte* to, const Stream& stream) override {
    begin_ = link_free_ = Clock::now();
    inner_.expect(receives, to, stream);
  }
  void send(std::span<const mpi::Message> messages, int chunk, const std::byte* from) override {
    last_send_ = Clock::now();
    inner_.send(messages, chunk, from);
    double bytes = 0;
    for (const mpi::Message& message : messages)
      bytes += message.peer == rank() ? 0 : static_cast<double>(message.bytes);
    const Seconds taken(bytes / bytes_per_second_);
    link_ += taken.count();
    link_free_ = std::max(link_free_, Clock::now()) + std::chrono::duration_cast<Clock::duration>(taken);
    arrivals_.push_back(link_free_);
  }
  void wait(int chunk) override {
    const auto begin = Clock::now();
    inner_.wait(chunk);  // takes a part of the time of the link
    std::this_thread::sleep_until(arrivals_[static_cast<std::size_t>(chunk)]);
    waited_ += std::max(0.0, Seconds(arrivals_[static_cast<std::size_t>(chunk)] - begin).count());
  }
  void finish() override { inner_.finish(); }

  /// From the beginning of the exchange until all is sent: the time of the pass before it.
  [[nodiscard]] double before() const { return Seconds(last_send_ - begin_).count(); }
  [[nodiscard]] double link_seconds() const { return link_; }
  [[nodiscard]] double waited() const { return waited_; }

 private:
  mpi::MpiTransport inner_;
  double bytes_per_second_;
  double link_ = 0;
  double waited_ = 0;
  Clock::time_point begin_;
  Clock::time_point last_send_;
  Clock::time_point link_free_;
  std::vector<Clock::time_point> arrivals_;
};

class Overlap : public testing::Test {
 protected:
  Overlap()
      : problem_(Problem::parse("c2c:f32:64x96x64")),
        in_(Distribution::slabs(problem_.lengths, ranks(), 0)),
        out_(Distribution::slabs(problem_.lengths, ranks(), 2)),
        schedule_(mpi::make_schedule(problem_, in_, out_)),
        from_(static_cast<std::size_t>(in_.boxes[static_cast<std::size_t>(rank())].volume() * 8)),
        to_(static_cast<std::size_t>(out_.boxes[static_cast<std::size_t>(rank())].volume() * 8)) {}

  SlowLink run(int chunks, double bytes_per_second) {
    mpi::Program program = mpi::make_program(problem_, schedule_, rank(), chunks);
    mpi::Engine engine(device(), problem_, schedule_, std::move(program));
    mpi::MpiTeam team(MPI_COMM_WORLD);
    SlowLink warm(MPI_COMM_WORLD, 1e15);
    engine.execute(team, warm, {from_.data(), from_.size(), to_.data(), to_.size()});
    SlowLink link(MPI_COMM_WORLD, bytes_per_second);
    engine.execute(team, link, {from_.data(), from_.size(), to_.data(), to_.size()});
    return link;
  }

  Problem problem_;
  Distribution in_;
  Distribution out_;
  mpi::Schedule schedule_;
  Bytes from_;
  Bytes to_;
};

/// The same number on all ranks.
double largest(double value) {
  double result = 0;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return result;
}

TEST_F(Overlap, HidesMostOfTheMessagesInFourTurns) {
  if (ranks() == 1) GTEST_SKIP() << "one rank sends nothing";
  double least = 1;
  double alone = 0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    // A link that takes half as long as the pass before the exchange. Other work on the machine may prolong a pass or a
    // wait, so the best of some attempts counts.
    const double pass = largest(run(4, 1e15).before());
    const double bytes = static_cast<double>(from_.size()) * (ranks() - 1) / ranks();
    const double speed = bytes / (pass / 2);
    const SlowLink chunks = run(4, speed);
    const SlowLink whole = run(1, speed);
    least = std::min(least, largest(chunks.waited() / chunks.link_seconds()));
    alone = std::max(alone, largest(whole.waited() / whole.link_seconds()));
  }
  EXPECT_LE(least, 0.3);
  EXPECT_GE(alone, 0.9) << "in one chunk nothing is hidden";
}

TEST_F(Overlap, EndsOnAllRanksIfAPassOfOneFails) {
  const bool fails = rank() == ranks() - 1;
  for (const int chunks : {1, 4}) {
    mpi::Engine engine(device(), problem_, schedule_, mpi::make_program(problem_, schedule_, rank(), chunks));
    const auto execute = [&](std::size_t out_bytes) {
      mpi::MpiTeam team(MPI_COMM_WORLD);
      mpi::MpiTransport transport(MPI_COMM_WORLD);
      engine.execute(team, transport, {from_.data(), from_.size(), to_.data(), out_bytes});
    };
    const std::string message =
        message_of([&] { execute(fails ? to_.size() / 2 : to_.size()); });  // too small for the last pass
    EXPECT_EQ(message.rfind("rank " + std::to_string(ranks() - 1) + ": ", 0), 0U) << message;
    EXPECT_NO_THROW(execute(to_.size()));
  }
}

}  // namespace
}  // namespace papilio::test
