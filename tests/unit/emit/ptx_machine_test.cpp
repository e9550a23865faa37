// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The PTX machine: what it rejects, what it reports, and that small programs give the results that the IR defines.
#include "support/ptx_machine.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <papilio/error.hpp>

#include "support/emitted_modules.hpp"
#include "support/error_of.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::test {
namespace {

using ir::ScalarKind;
using testing::AllOf, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

/// A kernel of four threads: %rd1 is a buffer, %r0 the thread, %r1 a shared array of 64 bytes, %r2 the address of the
/// thread's word in it, %rd2 that in the buffer.
std::string text_of(std::string_view body, int architecture = 70, std::string_view directives = "") {
  return fmt::format(
      ".version 6.0\n.target sm_{}\n.address_size 64\n.visible .entry k(\n  .param .u64 data\n)\n.maxntid 4\n{}{{\n"
      "  .reg .f32 %f<4>;\n  .reg .f64 %fd<4>;\n  .reg .pred %p<2>;\n  .reg .b32 %r<9>;\n  .reg .b64 %rd<9>;\n  .reg "
      ".b16 %h<2>;\n"
      "  .shared .align 16 .b8 s[64];\n  ld.param.u64 %rd0, [data];\n  cvta.to.global.u64 %rd1, %rd0;\n  mov.u32 %r1, "
      "s;\n"
      "  mov.u32 %r0, %tid.x;\n  shl.b32 %r2, %r0, 2;\n  mul.wide.s32 %rd2, %r2, 1;\n  add.s32 %r2, %r1, %r2;\n"
      "  add.s64 %rd2, %rd1, %rd2;\n  mov.f32 %f0, 0f3F800000;\n{}  ret;\n}}\n",
      architecture, directives, body);
}

constexpr int first_line = 25;  ///< line of the body's start

struct Outcome {
  std::vector<float> data = std::vector<float>(16, 2.0F);
  PtxReport report;
};

Outcome run(std::string_view body) {
  Outcome result;
  PtxLaunch launch;
  launch.buffers = {{reinterpret_cast<std::byte*>(result.data.data()), 64}};
  result.report = run_ptx(text_of(body), launch);
  return result;
}

std::vector<std::string> faults_of(std::string_view body) { return run(body).report.faults; }

void expect_refused(std::string_view body, const std::string& why) {
  const Error error = test::error_of([&] { (void)faults_of(body); });
  EXPECT_THAT(error.what(), AllOf(HasSubstr(fmt::format("line {} ", first_line)), HasSubstr(why)));
}

TEST(PtxMachine, RunsThreadsFromBarrierToBarrier) {
  const Outcome result =
      run("  cvt.rn.f32.s32 %f1, %r0;\n  st.shared.f32 [%r2], %f1;\n  bar.sync 0;\n  xor.b32 %r3, %r0, 3;\n  shl.b32 "
          "%r3, %r3, 2;\n"
          "  add.s32 %r3, %r1, %r3;\n  ld.shared.f32 %f2, [%r3];\n  fma.rn.f32 %f2, %f2, %f2, %f0;\n  st.global.f32 "
          "[%rd2+16], %f2;\n");
  EXPECT_THAT(result.report.faults, IsEmpty());
  EXPECT_EQ(result.report.barriers, 1);
  EXPECT_THAT(std::vector<float>(result.data.begin() + 3, result.data.begin() + 9), ElementsAre(2, 10, 5, 2, 1, 2));
}

TEST(PtxMachine, LoopsAndBranchesByPredicates) {
  const Outcome result =
      run("  mov.s32 %r3, 0;\n  setp.ge.s32 %p0, %r3, %r0;\n  @%p0 bra $1;\n$0:\n  .pragma \"nounroll\";\n  add.rn.f32 "
          "%f0, %f0, %f0;\n"
          "  add.s32 %r3, %r3, 1;\n  setp.lt.s32 %p0, %r3, %r0;\n  @%p0 bra $0;\n$1:\n  setp.eq.s32 %p1, %r0, 2;\n  "
          "@!%p1 bra $2;\n"
          "  neg.f32 %f0, %f0;\n$2:\n  st.global.f32 [%rd2], %f0;\n");
  EXPECT_THAT(result.report.faults, IsEmpty());
  EXPECT_THAT(std::vector<float>(result.data.begin(), result.data.begin() + 5), ElementsAre(1, 2, -4, 8, 2));
}

/// Matches a fault in this line of the body, counted from 0.
auto is_fault(int line, const std::string& what) {
  return AllOf(HasSubstr(fmt::format("line {}:", first_line + line)), HasSubstr(what));
}

TEST(PtxMachine, ReportsRaces) {
  EXPECT_THAT(faults_of("  st.shared.f32 [%r1], %f0;\n"),
              ElementsAre(is_fault(0, "thread 0 of block 0 writes it too")));
  EXPECT_THAT(faults_of("  st.shared.f32 [%r2], %f0;\n  ld.shared.f32 %f1, [%r1];\n"),
              ElementsAre(is_fault(1, "writes what it reads")));
  const std::string all_read = "  st.shared.f32 [%r2], %f0;\n  bar.sync 0;\n  ld.shared.f32 %f1, [%r1+12];\n";
  const std::string last_writes = "  setp.lt.s32 %p0, %r0, 3;\n  @%p0 bra $0;\n  st.shared.f32 [%r2], %f1;\n$0:\n";
  EXPECT_THAT(faults_of(all_read + last_writes), ElementsAre(is_fault(5, "reads what it writes")));
  EXPECT_THAT(faults_of(all_read + "  bar.sync 0;\n" + last_writes), IsEmpty());
}

TEST(PtxMachine, ReportsAccessesThatAreNotAligned) {
  EXPECT_THAT(faults_of("  ld.global.v2.f32 {%f1, %f2}, [%rd1+4];\n"), ElementsAre(HasSubstr("meets 8 bytes")));
  EXPECT_THAT(faults_of("  ld.global.v4.f32 {%f1, %f2, %f3, %f0}, [%rd1+8];\n"),
              ElementsAre(HasSubstr("meets 16 bytes")));
  EXPECT_THAT(faults_of("  ld.global.v4.f32 {%f1, %f2, %f3, %f0}, [%rd1+16];\n"), IsEmpty());
  EXPECT_THAT(faults_of("  st.shared.v2.f32 [%r2], {%f0, %f0};\n"), testing::Contains(HasSubstr("no multiple")));
}

TEST(PtxMachine, ReportsAccessesOutOfBounds) {
  for (const char* access :
       {"ld.global.f32 %f1, [%rd2+52]", "ld.global.f32 %f1, [%rd1-4]", "st.shared.f32 [%r2+52], %f0"}) {
    EXPECT_THAT(faults_of(fmt::format("  {};\n", access)), ElementsAre(HasSubstr("out of bounds"))) << access;
  }
}

TEST(PtxMachine, ReportsWhatNobodyHasWritten) {
  EXPECT_THAT(faults_of("  add.rn.f32 %f1, %f0, %f2;\n"), ElementsAre(HasSubstr("reads %f2")));
  EXPECT_THAT(faults_of("  @%p0 bra $0;\n$0:\n"), ElementsAre(HasSubstr("reads %p0")));
  EXPECT_THAT(faults_of("  st.global.f32 [%rd2], %f2;\n"), ElementsAre(HasSubstr("reads %f2")));
  EXPECT_THAT(faults_of("  ld.shared.f32 %f1, [%r2];\n"), ElementsAre(HasSubstr("nobody has written")));
}

TEST(PtxMachine, ReportsBarriersThatNotAllReach) {
  EXPECT_THAT(faults_of("  setp.lt.s32 %p0, %r0, 3;\n  @%p0 bra $0;\n  bar.sync 0;\n$0:\n"),
              ElementsAre(HasSubstr("1 of 4 threads")));
  EXPECT_THAT(faults_of("  setp.lt.s32 %p0, %r0, 3;\n  @%p0 bra $0;\n  bar.sync 0;\n$0:\n  bar.sync 0;\n"),
              ElementsAre(HasSubstr("3 of 4 threads")));
}

TEST(PtxMachine, ReportsWritesToWhatCachesKeep) {
  EXPECT_THAT(faults_of("  ld.global.nc.f32 %f1, [%rd2];\n  st.global.f32 [%rd2], %f1;\n"),
              testing::Contains(is_fault(1, "as what nobody writes")));
}

TEST(PtxMachine, ReportsLoopsWithoutAnEnd) {
  EXPECT_THAT(faults_of("$0:\n  bra $0;\n"), ElementsAre(HasSubstr("does not come to an end")));
}

TEST(PtxMachine, RefusesWhatItDoesNotKnow) {
  expect_refused("  sqrt.rn.f32 %f1, %f0;\n", "unknown instruction");
  expect_refused("  add.f32 %f1, %f0, %f0;\n", "unknown instruction");
  expect_refused("  add.rn.f32 %f1, %f0, %f9;\n", "%f9 is no register");
  expect_refused("  add.rn.f32 %f1, %f0, %fd0;\n", "%fd0 does not fit");
  expect_refused("  add.rn.f32 %f1, %f0, 0d3FF0000000000000;\n", "no constant");
  expect_refused("  add.s32 %r3, %r0, 4294967296;\n", "no constant");
  expect_refused("  add.s32 %rd3, %r0, 1;\n", "%rd3 does not fit");
  expect_refused("  shl.b64 %rd3, %rd0, %rd1;\n", "%rd1 does not fit");
  expect_refused("  ld.global.f32 %f1, [%r0];\n", "%r0 does not fit");
  expect_refused("  ld.global.v4.f64 {%fd0, %fd1, %fd2, %fd3}, [%rd1];\n", "16 bytes");
  expect_refused("  ld.global.v2.f32 {%f1, %f2, %f3}, [%rd1];\n", "2 numbers");
  expect_refused("  add.s32 %r3, %r0;\n", "3 operands");
  expect_refused("  add.s32 %r3, %tid.x, 1;\n", "special registers");
  expect_refused("  cvt.rn.f16x2.f32 %r3, %f0, %f0;\n", "sm_80");
  expect_refused("  griddepcontrol.wait;\n", "sm_90");
  expect_refused("  ret\n", "no ;");
}

TEST(PtxMachine, RefusesLabelsThatAreNotThere) { EXPECT_THROW((void)faults_of("  bra $7;\n"), Error); }

TEST(PtxMachine, WantsEveryParameter) { EXPECT_THROW((void)run_ptx(text_of(""), {}), Error); }

/// Two blocks of four threads: %r3 is the other block's rank, %r4 the thread's word there.
std::vector<std::string> cluster_faults_of(std::string_view body, PtxReport* report = nullptr,
                                           std::vector<float>* data = nullptr) {
  const std::string address =
      "  mov.u32 %r3, %ctaid.x;\n  xor.b32 %r3, %r3, 1;\n  mapa.shared::cluster.u32 %r4, %r2, %r3;\n";
  std::vector<float> memory(16, 2.0F);
  PtxLaunch launch;
  launch.buffers = {{reinterpret_cast<std::byte*>(memory.data()), 64}};
  launch.blocks = 2;
  const PtxReport result =
      run_ptx(text_of(address + std::string(body), 90, ".explicitcluster\n.reqnctapercluster 2, 1, 1\n"), launch);
  if (report != nullptr) *report = result;
  if (data != nullptr) *data = memory;
  return result.faults;
}

const std::string meet = "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n";
const std::string store_away = "  st.shared::cluster.f32 [%r4], %f0;\n";
const std::string load_own = "  ld.shared.f32 %f1, [%r2];\n";

TEST(PtxMachineClusters, BlocksWriteToEachOther) {
  PtxReport report;
  std::vector<float> data;
  const std::string body =
      "  shl.b32 %r5, %r3, 2;\n  add.s32 %r5, %r5, %r0;\n  cvt.rn.f32.s32 %f1, %r5;\n  st.shared.f32 [%r2+16], %f0;\n" +
      meet + "  st.shared::cluster.f32 [%r4], %f1;\n" + meet +
      "  ld.shared.f32 %f2, [%r2];\n  ld.shared.f32 %f3, [%r2+16];\n  add.rn.f32 %f2, %f2, %f3;\n"
      "  mul.wide.s32 %rd3, %r5, 4;\n  add.s64 %rd3, %rd1, %rd3;\n  st.global.f32 [%rd3+16], %f2;\n";
  EXPECT_THAT(cluster_faults_of(body, &report, &data), IsEmpty());
  EXPECT_EQ(report.barriers, 2);
  // Each block writes what it received, plus 1, to the other block's place.
  EXPECT_THAT(std::vector<float>(data.begin() + 3, data.begin() + 13), ElementsAre(2, 5, 6, 7, 8, 1, 2, 3, 4, 2));
}

TEST(PtxMachineClusters, WritesVectorsOfBothTypes) {
  const std::string places =
      "  add.s32 %r5, %r1, 0;\n  mapa.shared::cluster.u32 %r5, %r5, %r3;\n  mov.f64 %fd0, 0d3FF0000000000000;\n";
  const std::string first = "  setp.eq.s32 %p0, %r0, 0;\n  @!%p0 bra $0;\n";
  for (const char* store : {"v4.f32 [%r5+16], {%f0, %f0, %f0, %f0}", "v2.f32 [%r5+24], {%f0, %f0}",
                            "v2.f64 [%r5], {%fd0, %fd0}", "f64 [%r5+56], %fd0"}) {
    EXPECT_THAT(cluster_faults_of(meet + places + first + fmt::format("  st.shared::cluster.{};\n$0:\n", store) + meet),
                IsEmpty())
        << store;
  }
  const auto faults =
      cluster_faults_of(meet + places + "  st.shared::cluster.v4.f32 [%r5+8], {%f0, %f0, %f0, %f0};\n" + meet);
  EXPECT_THAT(faults, ElementsAre(HasSubstr("no multiple")));
}

TEST(PtxMachineClusters, ReportRaces) {
  const std::string write_own = "  st.shared.f32 [%r2], %f0;\n";
  EXPECT_THAT(cluster_faults_of(meet + store_away + meet + load_own), IsEmpty());
  EXPECT_THAT(cluster_faults_of(meet + store_away + "  bar.sync 0;\n" + load_own + meet),
              ElementsAre(AllOf(HasSubstr("thread 0 of block 0 is in a race"),
                                HasSubstr("thread 0 of block 1 writes what it reads"))));
  EXPECT_THAT(cluster_faults_of(write_own + meet + load_own + "  bar.sync 0;\n" + store_away + meet),
              ElementsAre(AllOf(HasSubstr("thread 0 of block 0 is in a race"),
                                HasSubstr("thread 0 of block 1 reads what it writes"))));
  EXPECT_THAT(cluster_faults_of(meet + write_own + store_away + meet),
              ElementsAre(HasSubstr("writes it too"), HasSubstr("writes it too")));
  // A block's barrier synchronises only that block.
  EXPECT_THAT(cluster_faults_of(write_own + "  bar.sync 0;\n  ld.shared.f32 %f1, [%r1];\n"), IsEmpty());
  EXPECT_THAT(
      cluster_faults_of(
          write_own + "  setp.eq.s32 %p0, %r3, 0;\n  @%p0 bra $0;\n  bar.sync 0;\n$0:\n  ld.shared.f32 %f1, [%r1];\n"),
      ElementsAre(HasSubstr("thread 1 of block 1 is in a race")));
}

TEST(PtxMachineClusters, ReportWhatIsWrongWithMeetings) {
  const std::string arrive = "  barrier.cluster.arrive.aligned;\n";
  const std::string wait = "  barrier.cluster.wait.aligned;\n";
  EXPECT_THAT(cluster_faults_of(arrive + arrive + wait), ElementsAre(HasSubstr("arrives twice")));
  EXPECT_THAT(cluster_faults_of(wait), ElementsAre(HasSubstr("has not arrived")));
  EXPECT_THAT(cluster_faults_of(arrive), ElementsAre(HasSubstr("ends between")));
  EXPECT_THAT(cluster_faults_of(arrive + "  st.shared.f32 [%r2], %f0;\n" + wait),
              ElementsAre(HasSubstr("between arrive and wait")));
  EXPECT_THAT(cluster_faults_of(store_away + meet), ElementsAre(HasSubstr("may not run yet")));
  EXPECT_THAT(cluster_faults_of(meet + store_away), ElementsAre(HasSubstr("ends before")));
  EXPECT_THAT(cluster_faults_of("  setp.eq.s32 %p0, %r3, 0;\n  @%p0 bra $0;\n" + meet + "$0:\n"),
              ElementsAre(HasSubstr("4 of 8 threads of the cluster at block 0")));
  EXPECT_THAT(cluster_faults_of("  setp.lt.s32 %p0, %r0, 3;\n  @%p0 bra $0;\n" + arrive + "  bra $1;\n$0:\n" + arrive +
                                "$1:\n" + wait),
              ElementsAre(HasSubstr("6 of 8 threads")));
}

TEST(PtxMachineClusters, ReportPlacesThatAreNotThere) {
  EXPECT_THAT(cluster_faults_of(meet + "  st.shared::cluster.f32 [%r4+64], %f0;\n" + meet),
              ElementsAre(HasSubstr("out of bounds")));
  EXPECT_THAT(cluster_faults_of(
                  meet + "  mapa.shared::cluster.u32 %r5, %r2, 2;\n  st.shared::cluster.f32 [%r5], %f0;\n" + meet),
              ElementsAre(HasSubstr("out of bounds")));
  EXPECT_THAT(cluster_faults_of(
                  meet + "  mapa.shared::cluster.u32 %r5, %r2, -1;\n  st.shared::cluster.f32 [%r5], %f0;\n" + meet),
              ElementsAre(HasSubstr("out of bounds")));
  EXPECT_THAT(cluster_faults_of(meet + "  st.shared.f32 [%r4], %f0;\n"), ElementsAre(HasSubstr("out of bounds")));
}

TEST(PtxMachineClusters, AreRefusedInPartsAndOnOlderDevices) {
  PtxLaunch launch;
  std::vector<float> memory(16);
  launch.buffers = {{reinterpret_cast<std::byte*>(memory.data()), 64}};
  const char* const directives = ".explicitcluster\n.reqnctapercluster 2, 1, 1\n";
  EXPECT_THROW((void)run_ptx(text_of("", 90, directives), launch), Error);
  launch.blocks = 2;
  EXPECT_TRUE(run_ptx(text_of("", 90, directives), launch).ok());
  EXPECT_THROW((void)run_ptx(text_of("", 80, directives), launch), Error);
  expect_refused("  barrier.cluster.arrive.aligned;\n", "sm_90");
  expect_refused("  mapa.shared::cluster.u32 %r5, %r2, 0;\n", "sm_90");
  expect_refused("  st.shared::cluster.f32 [%r2], %f0;\n", "sm_90");
  expect_refused("  ld.shared::cluster.f32 %f1, [%r2];\n", "no such memory");
}

/// Floats of different signs, magnitudes and bits; small numbers for integers.
template <typename T>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> result(count);
  for (std::size_t i = 0; i < count; ++i) {
    result[i] = std::is_integral_v<T> ? static_cast<T>(3 + i * 5 % 11)
                                      : static_cast<T>(3 * std::sin(1.0 + 7.0 * static_cast<double>(i)));
  }
  return result;
}

/// Expects that the module's PTX gives the same results as its IR, from one buffer to another.
template <typename T>
void expect_same(const ir::Module& module) {
  constexpr std::int64_t count = 8192;
  std::vector<T> in = numbers<T>(count);
  std::vector<T> out(count, T{77});
  const ir::Binding bindings[] = {{reinterpret_cast<std::byte*>(in.data()), count},
                                  {reinterpret_cast<std::byte*>(out.data()), count}};
  std::vector<std::int64_t> scalars;
  for (std::size_t i = 0; i < module.scalars.size(); ++i) scalars.push_back(90 / static_cast<std::int64_t>(i + 1));
  EXPECT_THAT(run_as_ptx_too(module, bindings, scalars, 2 * module.cluster), IsEmpty()) << module.name;
  EXPECT_NE(out, std::vector<T>(count, T{77})) << module.name;
}

TEST(PtxMachine, AgreesWithTheInterpreterOnEveryOperation) {
  for (const int lanes : {1, 2, 4}) expect_same<float>(float_module(ScalarKind::f32, lanes));
  expect_same<double>(float_module(ScalarKind::f64, 1));
  expect_same<std::int32_t>(integer_module());
  expect_same<float>(scale_module());
  expect_same<float>(carried_module());
  expect_same<float>(exchange_module(ScalarKind::f32));
  expect_same<double>(exchange_module(ScalarKind::f64));
  expect_same<double>(big_shared_module());
  expect_same<float>(cluster_module(ScalarKind::f32));
  expect_same<double>(cluster_module(ScalarKind::f64));
}

}  // namespace
}  // namespace papilio::test
