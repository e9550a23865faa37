// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs that Builder refuses to build, assembled by hand.
#include "ir/verify_structure.hpp"

#include <gmock/gmock.h>

#include "ir/builder.hpp"
#include "ir/verify.hpp"

namespace papilio::ir {
namespace {

using testing::Contains, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

class Malformed : public testing::Test {
 protected:
  Malformed() {
    Builder b("malformed", 8);
    in = b.input(ScalarKind::f32, true);
    out = b.output(ScalarKind::f32, true);
    module = b.finish();
  }
  Node& node(Op op, Type type, std::vector<Expr> args = {}) {
    Node& made = module.nodes.emplace_back();
    made.op = op;
    made.type = type;
    made.args = std::move(args);
    return made;
  }
  Expr leaf(Type type) { return &node(type.is_float() ? Op::float_constant : Op::int_constant, type); }
  Expr variable(Type type, int id) {
    Node& made = node(Op::variable, type);
    made.name = "v";
    made.id = id;
    return &made;
  }
  void let(Expr value) { module.body.push_back({Let{variable(value->type, next_id++), value}}); }
  Node& load(const Buffer* buffer, Expr index, Type type) {
    Node& made = node(Op::load, type, {index});
    made.buffer = buffer;
    made.integer = 1;
    return made;
  }
  std::vector<std::string> faults() { return verify(module); }

  Module module;
  const Buffer* in = nullptr;
  const Buffer* out = nullptr;
  int next_id = 0;
};

TEST_F(Malformed, EveryOpHasATypingRule) {
  struct Case {
    Op op;
    Type result;
    std::vector<Type> operands;
  };
  const Type pair = f32.with_lanes(2);
  const std::vector<Case> cases = {
      {Op::float_constant, i32, {}},
      {Op::int_constant, f32, {}},
      {Op::scalar_param, i32, {}},
      {Op::thread_id, i64, {}},
      {Op::group_id, i64, {}},
      {Op::neg, boolean, {boolean}},
      {Op::add, f32, {f32, f64}},
      {Op::sub, pair, {pair, f32}},
      {Op::mul, i64, {i32, i64}},
      {Op::div, f32, {f32, f32}},
      {Op::mod, f32, {f32, f32}},
      {Op::min, f32, {f32, f32}},
      {Op::max, i32, {i64, i64}},
      {Op::bit_and, boolean, {boolean, boolean}},
      {Op::bit_or, f32, {f32, f32}},
      {Op::bit_xor, i32, {i32, i64}},
      {Op::shl, f64, {f64, f64}},
      {Op::shr, f64, {f64, f64}},
      {Op::lt, boolean, {boolean, boolean}},
      {Op::le, i32, {i32, i32}},
      {Op::eq, boolean, {pair, pair}},
      {Op::logical_and, boolean, {i32, boolean}},
      {Op::logical_or, i32, {i32, i32}},
      {Op::fma, i32, {i32, i32, i32}},
      {Op::select, f32, {i32, f32, f32}},
      {Op::select, f32, {boolean, f32, f64}},
      {Op::cast, f32, {boolean}},
      {Op::cast, f32, {i32.with_lanes(2)}},
      {Op::broadcast, pair, {f64}},
      {Op::broadcast, pair, {pair}},
      {Op::shuffle, f32, {f64}},
      {Op::load, f32, {f32}},
  };
  for (const Case& c : cases) {
    std::vector<Expr> args;
    for (const Type type : c.operands) args.push_back(leaf(type));
    EXPECT_THAT(type_fault(node(c.op, c.result, args)), HasSubstr("ill-typed")) << to_string(c.op);
    args.insert(args.end(), 4, leaf(i32));
    if (c.op != Op::shuffle) {
      EXPECT_THAT(type_fault(node(c.op, c.result, args)), HasSubstr("operands")) << to_string(c.op);
    }
  }
}

TEST_F(Malformed, MissingOperandsAreReportedAndNotRead) {
  let(&node(Op::add, i32, {leaf(i32), nullptr}));
  let(&node(Op::shuffle, i32));
  module.body.push_back({Store{out, nullptr, nullptr}});
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("operand of add is missing"), HasSubstr("shuffle has 0 operands"),
                                    HasSubstr("lacks a value"), HasSubstr("lacks a value")));
}

TEST_F(Malformed, ConstantsFitTheirType) {
  Node& constant = node(Op::int_constant, i32);
  constant.integer = std::int64_t{1} << 31;
  EXPECT_THAT(type_fault(constant), HasSubstr("ill-typed"));
  constant.type = i64;
  EXPECT_EQ(type_fault(constant), "");
  constant.type = boolean;
  constant.integer = 2;
  EXPECT_THAT(type_fault(constant), HasSubstr("ill-typed"));
}

TEST_F(Malformed, LanesArePowersOfTwo) {
  EXPECT_THAT(type_fault(node(Op::float_constant, f32.with_lanes(3))), HasSubstr("3 lanes"));
  EXPECT_THAT(type_fault(node(Op::float_constant, f32.with_lanes(32))), HasSubstr("32 lanes"));
  EXPECT_THAT(type_fault(node(Op::float_constant, f32.with_lanes(0))), HasSubstr("0 lanes"));
}

TEST_F(Malformed, ShuffleMasksStayInRange) {
  Node& shuffle = node(Op::shuffle, f32.with_lanes(2), {leaf(f32.with_lanes(2)), leaf(f32)});
  shuffle.mask = {0, 2};
  EXPECT_EQ(type_fault(shuffle), "");
  shuffle.mask = {0, 3};
  EXPECT_THAT(type_fault(shuffle), HasSubstr("names lane 3"));
  shuffle.mask = {-1, 0};
  EXPECT_THAT(type_fault(shuffle), HasSubstr("names lane -1"));
  shuffle.mask = {0};
  EXPECT_THAT(type_fault(shuffle), HasSubstr("1 mask entries"));
}

TEST_F(Malformed, VariablesAreUsedInTheirScopeOnly) {
  const Expr inner = variable(f32, 7);
  const Expr condition = &node(Op::lt, boolean, {&node(Op::thread_id, i32), leaf(i32)});
  auto then_block = std::make_shared<Block>();
  then_block->push_back({Let{inner, leaf(f32)}});
  then_block->push_back({Store{out, leaf(i32), inner}});
  module.body.push_back({If{condition, then_block, nullptr}});
  EXPECT_THAT(faults(), IsEmpty());
  module.body.push_back({Store{out, leaf(i32), inner}});
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("'v_7' is used where it is not bound")));
}

TEST_F(Malformed, LoopVariablesEndWithTheirLoop) {
  const Expr i = variable(i32, 7);
  auto body = std::make_shared<Block>();
  body->push_back({Store{out, i, leaf(f32)}});
  module.body.push_back({For{i, leaf(i32), leaf(i32), 1, Unroll::automatic, body}});
  EXPECT_THAT(faults(), IsEmpty());
  module.body.push_back({Store{out, i, leaf(f32)}});
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("'v_7' is used where it is not bound")));
}

TEST_F(Malformed, VariablesAreBoundOnce) {
  const Expr v = variable(i32, 1);
  module.body.push_back({Let{v, leaf(i32)}});
  module.body.push_back({Let{v, leaf(i32)}});
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("'v_1' is bound twice")));
}

TEST_F(Malformed, BindingsAndLoopsKeepTheirTypes) {
  module.body.push_back({Let{variable(i32, 1), leaf(i64)}});
  module.body.push_back({Let{leaf(i32), leaf(i32)}});
  module.body.push_back({For{variable(i64, 2), leaf(i32), leaf(i64), 1, Unroll::none, std::make_shared<Block>()}});
  module.body.push_back({For{variable(i32, 3), leaf(i32), leaf(i32), 0, Unroll::none, std::make_shared<Block>()}});
  module.body.push_back({If{leaf(i32), std::make_shared<Block>(), nullptr}});
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("another type"), HasSubstr("no variable"), HasSubstr("not all i32"),
                                    HasSubstr("step 0"), HasSubstr("condition is of i32")));
}

TEST_F(Malformed, AccessModesAndElementsAreKept) {
  module.body.push_back({Store{in, leaf(i32), leaf(f32)}});
  module.body.push_back({Store{out, leaf(i32), leaf(f64)}});
  module.body.push_back({Store{out, leaf(f32), leaf(f32)}});
  module.body.push_back({Store{out, leaf(i32), leaf(f32), 0}});
  module.body.push_back({Store{nullptr, leaf(i32), leaf(f32)}});
  let(&load(out, leaf(i32), f32));
  let(&load(in, leaf(i32), f64));
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("'in', which is read-only"), HasSubstr("store of f64 to 'out'"),
                                    HasSubstr("index of f32"), HasSubstr("alignment 0"), HasSubstr("no buffer"),
                                    HasSubstr("'out', which is write-only"), HasSubstr("load of (i32x1) to f64x1")));
}

TEST_F(Malformed, StoresToOtherWorkGroups) {
  Buffer array;
  array.name = "s";
  array.space = Space::shared;
  array.access = Access::read_write;
  array.elements = 8;
  const Buffer* s = module.shared.emplace_back(&array);
  module.body.push_back({Store{s, leaf(i32), leaf(f32), 1, leaf(i64)}});
  module.body.push_back({Store{out, leaf(i32), leaf(f32), 1, leaf(i32)}});
  module.body.push_back({Store{s, leaf(i32), leaf(f32), 1, variable(i32, 7)}});
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("'s' of another work-group"), HasSubstr("'out' of another work-group"),
                                    HasSubstr("'v_7' is used where it is not bound")));
}

TEST_F(Malformed, LoadsAreBound) {
  Node& x = load(in, leaf(i32), f32);
  x.integer = 1;
  let(&node(Op::neg, f32, {&x}));
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("stands inside an expression")));
}

TEST_F(Malformed, OnlyDeclaredParametersAreUsed) {
  Node& scalar = node(Op::scalar_param, i64);
  scalar.integer = static_cast<std::int64_t>(Scalar::repeat);
  let(&scalar);
  Buffer stranger;
  stranger.name = "stranger";
  let(&load(&stranger, leaf(i32), f32));
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("scalar 5 is no parameter"), HasSubstr("does not declare")));
}

TEST_F(Malformed, TheModuleItself) {
  module.threads = 0;
  module.cluster = 0;
  module.shared.push_back(in);
  module.buffers.push_back(nullptr);
  const auto all = faults();
  EXPECT_THAT(all, Contains(HasSubstr("0 work-items")));
  EXPECT_THAT(all, Contains(HasSubstr("clusters of 0 work-groups")));
  EXPECT_THAT(all, Contains(HasSubstr("wrong memory space")));
  EXPECT_THAT(all, Contains(HasSubstr("has 0 elements")));
  EXPECT_THAT(all, Contains(HasSubstr("null buffer")));
}

}  // namespace
}  // namespace papilio::ir
