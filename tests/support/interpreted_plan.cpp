// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/interpreted_plan.hpp"

#include <cstring>
#include <limits>

#include "core/kernel_placement.hpp"
#include "kernel/interpreter.hpp"
#include "kernel/kernel.hpp"
#include "kernel/verify.hpp"
#include "plan/solver.hpp"

namespace papilio::test {
namespace {

/// Numbers in the problem's precision.
class Memory {
 public:
  Memory(Precision precision, std::int64_t numbers)
      : Memory(precision, Numbers(static_cast<std::size_t>(numbers), std::numeric_limits<double>::quiet_NaN())) {}
  Memory(Precision precision, const Numbers& values) : precision_(precision), bytes_(values.size() * width()) {
    for (std::size_t i = 0; i < values.size(); ++i) set(i, values[i]);
  }
  [[nodiscard]] Numbers values() const {
    Numbers result(bytes_.size() / width());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = get(i);
    return result;
  }
  [[nodiscard]] bool operator==(const Memory& other) const { return bytes_ == other.bytes_; }
  kernel::Binding binding() { return {bytes_.data(), static_cast<std::int64_t>(bytes_.size() / width())}; }

 private:
  [[nodiscard]] std::size_t width() const { return precision_ == Precision::f32 ? 4 : 8; }
  void set(std::size_t i, double value) {
    if (precision_ == Precision::f32) {
      const auto f = static_cast<float>(value);
      std::memcpy(&bytes_[4 * i], &f, 4);
    } else {
      std::memcpy(&bytes_[8 * i], &value, 8);
    }
  }
  [[nodiscard]] double get(std::size_t i) const {
    double d = 0;
    float f = 0;
    if (precision_ == Precision::f32) {
      std::memcpy(&f, &bytes_[4 * i], 4);
      return f;
    }
    std::memcpy(&d, &bytes_[8 * i], 8);
    return d;
  }

  Precision precision_;
  std::vector<std::byte> bytes_;
};

struct Memories {
  Memory* input = nullptr;
  Memory* output = nullptr;
  Memory* scratch = nullptr;
  Memory* filter = nullptr;

  [[nodiscard]] kernel::Binding binding(plan::Slot slot) const {
    switch (slot) {
      case plan::Slot::input: return input->binding();
      case plan::Slot::output: return output->binding();
      case plan::Slot::scratch: return scratch->binding();
    }
    return {};
  }
};

std::vector<std::string> run_passes(const plan::PlanNode& plan, const Memories& memories) {
  std::vector<std::string> faults;
  for (const plan::Pass* pass : plan.passes()) {
    const kernel::Module module = kernel::build_kernel(pass->kernel);
    for (const std::string& fault : kernel::verify(module)) faults.push_back(fault + " in " + pass->kernel.key());
    const kernel::KernelInterface face = kernel::interface_of(pass->kernel);
    std::vector<kernel::Binding> bindings = {memories.binding(pass->source.slot), memories.binding(pass->target.slot)};
    if (face.filtered) bindings.push_back(memories.filter->binding());
    std::vector<std::vector<std::byte>> tables;
    for (const kernel::TableSpec& table : face.tables) {
      tables.push_back(kernel::make_table(table));
      bindings.push_back({tables.back().data(), table.elements()});
    }
    const std::int64_t tiles = face.tiles(pass->batch);
    const std::int64_t repeat = face.repeats ? std::min<std::int64_t>(tiles, 2) : 1;
    const std::int64_t scalars[] = {pass->batch,         pass->source.distance, pass->target.distance,
                                    pass->source.offset, pass->target.offset,   repeat};
    const auto report = kernel::interpret(module, bindings, scalars, 0, (tiles + repeat - 1) / repeat);
    for (const std::string& fault : report.faults) faults.push_back(fault + " in " + pass->kernel.key());
  }
  return faults;
}

}  // namespace

InterpretedRun run_interpreted(const Problem& problem, const plan::PlanNode& plan, const Numbers& input) {
  const bool in_place = problem.placement == Placement::in_place;
  Memory in(problem.precision, input);
  const Memory before = in;
  Memory out(problem.precision, in_place ? 0 : buffer_numbers(problem, End::output));
  Memory scratch(problem.precision, 2 * plan.scratch_elements);
  InterpretedRun run;
  run.faults = run_passes(plan, {&in, in_place ? &in : &out, &scratch});
  if (!in_place && !(in == before)) run.faults.emplace_back("the input has changed");
  run.output = in_place ? in.values() : out.values();
  return run;
}

InterpretedRun run_interpreted(const ConvolutionProblem& problem, const plan::ConvolutionPlan& plan,
                               const Numbers& signal, const Numbers& kernel, const DeviceCaps& caps) {
  const int width = problem.field == Field::real ? 1 : 2;
  Numbers placed;
  if (width == 1) {
    placed = placed_kernels<double>(problem, plan.padded, plan.first, kernel);
  } else {
    std::vector<std::complex<double>> elements;
    for (std::size_t i = 0; i < kernel.size(); i += 2) elements.emplace_back(kernel[i], kernel[i + 1]);
    for (const auto& value : placed_kernels<std::complex<double>>(problem, plan.padded, plan.first, elements)) {
      placed.insert(placed.end(), {value.real(), value.imag()});
    }
  }
  InterpretedRun run = run_interpreted(plan.kernel, plan::make_plan(plan.kernel, caps), placed);
  Memory filter(problem.precision, run.output);
  Memory in(problem.precision, signal);
  const Memory before = in;
  Memory out(problem.precision, width * problem.output_elements());
  Memory scratch(problem.precision, 2 * plan.tree.scratch_elements);
  const std::vector<std::string> faults = run_passes(plan.tree, {&in, &out, &scratch, &filter});
  run.faults.insert(run.faults.end(), faults.begin(), faults.end());
  if (!(in == before)) run.faults.emplace_back("the input has changed");
  run.output = out.values();
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

}  // namespace papilio::test
