// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Engine: the program of this rank with its plans and its memory. It needs no MPI: the other ranks are a Team, and a
// Transport carries messages to them.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <papilio/mpi_options.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "mpi/carriers/peer_memory.hpp"
#include "mpi/carriers/transport.hpp"
#include "mpi/memory/caller_work.hpp"
#include "mpi/memory/region.hpp"
#include "mpi/program/program.hpp"
#include "mpi/program/rounding.hpp"
#include "mpi/ranks/team.hpp"
#include "twiddles.hpp"

namespace papilio::mpi {

/// The memory of one execution, on the host or on the device. In place: the same address or buffer, and the same size,
/// for input and output.
struct ExecutionArrays {
  void* input = nullptr;
  std::size_t input_bytes = 0;
  void* output = nullptr;
  std::size_t output_bytes = 0;
  Buffer input_buffer = {};  ///< instead of an address
  Buffer output_buffer = {};
  bool in_place = false;
  std::optional<CallerWork> work = {};  ///< of an engine without work memory of its own
  Stream after = {};  ///< a stream of the device; the execution begins when its commands have finished
};

/// Where work arrays are, and whose.
struct WorkMemory {
  WorkMemory(MessageMemory where = MessageMemory::host) : messages(where) {}  // NOLINT: as a transport says
  MessageMemory messages;
  std::shared_ptr<PeerMemory> peers = {};  ///< of programs that store in the memory of others
  WorkOwner owner = WorkOwner::plan;
};

class Engine {
 public:
  /// Makes the plans of all passes, each with the shapes of the same pass in a whole array, and the memory.
  /// `memory.messages`: the memory from which the transports of its executions send.
  Engine(const Device& device, const Problem& problem, const Schedule& schedule, Program program,
         const WorkMemory& memory = {});

  /// Allocates what executions on such arrays, of so many bytes, would allocate when they first need it; in place only
  /// the input. Throws Error(out_of_memory). Of the caller's work memory: counts instead of allocating.
  void reserve(ArrayMemory arrays, std::size_t input_bytes, std::size_t output_bytes);
  /// Collective. A rank that fails still sends and receives, with whatever its memory holds, so that no rank waits for
  /// it; at the end all ranks throw its error. If a transport fails, all ranks abort theirs.
  ExecutionTimes execute(Team& team, Transport& transport, const ExecutionArrays& user);

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] std::size_t work_bytes() const;
  /// After reserve(): what executions take from the caller.
  [[nodiscard]] const WorkSizes& caller_work() const { return caller_work_; }
  /// Shape tokens of the passes, by their position.
  [[nodiscard]] const std::vector<Shapes>& shapes() const { return shapes_; }
  /// Errors of the numbers that passes store for each other.
  [[nodiscard]] double roundings() const { return roundings_; }

 private:
  /// The plans of a pass, and its table of twiddles.
  void prepare(const Pass& pass, const Problem& problem);
  Region& at(WorkArray place) {
    return regions_[static_cast<std::size_t>(in_place_ && place == WorkArray::output ? WorkArray::input : place)];
  }
  void bind(const ExecutionArrays& user);
  /// Checks the caller's work memory and makes it the regions of everything that the plan has not allocated.
  void bind_work(const ExecutionArrays& user);
  void cut_work(WorkCutter& cutter);
  /// Gives it back: afterwards the regions are sizes again.
  struct WorkReturned {
    ~WorkReturned();
    Engine& engine;
  };
  /// Memory of our own for the array of one side, as large as that: on the device for arrays of the host, and the other
  /// way round.
  Region& device_side(std::size_t side, std::size_t bytes);
  Region& host_side(std::size_t side, std::size_t bytes);
  /// The state of one execution.
  struct Run;
  void try_to(Run& run, const std::function<void()>& work);
  /// Exchanges are carried out even if this rank has failed, because the other ranks wait for them.
  void try_link(Run& run, const std::function<void()>& work);
  void run_steps(Run& run);
  void send_chunks(std::size_t step, std::size_t passes_before, Run& run);
  void receive_chunks(std::size_t step, bool pass_after, Run& run);
  /// The parts that read what has been received in a chunk and write what is sent in one; std::nullopt: all chunks.
  void run_parts(std::size_t step, std::optional<int> source_chunk, std::optional<int> target_chunk);
  /// A part that writes another rank's memory.
  void store_part(const papilio::Plan& plan, const Pass& pass, int owner, const Operands& operands);
  /// For commands that write a rank's memory: GPUs have a stream for each, so that they use several links and their own
  /// memory at once. join() makes later commands wait for them.
  const Stream& fork(int owner);
  void join();
  /// Waits for all streams, whatever has failed; not forever where they may wait for another rank's device.
  void give_up() noexcept;
  /// Commands on the device order the exchanges.
  [[nodiscard]] bool in_stream_order(const Run& run) const;
  /// Returns when the commands of all ranks have finished, or false when one rank has failed and this one's commands
  /// may wait for it.
  bool wait_for_all_ranks(Run& run);
  void run_copy(const Copy& copy);
  /// The same in device memory; the host copies where the driver would need too many commands.
  void run_copy_on_device(const Copy& copy);
  void store_boxes(const Copy& copy, const std::byte* from);
  /// An exchange with the pass before it, if that is left to it, and the one after it. True if the latter has run.
  bool run_exchange(std::size_t step, std::size_t passes_before, Run& run);
  /// A pass after this step whose parts can run chunk by chunk.
  [[nodiscard]] bool pass_follows(std::size_t step) const;
  /// An exchange in several chunks after this pass, which writes nowhere where the pass reads.
  [[nodiscard]] std::size_t passes_in_chunks(std::size_t step);

  Device device_;
  Stream stream_;
  Program program_;
  MessageMemory messages_;
  std::shared_ptr<PeerMemory> peers_;
  std::map<int, Stream> streams_to_;  ///< by rank
  std::vector<int> forked_;           ///< ranks for whose streams later commands do not wait yet
  std::vector<Shapes> shapes_;
  double roundings_ = 0;                                 ///< roundings_of()
  std::vector<std::vector<papilio::Plan>> plans_;        ///< an entry a step, and in it an entry a part
  std::vector<Buffer> tables_;                           ///< an entry a step
  std::vector<std::optional<TwiddleProduct>> products_;  ///< an entry a step, where its callback cannot be compiled
  WorkOwner owner_;
  WorkSizes caller_work_;
  std::size_t scratch_bytes_ = 0;
  Buffer scratch_;
  std::array<Region, 5> regions_;       ///< by WorkArray
  bool in_place_ = false;               ///< the execution has one region of the user's
  std::array<Region, 2> staging_;       ///< on the device, for the user's memory where it is needed
  std::array<Region, 2> host_staging_;  ///< on the host
};

}  // namespace papilio::mpi
