// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "mpi/carriers/copy_queue.hpp"
#include "support/fake_cuda/fake_cuda.hpp"

namespace papilio::test {
namespace {

using mpi::Message;
using Copy = std::tuple<int, int, int>;  ///< sender, receiver and chunk

constexpr int chunks = 3;

/// Which ranks send to which, in which chunk.
std::set<Copy> all_to_all(int ranks) {
  std::set<Copy> copies;
  for (int i = 0; i < ranks * ranks * chunks; ++i) copies.insert({i % ranks, i / ranks % ranks, i / ranks / ranks});
  return copies;
}

std::set<Copy> some_of(const std::set<Copy>& copies, unsigned seed) {
  std::mt19937 random(seed);
  std::set<Copy> some;
  for (const Copy& copy : copies) {
    if (random() % 3 == 0) some.insert(copy);
  }
  return some;
}

class AllPushes : public testing::Test {
 protected:
  void SetUp() override { fake_cuda_state()->devices = 8; }

  /// Every rank carries out its copies in its order, and waits where it has to. Returns the order of all copies to each
  /// receiver, or what was done until all ranks waited for each other.
  static std::map<int, std::vector<Copy>> carried_out(int ranks, const std::set<Copy>& copies) {
    std::map<Copy, Copy> before;
    std::vector<std::vector<Copy>> to_do;
    for (int rank = 0; rank < ranks; ++rank) {
      const mpi::PeerCopyQueue pushes(Device("cuda:" + std::to_string(rank)), rank, ranks);
      std::vector<Message> sends;
      std::vector<Message> receives;
      for (const auto& [sender, receiver, chunk] : copies) {
        if (sender == rank) sends.push_back({receiver, 0, 16, chunk});
        if (receiver == rank) receives.push_back({sender, 0, 16, chunk});
      }
      to_do.emplace_back();
      for (const Message& message : pushes.in_order(sends)) {
        if (message.peer != rank) to_do.back().push_back({rank, message.peer, message.chunk});
      }
      std::map<Copy, Copy> next;
      for (const mpi::OrderedReceive& receive : pushes.from_others(receives)) {
        const Copy copy{receive.message.peer, rank, receive.message.chunk};
        if (receive.next) next[copy] = {receive.next->sender, rank, receive.next->chunk};
        if (!receive.before) continue;
        before[copy] = {receive.before->sender, rank, receive.before->chunk};
        EXPECT_NE(receive.before->sender, receive.message.peer) << "it waits for itself";
        EXPECT_EQ(next.at(before.at(copy)), copy) << "nobody tells it";
      }
    }
    std::map<int, std::vector<Copy>> done;
    std::set<Copy> finished;
    std::vector<std::size_t> at(static_cast<std::size_t>(ranks));
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < at.size(); ++rank) {
        if (at[rank] == to_do[rank].size()) continue;
        const Copy copy = to_do[rank][at[rank]];
        if (before.contains(copy) && !finished.contains(before.at(copy))) continue;
        finished.insert(copy);
        done[std::get<1>(copy)].push_back(copy);
        ++at[rank];
        moved = true;
      }
    }
    return done;
  }
};

/// In each chunk a receiver gets what its predecessor sends first, and then what the ranks before that send.
TEST_F(AllPushes, ComeFromOneSenderAfterTheOther) {
  for (const int ranks : {3, 4, 8}) {
    const std::map<int, std::vector<Copy>> done = carried_out(ranks, all_to_all(ranks));
    for (int receiver = 0; receiver < ranks; ++receiver) {
      std::vector<Copy> expected;
      for (int chunk = 0; chunk < chunks; ++chunk) {
        for (int step = 1; step < ranks; ++step)
          expected.push_back({(receiver - step + ranks) % ranks, receiver, chunk});
      }
      EXPECT_EQ(done.at(receiver), expected);
    }
  }
}

TEST_F(AllPushes, AllArriveWhoeverSendsToWhom) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const int ranks = 2 + static_cast<int>(seed % 5);
    const std::set<Copy> copies = some_of(all_to_all(ranks), seed);
    std::size_t others = 0;
    for (const auto& [sender, receiver, chunk] : copies) others += sender == receiver ? 0 : 1;
    std::size_t arrived = 0;
    for (const auto& [receiver, done] : carried_out(ranks, copies)) arrived += done.size();
    EXPECT_EQ(arrived, others) << "seed " << seed;
  }
}

}  // namespace
}  // namespace papilio::test
