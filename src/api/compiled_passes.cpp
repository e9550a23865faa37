// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/compiled_passes.hpp"

#include <fmt/format.h>

#include <array>
#include <future>
#include <map>
#include <new>
#include <papilio/error.hpp>
#include <system_error>

#include "api/kernels.hpp"

namespace papilio::api {
namespace {

const runtime::Memory* memory_of(const Memories& memories, plan::Slot slot) {
  switch (slot) {
    case plan::Slot::input: return memories.in;
    case plan::Slot::output: return memories.out;
    case plan::Slot::scratch: return memories.scratch;
  }
  return nullptr;
}

/// Planes are one behind the other in one buffer, or begin at the same place of two.
const runtime::Memory* imaginary_of(const Memories& memories, plan::Slot slot) {
  const runtime::Memory* own = slot == plan::Slot::input ? memories.in_imaginary : memories.out_imaginary;
  return own == nullptr ? memory_of(memories, slot) : own;
}

std::int64_t plane_of(const Memories& memories, const Planes& planes, plan::Slot slot) {
  if (imaginary_of(memories, slot) != memory_of(memories, slot)) return 0;
  return slot == plan::Slot::input ? planes.in : planes.out;
}

/// Of one launch. On the stack: to allocate takes longer than all else that a launch does here.
class Arguments {
 public:
  void clear() { count_ = 0; }
  void add(runtime::Argument argument) {
    if (count_ == list_.size()) throw Error::internal("launch", "a kernel of too many arguments");
    list_[count_++] = argument;
  }
  [[nodiscard]] std::span<const runtime::Argument> all() const { return {list_.data(), count_}; }

 private:
  std::array<runtime::Argument, 32> list_{};
  std::size_t count_ = 0;
};

using ProgramToCome = std::shared_future<std::shared_ptr<runtime::Program>>;

/// At once where it is loaded, else made in a thread.
ProgramToCome program_to_come(runtime::Device& device, const KernelSpec& spec) {
  if (std::shared_ptr<runtime::Program> loaded = loaded_program_of(device, spec)) {
    std::promise<std::shared_ptr<runtime::Program>> ready;
    ready.set_value(std::move(loaded));
    return ready.get_future().share();
  }
  return std::async(std::launch::async, [&] { return program_of(device, spec); }).share();
}

}  // namespace

CompiledPasses::CompiledPasses(runtime::Device& device, const plan::PlanNode& tree, const std::string& token) {
  if (device.capturing()) {
    throw Error::invalid_argument("planning " + token + " while a stream is captured",
                                  "a CUDA graph cannot hold what planning does: compiling, loading, allocating",
                                  "make the plan before the capture begins, and execute it within");
  }
  try {
    compile(device, tree.passes());
  } catch (const std::bad_alloc&) {
    throw Error::out_of_memory("planning " + token, "the host has no memory left for its tables",
                               "free some, or use a length whose prime factors are small");
  } catch (const std::system_error& error) {
    throw Error::out_of_memory("planning " + token, fmt::format("the host starts no thread: {}", error.what()),
                               "end others first");
  }
}

/// Compilers take most of the time of a cold plan, and each kernel has one of its own; loading takes most of a warm one,
/// while the tables are made here.
void CompiledPasses::compile(runtime::Device& device, const std::vector<const plan::Pass*>& passes) {
  UploadStream stream(device);
  std::map<std::string, ProgramToCome> programs;  // boxes of one array may have one kernel
  for (const plan::Pass* pass : passes) {
    const auto [place, fresh] = programs.try_emplace(pass->kernel.key());
    if (fresh) place->second = program_to_come(device, pass->kernel);
  }
  for (const plan::Pass* pass : passes) {
    const kernel::KernelInterface face = kernel::interface_of(pass->kernel);
    Step step{.source = pass->source,
              .target = pass->target,
              .face = face,
              .shape = launch_shape(face, pass->batch, device.caps().compute_units),
              .batch = pass->batch,
              .program = {},
              .tables = {},
              .fixed = {}};
    for (const kernel::TableSpec& table : step.face.tables) {
      step.tables.push_back(table_of(device, stream, table));
      step.fixed.emplace_back(step.tables.back().get());
    }
    for (const std::int64_t scalar : {step.batch, step.source.distance, step.target.distance, step.source.offset,
                                      step.target.offset, step.shape.repeat}) {
      step.fixed.emplace_back(scalar);
    }
    steps_.push_back(std::move(step));
  }
  for (std::size_t i = 0; i < steps_.size(); ++i) steps_[i].program = programs.at(passes[i]->kernel.key()).get();
}

void CompiledPasses::enqueue(runtime::Stream& stream, const Memories& memories, const Planes& planes) const {
  Arguments arguments;
  for (const Step& step : steps_) {
    const plan::Slot source = step.source.slot;
    const plan::Slot target = step.target.slot;
    arguments.clear();
    arguments.add(memory_of(memories, source));
    arguments.add(memory_of(memories, target));
    if (step.face.planar_input) arguments.add(imaginary_of(memories, source));
    if (step.face.planar_output) arguments.add(imaginary_of(memories, target));
    // Drivers want a buffer there; a callback without data of its own does not look.
    const auto data = [&](const runtime::Memory* own) { return own == nullptr ? memory_of(memories, source) : own; };
    if (step.face.load_callback) arguments.add(data(memories.load_data));
    if (step.face.store_callback) arguments.add(data(memories.store_data));
    if (step.face.filtered) arguments.add(memories.filter);
    for (const runtime::Argument& argument : step.fixed) arguments.add(argument);
    if (step.face.planar_input) arguments.add(plane_of(memories, planes, source));
    if (step.face.planar_output) arguments.add(plane_of(memories, planes, target));
    stream.launch({step.program.get(), step.shape.groups, step.face.threads, arguments.all(), step.face.local_memory,
                   /*waits=*/true});
  }
}

}  // namespace papilio::api
