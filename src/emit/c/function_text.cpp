// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Functions for the kernels of others: the text of a kernel's statements in a language, with another head and with the
// caller's complex numbers in place of an array of real ones.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "emit/c/cuda.hpp"
#include "emit/c/glsl.hpp"
#include "emit/c/opencl.hpp"
#include "emit/function.hpp"
#include "emit/wgsl/wgsl.hpp"
#include "ir/builder.hpp"
#include "ir/semantics.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;

/// How a language writes what kernels do not have. {0}: the type of real numbers, {1} that of complex ones, {2} a name,
/// {3} a number.
struct FunctionForm {
  std::string_view number = "#define {2} {3}";
  std::string_view index_head = "int {2}(int work_item, int r) {{";  ///< of a function of indices
  std::string_view choice = "{0} ? {1} : -1";                        ///< the index {1} under the condition {0}
  std::string_view head;                                             ///< of the function
  std::string_view first_line = {};                                  ///< of its body
  std::string_view own_item = "const int thread_id = work_item;";
  std::string_view operand = "x[{0}].{1}";  ///< the part {1} of number {0} of the caller
  std::string_view table = {};              ///< begin of a table of {3} numbers of type {0}
  std::string_view part = {};    ///< declares a part of the scratch that begins at {3}; empty: there are no pointers
  std::string_view tables = {};  ///< instead of `table`: declares a buffer with all tables, or says who does
};

constexpr FunctionForm opencl_form = {
    .index_head = "static int {2}(int work_item, int r) {{",
    .head = "static __attribute__((always_inline)) void {2}({1}* x, __local {0}* scratch, int work_item) {{",
    .first_line = "#pragma OPENCL FP_CONTRACT OFF",
    .table = "__constant {0} {2}[{3}] __attribute__((aligned(16))) = {{",
    .part = "__local {0}* const {2} = scratch + {3};"};
constexpr FunctionForm cuda_form = {
    .index_head = "static __host__ __device__ __forceinline__ int {2}(int work_item, int r) {{",
    .head = "static __device__ __forceinline__ void {2}({1}* x, {0}* scratch, int work_item) {{",
    .table = "static __device__ const __align__(16) {0} {2}[{3}] = {{",
    .part = "{0}* const {2} = scratch + {3};"};
constexpr FunctionForm glsl_form = {
    .head = "void {2}(inout {1} x[{3}], int work_item) {{",
    .tables =
        "#ifndef {2}_SET\n#define {2}_SET 0\n#endif\n"
        "layout(std430, set = {2}_SET, binding = {2}_BINDING) readonly buffer {2}_block {{ {0} {2}_tables[]; }};"};
constexpr FunctionForm wgsl_form = {.number = "const {2}: i32 = {3};",
                                    .index_head = "fn {2}(work_item: i32, r: i32) -> i32 {{",
                                    .choice = "select(-1, {1}, {0})",
                                    .head = "fn {2}(x: ptr<function, array<{1}, {3}>>, work_item: i32) {{",
                                    .own_item = "let thread_id = work_item;",
                                    .operand = "(*x)[{0}].{1}",
                                    .tables = "// Declared by the caller: var<storage, read> {2}_tables: array<{0}>;"};

/// An expression that may be -1 instead.
struct Conditional {
  Expr condition = nullptr;  ///< null: it never is
  Expr index = nullptr;
};

Conditional conditional(Expr place) {
  std::int64_t none = 0;
  if (place->op == Op::select && ir::is_constant(place->args[2], &none) && none == -1)
    return {place->args[0], place->args[1]};
  return {nullptr, place};
}

std::string printed(Expr value) { return value == nullptr ? "" : ir::print(value); }

/// The step, if register r has the element of register 0 plus r times it, under the same condition.
std::optional<std::int64_t> common_step(const std::vector<Expr>& places, int threads) {
  const Conditional first = conditional(places.front());
  if (places.size() < 2) return std::nullopt;
  const std::int64_t step = ir::value_at(conditional(places[1]).index, 0) - ir::value_at(first.index, 0);
  for (std::size_t r = 1; r < places.size(); ++r) {
    const Conditional own = conditional(places[r]);
    if (printed(own.condition) != printed(first.condition)) return std::nullopt;
    for (int t = 0; t < threads; ++t) {
      const std::int64_t away = ir::value_at(own.index, t) - ir::value_at(first.index, t);
      if (away != step * static_cast<std::int64_t>(r)) return std::nullopt;
    }
  }
  return step;
}

template <typename Language>
class FunctionText final : public Language {
 public:
  FunctionText(const ir::KernelFunction& function, const FunctionForm& form,
               const std::vector<std::vector<std::byte>>& tables)
      : Language(function.module),
        function_(function),
        form_(form),
        tables_(tables),
        real_{function.operands->element, 1},
        name_(function.module.name) {
    if constexpr (std::is_same_v<Language, OpenCl>) this->tables_space_ = "__constant";
    if constexpr (std::is_same_v<Language, Wgsl>) this->widths_ = {};  // the caller's arrays are of numbers
  }

  [[nodiscard]] std::vector<std::string> formulas(const std::vector<Expr>& places) const {
    std::vector<std::string> texts;
    for (const Expr place : places) texts.push_back(in_work_item(this->expression(place).text));
    return texts;
  }

 private:
  /// The operands are complex numbers; an index is a constant. Without pointers, shared arrays are parts of the
  /// caller's PAPILIO_SCRATCH, and tables, integers too, of NAME_tables in a buffer: lavapipe took 79 s for the arrays
  /// of constants of 101 points.
  [[nodiscard]] Text element(const ir::Buffer& buffer, Expr index, int offset) const override {
    if (&buffer == function_.operands) {
      const std::int64_t scalar = index->integer + offset;
      return {fmt::format(fmt::runtime(form_.operand), scalar / 2, scalar % 2 == 0 ? 'x' : 'y')};
    }
    if (!form_.part.empty() || buffer.space == ir::Space::registers) return Language::element(buffer, index, offset);
    ir::Buffer array = buffer;
    if (buffer.space == ir::Space::shared) {
      const auto number = std::ranges::find(this->module_.shared, &buffer) - this->module_.shared.begin();
      const std::int64_t begin = ir::shared_offsets(this->module_)[number] / ir::size_of(buffer.element);
      array.name = "PAPILIO_SCRATCH";
      return Language::element(array, index, offset + static_cast<int>(begin));
    }
    array.name = name_ + "_tables";
    for (auto table = this->module_.buffers.begin(); *table != &buffer; ++table)
      offset += static_cast<int>((*table)->elements);
    Text text = Language::element(array, index, offset);
    if (buffer.element == ir::ScalarKind::i32)
      text = {fmt::format("{}({})", this->type_name({buffer.element, 1}), text.text)};
    return text;
  }

  void begin_kernel() override {
    const ir::Module& module = this->module_;
    const std::int64_t numbers = function_.operands->elements / 2;
    const std::int64_t scratch = module.shared_bytes() / ir::size_of(real_.kind);
    this->line(written(form_.number, name_ + "_WORK_ITEMS", module.threads));
    this->line(written(form_.number, name_ + "_REGISTERS", numbers));
    this->line(written(form_.number, name_ + "_SCRATCH", std::max<std::int64_t>(scratch, 1)));
    if (form_.tables.empty()) {
      for (std::size_t i = 0; i < module.buffers.size(); ++i) table(*module.buffers[i], tables_[i]);
    } else if (!module.buffers.empty()) {
      this->line(written(form_.tables, name_, 0));
    }
    index_function("_input_index", function_.inputs);
    index_function("_output_index", function_.outputs);
    this->line(written(form_.head, name_, numbers));
    this->indent();
    if (!form_.first_line.empty()) this->line(form_.first_line);
    parts();
    this->register_arrays(function_.operands);
    if (this->uses(Op::thread_id)) this->line(form_.own_item);
  }

  [[nodiscard]] std::string written(std::string_view form, std::string_view name, std::int64_t number) const {
    return fmt::format(fmt::runtime(form), this->type_name(real_), this->type_name(real_.with_lanes(2)), name, number);
  }

  void parts() {
    if (form_.part.empty()) return;
    const std::vector<std::int64_t> offsets = ir::shared_offsets(this->module_);
    for (std::size_t i = 0; i < offsets.size(); ++i)
      this->line(written(form_.part, this->module_.shared[i]->name, offsets[i] / ir::size_of(real_.kind)));
  }

  void table(const ir::Buffer& buffer, const std::vector<std::byte>& contents) {
    this->line(
        fmt::format(fmt::runtime(form_.table), this->type_name({buffer.element, 1}), "", buffer.name, buffer.elements));
    constexpr std::int64_t in_line = 8;
    for (std::int64_t i = 0; i < buffer.elements; i += in_line) {
      std::vector<std::string> numbers;
      for (std::int64_t j = i; j < std::min(i + in_line, buffer.elements); ++j)
        numbers.push_back(number(buffer.element, contents, static_cast<std::size_t>(j)));
      this->line(fmt::format("  {}{}", fmt::join(numbers, ", "), i + in_line < buffer.elements ? "," : ""));
    }
    this->line("};");
  }

  [[nodiscard]] std::string number(ir::ScalarKind kind, const std::vector<std::byte>& contents, std::size_t i) const {
    const auto read = [&](auto value) {
      std::memcpy(&value, contents.data() + i * sizeof(value), sizeof(value));
      return value;
    };
    if (kind == ir::ScalarKind::i32) return fmt::format("{}", read(std::int32_t{}));
    ir::Node node;
    node.op = Op::float_constant;
    node.type = {kind, 1};
    node.real = kind == ir::ScalarKind::f32 ? static_cast<double>(read(float{})) : read(double{});
    return this->float_literal(&node);
  }

  [[nodiscard]] static std::string in_work_item(std::string text) {
    constexpr std::string_view own = "thread_id";
    for (std::size_t at = text.find(own); at != std::string::npos; at = text.find(own, at))
      text.replace(at, own.size(), "work_item");
    return text;
  }

  void index_function(std::string_view side, const std::vector<Expr>& places) {
    this->line(written(form_.index_head, name_ + std::string(side), 0));
    if (const auto step = common_step(places, this->module_.threads)) {
      const Conditional first = conditional(places.front());
      std::string index =
          fmt::format("{} + {} * r", at_least(this->expression(first.index), Precedence::additive), *step);
      // The other side may have more registers.
      const bool fewer = std::cmp_less(places.size(), function_.operands->elements / 2);
      std::string condition = fewer ? fmt::format("r < {}", places.size()) : "";
      if (first.condition != nullptr) {
        const std::string own =
            at_least(this->expression(first.condition), fewer ? Precedence::logical_and : Precedence::logical_or);
        condition += (fewer ? " && " : "") + own;
      }
      if (!condition.empty()) index = fmt::format(fmt::runtime(form_.choice), condition, index);
      this->line(fmt::format("  return {};", in_work_item(index)));
    } else {
      const std::vector<std::string> texts = formulas(places);
      this->line("  switch (r) {");
      for (std::size_t r = 0; r < texts.size(); ++r)
        this->line(fmt::format("    case {}: {{ return {}; }}", r, texts[r]));
      this->line("    default: {}");
      this->line("  }");
      this->line("  return -1;");
    }
    this->line("}");
  }

  const ir::KernelFunction& function_;
  const FunctionForm& form_;
  const std::vector<std::vector<std::byte>>& tables_;
  ir::Type real_;
  std::string name_;
};

template <typename Language>
FunctionSource source_of_function(const ir::KernelFunction& function, const FunctionForm& form,
                                  const std::vector<std::vector<std::byte>>& tables) {
  FunctionText<Language> text(function, form, tables);
  FunctionSource source;
  source.text = text.render();
  source.input_formulas = text.formulas(function.inputs);
  source.output_formulas = text.formulas(function.outputs);
  return source;
}

}  // namespace

FunctionSource emit_function(const ir::KernelFunction& function, FunctionLanguage language,
                             const std::vector<std::vector<std::byte>>& tables) {
  switch (language) {
    case FunctionLanguage::opencl:
      return source_of_function<OpenCl>(function, opencl_form, tables);
    case FunctionLanguage::cuda:
      return source_of_function<Cuda>(function, cuda_form, tables);
    case FunctionLanguage::glsl:
      return source_of_function<Glsl>(function, glsl_form, tables);
    case FunctionLanguage::wgsl:
      return source_of_function<Wgsl>(function, wgsl_form, tables);
  }
  throw Error::internal("a device function", "language");
}

}  // namespace papilio::emit
