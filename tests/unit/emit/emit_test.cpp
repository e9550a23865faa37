// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/emit.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <limits>
#include <papilio/error.hpp>

#include "support/emitted_modules.hpp"
#include "support/golden_file.hpp"

namespace papilio::emit {
namespace {

using ir::Builder;
using ir::Module;
using ir::Scalar;
using ir::ScalarKind;
using ir::Value;
using testing::HasSubstr, testing::Not;

using NamedModules = std::vector<std::pair<std::string, std::function<Module()>>>;

/// Expects the texts of modules in files of tests/golden/emit with this ending.
void expect_golden(Dialect dialect, const std::string& ending, const NamedModules& modules) {
  for (const auto& [name, make] : modules)
    test::expect_golden(emit(make(), dialect).bytes, "tests/golden/emit/" + name + ending);
}

TEST(Golden, Texts) {
  const NamedModules in_f32 = {{"scale", test::scale_module},
                               {"exchange", [] { return test::exchange_module(ScalarKind::f32); }},
                               {"carried", test::carried_module},
                               {"integers", test::integer_module}};
  const NamedModules in_f64 = {{"big_shared", test::big_shared_module}};
  const NamedModules of_cuda = {{"cluster", [] { return test::cluster_module(ScalarKind::f32); }},
                                {"counters", test::counters_module}};
  for (const auto* modules : {&in_f32, &in_f64}) expect_golden(Dialect::opencl, ".cl", *modules);
  expect_golden(Dialect::opencl, ".cl", {{"vectors", test::vector_module}});
  expect_golden(Dialect::wgsl, ".wgsl", in_f32);
  for (const auto* modules : {&in_f32, &in_f64, &of_cuda}) {
    expect_golden(Dialect::cuda, ".cu", *modules);
    expect_golden(Dialect::ptx, ".ptx", *modules);
  }
}

/// The text of the value that `make` returns.
std::string rendered(const std::function<Value(Builder&, Value, Value)>& make) {
  Builder b("k", 64);
  const ir::Buffer* in = b.input(ScalarKind::f32, true);
  const ir::Buffer* out = b.output(ScalarKind::f32, true);
  const Value x = b.load(in, b.group_id());
  const Value y = b.load(in, b.thread_id());
  const Value value = make(b, x, y);
  const bool is_index = value->type != ir::f32;
  if (is_index) {
    b.load(in, value);
  } else {
    b.store(out, b.constant(0), value);
  }
  const std::string text = emit(b.finish(), Dialect::opencl).bytes;
  const auto begin = text.find(is_index ? "x_2 = " : "out[0] = ");
  return text.substr(begin, text.find(";\n", begin) - begin);
}

TEST(Emit, ParenthesesStandWhereTheyAreNeeded) {
  const auto text = [](const auto& make) { return rendered(make); };
  EXPECT_EQ(text([](Builder& b, Value x, Value y) { return b.mul(b.add(x, y), y); }), "out[0] = (x_0 + x_1) * x_1");
  EXPECT_EQ(text([](Builder& b, Value x, Value y) { return b.add(b.mul(x, y), y); }), "out[0] = x_0 * x_1 + x_1");
  EXPECT_EQ(text([](Builder& b, Value x, Value y) { return b.add(x, b.add(x, y)); }), "out[0] = x_0 + (x_0 + x_1)");
  EXPECT_EQ(text([](Builder& b, Value x, Value y) { return b.sub(b.add(x, y), y); }), "out[0] = x_0 + x_1 - x_1");
  EXPECT_EQ(text([](Builder& b, Value x, Value y) { return b.neg(b.mul(x, y)); }), "out[0] = -(x_0 * x_1)");
  EXPECT_EQ(text([](Builder& b, Value x, Value y) { return b.fma(b.neg(x), b.add(x, y), y); }),
            "out[0] = fma(-x_0, x_0 + x_1, x_1)");
  EXPECT_EQ(text([](Builder& b, Value x, Value y) { return b.mul(x, b.select(b.lt(x, y), x, y)); }),
            "out[0] = x_0 * (x_0 < x_1 ? x_0 : x_1)");
}

TEST(Emit, ParenthesesOfIntegers) {
  const auto index = [](const std::function<Value(Builder&, Value, Value)>& make) {
    return rendered([&](Builder& b, Value, Value) { return make(b, b.group_id(), b.thread_id()); });
  };
  EXPECT_EQ(index([](Builder& b, Value g, Value t) { return b.add(b.div(g, 8), b.mod(t, 8)); }),
            "x_2 = in[(group_id >> 3) + (thread_id & 7)]");
  EXPECT_EQ(index([](Builder& b, Value g, Value t) { return b.mod(b.mul(g, t), b.constant(7)); }),
            "x_2 = in[(group_id * thread_id) % 7]");
  EXPECT_EQ(index([](Builder& b, Value g, Value) { return b.sub(g, b.constant(3)); }), "x_2 = in[group_id - 3]");
  EXPECT_EQ(index([](Builder& b, Value g, Value) { return b.add(b.scalar(Scalar::batch), g); }),
            "x_2 = in[batch + (long)group_id]");
}

TEST(Emit, LiteralsAreExact) {
  const auto literal = [](double value) {
    return rendered([&](Builder& b, Value, Value) { return b.real(value, ir::f32); }).substr(9);
  };
  for (const float value : {0.1F, 1.0F, -0.0F, 1e-42F, 3.4028235e38F, 0.70710678F, -1e10F, 16777216.0F}) {
    const std::string text = literal(value);
    EXPECT_EQ(text.back(), 'f');
    EXPECT_THAT(text, testing::ContainsRegex("[.e]"));
    EXPECT_EQ(std::strtof(text.c_str(), nullptr), value) << text;
    EXPECT_EQ(static_cast<float>(std::strtod(text.c_str(), nullptr)), value) << text;
  }
  EXPECT_EQ(literal(-0.0), "-0.0f");
  EXPECT_THROW(literal(std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(literal(1e39), Error);
}

TEST(Emit, DoublesNeedThePragmaOnlyWhereTheyAre) {
  EXPECT_THAT(emit(test::exchange_module(ScalarKind::f64), Dialect::opencl).bytes, HasSubstr("cl_khr_fp64"));
  EXPECT_THAT(emit(test::exchange_module(ScalarKind::f32), Dialect::opencl).bytes, Not(HasSubstr("cl_khr_fp64")));
}

/// A kernel that copies one vector.
Module copy_module(ScalarKind element, int lanes, std::int64_t alignment) {
  Builder b("copy", 1);
  const ir::Buffer* in = b.input(element, true);
  const ir::Buffer* out = b.output(element, true);
  const Value at = b.let("at", b.mul(b.group_id(), 24));
  b.store(out, at, b.load(in, at, lanes, alignment), alignment);
  return b.finish();
}

TEST(Emit, AlignedAccessesAreWide) {
  EXPECT_THAT(emit(copy_module(ScalarKind::f32, 4, 4), Dialect::opencl).bytes,
              HasSubstr("*(__global const float4*)(in"));
  EXPECT_THAT(emit(copy_module(ScalarKind::f32, 4, 24), Dialect::cuda).bytes,
              HasSubstr("reinterpret_cast<const float4*>"));
  EXPECT_THAT(emit(copy_module(ScalarKind::f64, 2, 2), Dialect::cuda).bytes,
              HasSubstr("reinterpret_cast<double2*>(out"));
}

TEST(Emit, AnAlignmentThatIsNoMultipleIsNotTrusted) {
  // 6 >= 4, but a multiple of 6 need not be a multiple of 4.
  EXPECT_THAT(emit(copy_module(ScalarKind::f32, 4, 6), Dialect::opencl).bytes, HasSubstr("vload4(0, in + at_0)"));
  EXPECT_THAT(emit(copy_module(ScalarKind::f32, 4, 6), Dialect::cuda).bytes,
              HasSubstr("make_float4(in[at_0], in[at_0 + 1], in[at_0 + 2], in[at_0 + 3])"));
}

TEST(Emit, VectorsThatADialectLacksAreRejected) {
  EXPECT_THROW(emit(copy_module(ScalarKind::f32, 8, 8), Dialect::cuda), Error);
  EXPECT_THROW(emit(copy_module(ScalarKind::f64, 4, 4), Dialect::cuda), Error);
  EXPECT_THROW(emit(copy_module(ScalarKind::f32, 32, 8), Dialect::opencl), Error);
  EXPECT_NO_THROW(emit(copy_module(ScalarKind::f32, 16, 8), Dialect::opencl));
}

TEST(Emit, ClustersThatADialectOrADeviceLacksAreRejected) {
  Builder barriers("k", 32, 0, 2);
  barriers.barrier(ir::BarrierScope::cluster_arrive);
  EXPECT_THROW(emit(barriers.finish(), Dialect::opencl), Error);
  Builder stores("k", 32, 0, 2);
  stores.store(stores.shared("s", ScalarKind::f32, 32), stores.thread_id(), stores.real(0, ir::f32), 1,
               stores.constant(1));
  EXPECT_THROW(emit(stores.finish(), Dialect::opencl), Error);
  EXPECT_THROW(emit(test::cluster_module(ScalarKind::f32), Dialect::ptx, 80), Error);
  EXPECT_THROW(emit(test::counters_module(), Dialect::opencl), Error);
  EXPECT_THROW(emit(test::counters_module(), Dialect::ptx, 60), Error);
}

}  // namespace
}  // namespace papilio::emit
