// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PTX, the assembly language of NVIDIA's GPUs ("Parallel Thread Execution ISA"). The driver compiles it itself, two to
// three times faster than CUDA C++ and without NVRTC. Each value gets a register of its own that is written once; ptxas
// allocates the physical registers.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emit/ptx/placement.hpp"
#include "ir/ir.hpp"

namespace papilio::emit {

class Ptx {
 public:
  /// `architecture`: the compute capability of the device, 90 for 9.0.
  Ptx(const ir::Module& module, int architecture) : module_(module), architecture_(architecture), placement_(module) {}

  /// Throws Error(internal) if the module has callbacks, which are C++.
  std::string render();

 private:
  /// A value, lane by lane: names of registers, or constants as text.
  using Lanes = std::vector<std::string>;

  // ptx.cpp: the kernel and its statements
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string declarations() const;
  void parameters();
  void shared_arrays();
  void block(const ir::Block& statements);
  /// The text of statements that run under a condition or in a loop.
  [[nodiscard]] std::string nested(const ir::Block& statements, bool loop);
  void statement(const ir::Let& let);
  void define(const ir::Let& let);
  void statement(const ir::Store& store);
  void statement(const ir::For& loop);
  void statement(const ir::If& branch);
  void statement(const ir::Prefetch& hint);
  void statement(const ir::Barrier&);
  void statement(const ir::Signal& signal);
  void statement(const ir::Await& await);
  void statement(const ir::Comment& comment);
  void line(std::string_view text) { scopes_.back().line(text); }
  void raw(std::string_view text) { scopes_.back().text += text; }
  [[nodiscard]] std::string new_label() { return fmt::format("${}", labels_++); }

  // ptx_values.cpp
  [[nodiscard]] Lanes lanes_of(ir::Expr value);
  [[nodiscard]] const Lanes& variable(ir::Expr value);
  [[nodiscard]] std::string lane_of(ir::Expr value, int lane);
  [[nodiscard]] std::string constant(ir::Expr value);
  [[nodiscard]] std::string arithmetic(ir::Expr value, int lane);
  [[nodiscard]] std::string compare(ir::Expr value, const std::vector<std::string>& args);
  [[nodiscard]] std::string select(ir::Expr value, const std::vector<std::string>& args);
  [[nodiscard]] std::string cast(ir::Expr from, ir::ScalarKind to, const std::string& arg);
  [[nodiscard]] std::string quotient(ir::Expr value, const std::vector<std::string>& args);
  /// Applies a two-operand integer instruction: "add", "mul.lo".
  [[nodiscard]] std::string integer(std::string_view name, ir::ScalarKind kind, const std::string& a,
                                    const std::string& b);
  /// `value` times a constant.
  [[nodiscard]] std::string scaled(const std::string& value, ir::ScalarKind kind, std::int64_t factor);
  /// The register with the result of an instruction on `args`; each such instruction is written once in a scope.
  std::string compute(ir::ScalarKind kind, std::string_view instruction, const std::vector<std::string>& args);
  std::string new_register(ir::ScalarKind kind);
  std::string new_register(std::string_view letters);
  /// Text of one block. Loop-invariant instructions are written in the scope before the loop.
  struct TextScope {
    bool loop = false;
    std::string text;
    std::vector<std::string> known;  ///< keys of known_
    void line(std::string_view instruction);
  };
  [[nodiscard]] std::size_t scope_for(const std::vector<std::string>& args) const;

  // ptx_memory.cpp
  /// Most bytes that one instruction accesses; arrays and parameters are aligned to as many.
  static constexpr std::int64_t max_access = 16;
  /// An operand such as "[%l3+64]"; text() adds `offset` bytes.
  struct Address {
    std::string base;
    std::int64_t bytes = 0;
    std::int64_t alignment = 1;  ///< of the base, in bytes; at most max_access
    [[nodiscard]] std::string text(std::int64_t offset) const;
  };
  /// A register times a constant factor.
  struct Term {
    std::string variable;
    ir::ScalarKind kind = ir::ScalarKind::i32;
    std::int64_t factor = 1;
  };
  /// An index as a sum of terms and a constant. A 32-bit index has one term at most.
  struct Sum {
    std::vector<Term> terms;
    std::int64_t constant = 0;
    std::int64_t alignment = 1;  ///< a power of two that divides the sum of the terms
  };
  [[nodiscard]] Sum sum_of(ir::Expr index);
  [[nodiscard]] static bool times(Sum& sum, std::int64_t number);
  [[nodiscard]] Sum sum_of_two(Sum a, const Sum& b, ir::ScalarKind kind);
  [[nodiscard]] std::int64_t alignment_of(ir::Expr value) const;
  [[nodiscard]] Address address_of(const ir::Buffer& buffer, ir::Expr index);
  [[nodiscard]] Lanes load(ir::Expr value);
  void store(const ir::Store& store, const Lanes& values);
  void store_away(const ir::Store& store, Address address, const Lanes& values);
  /// Loads neighbouring numbers with one instruction.
  void load_some(const ir::Buffer& buffer, const std::string& address, int count, Lanes& values);
  void store_some(const ir::Buffer& buffer, const std::string& address, const Lanes& values);
  [[nodiscard]] std::string from_storage(const ir::Buffer& buffer, const std::string& raw);
  [[nodiscard]] std::string in_register(ir::ScalarKind kind, const std::string& value);
  [[nodiscard]] std::string to_storage(const ir::Buffer& buffer, const std::string& number);
  [[nodiscard]] std::string half_words(const ir::Buffer& buffer, const std::string& low, const std::string& high);
  /// The register of an element of a private array, created at its first use.
  [[nodiscard]] const std::string& element_of(const ir::Buffer& array, ir::Expr index, int lane);

  // ptx_shared.cpp
  /// The statement if it loads from shared memory, or null.
  [[nodiscard]] static const ir::Let* load_from_shared(const ir::Stmt& stmt);
  [[nodiscard]] static bool stores_to_shared(const ir::Stmt& stmt);
  /// A number whose store to shared memory is deferred, so that neighbours are stored with one instruction.
  struct Pending {
    const ir::Buffer* buffer;
    Address address;
    std::string value;
  };
  void pend(Pending store);
  /// True if an aligned window of several numbers around this store contains others of the same run of stores.
  [[nodiscard]] bool has_neighbours(const ir::Block& statements, std::size_t first);
  void flush_stores();
  [[nodiscard]] static bool is_same_place(const Address& a, const Address& b) {
    return a.base == b.base && a.bytes == b.bytes;
  }
  /// Writes the load from shared memory of statement `first`, combined with loads of neighbours that follow before the
  /// next store.
  void load_together(const ir::Block& statements, std::size_t first);
  struct SharedLoad {
    int variable;  ///< Node::id
    Address address;
    std::int64_t bytes;
    [[nodiscard]] std::int64_t end() const { return address.bytes + bytes; }
  };
  [[nodiscard]] SharedLoad shared_load(const ir::Let& let);
  /// The loads after statement `first`, up to the next store, that may be combined with its own.
  [[nodiscard]] std::vector<SharedLoad> later_loads(const SharedLoad& own, const ir::Block& statements,
                                                    std::size_t first);
  /// `own` and others that fill the window of `bytes` bytes from `begin` on without overlaps; none if they do not.
  [[nodiscard]] static std::vector<const SharedLoad*> filling(const SharedLoad& own,
                                                              const std::vector<SharedLoad>& others, std::int64_t begin,
                                                              std::int64_t bytes);
  /// True if everything that it depends on is computed already, or can be.
  [[nodiscard]] bool is_ready(ir::Expr value) const;

  const ir::Module& module_;
  const int architecture_;
  const CodePlacement placement_;
  int labels_ = 0;
  std::map<std::string, int, std::less<>> registers_;  ///< number of registers by the letters of their names
  std::unordered_map<int, Lanes> variables_;           ///< by Node::id
  std::string stream_policy_;  ///< the register with the cache policy for Buffer::once; empty: none
  std::map<std::string, std::string, std::less<>> names_;  ///< registers of buffers and scalars
  std::map<std::pair<const ir::Buffer*, std::int64_t>, std::string> elements_;
  std::unordered_map<std::string, std::string> known_;  ///< instruction and arguments to register
  /// Scopes of registers that were written inside a loop or a condition.
  std::unordered_map<std::string, std::size_t> depths_;
  std::unordered_map<int, std::int64_t> alignments_;  ///< of variables, by Node::id
  std::map<int, const ir::Let*> waiting_;  ///< values that are not computed yet, by Node::id of their variables
  int first_unready_ = std::numeric_limits<int>::max();  ///< variables from this one on wait while it is written
  std::unordered_map<int, Address> loads_;  ///< addresses of loads from shared memory, by Node::id of their variables
  std::vector<Pending> pending_;
  std::vector<TextScope> scopes_{1};
};

}  // namespace papilio::emit
