// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ptx_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <span>

#include "support/ptx_arithmetic.hpp"
#include "support/ptx_memory.hpp"
#include "support/ptx_program.hpp"

namespace papilio::test {
namespace ptx {
namespace {

/// Limit for one thread between two barriers; kernels need far fewer.
constexpr std::int64_t most_instructions = 10'000'000;

class Machine {
 public:
  Machine(const Program& program, const PtxLaunch& launch, PtxReport& report)
      : program_(program),
        launch_(launch),
        report_(report),
        faults_(report.faults),
        memory_(program, launch.buffers, launch.shared_bytes, faults_),
        threads_(static_cast<std::size_t>(program.threads) * program.cluster),
        values_(program.registers.size() * threads_.size()),
        is_defined_(values_.size()) {}

  void run_cluster(std::int64_t block) {
    block_ = block;
    memory_.begin_cluster(block);
    std::fill(is_defined_.begin(), is_defined_.end(), 0);
    std::fill(threads_.begin(), threads_.end(), Thread{});
    has_met_ = false;
    do {
      for (int thread = 0; thread < static_cast<int>(threads_.size()); ++thread) {
        if (!threads_[thread].waits) run_to_barrier(thread);
      }
    } while (passes_barrier());
  }

 private:
  struct Thread {
    int place = 0;       ///< index into Program::code
    int arrived = 0;     ///< after an arrive at the cluster barrier: the code index that follows it
    bool waits = false;  ///< at a barrier
    bool owes = false;   ///< has written to other blocks without a cluster barrier since
  };
  using Threads = std::span<Thread>;

  [[nodiscard]] const Instruction& before(int place) const {
    return program_.code[static_cast<std::size_t>(place) - 1];
  }
  Threads block_of(std::size_t thread) {
    const auto size = static_cast<std::size_t>(program_.threads);
    return Threads(threads_).subspan(thread / size * size, size);
  }

  /// Releases the threads whose barrier is complete; false if there are none.
  bool passes_barrier() {
    if (is_met_by(threads_, Kind::cluster_wait)) {
      memory_.cluster_barrier();
      has_met_ = true;
      return true;
    }
    bool any = false;
    for (std::size_t first = 0; first < threads_.size(); first += static_cast<std::size_t>(program_.threads)) {
      if (!is_met_by(block_of(first), Kind::barrier)) continue;
      memory_.barrier(static_cast<int>(first) / program_.threads);
      any = true;
    }
    if (!any) report_waiting();
    return any;
  }

  /// True if all these threads wait at one barrier of this kind; they then continue after it.
  bool is_met_by(Threads threads, Kind kind) {
    const Thread& first = threads.front();
    const auto like_first = [&](const Thread& each) {
      return each.waits && each.place == first.place && each.arrived == first.arrived;
    };
    if (!std::ranges::all_of(threads, like_first) || before(first.place).kind != kind) return false;
    for (Thread& each : threads) {
      each.waits = false;
      if (kind == Kind::cluster_wait) each.arrived = 0;
      if (kind == Kind::cluster_wait) each.owes = false;
    }
    ++report_.barriers;
    return true;
  }

  void report_waiting() {
    const auto first = std::ranges::find_if(threads_, &Thread::waits);
    if (first == threads_.end()) return;
    const Instruction& instruction = before(first->place);
    const std::size_t number = static_cast<std::size_t>(first - threads_.begin());
    const bool of_cluster = instruction.kind == Kind::cluster_wait;
    const Threads all = of_cluster ? Threads(threads_) : block_of(number);
    const auto met = std::ranges::count_if(
        all, [&](const Thread& each) { return each.place == first->place && each.arrived == first->arrived; });
    faults_.report(instruction.line, Fault::barrier, [&] {
      return fmt::format("PTX line {}: barrier reached by {} of {} threads of {} {}", instruction.line, met, all.size(),
                         of_cluster ? "the cluster at block" : "block",
                         block_ + (of_cluster ? 0 : static_cast<int>(number) / program_.threads));
    });
  }

  void run_to_barrier(int thread) {
    thread_ = thread;
    first_ = static_cast<std::size_t>(thread) * program_.registers.size();
    int place = own().place;
    if (place == 0) {
      set(0, static_cast<std::uint64_t>(thread % program_.threads));
      set(1, static_cast<std::uint64_t>(block_ + thread / program_.threads));
    }
    std::int64_t done = 0;
    while (place != ended) {
      const Instruction& instruction = program_.code[static_cast<std::size_t>(place++)];
      if (++done > most_instructions) {
        faults_.report(instruction.line, Fault::endless, [&] {
          return fmt::format("PTX line {}: {} does not come to an end", instruction.line, memory_.name_of(thread_));
        });
        place = ended;
        break;
      }
      if (instruction.guard >= 0 && (get(instruction, instruction.guard) != 0) == instruction.inverse) continue;
      own().waits = instruction.kind == Kind::barrier || instruction.kind == Kind::cluster_wait;
      check_cluster(instruction);
      if (instruction.kind == Kind::ret) place = ended;
      if (instruction.kind == Kind::branch) place = instruction.target;
      if (instruction.kind == Kind::cluster_arrive) own().arrived = place;
      if (own().waits) break;
      execute(instruction);
    }
    report_.instructions += done;
    own().place = place;
  }

  Thread& own() { return threads_[static_cast<std::size_t>(thread_)]; }

  /// Reports errors that a device would not detect, or that would make it hang.
  void check_cluster(const Instruction& instruction) {
    const bool arrived = own().arrived != 0;
    const bool away = instruction.space == Space::cluster;
    const auto report_if = [&](bool wrong, Fault fault, const char* what) {
      if (!wrong) return;
      faults_.report(instruction.line, fault, [&] {
        return fmt::format("PTX line {}: {} {}", instruction.line, memory_.name_of(thread_), what);
      });
    };
    report_if(instruction.kind == Kind::cluster_arrive && arrived, Fault::barrier, "arrives twice");
    report_if(instruction.kind == Kind::cluster_wait && !arrived, Fault::barrier, "waits and has not arrived");
    report_if(instruction.kind == Kind::ret && arrived, Fault::barrier, "ends between arrive and wait");
    report_if(instruction.kind == Kind::ret && own().owes, Fault::race, "ends before other blocks have what it wrote");
    report_if(arrived && (away || instruction.space == Space::shared), Fault::race,
              "meets shared memory between arrive and wait");
    report_if(away && !has_met_, Fault::race, "writes to another block, which may not run yet");
    own().owes |= away;
  }

  void set(Operand place, std::uint64_t value) {
    values_[first_ + static_cast<std::size_t>(place)] = value;
    is_defined_[first_ + static_cast<std::size_t>(place)] = 1;
  }

  std::uint64_t get(const Instruction& instruction, Operand operand) {
    if (operand < 0) {
      const Operand constant = ~operand;
      return program_.constants[static_cast<std::size_t>(constant)];
    }
    const std::size_t place = first_ + static_cast<std::size_t>(operand);
    if (is_defined_[place] != 0) return values_[place];
    faults_.report(instruction.line, Fault::undefined, [&] {
      return fmt::format("PTX line {}: {} reads {}, which it has not written", instruction.line,
                         memory_.name_of(thread_), program_.registers[static_cast<std::size_t>(operand)]);
    });
    return 0;
  }

  void execute(const Instruction& instruction) {
    switch (instruction.kind) {
      case Kind::load:
      case Kind::store:
        return access(instruction);
      case Kind::count_up:
        return count_up(instruction);
      case Kind::policy:
        return set(instruction.operands[0], 0);
      case Kind::parameter:
        return set(instruction.operands[0], parameter(static_cast<std::size_t>(instruction.offset)));
      case Kind::unpack: {
        const std::uint64_t word = get(instruction, instruction.operands[2]);
        set(instruction.operands[0], word & 0xFFFFU);
        return set(instruction.operands[1], word >> 16U);
      }
      // A hint: the address must be defined but may be invalid.
      case Kind::prefetch:
        return void(get(instruction, instruction.operands[0]));
      case Kind::branch:
      case Kind::barrier:
      case Kind::cluster_arrive:
      case Kind::cluster_wait:
      case Kind::ret:
      case Kind::nothing:
        return;
      default:
        break;
    }
    std::array<std::uint64_t, 3> args{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(instruction.arguments); ++i)
      args[i] = get(instruction, instruction.operands[i + 1]);
    set(instruction.operands[0], compute(instruction, args));
  }

  void count_up(const Instruction& instruction) {
    const std::uint64_t address =
        get(instruction, instruction.operands[1]) + static_cast<std::uint64_t>(instruction.offset);
    std::uint64_t number = 0;
    memory_.load({instruction, address, thread_}, &number);
    number = static_cast<std::uint32_t>(number + 1);
    memory_.store({instruction, address, thread_}, &number);
  }

  void access(const Instruction& instruction) {
    if (instruction.policy >= 0) get(instruction, instruction.policy);
    const auto width = static_cast<std::size_t>(instruction.width);
    const std::uint64_t address =
        get(instruction, instruction.operands[width]) + static_cast<std::uint64_t>(instruction.offset);
    std::array<std::uint64_t, 4> numbers{};
    if (instruction.kind == Kind::load) {
      memory_.load({instruction, address, thread_}, numbers.data());
      for (std::size_t i = 0; i < width; ++i) set(instruction.operands[i], numbers[i]);
    } else {
      for (std::size_t i = 0; i < width; ++i) numbers[i] = get(instruction, instruction.operands[i]);
      memory_.store({instruction, address, thread_}, numbers.data());
    }
  }

  [[nodiscard]] std::uint64_t parameter(std::size_t number) const {
    const std::size_t buffers = launch_.buffers.size();
    if (number < buffers) return memory_.address_of(launch_.buffers[number]);
    return static_cast<std::uint64_t>(launch_.scalars[number - buffers]);
  }

  static constexpr int ended = -1;

  const Program& program_;
  const PtxLaunch& launch_;
  PtxReport& report_;
  Faults faults_;
  Memory memory_;
  std::vector<Thread> threads_;        ///< threads of all blocks of the cluster
  std::vector<std::uint64_t> values_;  ///< registers, thread by thread
  std::vector<std::uint8_t> is_defined_;
  std::size_t first_ = 0;  ///< first register of the running thread
  int thread_ = 0;
  std::int64_t block_ = 0;  ///< first block of the cluster
  bool has_met_ = false;    ///< a cluster barrier was passed, so all blocks of the cluster run
};

}  // namespace
}  // namespace ptx

PtxReport run_ptx(std::string_view text, const PtxLaunch& launch) {
  const ptx::Program program = ptx::parse(text);
  if (program.parameters.size() != launch.buffers.size() + launch.scalars.size()) {
    throw Error::invalid_argument(fmt::format("PTX kernel '{}'", program.name),
                                  fmt::format("{} buffers and {} scalars given, {} parameters declared",
                                              launch.buffers.size(), launch.scalars.size(), program.parameters.size()),
                                  "pass one for each parameter, in order");
  }
  if (launch.first_block % program.cluster != 0 || launch.blocks % program.cluster != 0) {
    throw Error::invalid_argument(
        fmt::format("PTX kernel '{}'", program.name),
        fmt::format("{} blocks from {} on are no clusters of {}", launch.blocks, launch.first_block, program.cluster),
        "launch whole clusters");
  }
  PtxReport report;
  ptx::Machine machine(program, launch, report);
  const std::int64_t end = launch.first_block + launch.blocks;
  for (std::int64_t block = launch.first_block; block < end; block += program.cluster) machine.run_cluster(block);
  return report;
}

}  // namespace papilio::test
