// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Parses and checks the PTX that src/emit writes: every instruction must exist on its architecture, and its operands
// must match. "Parallel Thread Execution ISA" defines the instructions; only those that the emitter uses are supported.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::test::ptx {

enum class Type : std::uint8_t {
  pred,
  s8,
  u8,
  b16,
  s16,
  u16,
  f16,
  b32,
  s32,
  u32,
  f32,
  f16x2,
  bf16x2,
  b64,
  s64,
  u64,
  f64
};
/// Size in registers; 1 for a predicate.
int bytes_of(Type type);

enum class Kind : std::uint8_t {
  mov,
  add,
  sub,
  mul,
  mul_high,
  mul_wide,
  div,
  rem,
  fma,
  neg,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,
  less,
  less_equal,
  equal,
  not_equal,
  greater_equal,
  unordered,
  select,
  convert,
  pack,      ///< two halves into a word
  unpack,    ///< a word into two halves
  map_away,  ///< the corresponding shared address in another block of the cluster
  load,
  store,
  parameter,
  prefetch,
  policy,    ///< cache policy, a hint
  count_up,  ///< increments a number in memory
  branch,
  barrier,
  cluster_arrive,
  cluster_wait,
  ret,
  nothing,
};
enum class Space : std::uint8_t { parameter, shared, cluster, global };

/// A register, or, if negative, the constant ~value.
using Operand = int;

struct Instruction {
  Kind kind = Kind::nothing;
  Type type = Type::b32;  ///< of arguments, or of one number in memory
  Type to = Type::b32;    ///< result type of conversions
  Space space = Space::global;
  bool read_only = false;             ///< a load through the non-coherent cache
  int width = 1;                      ///< numbers per memory access
  int arguments = 0;                  ///< of an instruction with one result
  std::array<Operand, 5> operands{};  ///< results first; memory: the numbers, then the address
  std::int64_t offset = 0;            ///< bytes added to the address; for a parameter, its index
  int target = 0;                     ///< of a branch: an index into Program::code
  int guard = -1;                     ///< the predicate register
  bool inverse = false;               ///< executes if the guard is false
  int policy = -1;                    ///< the register with a load's cache policy
  int line = 0;
};

/// An address in another block's shared memory: its rank plus one in the upper bits, its address in that block in the
/// lower bits.
inline constexpr int rank_shift = 24;

/// A static shared array; gaps separate arrays, so that an access out of one cannot reach another.
struct SharedArray {
  std::string name;
  std::int64_t address = 0;
  std::int64_t bytes = 0;  ///< -1: given at the launch
};

struct Program {
  std::string name;
  int architecture = 0;
  int threads = 0;  ///< of a block
  int cluster = 1;  ///< blocks that run together
  std::vector<std::string> parameters;
  std::vector<std::string> registers;  ///< names; the first two are "%tid.x" and "%ctaid.x"
  std::vector<std::uint64_t> constants;
  std::vector<SharedArray> shared;
  std::vector<Instruction> code;
};

/// Throws Error(internal) with the number and the text of the first invalid line.
Program parse(std::string_view text);

}  // namespace papilio::test::ptx
