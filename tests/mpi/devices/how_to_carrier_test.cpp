// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// docs/how-to/add-a-carrier.md, step by step: a carrier that exists only here. Its messages are letters of a Post.
#include <algorithm>

#include "mpi/devices/fixture.hpp"
#include "support/test_device.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;
using mpi::Message;

// Step 1: the transport.
class Letters final : public mpi::Transport {
 public:
  explicit Letters(std::unique_ptr<mpi::Post> post) : post_(std::move(post)) {}

  void expect(std::span<const Message> receives, std::byte* to, const Stream& /*stream*/) override {
    receives_.assign(receives.begin(), receives.end());
    to_ = to;
  }
  void send(std::span<const Message> messages, int chunk, const std::byte* from) override {
    for (const Message& message : messages) {
      post_->tell(message.peer, chunk, {from + message.offset, static_cast<std::size_t>(message.bytes)});
      ++letters;
    }
  }
  void wait(int chunk) override {
    for (const Message& message : receives_) {
      if (message.chunk != chunk) continue;
      post_->hear(message.peer, chunk, {to_ + message.offset, static_cast<std::size_t>(message.bytes)});
    }
  }
  void finish() override { post_->finish(); }

  static inline std::atomic<int> letters = 0;

 private:
  std::unique_ptr<mpi::Post> post_;
  std::vector<Message> receives_;
  std::byte* to_ = nullptr;
};

// Step 2: the row. Automatic plans of more than two ranks do without.
constexpr auto letter = static_cast<mpi::Carrier>(1000);

std::optional<std::string> letters_unavailable(mpi::Team& team, const Device& /*device*/, int /*chunks*/) {
  if (team.ranks() > 2) return "the post is slow";
  return std::nullopt;
}

mpi::Carriage make_letters(const mpi::CarrierOf& of) { return {std::make_unique<Letters>(of.team.make_post())}; }

const mpi::CarrierKind letter_carrier{"letter", letter, "letters", letters_unavailable, make_letters};

// Step 3: the table.
std::vector<const mpi::CarrierKind*> table_with_letters() {
  std::vector<const mpi::CarrierKind*> table = {&letter_carrier};
  table.insert(table.end(), mpi::carriers().begin(), mpi::carriers().end());
  return table;
}

// Step 4: the bits of one rank, between any boxes, in one chunk and in three.
TEST(HowToAddACarrier, LettersCarryTheBitsOfOneRank) {
  std::string why;
  const Device device = open_test_device(why);
  if (!device) GTEST_SKIP() << why;
  const std::vector<const mpi::CarrierKind*> table = table_with_letters();
  for (const char* token : {"c2c:f32:8x6x10", "r2c:f32:6x9:inplace", "c2c:f32:60*2"}) {
    const Problem problem = Problem::parse(token);
    Letters::letters = 0;
    expect_bits_of_one(
        {problem, Distribution::slabs(problem.input_lengths(), 3), random_boxes(problem.output_lengths(), 3, 4), 1,
         letter, table},
        [&](int) { return device; }, UserSide::host);
    EXPECT_GT(Letters::letters, 0) << "something else carries messages";
  }
}

TEST(HowToAddACarrier, AutomaticPlansMayHaveIt) {
  const std::vector<const mpi::CarrierKind*> table = table_with_letters();
  for (const int ranks : {2, 3}) {
    mpi::run_ranks(ranks, [&](mpi::ThreadTeam& team) {
      const std::vector<mpi::Carrier> found = mpi::carriers_for(team, {}, Device("opencl"), table);
      EXPECT_EQ(std::ranges::count(found, letter), ranks == 2 ? 1 : 0);
      EXPECT_EQ(found.back(), mpi::Carrier::mpi_host);
    });
  }
}

TEST(Carriers, HaveNamesAndValuesOfTheirOwn) {
  for (const mpi::CarrierKind* const kind : mpi::carriers()) {
    EXPECT_EQ(mpi::carrier_named(kind->name), kind->value);
    EXPECT_EQ(mpi::name_of(kind->value), kind->name);
    EXPECT_EQ(&mpi::kind_of(kind->value), kind);
  }
  EXPECT_EQ(mpi::carrier_named("auto"), mpi::Carrier::automatic);
  EXPECT_EQ(mpi::carrier_named("pigeon"), std::nullopt);
  EXPECT_EQ(mpi::carrier_names(), "mpi, mpi-device, nccl and peer");
}

}  // namespace
}  // namespace papilio::test
