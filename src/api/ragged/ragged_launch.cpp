// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/ragged/ragged_launch.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "api/allocation.hpp"
#include "api/run/kernels.hpp"
#include "api/run/launch_shape.hpp"
#include "api/run/memory_checks.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "kernel/ragged/ragged_kernels.hpp"
#include "kernel/ragged/ragged_tables.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/local_memory.hpp"

namespace papilio::api {
namespace {

std::shared_ptr<runtime::Memory> uploaded_bytes(runtime::Device& device, const RaggedProblem& problem,
                                                const void* bytes, std::size_t count) {
  require_bindable(device.caps(), static_cast<std::int64_t>(count), "a table of " + problem.summary());
  std::shared_ptr<runtime::Memory> memory = allocate(device, count);
  device.make_stream()->write(*memory, 0, bytes, count);
  return memory;
}

}  // namespace

std::string describe_class(const RaggedProblem& problem, const plan::RaggedClass& own, std::size_t table_bytes) {
  const RaggedSpec& spec = own.spec;
  const double dfts = flops_of(spec.dft);
  const double each = spec.convolves ? dfts : dfts / 2;
  std::int64_t least = problem.lengths[own.members.front()];
  std::int64_t most = least;
  double bytes = 0;
  const int complex = element_bytes(problem.precision);
  for (const std::size_t i : own.members) {
    least = std::min(least, problem.lengths[i]);
    most = std::max(most, problem.lengths[i]);
    for (const bool input : {true, false}) {
      const bool real = problem.kind == (input ? Kind::r2c : Kind::c2r);
      const std::int64_t of_side = problem.elements(i, input) * complex / (real ? 2 : 1);
      bytes += static_cast<double>(of_side);
    }
  }
  const double fields = static_cast<double>(problem.batch);
  const std::int64_t transforms = static_cast<std::int64_t>(own.members.size()) * problem.batch;
  return fmt::format(
      "{} {} points{}, {}: lengths {}..{}, {} transform{}, {:.4g} operations, {:.4g} bytes of data, {} of tables",
      spec.convolves ? "chirp" : "whole", spec.dft.length, spec.dft.in.storage != Storage::native ? " in f64" : "",
      fmt::join(spec.dft.radices, "x"), least, most, transforms, transforms == 1 ? "" : "s",
      each * fields * static_cast<double>(own.members.size()), bytes * fields, table_bytes);
}

std::size_t table_bytes_of(const RaggedProblem& problem, const plan::RaggedClass& own) {
  const kernel::RaggedTables tables = kernel::ragged_tables(problem, own.spec, own.members);
  return tables.numbers.size() + (tables.rows.size() + tables.limits.size()) * sizeof(tables.rows[0]);
}

RaggedLaunch::RaggedLaunch(runtime::Device& device, const RaggedProblem& problem, const plan::RaggedClass& own)
    : spec_(own.spec),
      transforms_(static_cast<std::int64_t>(own.members.size()) * problem.batch),
      fields_(problem.batch),
      in_distance_(problem.distance(true)),
      out_distance_(problem.distance(false)),
      in_stride_(problem.in_stride),
      out_stride_(problem.out_stride) {
  constexpr std::int64_t groups_of_core = 64;
  if (spec_.on_cpu()) {
    max_groups_ = groups_of_core * device.caps().compute_units;
  } else if (const std::int64_t bytes = local_bytes(Kernel{spec_.dft}); bytes > ir::static_local_limit) {
    local_memory_ = bytes;
  }
  program_ = program_of_module(device, spec_.name(), [&] { return kernel::build_ragged_kernel(spec_); });
  UploadStream uploads(device);
  for (const kernel::TableParameter& table : kernel::tables_of(spec_.dft))
    tables_.push_back(table_of(device, uploads, table.spec));
  const kernel::RaggedTables tables = kernel::ragged_tables(problem, own.spec, own.members);
  tables_.push_back(uploaded_bytes(device, problem, tables.numbers.data(), tables.numbers.size()));
  tables_.push_back(uploaded_bytes(device, problem, tables.rows.data(), tables.rows.size() * sizeof(tables.rows[0])));
  limits_ = uploaded_bytes(device, problem, tables.limits.data(), tables.limits.size() * sizeof(tables.limits[0]));
  text_ = describe_class(problem, own, device_bytes());
}

RaggedLaunch RaggedLaunch::at(runtime::Device& device, runtime::Stream& stream, const runtime::Memory* in_offsets,
                              const runtime::Memory* out_offsets) const {
  const auto program = program_of_module(device, "ragged_places", kernel::build_ragged_places);
  RaggedLaunch other = *this;
  const runtime::Memory* const rows = tables_.back().get();
  other.tables_.back() = allocate(device, rows->size());
  const std::int64_t count = transforms_ / fields_;
  const auto given = [](const runtime::Memory* offsets) { return std::int64_t{offsets != nullptr ? 1 : 0}; };
  const std::vector<runtime::Argument> arguments = {rows,
                                                    limits_.get(),
                                                    in_offsets != nullptr ? in_offsets : rows,
                                                    out_offsets != nullptr ? out_offsets : rows,
                                                    other.tables_.back().get(),
                                                    given(in_offsets),
                                                    given(out_offsets),
                                                    count};
  constexpr int threads = kernel::ragged_places_threads;
  stream.launch({.program = program.get(),
                 .groups = ceil_div(count, threads),
                 .threads = threads,
                 .arguments = arguments,
                 .waits = true});
  return other;
}

std::size_t RaggedLaunch::device_bytes() const {
  std::size_t bytes = limits_->size();
  for (const auto& table : tables_) bytes += table->size();
  return bytes;
}

void RaggedLaunch::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const {
  const std::int64_t tiles = ceil_div(transforms_, spec_.dft.shape.tile);
  const LaunchShape shape = dealt(tiles, max_groups_ == 0 ? tiles : max_groups_);
  std::vector<runtime::Argument> arguments = {&in, &out};
  for (const auto& table : tables_) arguments.emplace_back(table.get());
  constexpr std::int64_t offset = 0;
  for (const std::int64_t scalar : {transforms_, in_distance_, out_distance_, offset, offset, shape.repeat})
    arguments.emplace_back(scalar);
  if (spec_.strided) arguments.insert(arguments.end(), {in_stride_, out_stride_});
  arguments.emplace_back(fields_);
  stream.launch({.program = program_.get(),
                 .groups = shape.groups,
                 .threads = spec_.dft.shape.threads,
                 .arguments = arguments,
                 .local_memory = local_memory_,
                 .waits = true});
}

}  // namespace papilio::api
