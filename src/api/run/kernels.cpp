// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>

#include "api/allocation.hpp"
#include "api/generator_hash.hpp"
#include "api/run/compilation_watch.hpp"
#include "codelet/codelet.hpp"
#include "core/number_theory.hpp"
#include "emit/emit.hpp"
#include "ir/verify.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/tables/stages.hpp"
#include "runtime/compile_cache.hpp"
#include "spec/general_kernel.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::api {

std::int64_t bytes_of(const kernel::TableSpec& spec) { return spec.elements() * real_bytes(spec.precision); }

namespace {

bool has_callbacks(const Kernel& kernel) {
  const auto* spec = std::get_if<KernelSpec>(&kernel);  // fused launches have none
  return spec != nullptr && (!spec->in.callback.empty() || !spec->out.callback.empty());
}

Dialect dialect_for(const runtime::Device& device, const Kernel& kernel) {
  return has_callbacks(kernel) ? device.dialect() : device.quick_dialect();
}

std::string cache_key(const runtime::Device& device, const Kernel& kernel, BufferReach reach) {
  const Dialect dialect = dialect_for(device, kernel);
  return fmt::format("{}\n{}{}\n{}\n{}\n{}", key_of(kernel), to_string(dialect),
                     reach == BufferReach::addresses ? " of addresses" : "", device.compiler_identity(dialect),
                     has_callbacks(kernel) ? device.callback_compiler_identity() : "", generator_hash());
}

ir::Module verified(ir::Module module, const std::string& name) {
  const std::vector<std::string> faults = ir::verify(module);
  if (!faults.empty()) throw Error::internal(fmt::format("kernel {} does not verify", name), faults.front());
  return module;
}

/// Among the device's shared objects.
std::string program_key(const std::string& key) { return "program\n" + key; }

/// The key of a program, and what it is made of.
struct Recipe {
  std::string key;
  std::string entry;
  std::function<Source()> text;
  std::string shipped = {};  ///< shipped_key()
};

/// Loads what the cache has under a key; null if there is nothing, or nothing that the driver takes.
std::unique_ptr<runtime::Program> found_program(runtime::Device& device, const runtime::CompileCache& cache,
                                                const std::string& key, const std::string& entry) {
  const auto binary = cache.find(key);
  if (!binary) return nullptr;
  return with_room(device, [&] { return device.load(*binary, entry); });
}

std::shared_ptr<runtime::Program> made_or_found(runtime::Device& device, const Recipe& recipe) {
  const CompilationWatch watch(device);
  const runtime::CompileCache cache(device.keeps_programs() ? runtime::CacheConfig{}
                                                            : runtime::CacheConfig::from_environment());
  if (auto program = found_program(device, cache, recipe.key, recipe.entry)) return program;
  const bool ships = !cache.config().pack.empty() || !cache.config().read_only.empty();
  if (ships && !recipe.shipped.empty()) {
    if (auto program = found_program(device, cache, recipe.shipped, recipe.entry)) return program;
  }
  const std::vector<std::byte> binary = device.compile(recipe.text(), recipe.entry);
  std::unique_ptr<runtime::Program> program = with_room(device, [&] { return device.load(binary, recipe.entry); });
  if (!program) {
    throw Error::device_failed("loading kernel " + recipe.entry, "the driver rejected the binary that it just made",
                               "report this with the output of `papilio devices`");
  }
  cache.store(recipe.key, binary);
  return program;
}

std::shared_ptr<runtime::Program> make_program(runtime::Device& device, const Kernel& kernel, BufferReach reach) {
  const std::string entry = name_of(kernel);
  const auto text = [&] {
    emit::Target target(device.caps());
    target.shader.addresses = reach == BufferReach::addresses;
    const Dialect dialect = dialect_for(device, kernel);
    const ir::Module module = verified_module(kernel);
    if (dialect == Dialect::spirv && has_callbacks(kernel))
      target.callbacks = device.compile_callbacks(emit::callbacks_in_glsl(module, target), entry);
    return emit::emit(module, dialect, target);
  };
  return made_or_found(device, {cache_key(device, kernel, reach), entry, text, shipped_key(device.caps(), kernel)});
}

/// A convolution's tables, when long, take longer to make than to read: 200 ms against 20 for a spectrum of 2^21
/// points, 1 against 0.2 for one of 8190.
bool is_kept(const kernel::TableSpec& spec, const runtime::CacheConfig& config) {
  constexpr std::int64_t min_elements = 4096;
  const bool slow = spec.kind == kernel::TableKind::chirp || spec.kind == kernel::TableKind::chirp_spectrum ||
                    spec.kind == kernel::TableKind::rader_spectrum;
  // A single table must not evict the kernels.
  // Contours are many, and each would stay.
  return slow && spec.chirps.inputs == 0 && spec.elements() >= min_elements && bytes_of(spec) <= config.limit_bytes / 8;
}

}  // namespace

ir::Module verified_module(const Kernel& kernel) { return verified(kernel::build_kernel(kernel), key_of(kernel)); }

std::string shipped_identity(const DeviceCaps& caps) { return fmt::format("cuda|sm_{}|any driver", caps.architecture); }

std::string shipped_key(const DeviceCaps& caps, const Kernel& kernel) {
  if (caps.architecture == 0 || has_callbacks(kernel)) return {};
  return fmt::format("{}\n{}\n{}", key_of(kernel), shipped_identity(caps), generator_hash());
}

Source source_of(const Kernel& kernel, Dialect dialect, const emit::Target& target) {
  return emit::emit(verified_module(kernel), dialect, target);
}

std::shared_ptr<runtime::Program> program_of(runtime::Device& device, const Kernel& kernel, BufferReach reach) {
  constexpr std::size_t bytes = std::size_t{1} << 20;  // assumed, because no driver reports it
  return device.shared_objects().get<runtime::Program>(program_key(cache_key(device, kernel, reach)), bytes,
                                                       [&] { return make_program(device, kernel, reach); });
}

std::shared_ptr<runtime::Program> program_of_module(runtime::Device& device, const std::string& name,
                                                    const std::function<ir::Module()>& build) {
  constexpr std::size_t bytes = std::size_t{1} << 16;  // assumed, because no driver reports it
  const Dialect dialect = device.quick_dialect();
  const std::string key =
      fmt::format("{}\n{}\n{}\n{}", name, to_string(dialect), device.compiler_identity(dialect), generator_hash());
  const auto text = [&] { return emit::emit(verified(build(), name), dialect, emit::Target(device.caps())); };
  return device.shared_objects().get<runtime::Program>(program_key(key), bytes, [&] {
    return made_or_found(device, {key, name, text});
  });
}

std::shared_ptr<runtime::Program> loaded_program_of(runtime::Device& device, const Kernel& kernel, BufferReach reach) {
  return device.shared_objects().find<runtime::Program>(program_key(cache_key(device, kernel, reach)));
}

std::optional<runtime::Resources> resources_of(runtime::Device& device, const Kernel& kernel) {
  const auto [threads, local_memory] = kernel::size_of(kernel);
  return program_of(device, kernel)->resources(threads, local_memory);
}

std::vector<std::byte> contents_of(const kernel::TableSpec& spec, const runtime::CompileCache& cache) {
  if (!is_kept(spec, cache.config())) return kernel::make_table(spec);
  // Tables of f64 are rounded from the host's long double.
  const std::string key = fmt::format("table\n{}\nlong double of {} bits, {} endian\n{}", spec.key(),
                                      std::numeric_limits<long double>::digits,
                                      std::endian::native == std::endian::little ? "little" : "big", generator_hash());
  auto kept = cache.find(key);
  if (kept && static_cast<std::int64_t>(kept->size()) == bytes_of(spec)) return *std::move(kept);
  std::vector<std::byte> contents = kernel::make_table(spec);
  cache.store(key, contents);
  return contents;
}

runtime::Stream& UploadStream::get() {
  if (!stream_) stream_ = device_.make_stream();
  return *stream_;
}

std::shared_ptr<runtime::Memory> table_of(runtime::Device& device, UploadStream& stream,
                                          const kernel::TableSpec& spec) {
  const auto bytes = static_cast<std::size_t>(bytes_of(spec));
  return device.shared_objects().get<runtime::Memory>("table\n" + spec.key(), bytes, [&] {
    const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
    const std::vector<std::byte> contents = contents_of(spec, cache);
    std::shared_ptr<runtime::Memory> memory = allocate(device, contents.size());
    stream.get().write(*memory, 0, contents.data(), contents.size());
    return memory;
  });
}

namespace {

constexpr double complex_multiply = 6;

/// Operation count of a DFT in these stages.
double flops_of(const KernelSpec& spec, const std::vector<int>& radices) {
  const bool cooperative = spec.shape.strategy == Strategy::cooperative;
  const bool fused = spec.shape.twiddles == Twiddles::fused;
  const std::int64_t points = product(radices);
  const auto work = static_cast<double>(points);
  double flops = 0;
  std::int64_t rest = points;
  for (const int radix : radices) {
    const bool first = rest == points;
    rest /= radix;
    const bool twiddled = fused ? !first : rest > 1;
    if (fused && twiddled && std::has_single_bit(static_cast<unsigned>(radix))) {
      flops += work * 6 * std::log2(radix);
      continue;
    }
    const double own =
        radix > codelet::max_radix
            ? 2.0 * (radix - 1) * (radix + 2)
            : codelet::dft(radix, spec.direction, cooperative ? codelet::Style::exact : codelet::cpu_style(radix))
                  .counts()
                  .flops();
    flops += work / radix * (own + (twiddled ? complex_multiply * (radix - 1) : 0));
  }
  return flops;
}

/// Algorithm::prime_factor: each factor is computed once for each combination of the others' coordinates.
double flops_of_factors(const KernelSpec& spec) {
  const auto points = static_cast<double>(spec.length);
  double flops = 0;
  bool first = true;
  for (const Factor& factor : factors_of(spec.length, spec.radices)) {
    const auto length = static_cast<double>(factor.length);
    const double dft = flops_of(spec, factor.radices);
    flops += points / length * (factor.convolves() ? 2 * dft + complex_multiply * (length - 1) : dft);
    if (first || factor.rest > 1) flops += complex_multiply * points * (1 - 1 / length);
    first = false;
  }
  return flops;
}

/// Algorithm::general: loops for primes without a codelet take 4 fused multiply-adds for each pair of inputs and of
/// results.
double general_flops(const KernelSpec& spec) {
  const auto work = static_cast<double>(spec.work_length());
  double flops = 0;
  for (const int radix : spec.radices) {
    const bool looped = std::ranges::find(general_codelets, radix) == general_codelets.end();
    const double half = (radix - 1) / 2.0;
    const double own =
        looped ? 8 * half * half : codelet::dft(radix, Direction::forward, codelet::Style::fused).counts().flops();
    flops += work / radix * (own + complex_multiply * (radix - 1));
  }
  const auto length = static_cast<double>(general_points(spec));
  if (spec.work_length() != general_points(spec)) flops = 2 * flops + complex_multiply * (work + 2 * length);
  if (general_points(spec) != spec.length) flops += (complex_multiply + 8) * length / 2;
  return (flops + 2 * length) * static_cast<double>(spec.columns());
}

}  // namespace

double flops_of(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::general) return general_flops(spec);
  const auto work = static_cast<double>(spec.work_length());
  const bool factors = spec.algorithm == Algorithm::prime_factor;
  double column = factors ? flops_of_factors(spec) : flops_of(spec, spec.radices);
  if (spec.algorithm != Algorithm::stockham && !factors) column = 2 * column + complex_multiply * work;
  if (spec.algorithm == Algorithm::bluestein) column += 2 * complex_multiply * static_cast<double>(spec.length);
  const bool whole = spec.algorithm == Algorithm::rader || spec.algorithm == Algorithm::bluestein;
  if (spec.outer > 1) column += complex_multiply * (whole ? static_cast<double>(spec.length) : work);
  if (spec.load != LoadOp::none || spec.store != StoreOp::none) column += complex_multiply * work;
  if (spec.scale != 1.0) column += 2.0 * static_cast<double>(spec.length);
  return column * static_cast<double>(spec.columns());
}

}  // namespace papilio::api
