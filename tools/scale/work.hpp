// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One problem over the devices: its engine and its data on one rank.
#pragma once

#include <memory>
#include <papilio/problem.hpp>
#include <vector>

#include "mpi/choose/request.hpp"
#include "mpi/engine/engine.hpp"
#include "tools/scale/rank.hpp"

namespace papilio::tool {

/// What the command was asked for.
struct ScaleOptions {
  std::string in = "slabs";
  std::string out = "slabs";
  int turns = 0;  ///< 0: turns_for() chooses
  mpi::AxisOrder axis_order;
  double seconds = 0.5;            ///< of measuring, for each figure
  double bytes_per_second = 3e11;  ///< of the links, for the choice of stages
  /// Exchanges in messages, even if ranks could store their results in each other's memory (--link peer, one turn).
  bool messages = false;
};

using HostMemory = std::shared_ptr<std::byte>;
/// For one problem: the error for too little memory says so.
HostMemory allocate_host(std::size_t bytes);

class ScaleWork {
 public:
  /// Collective. Throws on every rank.
  ScaleWork(ScaleRank& rank, const Problem& problem, const ScaleOptions& options);

  [[nodiscard]] ScaleRank& rank() { return rank_; }
  [[nodiscard]] const Problem& problem() const { return request_.problem; }
  [[nodiscard]] const ScaleOptions& options() const { return options_; }
  /// Whether passes store their results in the memory of other devices.
  [[nodiscard]] bool stores() const;
  [[nodiscard]] const mpi::Box& input_box() const;
  [[nodiscard]] const mpi::Box& output_box() const;
  [[nodiscard]] const mpi::Program& program() const { return engine_->program(); }
  [[nodiscard]] std::size_t input_bytes() const { return input_bytes_; }
  [[nodiscard]] std::size_t output_bytes() const { return output_bytes_; }
  [[nodiscard]] std::size_t work_bytes() const { return engine_->work_bytes(); }
  /// Device memory whose contents are no longer wanted: the input to read from, the output to write to, or other memory
  /// where they are one or too small.
  [[nodiscard]] Buffer memory_to_read(std::size_t bytes) const { return reused(in_, bytes); }
  [[nodiscard]] Buffer memory_to_write(std::size_t bytes) const { return reused(out_, bytes); }
  [[nodiscard]] double scratch_error() const { return engine_->roundings().error; }
  [[nodiscard]] std::string describe() const;
  /// That was asked for, or the one that was chosen.
  [[nodiscard]] mpi::AxisOrder axis_order() const;

  /// Collective: the passes without exchanges. The first launch of a kernel may load it, and that may wait for the
  /// device, which must not wait for messages then: drivers have locks that all threads share.
  void load();
  /// The input, which is not collective; `bytes` are repeated as often as it takes.
  void set_input(const std::vector<std::byte>& bytes);
  [[nodiscard]] std::vector<std::byte> output();
  /// Collective.
  mpi::ExecutionTimes execute(mpi::Transport& transport);

 private:
  void allocate();
  [[nodiscard]] Buffer reused(const Buffer& own, std::size_t bytes) const {
    return own && !in_place_ && own.size_bytes() >= bytes ? own : Buffer(rank_.device(), bytes);
  }

  ScaleRank& rank_;
  ScaleOptions options_;
  mpi::Request request_;
  mpi::Schedule schedule_;
  std::unique_ptr<mpi::Engine> engine_;
  Stream stream_;
  std::size_t input_bytes_ = 0;
  std::size_t output_bytes_ = 0;
  Buffer in_;  ///< where messages are the device's; else the host's memory
  Buffer out_;
  HostMemory host_in_;
  HostMemory host_out_;
  bool in_place_ = false;
};

}  // namespace papilio::tool
