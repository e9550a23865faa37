// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ptx_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "support/ptx_arithmetic.hpp"
#include "support/ptx_memory.hpp"
#include "support/ptx_program.hpp"

namespace papilio::test {
namespace ptx {
namespace {

/// Of one thread between two barriers; kernels take far fewer.
constexpr std::int64_t most_instructions = 10'000'000;

class Machine {
 public:
  Machine(const Program& program, const PtxLaunch& launch, PtxReport& report)
      : program_(program),
        launch_(launch),
        report_(report),
        faults_(report.faults),
        memory_(program, launch.buffers, launch.shared_bytes, faults_),
        values_(program.registers.size() * static_cast<std::size_t>(program.threads)),
        is_defined_(values_.size()),
        places_(static_cast<std::size_t>(program.threads)) {}

  void run_block(std::int64_t block) {
    block_ = block;
    memory_.begin_block(block);
    std::fill(is_defined_.begin(), is_defined_.end(), 0);
    std::fill(places_.begin(), places_.end(), 0);
    do {
      for (int thread = 0; thread < program_.threads; ++thread) run_to_barrier(thread);
    } while (passes_barrier());
  }

 private:
  /// False where the block is over.
  bool passes_barrier() {
    if (std::all_of(places_.begin(), places_.end(), [&](int place) { return place == ended; })) return false;
    const int first = *std::find_if(places_.begin(), places_.end(), [&](int place) { return place != ended; });
    const auto met = std::count(places_.begin(), places_.end(), first);
    const int line = program_.code[static_cast<std::size_t>(first) - 1].line;
    if (met != program_.threads) {
      faults_.report(line, Fault::barrier, [&] {
        return fmt::format("PTX line {}: barrier reached by {} of {} threads of block {}", line, met, program_.threads, block_);
      });
      return false;
    }
    memory_.barrier();
    ++report_.barriers;
    return true;
  }

  void run_to_barrier(int thread) {
    thread_ = thread;
    first_ = static_cast<std::size_t>(thread) * program_.registers.size();
    int place = places_[static_cast<std::size_t>(thread)];
    if (place == 0) {
      set(0, static_cast<std::uint64_t>(thread));
      set(1, static_cast<std::uint64_t>(block_));
    }
    std::int64_t done = 0;
    while (place != ended) {
      const Instruction& instruction = program_.code[static_cast<std::size_t>(place++)];
      if (++done > most_instructions) {
        faults_.report(instruction.line, Fault::endless, [&] {
          return fmt::format("PTX line {}: thread {} of block {} does not come to an end", instruction.line, thread_, block_);
        });
        place = ended;
        break;
      }
      if (instruction.guard >= 0 && (get(instruction, instruction.guard) != 0) == instruction.inverse) continue;
      if (instruction.kind == Kind::ret) place = ended;
      if (instruction.kind == Kind::branch) place = instruction.target;
      if (instruction.kind == Kind::barrier) break;
      execute(instruction);
    }
    report_.instructions += done;
    places_[static_cast<std::size_t>(thread)] = place;
  }

  void set(Operand place, std::uint64_t value) {
    values_[first_ + static_cast<std::size_t>(place)] = value;
    is_defined_[first_ + static_cast<std::size_t>(place)] = 1;
  }

  std::uint64_t get(const Instruction& instruction, Operand operand) {
    if (operand < 0) return program_.constants[static_cast<std::size_t>(~operand)];
    const std::size_t place = first_ + static_cast<std::size_t>(operand);
    if (is_defined_[place] != 0) return values_[place];
    faults_.report(instruction.line, Fault::undefined, [&] {
      return fmt::format("PTX line {}: thread {} of block {} reads {}, which it has not written", instruction.line, thread_, block_,
                         program_.registers[static_cast<std::size_t>(operand)]);
    });
    return 0;
  }

  void execute(const Instruction& instruction) {
    switch (instruction.kind) {
      case Kind::load:
      case Kind::store: return access(instruction);
      case Kind::parameter: return set(instruction.operands[0], parameter(static_cast<std::size_t>(instruction.offset)));
      case Kind::unpack: {
        const std::uint64_t word = get(instruction, instruction.operands[2]);
        set(instruction.operands[0], word & 0xFFFFU);
        return set(instruction.operands[1], word >> 16U);
      }
      // A hint: it must be defined, and may be wrong.
      case Kind::prefetch: return void(get(instruction, instruction.operands[0]));
      case Kind::branch:
      case Kind::barrier:
      case Kind::ret:
      case Kind::nothing: return;
      default: break;
    }
    std::array<std::uint64_t, 3> args{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(instruction.arguments); ++i) {
      args[i] = get(instruction, instruction.operands[i + 1]);
    }
    set(instruction.operands[0], compute(instruction, args));
  }

  void access(const Instruction& instruction) {
    const auto width = static_cast<std::size_t>(instruction.width);
    const std::uint64_t address = get(instruction, instruction.operands[width]) + static_cast<std::uint64_t>(instruction.offset);
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
  std::vector<std::uint64_t> values_;  ///< registers of the threads, one thread behind the other
  std::vector<std::uint8_t> is_defined_;
  std::vector<int> places_;  ///< of the threads in the code
  std::size_t first_ = 0;    ///< of the registers of the thread that runs
  int thread_ = 0;
  std::int64_t block_ = 0;
};

}  // namespace
}  // namespace ptx

PtxReport run_ptx(std::string_view text, const PtxLaunch& launch) {
  const ptx::Program program = ptx::parse(text);
  if (program.parameters.size() != launch.buffers.size() + launch.scalars.size()) {
    throw Error::invalid_argument(fmt::format("PTX kernel '{}'", program.name),
                                  fmt::format("{} buffers and {} scalars given, {} parameters declared", launch.buffers.size(),
                                              launch.scalars.size(), program.parameters.size()),
                                  "pass one for each parameter, in order");
  }
  PtxReport report;
  ptx::Machine machine(program, launch, report);
  for (std::int64_t block = launch.first_block; block < launch.first_block + launch.blocks; ++block) machine.run_block(block);
  return report;
}

}  // namespace papilio::test
