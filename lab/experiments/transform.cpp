// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <tuple>

#include "core/storage.hpp"
#include "emit/emit.hpp"
#include "ir/verify.hpp"
#include "lab/experiments/pass_kernel.hpp"
#include "lab/experiments/twiddles.hpp"
#include "runtime/compile_cache.hpp"

namespace papilio::experiments {
namespace {

/// From f32 to f16.
std::vector<std::byte> narrowed(const std::vector<std::byte>& singles) {
  std::vector<std::byte> halves(singles.size() / 2);
  for (std::size_t i = 0; i < singles.size() / 4; ++i) {
    const double value = load_number(Storage::native, Precision::f32, singles.data() + 4 * i);
    store_number(Storage::f16, Precision::f32, value, halves.data() + 2 * i);
  }
  return halves;
}

}  // namespace

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

std::shared_ptr<runtime::Memory> Workbench::table(const TransformChoices& choices) {
  const auto [source, n, precision, arithmetic] =
      std::tuple(choices.twiddles, choices.n, choices.precision, choices.arithmetic);
  if (source == TwiddleSource::computed) return nullptr;
  for (const TwiddleBuffer& known : tables_) {
    if (known.source == source && known.n == n && known.precision == precision && known.arithmetic == arithmetic) {
      return known.memory;
    }
  }
  std::vector<std::byte> contents = make_table(source, n, precision);
  if (arithmetic == Arithmetic::f16) contents = narrowed(contents);
  std::shared_ptr<runtime::Memory> memory = device_->allocate(contents.size());
  stream_->write(*memory, 0, contents.data(), contents.size());
  tables_.push_back({source, n, precision, arithmetic, memory});
  return memory;
}

std::unique_ptr<runtime::Program> Workbench::compile(const ir::Module& module, const OpenClForm& form) const {
  if (const std::vector<std::string> faults = ir::verify(module); !faults.empty()) {
    throw Error::internal("a kernel of an experiment does not verify", faults.front());
  }
  const Dialect dialect = device_->quick_dialect();
  if (dialect != Dialect::opencl && !form.usual()) {
    throw Error::unsupported(form.images.empty() ? "arithmetic in f16" : "images", "only OpenCL C has it here",
                             "use a device through OpenCL");
  }
  const Source source =
      form.usual() ? emit::emit(module, dialect, emit::Target(device_->caps())) : opencl_text(module, form);
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  const std::string key = fmt::format("experiment\n{}\n{}", device_->compiler_identity(source.dialect), source.bytes);
  if (const auto binary = cache.find(key)) {
    if (std::unique_ptr<runtime::Program> program = device_->load(*binary, module.name)) return program;
  }
  const std::vector<std::byte> binary = device_->compile(source, module.name);
  std::unique_ptr<runtime::Program> program = device_->load(binary, module.name);
  if (!program) {
    throw Error::device_failed("loading a kernel", "the driver rejected the binary that it just made",
                               "report this with the output of `papilio devices`");
  }
  cache.store(key, binary);
  return program;
}

StudyTransform::StudyTransform(Workbench& bench, const TransformChoices& choices)
    : bench_(bench), choices_(choices), passes_(passes_of(choices, bench.device().caps())) {
  for (const StudyPass& pass : passes_) kernels_.push_back(compile(pass));
  if (std::ranges::any_of(kernels_, &CompiledPass::table)) table_ = bench.table(choices);
}

/// Images hold one transform in a row of pixels.
OpenClForm StudyTransform::form_of(const StudyPass& pass) const {
  OpenClForm form;
  form.arithmetic = choices_.arithmetic;
  const auto add = [&](const char* parameter, int channels) {
    if (channels > 0) form.images.push_back({parameter, channels, 2 * choices_.n / channels});
  };
  if (pass.inner == 1) add("in", choices_.in_pixel);
  if (pass.outer == 1) add("out", choices_.out_pixel);
  return form;
}

StudyTransform::CompiledPass StudyTransform::compile(const StudyPass& pass) const {
  const ir::Module module = build_pass(choices_, pass, "papilio_experiment");
  CompiledPass kernel;
  kernel.program = bench_.compile(module, form_of(pass));
  kernel.groups = groups_of(choices_, pass);
  kernel.local_bytes = module.shared_bytes() / (choices_.arithmetic == Arithmetic::f16 ? 2 : 1);
  kernel.table = reads_table(choices_, pass);
  return kernel;
}

void StudyTransform::execute(const runtime::Memory& in, const runtime::Memory& out) const {
  const auto bytes =
      static_cast<std::size_t>(choices_.n * choices_.batch * 2 * bytes_of(choices_.between, choices_.precision));
  const runtime::Memory* from = &in;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const CompiledPass& kernel = kernels_[i];
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

std::optional<int> StudyTransform::registers() const {
  std::optional<int> most;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const auto resources = kernels_[i].program->resources(passes_[i].threads, kernels_[i].local_bytes);
    if (resources && resources->registers) most = std::max(most.value_or(0), *resources->registers);
  }
  return most;
}

std::int64_t StudyTransform::local_bytes() const {
  std::int64_t most = 0;
  for (const CompiledPass& kernel : kernels_) most = std::max(most, kernel.local_bytes);
  return most;
}

double StudyTransform::operations_per_point() const {
  double sum = 0;
  for (const StudyPass& pass : passes_) sum += operations_of(choices_, pass);
  return sum;
}

}  // namespace papilio::experiments
