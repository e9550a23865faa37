// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Calls of the user's callbacks, which are functions of Target::callbacks (glsl_callbacks.cpp says which).
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "emit/spirv/spirv.hpp"

namespace papilio::emit {

void Spirv::check_callbacks() const {
  const bool own_buffers = std::ranges::any_of(callbacks_.bindings, [&](Word binding) {
    return binding >= module_.buffers.size() || module_.buffers[binding]->role != ir::Role::user;
  });
  if (own_buffers || callbacks_.has_other_resources) {
    throw Error::build_failed(fmt::format("callbacks of kernel '{}'", module_.name),
                              "they declare a buffer, a uniform, an image or shared memory of their own",
                              "use the data that a callback is given, and parameters");
  }
  if (callbacks_.has_initial_values) {
    throw Error::build_failed(fmt::format("callbacks of kernel '{}'", module_.name),
                              "they have variables outside functions with initial values, which no kernel would store",
                              "make them const, or parameters");
  }
}

/// The first that the entry point calls is the load callback, if there is one.
const SplicedFunctions::Function& Spirv::function_of(ir::Expr call) {
  const bool second = call->integer != 0 && !module_.callbacks.front().empty();
  const std::size_t number = second ? 1 : 0;
  if (number >= callbacks_.called.size())
    throw Error::internal(fmt::format("kernel '{}'", module_.name), "callbacks that no compiler has seen");
  return callbacks_.called[number];
}

Spirv::LaneIds Spirv::call(ir::Expr value) {
  const SplicedFunctions::Function& function = function_of(value);
  const int lanes = value->type.lanes;
  const NumberType number = number_of(value->type.kind);
  const Id whole = vector_type(number, lanes);
  const LaneIds given = lanes_of(value->args[0]);
  Words types = {whole, whole, type(NumberType::u32)};
  Words arguments = {function.id,
                     lanes == 1 ? given[0] : code_.instruction(spv::Op::OpCompositeConstruct, whole, given)};
  const Id index = scalar(value->args[1]);
  arguments.push_back(
      number_of(ir::ScalarKind::i64) == NumberType::u32 ? index : pure(spv::Op::OpUConvert, NumberType::u32, {index}));
  if (target_.addresses) {
    types.push_back(vector_type(NumberType::u32, 2));
    const Id address = *addresses_.find(value->buffer);
    arguments.push_back(target_.int64 ? code_.instruction(spv::Op::OpBitcast, types.back(), {address}) : address);
  }
  if (code_.type(spv::Op::OpTypeFunction, types) != function.type) {
    throw Error::internal(fmt::format("kernel '{}'", module_.name),
                          "the compiler of callbacks passes their arguments in another way than expected");
  }
  const Id result = code_.instruction(spv::Op::OpFunctionCall, whole, arguments);
  const std::span<Id> parts = new_lanes(lanes);
  parts[0] = result;
  for (int l = 0; l < lanes && lanes > 1; ++l)
    parts[l] = code_.instruction(spv::Op::OpCompositeExtract, type(number), {result, static_cast<Word>(l)});
  return parts;
}

}  // namespace papilio::emit
