// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/compiled_passes.hpp"

#include <future>

#include "api/kernels.hpp"

namespace papilio::api {
namespace {

/// Compilers take most of the time of a cold plan, and each kernel has one of its own.
std::vector<std::shared_ptr<runtime::Program>> compile_all(runtime::Device& device,
                                                           const std::vector<const plan::Pass*>& passes) {
  std::vector<std::future<std::shared_ptr<runtime::Program>>> others;
  for (std::size_t i = 1; i < passes.size(); ++i) {
    others.push_back(
        std::async(std::launch::async, [&device, pass = passes[i]] { return program_of(device, pass->kernel); }));
  }
  std::vector<std::shared_ptr<runtime::Program>> programs = {program_of(device, passes.front()->kernel)};
  for (auto& other : others) programs.push_back(other.get());
  return programs;
}

const runtime::Memory* memory_of(const Memories& memories, plan::Slot slot) {
  switch (slot) {
    case plan::Slot::input: return memories.input;
    case plan::Slot::output: return memories.output;
    case plan::Slot::scratch: return memories.scratch;
  }
  return nullptr;
}

}  // namespace

CompiledPasses::CompiledPasses(runtime::Device& device, const plan::PlanNode& tree) {
  const std::shared_ptr<runtime::Stream> stream = device.make_stream();
  const std::vector<const plan::Pass*> passes = tree.passes();
  const std::vector<std::shared_ptr<runtime::Program>> programs = compile_all(device, passes);
  for (const plan::Pass* pass : passes) {
    const kernel::KernelInterface face = kernel::interface_of(pass->kernel);
    Step step{.source = pass->source,
              .target = pass->target,
              .face = face,
              .shape = launch_shape(face, pass->batch, device.caps().compute_units),
              .batch = pass->batch,
              .program = programs[steps_.size()],
              .tables = {}};
    for (const kernel::TableSpec& table : step.face.tables) step.tables.push_back(table_of(device, *stream, table));
    steps_.push_back(std::move(step));
  }
}

void CompiledPasses::enqueue(runtime::Stream& stream, const Memories& memories) const {
  std::vector<runtime::Argument> arguments;
  arguments.reserve(16);
  for (const Step& step : steps_) {
    arguments.assign({memory_of(memories, step.source.slot), memory_of(memories, step.target.slot)});
    if (step.face.filtered) arguments.emplace_back(memories.filter);
    for (const auto& table : step.tables) arguments.emplace_back(table.get());
    for (const std::int64_t scalar : {step.batch, step.source.distance, step.target.distance, step.source.offset,
                                      step.target.offset, step.shape.repeat}) {
      arguments.emplace_back(scalar);
    }
    stream.launch({step.program.get(), step.shape.groups, step.face.threads, arguments, step.face.local_memory});
  }
}

}  // namespace papilio::api
