// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/device_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <papilio/device_function.hpp>
#include <papilio/error.hpp>
#include <utility>

#include "api/access.hpp"
#include "api/function.hpp"
#include "core/named.hpp"
#include "core/number_theory.hpp"
#include "emit/function.hpp"
#include "ir/verify.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "plan/function_kernel.hpp"
#include "spec/shape_token.hpp"

namespace papilio {
namespace {

constexpr std::array<Named<FunctionLanguage>, 4> language_names{{{"opencl", FunctionLanguage::opencl},
                                                                 {"cuda", FunctionLanguage::cuda},
                                                                 {"glsl", FunctionLanguage::glsl},
                                                                 {"wgsl", FunctionLanguage::wgsl}}};
constexpr std::array<Named<FunctionElement>, 3> element_names{{{"complex", FunctionElement::complex},
                                                               {"real pair", FunctionElement::real_pair},
                                                               {"real", FunctionElement::real}}};

FunctionElement element_of(Form form) {
  if (form == Form::pairs) return FunctionElement::real_pair;
  return form == Form::real ? FunctionElement::real : FunctionElement::complex;
}

/// papilio_c2c_f32_1024_forward, papilio_r2c_f32_64_batch8
std::string name_of_function(const Problem& problem) {
  const std::string_view kind = problem.kind == Kind::c2c ? "c2c" : problem.kind == Kind::r2c ? "r2c" : "c2r";
  const std::string_view precision = problem.precision == Precision::f32 ? "f32" : "f64";
  std::string name = fmt::format("papilio_{}_{}_{}", kind, precision, problem.lengths.front());
  if (problem.batch > 1) name += fmt::format("_batch{}", problem.batch);
  if (problem.kind == Kind::c2c) name += problem.direction == Direction::forward ? "_forward" : "_inverse";
  return name;
}

FunctionSide side_of(const KernelSpec& spec, const Side& side, const std::vector<ir::Expr>& places,
                     std::vector<std::string> formulas) {
  FunctionSide own;
  own.element = element_of(side.form);
  own.registers = static_cast<int>(places.size());
  own.elements = kernel::elements_of(spec, side);
  own.formulas = std::move(formulas);
  for (int t = 0; t < spec.shape.threads; ++t) {
    for (const ir::Expr place : places) own.indices.push_back(ir::value_at(place, t));
  }
  return own;
}

template <typename Number>
void append_numbers(const std::vector<std::byte>& contents, std::vector<double>& numbers) {
  Number number{};
  for (std::size_t i = 0; i < contents.size(); i += sizeof(number)) {
    std::memcpy(&number, contents.data() + i, sizeof(number));
    numbers.push_back(static_cast<double>(number));
  }
}

/// All tables, one after the other.
std::vector<double> numbers_of_tables(const ir::Module& module, const std::vector<std::vector<std::byte>>& tables) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const ir::ScalarKind kind = module.buffers[i]->element;
    if (kind == ir::ScalarKind::i32) append_numbers<std::int32_t>(tables[i], numbers);
    if (kind == ir::ScalarKind::f32) append_numbers<float>(tables[i], numbers);
    if (kind == ir::ScalarKind::f64) append_numbers<double>(tables[i], numbers);
  }
  return numbers;
}

int barriers_of(const ir::Block& block) {
  int count = 0;
  for (const ir::Stmt& stmt : block) {
    if (std::get_if<ir::Barrier>(&stmt.node)) ++count;
    if (const auto* loop = std::get_if<ir::For>(&stmt.node)) {
      std::int64_t begin = 0;
      std::int64_t end = 0;
      ir::is_constant(loop->begin, &begin);
      ir::is_constant(loop->end, &end);
      count += static_cast<int>(ceil_div(end - begin, loop->step)) * barriers_of(*loop->body);
    }
  }
  return count;
}

/// In the order of the forward function's radices, without what only kernels have.
std::string shape_of(const KernelSpec& spec, const Problem& problem, const DeviceCaps& caps) {
  ChosenShape chosen = chosen_shape(spec);
  if (plan::reverses_radices(spec, problem)) std::ranges::reverse(chosen.radices);
  chosen.shape.staged = false;
  chosen.shape.resident_groups = 1;
  return shape_token(chosen, caps.compute_units);
}

std::string heading(const DeviceFunction& own, const std::string& device) {
  const auto side = [](const FunctionSide& it) {
    return fmt::format("{} registers of {} elements ({})", it.registers, it.elements, to_string(it.element));
  };
  return fmt::format(
      "// {}, {} in a work-group of {} work-items, for {}.\n"
      "// Before: {}; after: {}. Local memory: {} bytes; barriers: {}.\n"
      "// Shape: {}\n",
      own.token, own.transforms == 1 ? "one transform" : fmt::format("{} transforms", own.transforms), own.work_items,
      device, side(own.input), side(own.output), own.scratch_bytes, own.barriers, own.shape);
}

/// A CPU's functions are written for a GPU of its limits.
DeviceCaps caps_for_functions(const DeviceCaps& caps) {
  if (caps.device_class == DeviceClass::gpu) return caps;
  DeviceCaps gpu = caps_preset("gpu");
  gpu.name = caps.name;
  gpu.max_threads = std::min(gpu.max_threads, caps.max_threads);
  gpu.local_memory = gpu.unit_local_memory = caps.local_memory;
  gpu.f64 = caps.f64;
  return gpu;
}

void require_type(const Problem& problem, const DeviceCaps& caps) {
  if (problem.precision == Precision::f32 || caps.f64) return;
  throw Error::unsupported(problem.token() + " as a device function", caps.name + " has no double precision",
                           "use f32, or another device");
}

}  // namespace

std::string_view to_string(FunctionLanguage language) { return name_of(language_names, language); }
std::string_view to_string(FunctionElement element) { return name_of(element_names, element); }

FunctionLanguage parse_function_language(std::string_view name) {
  if (const auto language = value_of(language_names, name)) return *language;
  throw Error::invalid_argument(fmt::format("language '{}'", name), "there are no device functions in that language",
                                "use one of " + names(language_names));
}

DeviceFunction api::function_for(const Problem& problem, const DeviceCaps& device, FunctionLanguage language,
                                 const FunctionOptions& options) {
  problem.validate();
  const DeviceCaps caps = caps_for_functions(device);
  require_type(problem, caps);
  std::optional<ChosenShape> chosen;
  if (!options.shape.empty()) chosen = parse_shape_token(options.shape, caps.compute_units);
  const KernelSpec spec = plan::function_kernel(problem, caps, chosen);
  DeviceFunction own;
  own.language = language;
  own.name = name_of_function(problem);
  own.token = problem.token();
  own.shape = shape_of(spec, problem, caps);
  const ir::KernelFunction function = kernel::build_device_function(spec, own.name);
  const std::vector<std::string> faults = ir::verify(function.module);
  if (!faults.empty()) throw Error::internal(fmt::format("function {} does not verify", own.name), faults.front());
  std::vector<std::vector<std::byte>> tables;
  for (const kernel::TableParameter& table : kernel::tables_of(spec)) tables.push_back(kernel::make_table(table.spec));
  emit::FunctionSource source = emit::emit_function(function, language, tables);
  if (language == FunctionLanguage::glsl || language == FunctionLanguage::wgsl)
    own.tables = numbers_of_tables(function.module, tables);
  own.work_items = spec.shape.threads;
  own.registers = static_cast<int>(function.operands->elements / 2);
  own.transforms = spec.shape.tile;
  own.scratch_bytes = function.module.shared_bytes();
  own.barriers = barriers_of(function.module.body);
  own.input = side_of(spec, spec.in, function.inputs, std::move(source.input_formulas));
  own.output = side_of(spec, spec.out, function.outputs, std::move(source.output_formulas));
  own.chains = pairs_conjugates(spec) || (problem.kind == Kind::c2c && spec.algorithm != Algorithm::rader);
  own.text = heading(own, device.name) + source.text;
  return own;
}

DeviceFunction device_function(const Problem& problem, const Device& device, FunctionLanguage language,
                               const FunctionOptions& options) {
  // No Device is a browser's.
  if (language == FunctionLanguage::wgsl) return api::function_for(problem, caps_preset("webgpu"), language, options);
  api::require_device(device, "a device function");
  return api::function_for(problem, api::unwrap(device).caps(), language, options);
}

}  // namespace papilio
