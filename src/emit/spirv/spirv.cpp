// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernel and its statements. Types are in spirv_types.cpp, values in spirv_values.cpp, memory in spirv_memory.cpp.
#include "emit/spirv/spirv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <variant>

namespace papilio::emit {
namespace {

constexpr Word version_1_3 = 0x00010300;
constexpr Word scalar_bytes = 8;
// Limits that every device has (Vulkan, table "Required Limits"): storage buffers of a stage, bytes of push constants.
constexpr std::size_t guaranteed_bindings = 4;
constexpr std::size_t guaranteed_push_bytes = 128;

/// 64 bits each.
bool fits_push_constants(std::size_t addressed, std::size_t others) {
  return (addressed + others) * scalar_bytes <= guaranteed_push_bytes;
}

std::size_t count_tables(const ir::Module& module) {
  return static_cast<std::size_t>(std::ranges::count(module.buffers, ir::Role::table, &ir::Buffer::role));
}

}  // namespace

Spirv::Spirv(const ir::Module& module, const Target& target)
    : module_(module),
      target_(target.shader),
      addressed_tables_(target.addresses && !target_.addresses && module.buffers.size() > guaranteed_bindings &&
                        fits_push_constants(count_tables(module), module.scalars.size() + 1)),
      callbacks_(target.callbacks.empty() ? SplicedFunctions() : take_apart(target.callbacks)),
      code_(callbacks_),
      builtins_(callbacks_.builtins) {}

Words Spirv::render() {
  const std::string what = fmt::format("kernel '{}'", module_.name);
  if (module_.cluster > 1) throw Error::internal(what, "SPIR-V has no clusters");
  check_callbacks();
  code_.capability(spv::Capability::Shader);
  if (std::ranges::any_of(module_.buffers, [this](const auto* buffer) { return is_addressed(*buffer); }))
    code_.physical_addresses();
  const Id nothing = code_.type(spv::Op::OpTypeVoid, {});
  const Id signature = code_.type(spv::Op::OpTypeFunction, {nothing});
  const Id function = code_.new_id();
  modes(function);
  widths_ = vector_widths(module_);
  push_constants();
  component(spv::BuiltIn::LocalInvocationId, 0);
  group_number();
  Words interface;
  for (const auto& [which, variable] : builtins_) interface.push_back(variable);
  code_.entry_point(function, "main", interface);
  return code_.finish(version_1_3, nothing, signature, function);
}

void Spirv::modes(Id function) {
  code_.execution_mode(function, spv::ExecutionMode::LocalSize, {static_cast<Word>(module_.threads), 1, 1});
  const auto control = [&](bool wanted, spv::Capability capability, spv::ExecutionMode mode, Word bits) {
    if (!wanted) return;
    code_.capability(capability);
    code_.extension("SPV_KHR_float_controls");
    code_.execution_mode(function, mode, {bits});
  };
  control(target_.preserve_denormals_f32, spv::Capability::DenormPreserve, spv::ExecutionMode::DenormPreserve, 32);
  control(target_.preserve_denormals_f64, spv::Capability::DenormPreserve, spv::ExecutionMode::DenormPreserve, 64);
  control(target_.round_to_nearest_f32, spv::Capability::RoundingModeRTE, spv::ExecutionMode::RoundingModeRTE, 32);
  control(target_.round_to_nearest_f64, spv::Capability::RoundingModeRTE, spv::ExecutionMode::RoundingModeRTE, 64);
}

/// Addresses and scalars are read at once; the last member is the number of work-groups.
void Spirv::push_constants() {
  const Id number = type(number_of(ir::ScalarKind::i64));
  std::vector<const ir::Buffer*> addressed;
  for (const ir::Buffer* buffer : module_.buffers) {
    if (is_addressed(*buffer)) addressed.push_back(buffer);
    // Also one that is not used, because those that have no binding are given by address.
    else if (addressed_tables_)
      view_of(*buffer, 1);
  }
  Words members(addressed.size(), target_.int64 ? number : vector_type(NumberType::u32, 2));
  members.insert(members.end(), module_.scalars.size(), number);
  members.push_back(type(NumberType::u32));
  const Id block = code_.own_type(spv::Op::OpTypeStruct, members);
  code_.decorate(block, spv::Decoration::Block);
  for (Word i = 0; i < members.size(); ++i)
    code_.decorate_member(block, i, spv::Decoration::Offset, {i * scalar_bytes});
  const Id variable = code_.global(pointer(spv::StorageClass::PushConstant, block), spv::StorageClass::PushConstant);
  Words values;
  for (Word i = 0; i < members.size(); ++i) {
    const Id at = code_.instruction(spv::Op::OpAccessChain, pointer(spv::StorageClass::PushConstant, members[i]),
                                    {variable, word(i)});
    values.push_back(code_.instruction(spv::Op::OpLoad, members[i], {at}));
  }
  for (std::size_t i = 0; i < addressed.size(); ++i) addresses_[addressed[i]] = values[i];
  for (std::size_t i = 0; i < module_.scalars.size(); ++i) scalars_[module_.scalars[i]] = values[addressed.size() + i];
  groups_ = values.back();
}

/// group_id of the IR, and the body for those groups that exist.
void Spirv::group_number() {
  const Id column = component(spv::BuiltIn::WorkgroupId, 0);
  const Id row = component(spv::BuiltIn::WorkgroupId, 1);
  const Id width = component(spv::BuiltIn::NumWorkgroups, 0);
  const Id before = pure(spv::Op::OpIMul, NumberType::u32, {row, width});
  group_ = pure(spv::Op::OpIAdd, NumberType::u32, {before, column});
  branch(pure(spv::Op::OpULessThan, NumberType::boolean, {group_, groups_}), module_.body, nullptr);
}

void Spirv::block(const ir::Block& statements) {
  for (const ir::Stmt& stmt : statements) std::visit([this](const auto& node) { statement(node); }, stmt.node);
}

void Spirv::nested(const ir::Block& statements) {
  scopes_.emplace_back();
  block(statements);
  scopes_.pop_back();
}

void Spirv::define(ir::Expr variable, LaneIds lanes) {
  const auto number = static_cast<std::size_t>(variable->id);
  if (number >= variables_.size()) variables_.resize(number + 1);
  variables_[number] = lanes;
}

void Spirv::statement(const ir::Let& let) { define(let.variable, lanes_of(let.value)); }

void Spirv::statement(const ir::Store& node) {
  if (node.rank != nullptr) throw Error::internal(fmt::format("kernel '{}'", module_.name), "SPIR-V has no clusters");
  store(node, lanes_of(node.value));
}

void Spirv::statement(const ir::For& loop) {
  const NumberType number = number_of(loop.variable->type.kind);
  const Id begin = scalar(loop.begin);
  const Id end = scalar(loop.end);
  const Id before = code_.block();
  const Id header = code_.new_id();
  const Id check = code_.new_id();
  const Id body = code_.new_id();
  const Id step = code_.new_id();
  const Id merge = code_.new_id();
  const Id next = code_.new_id();
  code_.statement(spv::Op::OpBranch, {header});
  code_.label(header);
  const Id variable = code_.instruction(spv::Op::OpPhi, type(number), {begin, before, next, step});
  const auto control = loop.unroll == ir::Unroll::full   ? spv::LoopControlMask::Unroll
                       : loop.unroll == ir::Unroll::none ? spv::LoopControlMask::DontUnroll
                                                         : spv::LoopControlMask::MaskNone;
  code_.statement(spv::Op::OpLoopMerge, {merge, step, static_cast<Word>(control)});
  code_.statement(spv::Op::OpBranch, {check});
  code_.label(check);
  const Id goes_on = code_.instruction(spv::Op::OpSLessThan, type(NumberType::boolean), {variable, end});
  code_.statement(spv::Op::OpBranchConditional, {goes_on, body, merge});
  code_.label(body);
  const std::span<Id> own = new_lanes(1);
  own[0] = variable;
  define(loop.variable, own);
  nested(*loop.body);
  code_.statement(spv::Op::OpBranch, {step});
  code_.label(step);
  code_.statement(spv::Op::OpIAdd, {type(number), next, variable, integer(number, loop.step)});
  code_.statement(spv::Op::OpBranch, {header});
  code_.label(merge);
}

void Spirv::statement(const ir::If& node) { branch(scalar(node.condition), *node.then_block, node.else_block.get()); }

void Spirv::branch(Id condition, const ir::Block& then_block, const ir::Block* else_block) {
  const Id yes = code_.new_id();
  const Id no = else_block != nullptr ? code_.new_id() : 0;
  const Id merge = code_.new_id();
  code_.statement(spv::Op::OpSelectionMerge, {merge, static_cast<Word>(spv::SelectionControlMask::MaskNone)});
  code_.statement(spv::Op::OpBranchConditional, {condition, yes, no != 0 ? no : merge});
  code_.label(yes);
  nested(then_block);
  code_.statement(spv::Op::OpBranch, {merge});
  if (else_block != nullptr) {
    code_.label(no);
    nested(*else_block);
    code_.statement(spv::Op::OpBranch, {merge});
  }
  code_.label(merge);
}

void Spirv::statement(const ir::Barrier& barrier) {
  if (barrier.scope != ir::BarrierScope::group)
    throw Error::internal(fmt::format("kernel '{}'", module_.name), "SPIR-V has no clusters");
  const Id group = word(static_cast<Word>(spv::Scope::Workgroup));
  const Id semantics = word(static_cast<Word>(spv::MemorySemanticsMask::AcquireRelease) |
                            static_cast<Word>(spv::MemorySemanticsMask::WorkgroupMemory));
  code_.statement(spv::Op::OpControlBarrier, {group, group, semantics});
}

void Spirv::statement(const ir::Signal&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "SPIR-V has no order between work-groups");
}

void Spirv::statement(const ir::Await&) {
  throw Error::internal(fmt::format("kernel '{}'", module_.name), "SPIR-V has no order between work-groups");
}

}  // namespace papilio::emit
