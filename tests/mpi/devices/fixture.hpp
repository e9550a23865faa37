// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Distributed transforms over devices of one process, without MPI: a prepared request, with a thread for each rank.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <papilio/cuda.hpp>
#include <papilio/plan.hpp>

#include "mpi/arrays.hpp"
#include "mpi/choose/prepared.hpp"
#include "mpi/memory/cuda_driver.hpp"
#include "mpi/methods/methods.hpp"
#include "mpi/ranks/thread_team.hpp"

namespace papilio::test {

/// A transform from one distribution to another, and how its exchanges are cut.
struct DistributedCase {
  Problem problem;
  mpi::Distribution in;
  mpi::Distribution out;
  int chunks = 1;
  mpi::Carrier carrier = mpi::Carrier::mpi_host;
  mpi::Carriers table = mpi::carriers();
  mpi::RealRows real_rows = mpi::RealRows::packed;
};

/// Where the user's arrays are.
enum class UserSide { host, device };

inline std::size_t bytes_of(const mpi::Box& box, std::int64_t batch, std::int64_t element_bytes) {
  return static_cast<std::size_t>(box.volume() * batch * element_bytes);
}

/// The rows of an array at other distances, as many bytes as both have.
inline Bytes with_rows(const Bytes& array, std::size_t from, std::size_t to) {
  Bytes result(array.size() / from * to, std::byte{0xff});
  for (std::size_t row = 0; row < array.size() / from; ++row) {
    std::copy_n(array.begin() + static_cast<std::ptrdiff_t>(row * from), std::min(from, to),
                result.begin() + static_cast<std::ptrdiff_t>(row * to));
  }
  return result;
}

/// One rank of a case, ready to be executed again and again. Collective.
class DistributedRank {
 public:
  DistributedRank(mpi::Team& team, const Device& device, const DistributedCase& test)
      : team_(team), device_(device), request_{test.problem.normalised(), test.in, test.out, {}, test.real_rows} {
    const mpi::Schedule schedule = mpi::make_schedule(request_.problem, test.in, test.out);
    const int chunks = schedule.method->of_matrix ? 1 : test.chunks;
    // Devices that compute in the host's memory have no copy engines to push several chunks.
    const bool stores = test.carrier == mpi::Carrier::peer && chunks > 1 && !mpi::is_of_cuda(device);
    const mpi::Carrier carrier = stores ? mpi::Carrier::mpi_host : test.carrier;
    prepared_ = std::make_unique<mpi::Prepared>(
        team, device, request_, configuration_of(schedule, request_.problem, chunks, carrier), test.table);
  }

  [[nodiscard]] mpi::Prepared& prepared() { return *prepared_; }

  /// An execution on this rank's part of whole_input(); its part of the output.
  Bytes run(UserSide side) {
    const Problem& problem = request_.problem;
    const auto rank = static_cast<std::size_t>(team_.rank());
    Bytes in = cut_out(whole_input(problem), problem.input_lengths(), problem.batch, problem.input_element_bytes(),
                       request_.in.boxes[rank]);
    const auto length = static_cast<std::size_t>(problem.lengths.back());
    const std::size_t real = problem.precision == Precision::f64 ? 8 : 4;
    const bool padded = request_.real_rows == mpi::RealRows::padded;
    if (padded && problem.kind == Kind::r2c) in = with_rows(in, length * real, 2 * (length / 2 + 1) * real);
    const std::size_t out_bytes = mpi::bytes_of(request_, mpi::Side::output, team_.rank());
    const bool in_place = problem.placement == Placement::in_place;
    const std::size_t in_bytes = in.size();
    if (in_place) in.resize(std::max(in.size(), out_bytes));
    Bytes out(in_place ? in.size() : out_bytes);
    mpi::ExecutionArrays user{in.data(), in.size(), in_place ? in.data() : out.data(), out.size()};
    user.in_place = in_place;
    const Stream stream(device_);
    if (side == UserSide::device) {
      if (!in.empty()) user.input_buffer = Buffer(device_, in.size());
      user.output_buffer = user.input_buffer;
      if (!in_place) user.output_buffer = out.empty() ? Buffer() : Buffer(device_, out.size());
      if (in_bytes > 0) stream.upload(user.input_buffer, in.data(), in_bytes);
    }
    prepared_->execute(user);
    if (side == UserSide::device && !out.empty()) {
      stream.download(user.output_buffer, out.data(), out.size());
    } else if (in_place) {
      out = in;
    }
    out.resize(out_bytes);
    if (padded && problem.kind == Kind::c2r) out = with_rows(out, 2 * (length / 2 + 1) * real, length * real);
    return out;
  }

 private:
  mpi::Team& team_;
  Device device_;
  mpi::Request request_;
  std::unique_ptr<mpi::Prepared> prepared_;
};

/// The whole output of one rank.
inline Bytes run_alone(const Device& device, const Problem& problem) {
  mpi::ThreadRanks alone(1);
  mpi::ThreadTeam team(alone, 0);
  return DistributedRank(team, device,
                         {problem, mpi::Distribution::on_rank(problem.input_lengths(), 1),
                          mpi::Distribution::on_rank(problem.output_lengths(), 1)})
      .run(UserSide::host);
}

/// Expects the bits of one rank on every rank, in one chunk and in three unless the case says how many.
inline void expect_bits_of_one(const DistributedCase& test, const std::function<Device(int)>& device_of,
                               UserSide side) {
  SCOPED_TRACE(test.problem.token() + " from " + test.in.text() + " to " + test.out.text());
  const Problem problem = test.problem.normalised();
  const Bytes expected = run_alone(device_of(0), problem);
  EXPECT_TRUE(std::ranges::any_of(expected, [](std::byte byte) { return byte != std::byte{}; })) << "nothing has run";
  std::vector<int> wrong(static_cast<std::size_t>(test.in.ranks()));
  mpi::run_ranks(test.in.ranks(), [&](mpi::ThreadTeam& team) {
    const Device device = device_of(team.rank());
    for (const int chunks : test.chunks > 1 ? std::vector<int>{test.chunks} : std::vector<int>{1, 3}) {
      DistributedCase with_chunks = test;
      with_chunks.chunks = chunks;
      const Bytes own = DistributedRank(team, device, with_chunks).run(side);
      const Bytes wanted = cut_out(expected, problem.output_lengths(), problem.batch, problem.output_element_bytes(),
                                   test.out.boxes[static_cast<std::size_t>(team.rank())]);
      if (own != wanted) wrong[static_cast<std::size_t>(team.rank())] += chunks;
    }
    team.agree(std::nullopt);
  });
  for (std::size_t rank = 0; rank < wrong.size(); ++rank) EXPECT_EQ(wrong[rank], 0) << "rank " << rank;
}

/// A comparison of a transform from one distribution to another, with the bits of one device.
using ExpectBits =
    std::function<void(const char* token, const mpi::Distribution& in, const mpi::Distribution& out, UserSide side)>;

inline void expect_bits_for_slabs(const ExpectBits& expect_bits, std::initializer_list<int> numbers_of_ranks) {
  for (const int ranks : numbers_of_ranks) {
    for (const char* token : {"c2c:f32:8x6x4", "r2c:f32:6x8x10", "c2c:f32:8x12*2:inverse"}) {
      const Problem problem = Problem::parse(token);
      const int last = static_cast<int>(problem.lengths.size()) - 1;
      expect_bits(token, mpi::Distribution::slabs(problem.input_lengths(), ranks),
                  mpi::Distribution::slabs(problem.output_lengths(), ranks, last), UserSide::device);
    }
  }
}

/// Rows of real numbers with padding, in place and out of place, from slabs of the first axis and back.
inline void expect_bits_with_padded_rows(const std::function<Device(int)>& device_of, mpi::Carrier carrier, int ranks,
                                         UserSide side) {
  for (const char* token : {"r2c:f32:6x9x10", "r2c:f64:7x6x5*2:inplace", "r2c:f32:8x12:inplace",
                            "c2r:f32:6x9x10:inplace", "c2r:f64:7x6x5*2", "c2r:f32:8x13:inplace"}) {
    const Problem problem = Problem::parse(token);
    const bool forward = problem.kind == Kind::r2c;
    const mpi::Distribution in = mpi::Distribution::slabs(problem.input_lengths(), ranks, forward ? 0 : 1);
    const mpi::Distribution out = mpi::Distribution::slabs(problem.output_lengths(), ranks, forward ? 1 : 0);
    expect_bits_of_one({problem, in, out, 1, carrier, mpi::carriers(), mpi::RealRows::padded}, device_of, side);
  }
}

/// Numbers between axes, and so messages, of a type of their own.
inline void expect_bits_with_narrow_messages(const ExpectBits& expect_bits) {
  for (const char* token : {"c2c:f32:8x6x4:scratch=bf16", "r2c:f32:6x8x10:scratch=f16", "c2r:f64:4x6x8:scratch=f32"}) {
    const Problem problem = Problem::parse(token);
    expect_bits(token, mpi::Distribution::slabs(problem.input_lengths(), 3),
                mpi::Distribution::slabs(problem.output_lengths(), 3, 2), UserSide::device);
    expect_bits(token, mpi::Distribution::bricks(problem.input_lengths(), 2),
                mpi::Distribution::slabs(problem.output_lengths(), 2), UserSide::device);
  }
}

inline void expect_bits_for_pencils_and_bricks(const ExpectBits& expect_bits, int bricks) {
  const Problem c2c = Problem::parse("c2c:f64:6x5x4");
  expect_bits("c2c:f64:6x5x4", mpi::Distribution::pencils(c2c.lengths, 4, 2),
              mpi::Distribution::pencils(c2c.lengths, 4, 0), UserSide::device);
  const Problem c2r = Problem::parse("c2r:f32:4x6x8");
  expect_bits("c2r:f32:4x6x8", mpi::Distribution::bricks(c2r.input_lengths(), bricks),
              mpi::Distribution::slabs(c2r.output_lengths(), bricks), UserSide::device);
}

/// `side` is that of arrays which begin on one rank.
inline void expect_bits_for_uneven_boxes(const ExpectBits& expect_bits, UserSide side) {
  for (const char* token : {"c2c:f16:6x10", "r2c:f32:5x6x7", "c2c:f32:6x8:inplace", "dht:f32:6x7"}) {
    const Problem problem = Problem::parse(token);
    expect_bits(token, random_boxes(problem.input_lengths(), 3, 5), random_boxes(problem.output_lengths(), 3, 8),
                UserSide::device);
    expect_bits(token, mpi::Distribution::on_rank(problem.input_lengths(), 2, 1),
                mpi::Distribution::slabs(problem.output_lengths(), 2), side);
  }
}

}  // namespace papilio::test
