// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/spirv/assembler.hpp"

namespace papilio::emit {
namespace {

Words joined(Words first, OperandWords second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

Assembler::Assembler(const SplicedFunctions& spliced)
    : spliced_(spliced),
      bound_(spliced.bound),
      first_block_(bound_++),
      block_(first_block_),
      glsl_(spliced.glsl),
      capabilities_(spliced.capabilities),
      extensions_(spliced.extensions),
      decorations_(spliced.decorations),
      globals_(spliced.globals),
      known_(spliced.types) {}

Words literal(std::string_view text) {
  Words words(text.size() / 4 + 1, 0);
  for (std::size_t i = 0; i < text.size(); ++i)
    words[i / 4] |= static_cast<Word>(static_cast<unsigned char>(text[i])) << (i % 4 * 8);
  return words;
}

void Assembler::put(Words& section, spv::Op op, std::initializer_list<Word> first, OperandWords rest) {
  section.push_back(static_cast<Word>(first.size() + rest.size() + 1) << 16 | static_cast<Word>(op));
  section.insert(section.end(), first.begin(), first.end());
  section.insert(section.end(), rest.begin(), rest.end());
}

void Assembler::capability(spv::Capability which) { capabilities_.insert(which); }
void Assembler::extension(std::string_view name) { extensions_.emplace(name); }

void Assembler::physical_addresses() {
  capability(spv::Capability::PhysicalStorageBufferAddresses);
  extension("SPV_KHR_physical_storage_buffer");
  addressing_ = spv::AddressingModel::PhysicalStorageBuffer64;
}

Id Assembler::glsl() {
  if (glsl_ == 0) glsl_ = new_id();
  return glsl_;
}

void Assembler::entry_point(Id function, std::string_view name, OperandWords interface) {
  const Words head = joined({static_cast<Word>(spv::ExecutionModel::GLCompute), function}, literal(name));
  put(entry_, spv::Op::OpEntryPoint, {}, joined(head, interface));
}

void Assembler::execution_mode(Id function, spv::ExecutionMode mode, OperandWords operands) {
  put(modes_, spv::Op::OpExecutionMode, {function, static_cast<Word>(mode)}, operands);
}

void Assembler::decorate(Id target, spv::Decoration decoration, OperandWords operands) {
  put(decorations_, spv::Op::OpDecorate, {target, static_cast<Word>(decoration)}, operands);
}

void Assembler::decorate_member(Id type, Word member, spv::Decoration decoration, OperandWords operands) {
  put(decorations_, spv::Op::OpMemberDecorate, {type, member, static_cast<Word>(decoration)}, operands);
}

Id Assembler::type(spv::Op op, OperandWords operands) {
  const Words key = joined({static_cast<Word>(op)}, operands);
  const auto [place, is_new] = known_.try_emplace(key, 0);
  if (is_new) place->second = own_type(op, operands);
  return place->second;
}

Id Assembler::own_type(spv::Op op, OperandWords operands) {
  const Id id = new_id();
  put(globals_, op, {id}, operands);
  return id;
}

Id Assembler::constant(spv::Op op, Id type, OperandWords value) {
  const Words key = joined({static_cast<Word>(op), type}, value);
  const auto [place, is_new] = known_.try_emplace(key, 0);
  if (is_new) {
    place->second = new_id();
    put(globals_, op, {type, place->second}, value);
  }
  return place->second;
}

Id Assembler::global(Id pointer_type, spv::StorageClass storage) {
  const Id id = new_id();
  put(globals_, spv::Op::OpVariable, {pointer_type, id, static_cast<Word>(storage)});
  return id;
}

Id Assembler::local(Id pointer_type) {
  const Id id = new_id();
  put(locals_, spv::Op::OpVariable, {pointer_type, id, static_cast<Word>(spv::StorageClass::Function)});
  return id;
}

Id Assembler::instruction(spv::Op op, Id type, OperandWords operands) {
  const Id id = new_id();
  put(body_, op, {type, id}, operands);
  return id;
}

void Assembler::statement(spv::Op op, OperandWords operands) { put(body_, op, {}, operands); }

void Assembler::label(Id id) {
  put(body_, spv::Op::OpLabel, {id});
  block_ = id;
}

Words Assembler::finish(Word version, Id void_type, Id function_type, Id function) {
  Words head;
  for (const spv::Capability which : capabilities_) put(head, spv::Op::OpCapability, {static_cast<Word>(which)});
  for (const std::string& name : extensions_) put(head, spv::Op::OpExtension, {}, literal(name));
  head = joined(head, spliced_.imports);
  if (glsl_ != spliced_.glsl) put(head, spv::Op::OpExtInstImport, {glsl_}, literal("GLSL.std.450"));
  put(head, spv::Op::OpMemoryModel, {static_cast<Word>(addressing_), static_cast<Word>(spv::MemoryModel::GLSL450)});
  Words begin;
  constexpr Word no_control = 0;
  put(begin, spv::Op::OpFunction, {void_type, function, no_control, function_type});
  put(begin, spv::Op::OpLabel, {first_block_});
  Words end;
  put(end, spv::Op::OpReturn, {});
  put(end, spv::Op::OpFunctionEnd, {});
  constexpr Word generator = 0;
  Words module = {spv::MagicNumber, version, generator, bound_, 0};
  const std::initializer_list<const Words*> sections = {&head,  &entry_,  &modes_, &decorations_, &globals_,
                                                        &begin, &locals_, &body_,  &end,          &spliced_.functions};
  std::size_t size = module.size();
  for (const Words* section : sections) size += section->size();
  module.reserve(size);
  for (const Words* section : sections) module.insert(module.end(), section->begin(), section->end());
  return module;
}

}  // namespace papilio::emit
