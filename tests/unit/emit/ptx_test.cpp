// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Assembles PTX with ptxas for an old, a current and a new architecture; no GPU is needed.
#include <gmock/gmock.h>

#include <functional>
#include <papilio/error.hpp>

#include "emit/emit.hpp"
#include "support/emitted_modules.hpp"
#include "support/error_of.hpp"
#include "support/ptxas.hpp"

namespace papilio::emit {
namespace {

using ir::Buffer;
using ir::Builder;
using ir::ScalarKind;
using ir::Value;
using test::CudaBuild;
using test::Ptxas;
using testing::AllOf, testing::ContainsRegex, testing::HasSubstr, testing::Not, testing::StartsWith;

std::string text_of(const std::function<void(Builder&)>& body) {
  Builder b("k", 64);
  body(b);
  return emit(b.finish(), Dialect::ptx).bytes;
}

/// Occurrences of `part` in `text`.
int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

class PtxText : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!ptxas_) GTEST_SKIP() << Ptxas::skip_message;
  }
  CudaBuild assemble(const ir::Module& module) {
    CudaBuild build =
        ptxas_->assemble(emit(module, Dialect::ptx, GetParam()).bytes, "sm_" + std::to_string(GetParam()));
    EXPECT_TRUE(build.ok) << module.name << "\n" << build.log;
    return build;
  }
  std::optional<Ptxas> ptxas_ = Ptxas::find();
};

TEST_P(PtxText, EveryModuleAssemblesWithoutAWarning) {
  for (const ir::Module& module : test::gpu_modules()) {
    const CudaBuild build = assemble(module);
    EXPECT_THAT(build.log, Not(HasSubstr("warning"))) << module.name;
    EXPECT_GT(build.resources.registers, 0) << module.name << build.log;
    EXPECT_EQ(build.resources.spill_stores, 0) << module.name;
    EXPECT_EQ(build.resources.stack, 0) << module.name;
  }
}

TEST_P(PtxText, ClustersAssembleFrom90On) {
  for (const ScalarKind element : {ScalarKind::f32, ScalarKind::f64}) {
    if (GetParam() < 90) continue;
    const ir::Module module = test::cluster_module(element);
    const CudaBuild build = assemble(module);
    EXPECT_THAT(build.log, Not(HasSubstr("warning")));
    EXPECT_GE(build.resources.shared, module.shared_bytes());
  }
}

TEST_P(PtxText, SharedMemoryIsWhatTheModuleSays) {
  const ir::Module module = test::exchange_module(ScalarKind::f32);
  EXPECT_GE(assemble(module).resources.shared, module.shared_bytes());
  EXPECT_LT(assemble(test::big_shared_module()).resources.shared, 48 * 1024) << "the large arrays are dynamic";
}

INSTANTIATE_TEST_SUITE_P(Architectures, PtxText, testing::Values(75, 90, 100),
                         [](const auto& architecture) { return "sm_" + std::to_string(architecture.param); });

TEST(Ptx, IsWrittenForTheOldestVersionThatKnowsTheDevice) {
  const ir::Module module = test::scale_module();
  const auto head = [&](int architecture) { return emit(module, Dialect::ptx, architecture).bytes; };
  EXPECT_THAT(head(120), StartsWith(".version 7.8\n.target sm_90\n")) << "new devices run text for older ones";
  EXPECT_THAT(head(90), AllOf(StartsWith(".version 7.8\n.target sm_90\n"), HasSubstr("griddepcontrol.wait")));
  EXPECT_THAT(head(86), AllOf(StartsWith(".version 7.0\n.target sm_80\n"), Not(HasSubstr("griddepcontrol"))));
  EXPECT_THAT(head(61), StartsWith(".version 5.0\n.target sm_60\n"));
  const Error error = test::error_of([&] { head(35); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("3.5"));
}

TEST(Ptx, AddressesShareWhatTheyCan) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* in = b.input(ScalarKind::f32, true);
    const Buffer* out = b.output(ScalarKind::f32, true);
    const Value base = b.mul(b.scalar(ir::Scalar::in_offset), 2);
    for (int i = 0; i < 4; ++i) {
      const Value index = b.add(base, b.mul(b.add(b.thread_id(), 64 * i), 2));
      b.store(out, b.mul(b.add(b.thread_id(), 64 * i), 2), b.load(in, index, 2, 2), 2);
    }
  });
  EXPECT_EQ(count(text, "mul.wide.s32"), 1);
  EXPECT_THAT(text, AllOf(HasSubstr("+512];"), HasSubstr("+1024];"), HasSubstr("+1536];")));
}

TEST(Ptx, OffsetsOfAnInstructionFitIt) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* in = b.input(ScalarKind::f64, true);
    const Buffer* out = b.output(ScalarKind::f64, true);
    for (std::int64_t i = 0; i < 4; ++i) {
      const Value index = b.add(b.cast(b.thread_id(), ScalarKind::i64), i << 28);
      b.store(out, index, b.load(in, index));
    }
  });
  EXPECT_THAT(text, AllOf(HasSubstr("2147483648;"), HasSubstr("4294967296;"), HasSubstr("6442450944;"),
                          Not(HasSubstr("+2147483648]"))));
}

TEST(Ptx, DivisionsByConstantsMultiply) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* out = b.output(ScalarKind::f32, true);
    const Value column = b.let("column", b.div(b.group_id(), 125));
    const Value row = b.mod(b.group_id(), 125);
    b.store(out, b.add(b.mul(column, 7), row), b.real(1.0, ir::f32));
  });
  EXPECT_THAT(text, AllOf(HasSubstr("mul.hi.u32"), Not(HasSubstr("div")), Not(HasSubstr("rem"))));
}

TEST(Ptx, NeighboursInSharedMemoryGoTogether) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* out = b.output(ScalarKind::f32, true);
    const Buffer* s = b.shared("s", ScalarKind::f32, 64 * 4 + 4);
    const Value first = b.let("first", b.mul(b.thread_id(), 4));
    for (int i = 3; i >= 0; --i) b.store(s, b.add(first, i), b.real(i, ir::f32));
    b.barrier();
    const Value one = b.load(s, b.add(first, 2));
    const Value two = b.load(s, b.add(first, 3));
    const Value odd = b.load(s, b.add(first, 1));
    b.store(out, b.thread_id(), b.add(b.add(one, two), odd));
  });
  EXPECT_EQ(count(text, "st.shared.v4.f32"), 1);
  EXPECT_EQ(count(text, "st.shared"), 1);
  EXPECT_EQ(count(text, "ld.shared.v2.f32"), 1);
  EXPECT_EQ(count(text, "ld.shared.f32"), 1);
  EXPECT_LT(text.find("st.shared"), text.find("bar.sync"));
}

TEST(Ptx, NothingIsStoredTogetherThatIsNotAligned) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* s = b.shared("s", ScalarKind::f32, 64 * 5);
    const Value first = b.let("first", b.mul(b.thread_id(), 5));
    for (int i = 0; i < 4; ++i) b.store(s, b.add(first, i), b.real(i, ir::f32));
  });
  EXPECT_EQ(count(text, "st.shared.f32"), 4);
}

TEST(Ptx, StoresThatMayMeetKeepTheirOrder) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* s = b.shared("s", ScalarKind::f32, 128);
    const Value first = b.let("first", b.mul(b.thread_id(), 2));
    b.store(s, first, b.real(1, ir::f32));
    b.store(s, b.add(first, b.min(b.group_id(), b.constant(1))), b.real(2, ir::f32));
    b.store(s, b.add(first, 1), b.real(3, ir::f32));
  });
  EXPECT_EQ(count(text, "st.shared.f32"), 3);
  EXPECT_LT(text.find("0f3F800000"), text.find("0f40000000"));
  EXPECT_LT(text.find("0f40000000"), text.find("0f40400000"));
}

TEST(Ptx, TheLaterOfTwoStoresToOnePlaceComesLater) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* s = b.shared("s", ScalarKind::f32, 128);
    const Value first = b.let("first", b.mul(b.thread_id(), 2));
    b.store(s, b.add(first, 1), b.real(1, ir::f32));
    b.store(s, first, b.concat({b.real(2, ir::f32), b.real(3, ir::f32)}), 2);
  });
  EXPECT_EQ(count(text, "0f40400000"), 1);
  EXPECT_LT(text.find("0f3F800000"), text.find("0f40400000"));
}

TEST(Ptx, LoadsStayOnTheirSideOfAStore) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* out = b.output(ScalarKind::f32, true);
    const Buffer* s = b.shared("s", ScalarKind::f32, 128);
    const Value at = b.let("at", b.mul(b.thread_id(), 2));
    const Value before = b.load(s, at);
    b.store(s, b.add(at, 1), before);
    const Value after = b.load(s, b.add(at, 1));
    b.store(out, b.thread_id(), b.add(before, after));
  });
  const std::size_t store = text.find("st.shared");
  EXPECT_LT(text.find("ld.shared"), store);
  EXPECT_NE(text.find("ld.shared", store), std::string::npos);
  EXPECT_EQ(count(text, ".v2"), 0);
}

TEST(Ptx, LoadsStayOnTheirSideOfABarrier) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* out = b.output(ScalarKind::f32, true);
    const Buffer* s = b.shared("s", ScalarKind::f32, 128);
    const Value at = b.let("at", b.mul(b.thread_id(), 2));
    b.store(s, at, b.real(1, ir::f32));
    b.store(s, b.sub(b.constant(127), at), b.real(2, ir::f32));
    const Value own = b.load(s, at);
    b.barrier();
    b.store(out, b.thread_id(), b.add(own, b.load(s, b.add(at, 1))));
  });
  EXPECT_LT(text.find("ld.shared.f32"), text.find("bar.sync"));
  EXPECT_NE(text.find("ld.shared.f32", text.find("bar.sync")), std::string::npos);
}

// The other work-group may be the same work-group.
TEST(Ptx, OwnStoresAndLoadsStayOnTheirSideOfAStoreToOthers) {
  Builder b("k", 64, 0, 2);
  const Buffer* out = b.output(ScalarKind::f32, true);
  const Buffer* s = b.shared("s", ScalarKind::f32, 128);
  const Value at = b.let("at", b.mul(b.thread_id(), 2));
  b.store(s, b.add(at, 1), b.real(1, ir::f32));
  b.store(s, at, b.real(2, ir::f32), 1, b.mod(b.group_id(), 2));
  b.store(s, at, b.real(3, ir::f32));
  const Value before = b.load(s, at);
  b.store(s, b.add(at, 1), b.real(4, ir::f32), 1, b.mod(b.group_id(), 2));
  b.store(out, b.thread_id(), b.add(before, b.load(s, b.add(at, 1))));
  const std::string text = emit(b.finish(), Dialect::ptx).bytes;
  std::string order;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (rest.starts_with("st.shared.")) order += "own ";
    if (rest.starts_with("st.shared::cluster.")) order += "away ";
    if (rest.starts_with("ld.shared.")) order += "load ";
  }
  EXPECT_EQ(order, "own away own load away load ") << text;
}

TEST(Ptx, WhatAConditionNeedsIsComputedUnderIt) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* in = b.input(ScalarKind::f32, true);
    const Buffer* out = b.output(ScalarKind::f32, true);
    const Value x = b.load(in, b.thread_id());
    const Value square = b.let("square", b.mul(x, x));
    const Value twice = b.let("twice", b.add(x, x));
    b.store(out, b.thread_id(), twice);
    b.branch(b.lt(b.thread_id(), b.constant(9)), [&] { b.store(out, b.add(b.thread_id(), 64), square); });
  });
  EXPECT_LT(text.find("ld.global"), text.find("add.rn.f32"));
  EXPECT_LT(text.find("bra"), text.find("mul.rn.f32"));
  EXPECT_LT(text.find("add.rn.f32"), text.find("bra"));
}

TEST(Ptx, WhatNearlyAllWorkItemsNeedIsComputedBeforeTheCondition) {
  // 64 work-items are two warps; 33 work-items need both. How many are beyond the batch is unknown.
  for (const bool known : {true, false}) {
    const std::string text = text_of([&](Builder& b) {
      const Buffer* in = b.input(ScalarKind::f32, true);
      const Buffer* out = b.output(ScalarKind::f32, true);
      const Value x = b.load(in, b.thread_id());
      const Value square = b.let("square", b.mul(x, x));
      const Value end = known ? b.constant(33) : b.cast(b.scalar(ir::Scalar::batch), ScalarKind::i32);
      b.branch(b.lt(b.thread_id(), end), [&] { b.store(out, b.thread_id(), square); });
    });
    EXPECT_LT(text.find("mul.rn.f32"), text.find("bra")) << text;
  }
}

TEST(Ptx, LoopsLeaveOutWhatDoesNotChange) {
  const std::string text = text_of([](Builder& b) {
    const Buffer* in = b.input(ScalarKind::f32, true);
    const Buffer* out = b.output(ScalarKind::f32, true);
    const Value end = b.cast(b.scalar(ir::Scalar::batch), ScalarKind::i32);
    b.loop("i", b.constant(0), end, 1, [&](Value i) {
      const Value row = b.mul(b.group_id(), 1000);
      b.store(out, b.add(row, i), b.load(in, b.add(row, i)));
    });
  });
  const std::size_t body = text.find("\n$0:");
  ASSERT_NE(body, std::string::npos);
  EXPECT_EQ(text.find("mul.", body), text.find("mul.wide", body)) << "the row's number\n" << text;
  EXPECT_THAT(text, ContainsRegex("@%p[0-9]+ bra \\$0;"));
}

TEST(Ptx, CallbacksAreRefused) {
  Builder b("k", 64);
  b.callback(ir::Callback::load, "text", ScalarKind::f32);
  EXPECT_THROW(emit(b.finish(), Dialect::ptx), Error);
}

TEST(PtxasHelper, ReportsMistakes) {
  const auto ptxas = Ptxas::find();
  if (!ptxas) GTEST_SKIP() << Ptxas::skip_message;
  const CudaBuild build = ptxas->assemble(".version 7.0\n.target sm_80\n.address_size 64\nnonsense", "sm_80");
  EXPECT_FALSE(build.ok);
  EXPECT_THAT(build.log, HasSubstr("error"));
}

}  // namespace
}  // namespace papilio::emit
