// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/spirv/spliced_functions.hpp"

#include <algorithm>
#include <papilio/error.hpp>
#include <span>

namespace papilio::emit {
namespace {

constexpr std::size_t header_words = 5;

struct SpirvInstruction {
  spv::Op op = spv::Op::OpNop;
  std::span<const Word> words;  ///< the first one included
};

[[noreturn]] void reject(const char* why) { throw Error::internal("SPIR-V of the compiler of callbacks", why); }

std::vector<SpirvInstruction> instructions_of(const Words& module) {
  if (module.size() < header_words || module[0] != spv::MagicNumber) reject("it is no module");
  std::vector<SpirvInstruction> result;
  for (std::size_t at = header_words; at < module.size();) {
    const std::size_t size = module[at] >> 16;
    if (size == 0 || size > module.size() - at) reject("an instruction is cut off");
    result.push_back({static_cast<spv::Op>(module[at] & 0xffff), std::span(module).subspan(at, size)});
    at += size;
  }
  return result;
}

Word operand(const SpirvInstruction& instruction, std::size_t number) {
  if (number + 1 >= instruction.words.size()) reject("an instruction is too short");
  return instruction.words[number + 1];
}

/// The string literal that begins at this operand.
std::string text_at(const SpirvInstruction& instruction, std::size_t number) {
  std::string text;
  for (std::size_t i = number;; ++i) {
    const Word word = operand(instruction, i);
    for (int shift = 0; shift < 32; shift += 8) {
      const auto character = static_cast<char>(word >> shift & 0xff);
      if (character == '\0') return text;
      text += character;
    }
  }
}

void append(Words& section, const SpirvInstruction& instruction) {
  section.insert(section.end(), instruction.words.begin(), instruction.words.end());
}

/// The types that are equal where they say the same (2.8 of the specification: "types and variables").
bool is_unique_type(spv::Op op) {
  switch (op) {
    case spv::Op::OpTypeVoid:
    case spv::Op::OpTypeBool:
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypePointer:
    case spv::Op::OpTypeFunction:
      return true;
    default:
      return false;
  }
}

bool is_arithmetic(spv::Op op) {
  constexpr spv::Op all[] = {spv::Op::OpFNegate,
                             spv::Op::OpFAdd,
                             spv::Op::OpFSub,
                             spv::Op::OpFMul,
                             spv::Op::OpFDiv,
                             spv::Op::OpFRem,
                             spv::Op::OpFMod,
                             spv::Op::OpVectorTimesScalar,
                             spv::Op::OpMatrixTimesScalar,
                             spv::Op::OpVectorTimesMatrix,
                             spv::Op::OpMatrixTimesVector,
                             spv::Op::OpMatrixTimesMatrix,
                             spv::Op::OpOuterProduct,
                             spv::Op::OpDot};
  return std::ranges::find(all, op) != std::end(all);
}

/// Reads a module from front to back.
class InstructionReader {
 public:
  explicit InstructionReader(const Words& module) {
    const std::vector<SpirvInstruction> instructions = instructions_of(module);
    result_.bound = module[3];
    for (const SpirvInstruction& instruction : instructions) read(instruction);
    if (entry_ == 0) reject("it has no entry point");
    for (const auto& [builtin, variable] : variables_) {
      if (interface_.contains(variable)) result_.builtins[builtin] = variable;
    }
    for (SplicedFunctions::Function& function : result_.called) function.type = types_of_functions_[function.id];
  }

  SplicedFunctions result() && { return std::move(result_); }

 private:
  void read(const SpirvInstruction& instruction) {
    switch (instruction.op) {
      case spv::Op::OpCapability:
        result_.capabilities.insert(static_cast<spv::Capability>(operand(instruction, 0)));
        return;
      case spv::Op::OpExtension:
        result_.extensions.insert(text_at(instruction, 0));
        return;
      case spv::Op::OpExtInstImport:
        append(result_.imports, instruction);
        if (text_at(instruction, 1) == "GLSL.std.450") result_.glsl = operand(instruction, 0);
        return;
      case spv::Op::OpEntryPoint:
        return read_entry_point(instruction);
      case spv::Op::OpDecorate:
        read_decoration(instruction);
        [[fallthrough]];
      case spv::Op::OpMemberDecorate:
      case spv::Op::OpDecorateId:
        append(result_.decorations, instruction);
        return;
      default:
        if (!is_left_out(instruction.op)) read_declaration(instruction);
    }
  }

  /// True for instructions that the kernel has itself, and for names and lines, which only people read.
  static bool is_left_out(spv::Op op) {
    switch (op) {
      case spv::Op::OpMemoryModel:
      case spv::Op::OpExecutionMode:
      case spv::Op::OpSource:
      case spv::Op::OpSourceContinued:
      case spv::Op::OpSourceExtension:
      case spv::Op::OpString:
      case spv::Op::OpName:
      case spv::Op::OpMemberName:
      case spv::Op::OpModuleProcessed:
      case spv::Op::OpLine:
      case spv::Op::OpNoLine:
        return true;
      default:
        return false;
    }
  }

  void read_entry_point(const SpirvInstruction& instruction) {
    if (entry_ != 0) reject("it has several entry points");
    entry_ = operand(instruction, 1);
    const std::size_t name = text_at(instruction, 2).size() / 4 + 1;
    for (std::size_t i = 2 + name; i + 1 < instruction.words.size(); ++i) interface_.insert(operand(instruction, i));
  }

  void read_decoration(const SpirvInstruction& instruction) {
    const auto what = static_cast<spv::Decoration>(operand(instruction, 1));
    if (what == spv::Decoration::NoContraction) exact_.insert(operand(instruction, 0));
    if (what == spv::Decoration::Binding) bindings_[operand(instruction, 0)] = operand(instruction, 2);
    if (what == spv::Decoration::BuiltIn)
      variables_.emplace_back(static_cast<spv::BuiltIn>(operand(instruction, 2)), operand(instruction, 0));
  }

  void read_declaration(const SpirvInstruction& instruction) {
    if (instruction.op == spv::Op::OpFunction) {
      function_ = operand(instruction, 1);
      types_of_functions_[function_] = operand(instruction, 3);
    }
    if (function_ == 0) {
      append(result_.globals, instruction);
      if (is_unique_type(instruction.op)) remember_type(instruction);
      if (instruction.op == spv::Op::OpVariable) read_variable(instruction);
    } else if (function_ == entry_) {
      if (instruction.op == spv::Op::OpFunctionCall) result_.called.push_back({operand(instruction, 2)});
      if (instruction.op == spv::Op::OpStore) result_.has_initial_values = true;
    } else {
      append(result_.functions, instruction);
      if (instruction.op == spv::Op::OpFunction) ask_for_inlining();
      if (is_arithmetic(instruction.op)) forbid_contraction(operand(instruction, 1));
    }
  }

  void read_variable(const SpirvInstruction& instruction) {
    switch (static_cast<spv::StorageClass>(operand(instruction, 2))) {
      case spv::StorageClass::Private:
      case spv::StorageClass::Input:
        return;
      case spv::StorageClass::StorageBuffer:
        result_.bindings.insert(bindings_[operand(instruction, 1)]);
        return;
      default:
        result_.has_other_resources = true;
    }
  }

  void remember_type(const SpirvInstruction& instruction) {
    const Id id = operand(instruction, 0);
    Words key = {static_cast<Word>(instruction.op)};
    key.insert(key.end(), instruction.words.begin() + 2, instruction.words.end());
    result_.types.emplace(std::move(key), id);
  }

  /// As CUDA C++ is asked for callbacks. The instruction was appended last: type, number, control, type of the
  /// function.
  void ask_for_inlining() {
    result_.functions[result_.functions.size() - 2] = static_cast<Word>(spv::FunctionControlMask::Inline);
  }

  void forbid_contraction(Id id) {
    if (!exact_.insert(id).second) return;
    constexpr Word size = 3;
    const Words decoration = {size << 16 | static_cast<Word>(spv::Op::OpDecorate), id,
                              static_cast<Word>(spv::Decoration::NoContraction)};
    result_.decorations.insert(result_.decorations.end(), decoration.begin(), decoration.end());
  }

  SplicedFunctions result_;
  Id entry_ = 0;
  Id function_ = 0;  ///< in which the reader is; 0: before the first
  std::set<Id> interface_;
  std::set<Id> exact_;  ///< with NoContraction
  std::vector<std::pair<spv::BuiltIn, Id>> variables_;
  std::map<Id, Word> bindings_;
  std::map<Id, Id> types_of_functions_;
};

}  // namespace

SplicedFunctions take_apart(const Words& module) { return InstructionReader(module).result(); }

}  // namespace papilio::emit
