// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernel IR: one typed, structured, immutable program for one work-group. Made by Builder only (builder.hpp).
//
// Semantics
//   Types      A scalar kind and a lane count. Arithmetic is lane by lane; operands have equal types.
//   Integers   i32 and i64 never overflow in a verified program. div and mod truncate; their operands are never
//              negative. shl, shr and bit_and take non-negative values only.
//   Words      Where node.integer is `words`, bit_and, bit_or, shl and shr take an integer of any sign as bits in two's
//              complement. Bits that shl moves out are lost; those that shr moves in are unspecified.
//   bits       The bits of a float as an integer, or the float that an integer's bits mean. NaN has the bits of any
//   NaN. Floats     IEEE f32 and f64, rounded to nearest. fma(a, b, c) rounds once. A dialect must neither contract a
//   mul
//              and an add on its own nor reassociate: what the IR says is what is computed.
//   Values     are pure, except load, which reads where the Let that binds it stands (Builder binds every load).
//   shuffle    Lane l of the result is lane mask[l] of the concatenation of the operands' lanes. It expresses extract,
//              concatenation, interleaving and transposition.
//   Memory     A buffer is an array of scalars. If its storage type differs from its element type, loads and stores
//              convert (core/storage.hpp). A load or store of a type with L lanes touches L consecutive scalars from
//              `index` on, which counts scalars. `alignment` is a number that `index` is known to be a multiple of. A
//              dialect may use a vector access if L divides alignment, and otherwise only if its vector accesses need
//              no alignment (OpenCL's vloadn).
//   Registers  are arrays of one work-item that outlive a statement, such as what a loop passes from one iteration to
//              the next. They start undefined. Their indices are constants, so that compilers keep them out of memory.
//   Shared     memory starts undefined. Between two barriers no element may be written by one work-item and read or
//              written by another; the interpreter reports it.
//   Clusters   Module::cluster neighbouring work-groups run at the same time; the number of the first is a multiple of
//              the cluster's size. A store with a rank writes to the shared array of the work-group of that rank. A
//              cluster barrier has two halves, cluster_arrive and cluster_wait: everything that any work-group does
//              before its arrive happens before everything that follows a wait. No work-group touches shared memory
//              between the two. No work-group may be written to before it has arrived once, and none may end before
//              it has waited for the last of the writes to it.
//   Counters   are integers in global memory. A signal adds one to a counter after all earlier stores of its work-group
//              have become visible to the work-groups that await the counter; an await blocks until the counter has
//              reached its count. A work-group awaits only work-groups with smaller numbers: those started earlier,
//              so it never waits for one that cannot run.
//   call       runs a function of the user's text. Its result depends only on its arguments and on its buffer. The
//              interpreter cannot run it and reports it.
//   Barrier    stands in uniform control flow, and so do signal and await, which are barriers as well: neither loop
//              bounds nor conditions above it depend on thread_id.
//   For        runs its body for var = begin, begin + step, ... while var < end; step > 0.
//   If         Its branches define nothing outside of themselves.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/storage.hpp"

namespace papilio::ir {

/// f32x2 and f64x2 are sums of two floats, which expand_pairs() replaces by floats: no finished program has them.
enum class ScalarKind : std::uint8_t { boolean, i32, i64, f32, f64, f32x2, f64x2 };

constexpr bool is_pair(ScalarKind kind) { return kind == ScalarKind::f32x2 || kind == ScalarKind::f64x2; }
/// The floats that numbers consist of.
constexpr ScalarKind part_of(ScalarKind kind) {
  return kind == ScalarKind::f32x2 ? ScalarKind::f32 : kind == ScalarKind::f64x2 ? ScalarKind::f64 : kind;
}

struct Type {
  ScalarKind kind = ScalarKind::i32;
  std::uint8_t lanes = 1;
  friend bool operator==(const Type&, const Type&) = default;
  [[nodiscard]] bool is_float() const { return kind >= ScalarKind::f32; }
  [[nodiscard]] bool is_pair() const { return ir::is_pair(kind); }
  [[nodiscard]] bool is_int() const { return kind == ScalarKind::i32 || kind == ScalarKind::i64; }
  [[nodiscard]] Type scalar() const { return {kind, 1}; }
  [[nodiscard]] Type with_lanes(int n) const { return {kind, static_cast<std::uint8_t>(n)}; }
};

inline constexpr Type boolean{ScalarKind::boolean, 1};
inline constexpr Type i32{ScalarKind::i32, 1};
inline constexpr Type i64{ScalarKind::i64, 1};
inline constexpr Type f32{ScalarKind::f32, 1};
inline constexpr Type f64{ScalarKind::f64, 1};

enum class Space : std::uint8_t { global, shared, registers };
enum class Access : std::uint8_t { read, write, read_write };

/// Kind of memory that the launcher binds to a parameter.
enum class Role : std::uint8_t { input, output, table, user, counters };

/// A global buffer parameter, a shared array or registers. `elements` is the size of an array, or of a table.
struct Buffer {
  std::string name;
  ScalarKind element = ScalarKind::f32;  ///< of what is loaded and stored
  Storage storage = Storage::native;     ///< global floats only: what they are in memory
  Space space = Space::global;
  Access access = Access::read;
  Role role = Role::input;  ///< global only
  std::int64_t least = 0;   ///< the smallest entry of a table of integers
  std::int64_t most = 0;    ///< the largest one
  std::int64_t elements = 0;
  bool restrict_ = true;  ///< global only: no other parameter points into the same memory
  bool once = false;      ///< global only, a hint: every element is read once, so caches need not keep it
};

/// Scalar parameters, all i64, in the order of the enumerators when present. Distances and offsets count complex
/// elements. `in_plane` and `out_plane` count real numbers: the distance from a planar side's real parts to its
/// imaginary parts. `repeat` is the number of tiles that a work-group does one after the other, chosen at launch (CPU
/// kernels). The others belong to fused launches (fused_kernel.hpp): the second kernel's own parameters, the number of
/// units, and the index of the first counter.
enum class Scalar : std::uint8_t {
  batch,
  in_distance,
  out_distance,
  in_offset,
  out_offset,
  repeat,
  in_plane,
  out_plane,
  second_batch,
  second_in_distance,
  second_out_distance,
  second_in_offset,
  second_out_offset,
  second_repeat,
  units,
  counters,
  in_position
};

enum class Op : std::uint8_t {
  int_constant,    ///< node.integer
  float_constant,  ///< node.real + node.low; all lanes equal
  variable,        ///< bound by Let or For; node.name and node.id
  scalar_param,    ///< node.integer is the Scalar
  thread_id,       ///< i32, 0 <= thread_id < Module::threads
  group_id,        ///< i32
  neg,
  add,
  sub,
  mul,
  div,
  mod,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  shl,
  shr,
  lt,
  le,
  eq,
  logical_and,
  logical_or,
  fma,
  select,     ///< args: condition (scalar boolean), then, else
  cast,       ///< to node.type, lane by lane
  bits,       ///< a float as an integer of its size, or back; see above
  broadcast,  ///< a scalar to node.type.lanes lanes
  shuffle,    ///< node.mask
  load,       ///< node.buffer, args: index (i32 or i64), node.integer: alignment
  call,  ///< args: a real number or a complex one as two lanes, and its i64 index; node.integer: Callback; node.buffer
};

/// Node::integer of operations on words of bits.
inline constexpr std::int64_t words = 1;

/// Which of the user's functions: an index into Module::callbacks.
enum class Callback : std::uint8_t { load, store };

struct Node;
/// An expression: a pointer to an immutable node that its Module owns. Null means "none". Kernels are written with
/// Value (value.hpp), which has operators.
using Expr = const Node*;

struct Node {
  Op op = Op::int_constant;
  Type type;
  std::int64_t integer = 0;
  double real = 0;
  double low = 0;  ///< pairs: added to `real`
  std::vector<Expr> args;
  std::vector<int> mask;
  const Buffer* buffer = nullptr;
  std::string name;  ///< variables: a hint such as "base"; unique only together with id
  int id = 0;        ///< variables: unique in the module
};

struct Stmt;
using Block = std::vector<Stmt>;

struct Let {
  Expr variable;
  Expr value;
};
struct Store {
  const Buffer* buffer;
  Expr index;
  Expr value;
  std::int64_t alignment = 1;
  Expr rank = nullptr;  ///< i32: the work-group of the cluster whose shared array is written; null: the own one
};
/// A hint: the cache line of the element at `index` will be read soon, or stored if the buffer is write-only.
struct Prefetch {
  const Buffer* buffer;
  Expr index;
};
enum class Unroll : std::uint8_t { automatic, full, none };
struct For {
  Expr variable;
  Expr begin;
  Expr end;
  std::int64_t step = 1;
  Unroll unroll = Unroll::automatic;
  std::shared_ptr<const Block> body;
};
struct If {
  Expr condition;
  std::shared_ptr<const Block> then_block;
  std::shared_ptr<const Block> else_block;  ///< may be null
};
enum class BarrierScope : std::uint8_t { group, cluster_arrive, cluster_wait };
struct Barrier {
  BarrierScope scope = BarrierScope::group;
};
/// Adds one to a counter (Role::counters).
struct Signal {
  const Buffer* buffer;
  Expr index;
};
/// Blocks until the counter has reached `count`.
struct Await {
  const Buffer* buffer;
  Expr index;
  std::int64_t count = 0;
};
/// Printed as a comment line in the generated text.
struct Comment {
  std::string text;
};

struct Stmt {
  std::variant<Let, Store, Prefetch, For, If, Barrier, Signal, Await, Comment> node;
};

struct Module {
  std::string name;
  int threads = 1;                       ///< work-items of a work-group, one dimension
  int cluster = 1;                       ///< work-groups of a cluster
  int resident = 0;                      ///< minimum number of resident work-groups per compute unit; 0: unspecified
  std::vector<const Buffer*> buffers;    ///< global parameters, in order
  std::vector<Scalar> scalars;           ///< scalar parameters, after the buffers
  std::vector<const Buffer*> shared;     ///< shared arrays
  std::vector<const Buffer*> registers;  ///< arrays of each work-item
  std::vector<std::string> callbacks;    ///< texts, by Callback; empty where there is none
  Block body;

  // Storage of everything above; nodes never move.
  std::deque<Node> nodes;
  std::deque<Buffer> owned_buffers;

  Module() = default;
  Module(Module&&) = default;
  Module& operator=(Module&&) = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  [[nodiscard]] std::int64_t shared_bytes() const;
};

/// CUDA C++ Programming Guide, "Shared Memory": larger arrays must be dynamic, and the launch must opt in.
inline constexpr std::int64_t static_local_limit = 48 * 1024;

/// The integer of as many bytes as a float, or the float of as many as an integer.
constexpr ScalarKind of_same_size(ScalarKind kind) {
  if (kind == ScalarKind::i32 || kind == ScalarKind::f32)
    return kind == ScalarKind::i32 ? ScalarKind::f32 : ScalarKind::i32;
  return kind == ScalarKind::i64 ? ScalarKind::f64 : ScalarKind::i64;
}
/// Bytes.
std::int64_t size_of(ScalarKind kind);
/// Bytes of one scalar of the buffer in memory.
std::int64_t size_of(const Buffer& buffer);
/// The buffer's storage type differs from its element type.
inline bool converts(const Buffer& buffer) { return buffer.storage != Storage::native; }
inline Precision precision_of(const Buffer& buffer) {
  return buffer.element == ScalarKind::f64 ? Precision::f64 : Precision::f32;
}
std::string_view to_string(ScalarKind kind);
/// The name of the parameter.
std::string_view to_string(Scalar scalar);
std::string_view to_string(Op op);
/// The program as indented text, for people and for debuggers: `p papilio::ir::print(module)`.
std::string print(const Module& module);
std::string print(Expr value);

}  // namespace papilio::ir
