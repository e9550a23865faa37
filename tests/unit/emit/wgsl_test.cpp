// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// tests/webgpu compiles and runs WGSL; this is what its results do not show.
#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "emit/emit.hpp"
#include "ir/builder.hpp"
#include "support/error_of.hpp"

namespace papilio::emit {
namespace {

using ir::Builder;
using ir::Module;
using ir::ScalarKind;
using ir::Value;
using testing::HasSubstr, testing::Not, testing::ElementsAre;

/// Moves pairs, and with `single` one number as well, from `in` to `out`.
Module moving(bool in_place, bool single, Storage storage = Storage::native, Storage stored = Storage::native) {
  Builder b("k", 64);
  const ir::Buffer* const in = b.input("in", {ScalarKind::f32, storage, !in_place});
  const ir::Buffer* const out = b.output("out", {ScalarKind::f32, stored, !in_place});
  const ir::Buffer* const table = b.table("factors", {ScalarKind::f32, 64});
  const Value t = b.thread_id();
  const Value pair = b.load(in, b.add(b.mul(t, 2), 8), 2, 2);
  const Value factor = b.load(table, t);
  b.store(out, b.mul(t, 2), b.concat({b.mul(b.lane(pair, 0), factor), b.lane(pair, 1)}), 2);
  if (single) b.store(out, b.constant(1), b.lane(pair, 0));
  return b.finish();
}

std::string wgsl(const Module& module) { return emit(module, Dialect::wgsl).bytes; }

ErrorCode code_of(const Module& module) {
  return test::error_of([&] { emit(module, Dialect::wgsl); }).code();
}

TEST(Wgsl, ArraysConsistOfTheWidestVectorsOfTheirAccesses) {
  const std::string pairs = wgsl(moving(false, false));
  EXPECT_THAT(pairs, HasSubstr("@binding(0) var<storage, read> in: array<vec2<f32>>;"));
  EXPECT_THAT(pairs, HasSubstr("@binding(1) var<storage, read_write> out: array<vec2<f32>>;"));
  EXPECT_THAT(pairs, HasSubstr("@binding(2) var<storage, read> factors: array<f32>;"));
  EXPECT_THAT(pairs, HasSubstr("= in[thread_id + 4];"));
  const std::string single = wgsl(moving(false, true));
  EXPECT_THAT(single, HasSubstr("in: array<vec2<f32>>;"));
  EXPECT_THAT(single, HasSubstr("out: array<f32>;"));
}

TEST(Wgsl, MemoryThatIsReadAndWrittenIsOneBinding) {
  EXPECT_THAT(bindings_of(moving(false, false)), ElementsAre(0, 1, 2));
  const Module module = moving(true, true);
  EXPECT_THAT(bindings_of(module), ElementsAre(0, 0, 1));
  const std::string text = wgsl(module);
  EXPECT_THAT(text, HasSubstr("@binding(0) var<storage, read_write> data: array<f32>;"));
  EXPECT_THAT(text, HasSubstr("@binding(1) var<storage, read> factors"));
  EXPECT_THAT(text, Not(HasSubstr("@binding(2)")));
}

TEST(Wgsl, HalfPrecisionIsStorageOnly) {
  const std::string text = wgsl(moving(false, true, Storage::f16, Storage::f16));
  EXPECT_THAT(text, testing::StartsWith("enable f16;\n"));
  EXPECT_THAT(text, HasSubstr("in: array<vec2<f16>>;"));
  EXPECT_THAT(text, HasSubstr(": vec2<f32> = vec2<f32>(in[thread_id + 4]);"));
  EXPECT_THAT(text, HasSubstr("out[1] = f16("));
}

TEST(Wgsl, InputsOfSmallNumbersAreWords) {
  const auto load = [](Storage storage) {
    const std::string text = wgsl(moving(false, true, storage));
    EXPECT_THAT(text, HasSubstr("@binding(0) var<storage, read> in: array<u32>;"));
    EXPECT_THAT(text, HasSubstr("vec2<f32>(load_in(thread_id * 2 + 8), load_in(thread_id * 2 + 9))"));
    return text.substr(text.find("fn load_in"), text.find("@compute") - text.find("fn load_in"));
  };
  constexpr const char* head = "fn load_in(n: i32) -> f32 { return ";
  EXPECT_EQ(load(Storage::u8), std::string(head) + "f32(extractBits(in[u32(n) / 4u], u32(n) % 4u * 8u, 8u)); }\n");
  EXPECT_EQ(load(Storage::i16),
            std::string(head) + "f32(extractBits(i32(in[u32(n) / 2u]), u32(n) % 2u * 16u, 16u)); }\n");
  EXPECT_EQ(load(Storage::bf16),
            std::string(head) + "bitcast<f32>(extractBits(in[u32(n) / 2u], u32(n) % 2u * 16u, 16u) << 16u); }\n");
}

TEST(Wgsl, RefusesWhatWebGpuLacks) {
  EXPECT_EQ(code_of(moving(false, false, Storage::native, Storage::bf16)), ErrorCode::unsupported);
  EXPECT_EQ(code_of(moving(true, false, Storage::bf16, Storage::bf16)), ErrorCode::unsupported);
  Builder b("k", 64);
  b.store(b.output(ScalarKind::f64, true), b.thread_id(), b.load(b.input(ScalarKind::f64, true), b.thread_id()));
  EXPECT_EQ(code_of(b.finish()), ErrorCode::unsupported);
  Builder wide("k", 64);
  const Value eight = wide.load(wide.input(ScalarKind::f32, true), wide.constant(0), 8, 8);
  wide.store(wide.output(ScalarKind::f32, true), wide.constant(0), eight, 8);
  EXPECT_EQ(code_of(wide.finish()), ErrorCode::unsupported);
}

}  // namespace
}  // namespace papilio::emit
