// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/interpreted_plan.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "core/kernel_placement.hpp"
#include "core/storage.hpp"
#include "ir/verify.hpp"
#include "kernel/fused_kernel.hpp"
#include "plan/plan.hpp"
#include "support/convolutions.hpp"

namespace papilio::test {
namespace {

/// A buffer of numbers in the storage type of one side.
class Memory {
 public:
  Memory(Storage storage, Precision precision, std::int64_t numbers)
      : Memory(storage, precision,
               Numbers(static_cast<std::size_t>(numbers), std::numeric_limits<double>::quiet_NaN())) {}
  Memory(Storage storage, Precision precision, const Numbers& values)
      : storage_(storage), precision_(precision), bytes_(values.size() * width()) {
    for (std::size_t i = 0; i < values.size(); ++i) set(values[i], &bytes_[i * width()]);
  }
  [[nodiscard]] Numbers values() const {
    Numbers result;
    for (std::size_t i = 0; i < bytes_.size(); i += width())
      result.push_back(load_number(storage_, precision_, &bytes_[i]));
    return result;
  }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  [[nodiscard]] bool operator==(const Memory& other) const { return bytes_ == other.bytes_; }
  /// The name of the type of its numbers.
  [[nodiscard]] std::string_view type() const { return to_string(storage_, precision_); }
  /// As a kernel's side accesses it: words of complex numbers and halves of f64 are integers of 32 bits, and pairs are
  /// two numbers each.
  ir::Binding binding(const KernelSpec& spec, const Side& side) {
    const bool integers =
        side.storage == Storage::shared_exponent || (spec.splits_doubles && side.storage == Storage::f64);
    const std::size_t parts = storage_ == Storage::native && is_pair(precision_) ? 2 : 1;
    return {bytes_.data(), static_cast<std::int64_t>(bytes_.size() / (integers ? 4 : width() / parts))};
  }

 private:
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(bytes_of(storage_, precision_)); }
  void set(double value, std::byte* to) const {
    if (!is_integer(storage_)) return store_number(storage_, precision_, value, to);
    // For NaN any integer is acceptable.
    const auto integer = static_cast<std::int16_t>(std::isnan(value) ? 77 : value);
    std::memcpy(to, &integer, width());
  }

  Storage storage_;
  Precision precision_;
  std::vector<std::byte> bytes_;
};

struct Memories {
  Memory* input = nullptr;
  Memory* output = nullptr;
  Memory* scratch = nullptr;
  Memory* filter = nullptr;
  std::int64_t input_plane = 0;  ///< elements
  std::int64_t output_plane = 0;

  [[nodiscard]] Memory& of(plan::Slot slot) const {
    return slot == plan::Slot::input ? *input : slot == plan::Slot::output ? *output : *scratch;
  }
  [[nodiscard]] std::int64_t plane(plan::Slot slot) const {
    return slot == plan::Slot::input ? input_plane : output_plane;
  }
};

/// The arguments of a launch of one kernel, or of a fused two-pass launch.
struct Call {
  std::vector<ir::Binding> bindings;
  std::vector<std::int64_t> scalars;
  std::vector<std::vector<std::byte>> tables;
  std::int64_t groups = 1;
};

void add_pass(const plan::Pass& pass, const Memories& memories, Call& call) {
  const kernel::KernelInterface face = kernel::interface_of(pass.kernel, pass.contour);
  const ir::Binding in = memories.of(pass.source.slot).binding(pass.kernel, pass.kernel.in);
  const ir::Binding out = memories.of(pass.target.slot).binding(pass.kernel, pass.kernel.out);
  call.bindings.insert(call.bindings.end(), {in, out});
  if (face.planar_input) call.bindings.push_back(in);
  if (face.planar_output) call.bindings.push_back(out);
  if (face.filtered) call.bindings.push_back(memories.filter->binding(pass.kernel, Side()));
  for (const kernel::TableSpec& table : face.tables) {
    call.tables.push_back(kernel::make_table(table));
    const std::int64_t parts =
        is_pair(table.precision) && kernel::memory_of(table).element != ir::ScalarKind::i32 ? 2 : 1;
    call.bindings.push_back({call.tables.back().data(), parts * table.elements()});
  }
  const std::int64_t tiles = face.tiles(pass.batch);
  const std::int64_t repeat = face.repeats ? std::min<std::int64_t>(tiles, 2) : 1;
  call.groups = (tiles + repeat - 1) / repeat;
  call.scalars.insert(call.scalars.end(), {pass.batch, pass.source.distance, pass.target.distance, pass.source.offset,
                                           pass.target.offset, repeat});
  if (face.planar_input) call.scalars.push_back(memories.plane(pass.source.slot));
  if (face.planar_output) call.scalars.push_back(memories.plane(pass.target.slot));
  if (face.in_position) call.scalars.push_back(0);
}

/// A kernel for numbers of another type would reach beyond the end of its buffers.
std::vector<std::string> faults_of_types(const plan::Pass& pass, const Memories& memories) {
  std::vector<std::string> faults;
  const auto compare = [&](const char* end, Storage storage, const Memory& memory) {
    // Shared exponents are kept in memory for f16, which has as many bytes.
    const std::string_view own =
        to_string(storage == Storage::shared_exponent ? Storage::f16 : storage, pass.kernel.precision);
    if (own != memory.type())
      faults.push_back(fmt::format("the {} of {} is bound to numbers of type {}", end, own, memory.type()));
  };
  compare("input", pass.kernel.in.storage, memories.of(pass.source.slot));
  compare("output", pass.kernel.out.storage, memories.of(pass.target.slot));
  return faults;
}

std::vector<std::string> run_passes(const plan::PlanNode& plan, const Memories& memories, const Runner& runner) {
  std::vector<std::string> faults;
  for (const plan::PassLaunch& launch : plan.launches()) {
    const Kernel kernel = launch.kernel();
    for (const plan::Pass* pass : {launch.pass, launch.second}) {
      if (pass == nullptr) continue;
      for (const std::string& fault : faults_of_types(*pass, memories))
        faults.push_back(fault + " in " + key_of(kernel));
    }
    if (!faults.empty()) return faults;
    const ir::Module module = kernel::build_kernel(kernel);
    for (const std::string& fault : ir::verify(module)) faults.push_back(fault + " in " + key_of(kernel));
    Call call;
    std::vector<std::int32_t> counters;
    if (const auto* fused = std::get_if<FusedLaunch>(&kernel)) {
      const std::int64_t units = launch.pass->fused->units;
      counters.resize(static_cast<std::size_t>(units * counter_bytes) / sizeof(std::int32_t));
      call.bindings.push_back({reinterpret_cast<std::byte*>(counters.data()), std::ssize(counters)});  // NOLINT
      add_pass(*launch.pass, memories, call);
      add_pass(*launch.second, memories, call);
      call.scalars.insert(call.scalars.end(), {units, 0});
      call.groups = fused->groups(units);
    } else {
      add_pass(*launch.pass, memories, call);
    }
    for (const std::string& fault : runner(module, call.bindings, call.scalars, call.groups))
      faults.push_back(fault + " in " + key_of(kernel));
  }
  return faults;
}

}  // namespace

std::vector<std::string> interpret_groups(const ir::Module& module, std::span<const ir::Binding> buffers,
                                          std::span<const std::int64_t> scalars, std::int64_t groups) {
  return ir::interpret(module, buffers, scalars, 0, groups).faults;
}

InterpretedRun run_interpreted(const Problem& problem, const plan::PlanNode& plan, const Numbers& input,
                               const Runner& runner) {
  const bool in_place = problem.placement == Placement::in_place;
  Memory in(problem.in_storage, problem.precision, input);
  const Memory before = in;
  Memory out(problem.out_storage, problem.precision, in_place ? 0 : buffer_numbers(problem, End::output));
  Memory scratch(problem.scratch_storage, problem.precision, 2 * plan.scratch_elements);
  InterpretedRun run;
  run.faults = run_passes(
      plan, {&in, in_place ? &in : &out, &scratch, nullptr, problem.input_elements(), problem.output_elements()},
      runner);
  if (!in_place && !(in == before)) run.faults.emplace_back("the input has changed");
  run.output = in_place ? in.values() : out.values();
  run.bytes = (in_place ? in : out).bytes();
  return run;
}

InterpretedRun run_interpreted(const ConvolutionProblem& problem, const plan::ConvolutionPlan& plan,
                               const Numbers& signal, const Numbers& kernel, const DeviceCaps& caps,
                               const Runner& runner) {
  const bool in_place = problem.placement == Placement::in_place;
  Numbers placed;
  const plan::PlacedKernels& how = plan.placed;
  if (plan.kernel.kind == Kind::r2c) {
    placed = placed_kernels<double>(how.problem, how.padded, how.first, kernel);
  } else {
    for (const auto& value : placed_kernels<std::complex<double>>(how.problem, how.padded, how.first, kernel))
      placed.insert(placed.end(), {value.real(), value.imag()});
  }
  InterpretedRun run = run_interpreted(plan.kernel, plan::make_plan(plan.kernel, caps), placed, runner);
  Memory filter(Storage::native, problem.precision, run.output);
  Memory in(problem.in_storage, problem.precision, signal);
  const Memory before = in;
  Memory out(problem.out_storage, problem.precision, in_place ? 0 : numbers_of(problem, End::output));
  Memory scratch(Storage::native, problem.precision, 2 * plan.tree.scratch_elements);
  const std::vector<std::string> faults = run_passes(
      plan.tree, {&in, in_place ? &in : &out, &scratch, &filter, problem.signal_elements(), problem.output_elements()},
      runner);
  run.faults.insert(run.faults.end(), faults.begin(), faults.end());
  if (!in_place && !(in == before)) run.faults.emplace_back("the input has changed");
  run.output = in_place ? in.values() : out.values();
  return run;
}

DeviceCaps tiny_cpu_caps() {
  DeviceCaps caps = cpu_preset();
  caps.name = "tiny cpu";
  caps.local_memory = caps.fast_memory = 4096;
  caps.lanes_f32 = 4;
  return caps;
}

DeviceCaps tiny_gpu_caps() {
  DeviceCaps caps = gpu_preset();
  caps.name = "tiny gpu";
  caps.max_threads = 64;
  caps.local_memory = 2048;
  return caps;
}

DeviceCaps narrow_gpu_caps() {
  DeviceCaps caps = gpu_preset();
  caps.name = "narrow gpu";
  caps.local_memory = 2048;
  return caps;
}

std::vector<DeviceCaps> every_device() {
  return {cpu_preset(), tiny_cpu_caps(), gpu_preset(), v3d_preset(), tiny_gpu_caps(), h200_preset()};
}

}  // namespace papilio::test
