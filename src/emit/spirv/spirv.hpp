// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SPIR-V for Vulkan, written word by word: no compiler, and NoContraction on every floating-point result, so that what
// the IR says is what is computed. Values are scalars (a vector is its lanes); vectors appear in memory accesses only.
//
// Interface of a module: entry point "main"; buffer i of the IR is the storage buffer of set 0, binding i; scalar i is
// the 64-bit integer at byte 8*i of the push constants, of which devices without 64-bit integers read the lower half;
// behind the scalars stands the number of work-groups, 32 bits: a grid may have two dimensions, and more work-groups
// than that. With ShaderFeatures::addresses there are no storage buffers: the addresses of the buffers, 64 bits each
// and multiples of 16, stand before the scalars. Tables may be given in the same way beside storage buffers
// (Target::addresses): what has no binding is given by address.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "core/device_caps.hpp"
#include "core/flat_map.hpp"
#include "emit/emit.hpp"
#include "emit/spirv/assembler.hpp"
#include "emit/spirv/spliced_functions.hpp"
#include "emit/vector_widths.hpp"
#include "ir/ir.hpp"

namespace papilio::emit {

/// A pure instruction: its operation, its type, its operands. Ids are not 0, so that it may be shorter.
struct InstructionKey {
  std::array<Word, 7> words{};
  friend bool operator==(const InstructionKey& a, const InstructionKey& b) {
    Word differences = 0;  // no branches: keys are compared more often than anything else
    for (std::size_t i = 0; i < a.words.size(); ++i) differences |= a.words[i] ^ b.words[i];
    return differences == 0;
  }
};

struct HashOfInstruction {
  std::uint64_t operator()(const InstructionKey& key) const {
    std::uint64_t hash = 0;
    for (const Word word : key.words) hash = spread(hash ^ hash >> 32 ^ word);
    return hash;
  }
};

class Spirv {
 public:
  /// `callbacks`: what a compiler made of callbacks_in_glsl().
  Spirv(const ir::Module& module, const Target& target);

  /// Throws Error(internal) for clusters, counters, and callbacks that no compiler has seen; Error(build_failed) for
  /// callbacks that declare resources of their own, which nobody would bind.
  Words render();

 private:
  using LaneIds = std::span<const Id>;  ///< in lanes_memory_
  enum class NumberType : std::uint8_t { boolean, u8, u16, u32, u64, f16, f32, f64 };

  // spirv.cpp: the kernel and its statements
  void modes(Id function);
  void push_constants();
  void group_number();
  void block(const ir::Block& statements);
  void nested(const ir::Block& statements);
  void define(ir::Expr variable, LaneIds lanes);
  void statement(const ir::Let& let);
  void statement(const ir::Store& store);
  void statement(const ir::For& loop);
  void statement(const ir::If& branch);
  void statement(const ir::Prefetch&) {}  // SPIR-V has none
  void statement(const ir::Barrier& barrier);
  void statement(const ir::Signal&);
  void statement(const ir::Await&);
  void statement(const ir::Comment&) {}
  void branch(Id condition, const ir::Block& then_block, const ir::Block* else_block);

  // spirv_types.cpp
  [[nodiscard]] NumberType number_of(ir::ScalarKind kind) const;
  [[nodiscard]] static NumberType stored_as(const ir::Buffer& buffer, NumberType native);
  Id type(NumberType number);
  Id make_type(NumberType number);
  Id vector_type(NumberType number, int lanes);
  Id pointer(spv::StorageClass storage, Id pointee);
  Id integer(NumberType number, std::int64_t value);
  Id real(NumberType number, double value);
  Id word(std::int64_t value) { return integer(NumberType::u32, value); }

  // spirv_values.cpp
  std::span<Id> new_lanes(int count);
  LaneIds lanes_of(ir::Expr value);
  LaneIds compute_lanes(ir::Expr value);
  Id lane_of(ir::Expr value, int lane);
  Id scalar(ir::Expr value) { return lane_of(value, 0); }
  Id arithmetic(ir::Expr value, int lane);
  Id arithmetic(ir::Expr value, OperandWords args);
  /// The operands of a comparison in 32 bits, if they were widened from these; else empty.
  [[nodiscard]] Words narrowed(OperandWords args);
  Id cast(ir::ScalarKind from, ir::ScalarKind to, Id argument);
  Id leaf(ir::Expr value);
  Id builtin(spv::BuiltIn which);
  Id component(spv::BuiltIn which, Word index);
  Id scalar_builtin(spv::BuiltIn which);
  /// A pure instruction; the same one on the same operands is written once in a scope.
  Id pure(spv::Op op, NumberType type, OperandWords operands);
  Id glsl(Word instruction, NumberType type, OperandWords arguments);
  [[nodiscard]] Id remembered(const InstructionKey& key) const;  ///< 0: none
  Id remember(const InstructionKey& key, Id id);

  // spirv_calls.cpp
  void check_callbacks() const;
  const SplicedFunctions::Function& function_of(ir::Expr call);
  LaneIds call(ir::Expr value);

  // spirv_memory.cpp
  struct ElementPointer {
    Id pointer;
    Id type;
    Word alignment;  ///< 0: not stated
  };
  struct View {
    Id variable;  ///< of addresses: the pointer's type
    Id element;
  };
  [[nodiscard]] int chunk_of(const ir::Buffer& buffer, int lanes, std::int64_t alignment) const;
  const View& view_of(const ir::Buffer& buffer, int chunk);
  View global_view(const ir::Buffer& buffer, int chunk);
  Id block_of(const ir::Buffer& buffer, int chunk, Id element);
  [[nodiscard]] Word binding_of(const ir::Buffer& buffer) const;
  Id pointer_to(const ir::Buffer& buffer, const View& view);
  [[nodiscard]] bool is_addressed(const ir::Buffer& buffer) const;
  [[nodiscard]] spv::StorageClass storage_of(const ir::Buffer& buffer) const;
  Id load_from(const ElementPointer& access);
  Id element_type(const ir::Buffer& buffer, int chunk);
  View shared_view(const ir::Buffer& buffer, int chunk);
  ElementPointer access(const ir::Buffer& buffer, ir::Expr index, int chunk, int number);
  ElementPointer access(const ir::Buffer& buffer, Id chunk_index, int chunk);
  Id chunk_index(NumberType width, Id index, int chunk, int number);
  LaneIds load(ir::Expr value);
  void store(const ir::Store& store, LaneIds values);
  /// Type of a stored number in registers: 32 bits where it has fewer.
  [[nodiscard]] NumberType widened(const ir::Buffer& buffer) const;
  Id widen(const ir::Buffer& buffer, Id value, int lanes);
  Id narrow(const ir::Buffer& buffer, Id value, Id stored);
  /// Converts between that and a number of the kernel.
  Id decode(const ir::Buffer& buffer, Id raw);
  Id encode(const ir::Buffer& buffer, Id value);
  Id register_of(const ir::Buffer& array, ir::Expr index, int lane);

  /// The values that are known in one block of statements.
  struct ValueScope {
    FlatMap<ir::Expr, LaneIds> values;
    FlatMap<InstructionKey, Id, InstructionKey{}, HashOfInstruction> instructions;
  };

  const ir::Module& module_;
  const ShaderFeatures target_;
  const bool addressed_tables_;
  const SplicedFunctions callbacks_;
  Assembler code_;
  std::vector<ValueScope> scopes_{1};
  std::pmr::monotonic_buffer_resource lanes_memory_;
  std::vector<LaneIds> variables_;  ///< by Node::id
  std::map<ir::Scalar, Id> scalars_;
  FlatMap<const ir::Buffer*, Id> addresses_;
  std::array<Id, 8> number_types_{};  ///< by NumberType; these and the next save most searches of the assembler
  std::map<std::pair<NumberType, int>, Id> vector_types_;
  std::map<std::pair<spv::StorageClass, Id>, Id> pointer_types_;
  FlatMap<std::int64_t, Id, std::numeric_limits<std::int64_t>::min()> integers_[2];  ///< of 32 and of 64 bits
  FlatMap<Id, Id> widened_;                 ///< 64-bit integers that were 32-bit ones
  FlatMap<Id, std::int64_t> constants_64_;  ///< 64-bit integers that are constants
  std::map<spv::BuiltIn, Id> builtins_;
  std::map<std::pair<const ir::Buffer*, int>, View> views_;
  VectorWidths widths_;  ///< of which those of shared memory count
  std::map<std::pair<const ir::Buffer*, std::int64_t>, Id> registers_;
  Id group_ = 0;   ///< group_id of the IR
  Id groups_ = 0;  ///< their number
};

}  // namespace papilio::emit
