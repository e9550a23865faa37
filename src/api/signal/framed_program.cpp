// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/framed_program.hpp"

#include <algorithm>

#include "api/measure/decisions.hpp"
#include "api/run/kernels.hpp"
#include "api/verified/verification.hpp"
#include "core/number_theory.hpp"
#include "kernel/kernel.hpp"

namespace papilio::api {

FramedProgram::FramedProgram(runtime::Device& device, const kernel::FramedSpec& spec)
    : program_{{.precision = spec.frames.precision, .threads = spec.frames.shape.threads},
               program_of_module(device, spec.name(), [&] { return kernel::build_framed(spec); })},
      tile_(spec.frames.shape.tile) {
  UploadStream stream(device);
  for (const kernel::TableSpec& table : kernel::interface_of(spec.frames).tables)
    tables_.push_back(table_of(device, stream, table));
}

void FramedProgram::launch(runtime::Stream& stream, const runtime::Device& device, const FramedArrays& arrays) const {
  const std::int64_t all = arrays.frames * arrays.batch;
  program_.launch(stream, device, ceil_div(all, tile_), [&](std::int64_t repeat) {
    std::vector<runtime::Argument> arguments = {arrays.signals, arrays.results};
    for (const auto& table : tables_) arguments.emplace_back(table.get());
    for (const runtime::Memory* const memory : arrays.matrix) arguments.emplace_back(memory);
    constexpr std::int64_t offset = 0;
    for (const std::int64_t number :
         {all, arrays.hop, arrays.numbers, offset, offset, repeat, arrays.before, arrays.frames, arrays.samples})
      arguments.emplace_back(number);
    return arguments;
  });
}

std::optional<kernel::FramedSpec> framed_spec(runtime::Device& device, const Problem& problem,
                                              kernel::Surround surround,
                                              const std::optional<kernel::BandsStep>& bands) {
  const DeviceCaps& caps = device.caps();
  if (caps.device_class == DeviceClass::cpu || verification_in_environment() > 0) return std::nullopt;
  const auto tree = decide(device, problem.normalised(), {});
  const std::vector<const plan::Pass*> passes = tree->passes();
  if (passes.size() != 1) return std::nullopt;
  const std::optional<KernelSpec> frames = kernel::framed_transform(passes.front()->kernel);
  if (!frames) return std::nullopt;
  kernel::FramedSpec spec{*frames, surround, bands};
  if (bands) kernel::widen(spec, problem.in_distance, caps);
  return spec.local_bytes() <= std::min(caps.local_memory, ir::static_local_limit) ? std::optional(spec) : std::nullopt;
}

}  // namespace papilio::api
