// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/interpreted_plan.hpp"

#include <cstring>
#include <limits>

#include "kernel/interpreter.hpp"
#include "kernel/kernel.hpp"
#include "kernel/verify.hpp"

namespace papilio::test {
namespace {

/// Complex elements in the problem's precision.
class Memory {
 public:
  Memory(Precision precision, std::int64_t elements) : precision_(precision), bytes_(2 * elements * width()) {
    for (std::int64_t i = 0; i < 2 * elements; ++i) set(i, std::numeric_limits<double>::quiet_NaN());
  }
  void assign(const std::vector<LongComplex>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      set(2 * i, static_cast<double>(values[i].real()));
      set(2 * i + 1, static_cast<double>(values[i].imag()));
    }
  }
  [[nodiscard]] std::vector<LongComplex> values() const {
    std::vector<LongComplex> result(bytes_.size() / (2 * width()));
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = {get(2 * i), get(2 * i + 1)};
    return result;
  }
  kernel::Binding binding() { return {bytes_.data(), static_cast<std::int64_t>(bytes_.size()) / width()}; }

 private:
  [[nodiscard]] int width() const { return precision_ == Precision::f32 ? 4 : 8; }
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

}  // namespace

InterpretedRun run_interpreted(const Problem& problem, const plan::PlanNode& plan,
                               const std::vector<LongComplex>& input) {
  const bool in_place = problem.placement == Placement::in_place;
  Memory in(problem.precision, problem.input_elements());
  Memory out(problem.precision, problem.output_elements());
  Memory scratch(problem.precision, plan.scratch_elements);
  in.assign(input);
  const auto memory = [&](plan::Slot slot) -> Memory& {
    if (slot == plan::Slot::scratch) return scratch;
    return slot == plan::Slot::input || in_place ? in : out;
  };
  InterpretedRun run;
  for (const plan::Pass* pass : plan.passes()) {
    const kernel::Module module = kernel::build_kernel(pass->kernel);
    for (const std::string& fault : kernel::verify(module)) run.faults.push_back(fault + " in " + pass->kernel.key());
    const kernel::KernelInterface face = kernel::interface_of(pass->kernel);
    std::vector<kernel::Binding> bindings = {memory(pass->source.slot).binding(), memory(pass->target.slot).binding()};
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
    for (const std::string& fault : report.faults) run.faults.push_back(fault + " in " + pass->kernel.key());
  }
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

}  // namespace papilio::test
