// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The PTX that src/emit writes, read and checked: every instruction is one that its architecture has, and every operand
// fits it. "Parallel Thread Execution ISA" says what they mean; of what it allows, the emitter's share is known here.
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
/// In registers; of a predicate 1.
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
  pack,      ///< two halves to a word
  unpack,    ///< a word to two halves
  map_away,  ///< where another block of the cluster has what this one has at an address
  load,
  store,
  parameter,
  prefetch,
  policy,    ///< of caches: a hint
  count_up,  ///< adds one to a number in memory
  branch,
  barrier,
  cluster_arrive,
  cluster_wait,
  ret,
  nothing,
};
enum class Space : std::uint8_t { parameter, shared, cluster, global };

/// A register, or where it is negative, the constant ~value.
using Operand = int;

struct Instruction {
  Kind kind = Kind::nothing;
  Type type = Type::b32;  ///< of arguments; of memory, of one number there
  Type to = Type::b32;    ///< conversions: of the result
  Space space = Space::global;
  bool read_only = false;             ///< a load that trusts that nobody writes
  int width = 1;                      ///< numbers of a memory access
  int arguments = 0;                  ///< of an instruction that computes one result
  std::array<Operand, 5> operands{};  ///< results first; memory: the numbers, then the address
  std::int64_t offset = 0;            ///< bytes from that address; of a parameter, its number
  int target = 0;                     ///< of a branch: a place in Program::code
  int guard = -1;                     ///< the predicate that it depends on
  bool inverse = false;               ///< runs where the guard is false
  int policy = -1;                    ///< the register of the policy of a load
  int line = 0;
};

/// An address of another block of the cluster's shared memory: its rank and one above, its own address there below.
inline constexpr int rank_shift = 24;

/// A static shared array; arrays stand apart, so that nobody reaches one by way of another.
struct SharedArray {
  std::string name;
  std::int64_t address = 0;
  std::int64_t bytes = 0;  ///< -1: as many as the launch gives
};

struct Program {
  std::string name;
  int architecture = 0;
  int threads = 0;  ///< of a block
  int cluster = 1;  ///< blocks that run together
  std::vector<std::string> parameters;
  std::vector<std::string> registers;  ///< their names; the first two are "%tid.x" and "%ctaid.x"
  std::vector<std::uint64_t> constants;
  std::vector<SharedArray> shared;
  std::vector<Instruction> code;
};

/// Throws Error(internal) with the number and the text of the first line that is wrong.
Program parse(std::string_view text);

}  // namespace papilio::test::ptx
