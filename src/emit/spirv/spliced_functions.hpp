// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SplicedFunctions: a module that another compiler wrote, taken apart, so that its functions can stand in a module of
// Papilio's. Its numbers (ids) stay as they are: the assembler begins behind them and uses its types, so that no
// instruction but declarations of types has to be understood.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

namespace papilio::emit {

using Word = std::uint32_t;
using Words = std::vector<Word>;
using Id = Word;

struct SplicedFunctions {
  struct Function {
    Id id = 0;
    Id type = 0;
  };

  Id bound = 1;  ///< the first number that is free
  std::set<spv::Capability> capabilities;
  std::set<std::string, std::less<>> extensions;
  Words imports;                        ///< of extended instructions
  Id glsl = 0;                          ///< that of GLSL.std.450; 0: not imported
  Words decorations;                    ///< NoContraction on all floating-point arithmetic included
  Words globals;                        ///< types, constants and variables
  Words functions;                      ///< but for the entry point
  std::map<Words, Id> types;            ///< those of which a module may have only one, by instruction and operands
  std::map<spv::BuiltIn, Id> builtins;  ///< input variables
  std::set<Word> bindings;              ///< of storage buffers
  bool has_other_resources = false;     ///< images, uniforms, shared memory
  bool has_initial_values = false;      ///< of variables of the module, which its entry point would store
  std::vector<Function> called;         ///< by the entry point, in this order
};

/// Throws Error(internal) for what is no module of one entry point.
SplicedFunctions take_apart(const Words& module);

}  // namespace papilio::emit
