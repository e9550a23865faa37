// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The machine's memory: buffers at distant addresses, and shared arrays of each block of a cluster, with a log of the
// threads that accessed each word since the last barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/ptx_machine.hpp"
#include "support/ptx_program.hpp"

namespace papilio::test::ptx {

enum class Fault : std::uint8_t { bounds, alignment, undefined, race, barrier, cache, endless };

/// Collects faults: the first of each kind per line, at most 20.
class Faults {
 public:
  explicit Faults(std::vector<std::string>& faults) : faults_(faults) {}

  /// `message` formats the text and is called only for faults that are kept.
  template <typename Message>
  void report(int line, Fault kind, const Message& message) {
    constexpr std::size_t most_faults = 20;
    if (faults_.size() < most_faults && seen_.emplace(line, kind).second) faults_.push_back(message());
  }

 private:
  std::vector<std::string>& faults_;
  std::set<std::pair<int, Fault>> seen_;
};

/// One access of one thread.
struct Access {
  const Instruction& instruction;
  std::uint64_t address = 0;
  int thread = 0;  ///< index in the cluster
};

class Memory {
 public:
  /// `dynamic_bytes`: size of the shared array whose size the launch gives.
  Memory(const Program& program, std::span<const PtxBuffer> buffers, std::int64_t dynamic_bytes, Faults& faults);

  /// The address of a buffer.
  [[nodiscard]] std::uint64_t address_of(const PtxBuffer& buffer) const;
  /// Makes shared memory undefined again; `block` is the first block of the cluster.
  void begin_cluster(std::int64_t block);
  /// A barrier of block `rank`, or of the whole cluster, completes.
  void barrier(int rank) { met_[static_cast<std::size_t>(rank)] = ++epoch_; }
  void cluster_barrier();
  /// "thread 1 of block 7"
  [[nodiscard]] std::string name_of(int thread) const;

  /// Numbers are register contents. A load that must not happen returns zeros.
  void load(const Access& access, std::uint64_t* numbers);
  void store(const Access& access, const std::uint64_t* numbers);

 private:
  struct Global {
    std::uint64_t address = 0;
    PtxBuffer memory;
    bool is_written = false;
    bool is_trusted = false;  ///< read through the non-coherent cache
  };
  /// Four bytes. Epochs count barriers and blocks from 1; 0 means never.
  struct Word {
    std::uint32_t value = 0;
    std::int64_t written = 0;
    std::int64_t read = 0;
    int writer = 0;
    int reader = 0;
    int other_reader = -1;  ///< a second thread that read between the same barriers
  };
  struct Array {
    SharedArray place;
    std::vector<Word> words;  ///< block by block
  };

  /// The bytes of an access; null if it must not happen.
  std::byte* global(const Access& access);
  Word* shared(const Access& access);
  bool is_aligned(const Access& access);
  [[nodiscard]] std::string where(const Access& access) const;
  /// True if no barrier separates what `other` did in that epoch from what `thread` does now.
  [[nodiscard]] bool is_unordered(std::int64_t epoch, int other, int thread) const;
  void out_of_bounds(const Access& access);
  void read(const Access& access, Word& word);
  void write(const Access& access, Word& word, std::uint32_t value);
  void race(const Access& access, int other, const char* what);
  void check_cache(const Access& access, const Global& buffer);

  std::vector<Global> buffers_;
  std::vector<Array> arrays_;
  Faults& faults_;
  int threads_;                     ///< per block
  std::vector<std::int64_t> met_;   ///< epoch of the last barrier of each block of the cluster
  std::int64_t block_ = 0;          ///< first block of the cluster
  std::int64_t first_epoch_ = 0;    ///< epoch in which the cluster began
  std::int64_t cluster_epoch_ = 0;  ///< epoch of the last cluster barrier
  std::int64_t epoch_ = 0;
};

}  // namespace papilio::test::ptx
