// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A failure of one rank is the same error on every rank, and nobody waits.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <new>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <set>
#include <span>
#include <thread>

#include "arrays.hpp"
#include "environment.hpp"
#include "support/error_of.hpp"

namespace {

bool no_memory = false;  ///< the system has none for the library's arrays

}  // namespace

/// Instead of the standard library's: the arrays of plans are allocated so.
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& /*unused*/) noexcept {
  if (no_memory) return nullptr;
  try {
    return ::operator new(bytes, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

namespace papilio::test {
namespace {

using mpi::Distribution;
using testing::AllOf, testing::HasSubstr;

/// What something throws; empty if nothing.
std::string complaint_of(const std::function<void()>& work, ErrorCode code) { return test::message_of(code, work); }

mpi::Plan plan_of(const std::string& token) {
  const Problem problem = Problem::parse(token);
  return {MPI_COMM_WORLD, device(), problem, Distribution::slabs(problem.input_lengths(), ranks()),
          Distribution::slabs(problem.output_lengths(), ranks())};
}

/// The rank that fails: the last one.
bool fails() { return rank() == ranks() - 1; }
std::string who() { return "rank " + std::to_string(ranks() - 1) + ":"; }

TEST(Failures, OfArgumentsThatDifferNameTheRank) {
  if (ranks() == 1) GTEST_SKIP() << "one rank has nobody to differ from";
  const std::string complaint =
      complaint_of([] { plan_of(fails() ? "c2c:f32:8x8" : "c2c:f32:8x9"); }, ErrorCode::invalid_argument);
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("differs between ranks"), HasSubstr("8x8")));
}

TEST(Failures, OfADeviceOnOneRankNameTheRank) {
  const Problem problem = Problem::parse("c2c:f32:8x8");
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  const std::string complaint =
      complaint_of([&] { mpi::Plan(MPI_COMM_WORLD, fails() ? Device{} : device(), problem, slabs, slabs); },
                   ErrorCode::invalid_argument);
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("without a device")));
}

TEST(Failures, OfDistributionsSayWhatIsWrong) {
  const Problem problem = Problem::parse("r2c:f32:8x8");
  const Distribution slabs = Distribution::slabs({8, 8}, ranks());
  EXPECT_THAT(
      complaint_of([&] { mpi::Plan(MPI_COMM_WORLD, device(), problem, slabs, slabs); }, ErrorCode::invalid_argument),
      HasSubstr("output"));
  const Distribution more = Distribution::slabs({8, 8}, ranks() + 1);
  EXPECT_THAT(
      complaint_of([&] { mpi::Plan(MPI_COMM_WORLD, device(), problem, more, more); }, ErrorCode::invalid_argument),
      HasSubstr("boxes for"));
}

TEST(Failures, OfProblemsThatAreNotPackedSaySo) {
  for (const char* token : {"c2c:f32:8x8:planar", "c2c:f32:8x8:istrides=1,8", "c2c:f32:8x8:zero=[0,2)x-",
                            "c2c:f32:8x8*2:idist=100", "c2c:f32:8x8:ooffset=4"}) {
    EXPECT_THAT(complaint_of([&] { plan_of(token); }, ErrorCode::unsupported), HasSubstr("packed")) << token;
  }
}

TEST(Failures, OfASpanOnOneRankLeaveThePlanUsable) {
  const mpi::Plan plan = plan_of("c2c:f32:8x12");
  Bytes in(static_cast<std::size_t>(plan.input_elements() * 8));
  Bytes out(in.size());
  Bytes longer(in.size() + 8);
  const std::string complaint =
      complaint_of([&] { plan.execute(fails() ? longer : in, std::span(out)); }, ErrorCode::invalid_argument);
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("input span")));
  EXPECT_EQ(complaint_of([&] { plan.execute(in, std::span(out)); }, ErrorCode::internal), "");
  EXPECT_THAT(complaint_of([&] { plan.execute(std::span(out)); }, ErrorCode::invalid_argument),
              HasSubstr("out-of-place"));
}

TEST(Failures, OfCommunicatorsAreErrors) {
  const Problem problem = Problem::parse("c2c:f32:8x8");
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  EXPECT_THAT(
      complaint_of([&] { mpi::Plan(MPI_COMM_NULL, device(), problem, slabs, slabs); }, ErrorCode::invalid_argument),
      HasSubstr("MPI_COMM_NULL"));
  EXPECT_THAT(complaint_of([] { (void)mpi::Plan().work_bytes(); }, ErrorCode::invalid_argument), HasSubstr("none"));
}

TEST(Failures, OfMemoryOnOneRankNameTheRank) {
  if (ranks() == 1) GTEST_SKIP() << "one rank receives nothing";
  const Problem problem = Problem::parse("c2c:f32:16x16");
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  mpi::Options options;
  options.carrier = mpi::Carrier::mpi_host;
  const auto make = [&] { return mpi::Plan(MPI_COMM_WORLD, device(), problem, slabs, slabs, options); };
  no_memory = fails();
  const std::string complaint = complaint_of([&] { (void)make(); }, ErrorCode::out_of_memory);
  no_memory = false;
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("bytes of host memory"), HasSubstr("use more ranks")));
  Bytes in(static_cast<std::size_t>(make().input_elements() * 8));
  Bytes out(in.size());
  EXPECT_EQ(complaint_of([&] { make().execute(in, std::span(out)); }, ErrorCode::internal), "");
}

/// While it is there, this rank's files and shared memory have 1 MiB at most.
class SmallFiles {
 public:
  explicit SmallFiles(bool here) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small = before_;
    if (here) small.rlim_cur = rlim_t{1} << 20;
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = SIG_DFL;
};

/// The names of memory that processes share, where the system shows them.
std::set<std::string> shared_names() {
  std::set<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm", none)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("papilio-")) names.insert(name);
  }
  return names;
}

/// Other processes' names come and go meanwhile; what stays is a leak.
bool all_go_soon(const std::set<std::string>& names) {
  for (int i = 0; i < 100; ++i) {
    const std::set<std::string> now = shared_names();
    if (std::ranges::none_of(names, [&](const std::string& name) { return now.contains(name); })) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

/// Each rank's share of the array has 4 MiB, and the last rank cannot have so much.
mpi::Plan plan_that_shares(const mpi::Options& options) {
  const SmallFiles small(fails());
  const Problem problem = Problem::parse("c2c:f32:512x" + std::to_string(1024 * ranks()));
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks(), 1);
  return {MPI_COMM_WORLD, device(), problem, slabs, slabs, options};
}

TEST(Failures, OfSharedMemoryOnOneRankLeaveNoneBehind) {
  if (device().info().kind != DeviceKind::cpu) GTEST_SKIP() << "the device has memory of its own";
  const std::set<std::string> before = shared_names();
  mpi::Options options;
  options.carrier = mpi::Carrier::peer;
  const std::string complaint = complaint_of([&] { (void)plan_that_shares(options); }, ErrorCode::out_of_memory);
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("memory that processes share"), HasSubstr("mpi_host")));
  std::set<std::string> left = shared_names();
  for (const std::string& name : before) left.erase(name);
  EXPECT_TRUE(all_go_soon(left)) << testing::PrintToString(left);
}

TEST(Failures, OfSharedMemoryThatNobodyAskedForAreNone) {
  if (device().info().kind != DeviceKind::cpu) GTEST_SKIP() << "the device has memory of its own";
  if (ranks() == 1) GTEST_SKIP() << "one rank shares nothing";
  const mpi::Plan plan = plan_that_shares({});
  EXPECT_THAT(plan.choice(), HasSubstr("carrier=mpi"));
  EXPECT_THAT(plan.describe(),
              AllOf(HasSubstr("note \"messages by MPI, because "), HasSubstr("memory that processes share")));
  Bytes in(static_cast<std::size_t>(plan.input_elements() * 8));
  Bytes out(in.size());
  EXPECT_EQ(complaint_of([&] { plan.execute(in, std::span(out)); }, ErrorCode::internal), "");
  if (ranks() != 2) return;  // a search takes seconds
  mpi::Options options;
  options.effort = Effort::measure;
  const mpi::Plan measured = plan_that_shares(options);
  EXPECT_THAT(measured.choice(), HasSubstr("carrier=mpi"));
  EXPECT_THAT(measured.describe(), AllOf(HasSubstr("from=measured"), HasSubstr("messages by MPI, because ")));
}

TEST(Plans, WorkOnACommunicatorOfSomeRanks) {
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, -rank(), &half);
  int members = 0;
  int place = 0;
  MPI_Comm_size(half, &members);
  MPI_Comm_rank(half, &place);
  const Problem problem = Problem::parse("c2c:f32:6x4");
  const Distribution slabs = Distribution::slabs(problem.lengths, members);
  {
    const mpi::Plan plan(half, device(), problem, slabs, slabs);
    Bytes out(static_cast<std::size_t>(plan.output_elements() * 8));
    plan.execute(cut_out(whole_input(problem), problem.lengths, 1, 8, slabs.boxes[static_cast<std::size_t>(place)]),
                 std::span(out));
    EXPECT_EQ(plan.output_elements(), slabs.boxes[static_cast<std::size_t>(place)].volume());
  }
  MPI_Comm_free(&half);
}

}  // namespace
}  // namespace papilio::test
