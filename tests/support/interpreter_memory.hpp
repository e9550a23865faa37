// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory as the interpreter sees it: global buffers bound by the caller, shared arrays with a log of the work-items
// that touched each element since the last barrier.
#pragma once

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/interpreter.hpp"
#include "support/interpreter_program.hpp"

namespace papilio::ir::interpreter {

enum class Fault : std::uint8_t { bounds, alignment, uninitialised, race, barrier, overflow, operand, aliasing };

/// Collects faults: the first of each kind at each statement, and 20 in all, since one wrong index is wrong for every
/// work-item.
class FaultLog {
 public:
  explicit FaultLog(std::vector<std::string>& faults) : faults_(faults) {}

  /// `message` makes the text, and is called only if it is kept.
  template <typename Message>
  void report(const void* place, Fault kind, const Message& message) {
    constexpr std::size_t max_faults = 20;
    if (faults_.size() < max_faults && seen_.emplace(place, kind).second) faults_.push_back(message());
  }

 private:
  std::vector<std::string>& faults_;
  std::set<std::pair<const void*, Fault>> seen_;
};

/// One access of one work-item.
struct AccessPoint {
  const void* place = nullptr;  ///< the instruction or statement
  std::size_t buffer = 0;       ///< place in InterpreterProgram::buffers
  std::int64_t index = 0;
  int lanes = 1;
  std::int64_t alignment = 1;
  int item = 0;   ///< of all that run at once
  int group = 0;  ///< of the cluster, whose shared array it is
};

class InterpreterMemory {
 public:
  InterpreterMemory(const InterpreterProgram& program, std::span<const Binding> bindings, InterpreterReport& report,
                    FaultLog& faults);

  /// Shared memory and registers are undefined again.
  void begin_group(std::int64_t group);
  /// Work-group `group` of the cluster passes a barrier, or all of them do.
  void barrier(int group) { group_epochs_[static_cast<std::size_t>(group)] = ++epoch_; }
  void cluster_barrier();

  void load(const AccessPoint& point, Lane* out);
  void store(const AccessPoint& point, const Lane* in);

 private:
  /// Epochs count barriers and group starts from 1; 0 is never.
  struct Element {
    Lane value{};
    std::int64_t written = 0;
    std::int64_t read = 0;
    int writer = 0;
    int reader = 0;
    int other_reader = -1;  ///< a second work-item that read between the same barriers
  };
  struct BoundArray {
    const Buffer* buffer = nullptr;
    Binding binding;                ///< global
    std::vector<Element> elements;  ///< shared, registers
  };

  void check_aliasing();
  bool sound(const AccessPoint& point, std::string_view what);
  static bool global(const BoundArray& array) { return array.buffer->space == Space::global; }
  static Element& element_of(const AccessPoint& point, BoundArray& array, int lane);
  /// True if both have passed no barrier between the access of `other` in that epoch and one of `item` now.
  [[nodiscard]] bool is_unordered(std::int64_t epoch, int other, int item) const;
  void load_local(const AccessPoint& point, BoundArray& array, Lane* out);
  void store_local(const AccessPoint& point, BoundArray& array, const Lane* in);
  void race(const AccessPoint& point, std::int64_t index, int other, std::string_view what);
  [[nodiscard]] std::string name_of(int item) const;
  [[nodiscard]] std::string where(const AccessPoint& point, std::string_view what) const;

  std::vector<BoundArray> arrays_;
  InterpreterReport& report_;
  FaultLog& faults_;
  std::int64_t group_ = 0;
  std::int64_t group_epoch_ = 0;  ///< the epoch in which the group began
  std::int64_t epoch_ = 0;
  std::vector<std::int64_t> group_epochs_;  ///< the epoch of the last barrier of each group of the cluster
  std::int64_t cluster_epoch_ = 0;          ///< the epoch of the last barrier of the whole cluster
  int threads_ = 1;                         ///< of a work-group
};

}  // namespace papilio::ir::interpreter
