// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "experiments/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "emit/emit.hpp"
#include "experiments/pass_kernel.hpp"
#include "experiments/twiddles.hpp"
#include "ir/verify.hpp"
#include "runtime/compile_cache.hpp"

namespace papilio::experiments {

Workbench::Workbench(std::shared_ptr<runtime::Device> device)
    : device_(std::move(device)), stream_(device_->make_stream()) {}

const runtime::Memory& Workbench::scratch(std::size_t which, std::size_t bytes) {
  std::shared_ptr<runtime::Memory>& memory = scratch_[which];
  if (!memory || memory->size() < bytes) {
    stream_->synchronize();
    memory.reset();
    memory = device_->allocate(bytes);
  }
  return *memory;
}

std::shared_ptr<runtime::Memory> Workbench::table(TwiddleSource source, std::int64_t n, Precision precision) {
  if (source == TwiddleSource::computed) return nullptr;
  for (const Table& known : tables_) {
    if (known.source == source && known.n == n && known.precision == precision) return known.memory;
  }
  const std::vector<std::byte> contents = make_table(source, n, precision);
  std::shared_ptr<runtime::Memory> memory = device_->allocate(contents.size());
  stream_->write(*memory, 0, contents.data(), contents.size());
  tables_.push_back({source, n, precision, memory});
  return memory;
}

Transform::Transform(Workbench& bench, const Choices& choices)
    : bench_(bench), choices_(choices), passes_(passes_of(choices, bench.device().caps())) {
  for (const Pass& pass : passes_) kernels_.push_back(compile(pass));
  if (std::ranges::any_of(kernels_, &Kernel::table))
    table_ = bench.table(choices.twiddles, choices.n, choices.precision);
}

Transform::Kernel Transform::compile(const Pass& pass) const {
  runtime::Device& device = bench_.device();
  const std::string name = "papilio_experiment";
  const ir::Module module = build_pass(choices_, pass, name);
  if (const std::vector<std::string> faults = ir::verify(module); !faults.empty()) {
    throw Error::internal("a kernel of an experiment does not verify", faults.front());
  }
  const Source source = emit::emit(module, device.quick_dialect(), emit::Target(device.caps()));
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  const std::string key = fmt::format("experiment\n{}\n{}", device.compiler_identity(source.dialect), source.bytes);
  Kernel kernel;
  if (const auto binary = cache.find(key)) kernel.program = device.load(*binary, name);
  if (!kernel.program) {
    const std::vector<std::byte> binary = device.compile(source, name);
    kernel.program = device.load(binary, name);
    if (!kernel.program) {
      throw Error::device_failed("loading a kernel", "the driver rejected the binary that it just made",
                                 "report this with the output of `papilio devices`");
    }
    cache.store(key, binary);
  }
  kernel.groups = groups_of(choices_, pass);
  kernel.local_bytes = module.shared_bytes();
  kernel.table = reads_table(choices_, pass);
  return kernel;
}

void Transform::execute(const runtime::Memory& in, const runtime::Memory& out) const {
  const auto bytes =
      static_cast<std::size_t>(choices_.n * choices_.batch * 2 * bytes_of(choices_.between, choices_.precision));
  const runtime::Memory* from = &in;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const Kernel& kernel = kernels_[i];
    const runtime::Memory* const to = i + 1 == kernels_.size() ? &out : &bench_.scratch(i % 2, bytes);
    std::vector<runtime::Argument> arguments = {from, to};
    if (kernel.table) arguments.emplace_back(table_.get());
    arguments.emplace_back(choices_.batch);
    runtime::Launch launch;
    launch.program = kernel.program.get();
    launch.groups = kernel.groups;
    launch.threads = passes_[i].threads;
    launch.arguments = arguments;
    if (kernel.local_bytes > ir::static_local_limit) launch.local_memory = kernel.local_bytes;
    bench_.stream().launch(launch);
    from = to;
  }
}

std::optional<int> Transform::registers() const {
  std::optional<int> most;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const auto resources = kernels_[i].program->resources(passes_[i].threads, kernels_[i].local_bytes);
    if (resources && resources->registers) most = std::max(most.value_or(0), *resources->registers);
  }
  return most;
}

std::int64_t Transform::local_bytes() const {
  std::int64_t most = 0;
  for (const Kernel& kernel : kernels_) most = std::max(most, kernel.local_bytes);
  return most;
}

double Transform::operations_per_point() const {
  double sum = 0;
  for (const Pass& pass : passes_) sum += operations_of(choices_, pass);
  return sum;
}

}  // namespace papilio::experiments
