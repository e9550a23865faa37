// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Assembler: the sections of a SPIR-V module ("SPIR-V Specification", 2.4, logical layout), with equal types, constants
// and pure instructions written once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

#include "emit/spirv/spliced_functions.hpp"

namespace papilio::emit {

/// The words behind an instruction's result, for the time of a call: a list in braces, or some that are kept.
class OperandWords {
 public:
  OperandWords(std::initializer_list<Word> words)  // NOLINT(google-explicit-constructor)
      : begin_(std::data(words)), size_(words.size()) {}
  OperandWords(std::span<const Word> words)  // NOLINT(google-explicit-constructor)
      : begin_(words.data()), size_(words.size()) {}
  OperandWords(const Words& words)  // NOLINT(google-explicit-constructor)
      : begin_(words.data()), size_(words.size()) {}

  [[nodiscard]] const Word* begin() const { return begin_; }
  [[nodiscard]] const Word* end() const { return begin_ + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  Word operator[](std::size_t index) const { return begin_[index]; }

 private:
  const Word* begin_;
  std::size_t size_;
};

class Assembler {
 public:
  /// `spliced`, which must outlive this, becomes part of the module; its numbers are left as they are.
  explicit Assembler(const SplicedFunctions& spliced);

  Id new_id() { return bound_++; }

  // Sections before the function
  void capability(spv::Capability which);
  void extension(std::string_view name);
  /// Pointers of the storage class PhysicalStorageBuffer: addresses of 64 bits.
  void physical_addresses();
  /// The extended instructions of GLSL.std.450.
  Id glsl();
  void entry_point(Id function, std::string_view name, OperandWords interface);
  void execution_mode(Id function, spv::ExecutionMode mode, OperandWords operands);
  void decorate(Id target, spv::Decoration decoration, OperandWords operands = {});
  void decorate_member(Id type, Word member, spv::Decoration decoration, OperandWords operands = {});
  /// A type or a constant without a result type; equal ones share an id.
  Id type(spv::Op op, OperandWords operands);
  /// Types that are decorated must not be shared.
  Id own_type(spv::Op op, OperandWords operands);
  Id constant(spv::Op op, Id type, OperandWords value);
  Id global(Id pointer_type, spv::StorageClass storage);

  // The function
  Id local(Id pointer_type);
  Id instruction(spv::Op op, Id type, OperandWords operands);
  void statement(spv::Op op, OperandWords operands);
  /// Begins a block: its label becomes block().
  void label(Id id);
  [[nodiscard]] Id block() const { return block_; }

  /// The module, for this version of SPIR-V (0x00010300 for 1.3).
  [[nodiscard]] Words finish(Word version, Id void_type, Id function_type, Id function);

 private:
  /// The operands are `first` and then `rest`; neither is copied anywhere but into the section.
  static void put(Words& section, spv::Op op, std::initializer_list<Word> first, OperandWords rest = {});

  const SplicedFunctions& spliced_;
  Id bound_;
  const Id first_block_;  ///< of the function
  Id block_;
  Id glsl_;
  spv::AddressingModel addressing_ = spv::AddressingModel::Logical;
  std::set<spv::Capability> capabilities_;
  std::set<std::string, std::less<>> extensions_;
  Words entry_;
  Words modes_;
  Words decorations_;
  Words globals_;  ///< types, constants and variables
  Words locals_;
  Words body_;
  std::map<Words, Id> known_;
};

/// A string literal, zero-terminated and padded to whole words.
Words literal(std::string_view text);

}  // namespace papilio::emit
