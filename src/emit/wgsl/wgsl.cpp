// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/wgsl/wgsl.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "emit/emit.hpp"
#include "ir/builder.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;
using ir::ScalarKind;

/// More than one: WebGPU allows no second binding of memory that a kernel writes.
bool is_shared_memory(const ir::Buffer& buffer) {
  return buffer.space == ir::Space::global && !buffer.restrict_ && buffer.role != ir::Role::user;
}

/// Numbers of 8 and 16 bits for which WGSL has no type: parts of words, which a kernel can read and not write.
bool is_packed(const ir::Buffer& buffer) { return converts(buffer) && buffer.storage != Storage::f16; }

/// Returns the number `n` of a packed buffer.
std::string word_function(const ir::Buffer& buffer, const std::string& array) {
  const std::int64_t bytes = bytes_of(buffer.storage, ir::precision_of(buffer));
  const bool is_signed = buffer.storage == Storage::i8 || buffer.storage == Storage::i16;
  const std::string word = fmt::format("{}[u32(n) / {}u]", array, 4 / bytes);
  const std::string part = fmt::format("extractBits({}, u32(n) % {}u * {}u, {}u)",
                                       is_signed ? "i32(" + word + ")" : word, 4 / bytes, 8 * bytes, 8 * bytes);
  return fmt::format("fn load_{}(n: i32) -> f32 {{ return {}; }}", array,
                     buffer.storage == Storage::bf16 ? "bitcast<f32>(" + part + " << 16u)" : "f32(" + part + ")");
}

std::string name_of(const ir::Buffer& buffer) {
  if (is_shared_memory(buffer)) return "data";
  return buffer.name == "filter" ? "filters" : buffer.name;  // a reserved word
}

std::optional<std::int64_t> constant_factor(Expr value) {
  std::int64_t number = 0;
  if (value->args.size() != 2 || !ir::is_constant(value->args[1], &number)) return std::nullopt;
  if (value->op == Op::mul) return number;
  if (value->op == Op::shl) return std::int64_t{1} << number;
  return std::nullopt;
}

}  // namespace

std::vector<int> bindings_of(const ir::Module& module) {
  std::vector<int> bindings;
  int count = 0;
  int shared = -1;
  for (const ir::Buffer* buffer : module.buffers) {
    if (!is_shared_memory(*buffer)) {
      bindings.push_back(count++);
    } else {
      if (shared < 0) shared = count++;
      bindings.push_back(shared);
    }
  }
  return bindings;
}

Wgsl::Wgsl(const ir::Module& module) : Renderer(module), widths_(vector_widths(module)) {
  const auto refuse = [&](std::string_view why, std::string_view remedy) {
    throw Error::unsupported(fmt::format("kernel '{}' in WGSL", module.name), std::string(why), std::string(remedy));
  };
  if (uses(ScalarKind::f64)) refuse("WebGPU has no f64", "give a problem in f32, and plan for --caps webgpu");
  if (!module.callbacks.empty()) refuse("callbacks are no WGSL", "leave the callbacks out");
  int width = widest_vector;
  for (const ir::Buffer* buffer : module.buffers) {
    if (is_packed(*buffer) && (buffer->access != ir::Access::read || is_shared_memory(*buffer)))
      refuse("it writes no numbers of 8 and 16 bits other than f16", "give f16 or f32 for results, out of place");
    if (is_packed(*buffer)) widths_[buffer] = 1;
    if (is_shared_memory(*buffer) && widths_.find(buffer) != nullptr) width = std::gcd(width, width_of(*buffer));
  }
  for (const ir::Buffer* buffer : module.buffers)
    if (is_shared_memory(*buffer)) widths_[buffer] = width;
}

std::string Wgsl::type_name(ir::Type type) const {
  constexpr std::string_view scalars[] = {"bool", "i32", "i32", "f32", "f64"};
  const std::string_view scalar = scalars[static_cast<int>(type.kind)];
  if (type.lanes == 1) return std::string(scalar);
  if (type.lanes > widest_vector) {
    throw Error::unsupported(fmt::format("kernel '{}' in WGSL", module_.name),
                             fmt::format("it has no vector of {} {}", type.lanes, scalar),
                             "plan for a GPU: --caps webgpu");
  }
  return fmt::format("vec{}<{}>", type.lanes, scalar);
}

std::string Wgsl::element_type(const ir::Buffer& buffer) const {
  if (is_packed(buffer)) return "u32";
  const std::string scalar = buffer.storage == Storage::f16 ? "f16" : type_name({buffer.element, 1});
  const int width = width_of(buffer);
  return width == 1 ? scalar : fmt::format("vec{}<{}>", width, scalar);
}

int Wgsl::width_of(const ir::Buffer& buffer) const {
  const int* const width = widths_.find(&buffer);
  return width == nullptr ? 1 : *width;
}

void Wgsl::bindings() {
  const std::vector<int> numbers = bindings_of(module_);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const ir::Buffer& buffer = *module_.buffers[i];
    if (std::find(numbers.begin(), numbers.end(), numbers[i]) - numbers.begin() != static_cast<std::ptrdiff_t>(i))
      continue;
    const bool is_read = buffer.access == ir::Access::read && !is_shared_memory(buffer);
    line(fmt::format("@group(0) @binding({}) var<storage, {}> {}: array<{}>;", numbers[i],
                     is_read ? "read" : "read_write", name_of(buffer), element_type(buffer)));
  }
}

void Wgsl::begin_kernel() {
  if (module_.cluster > 1) throw Error::internal(fmt::format("kernel '{}'", module_.name), "WGSL has no clusters");
  if (std::ranges::any_of(module_.buffers, [](const auto* buffer) { return buffer->storage == Storage::f16; }))
    line("enable f16;");
  bindings();
  for (const ir::Scalar scalar : module_.scalars) line(fmt::format("override {}: i32;", to_string(scalar)));
  line("override groups: i32;");
  for (const ir::Buffer* array : module_.shared) {
    line(fmt::format("var<workgroup> {}: array<{}, {}>;", array->name, element_type(*array),
                     array->elements / width_of(*array)));
  }
  place_functions();
  line(fmt::format("@compute @workgroup_size({})", module_.threads));
  line(fmt::format("fn {}(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>,",
                   module_.name));
  line("    @builtin(num_workgroups) grid: vec3<u32>) {");
  indent();
  if (uses(Op::thread_id)) line("let thread_id = i32(thread);");
  line("let group_id = i32(group.y * grid.x + group.x);");
  line("if (group_id >= groups) { return; }");
  register_arrays();
}

std::string Wgsl::bits_name(ir::Type type) const {
  return type.kind == ScalarKind::f32 ? "bitcast<f32>" : "bitcast<i32>";
}

std::string Wgsl::component(int lane) const { return std::string(".") + "xyzw"[lane]; }

std::string Wgsl::constant(Expr variable) const {
  return fmt::format("let {}: {}", ir::print(variable), type_name(variable->type));
}

std::string Wgsl::register_array(const ir::Buffer& array) const {
  return fmt::format("var {}: array<{}, {}>;", array.name, type_name({array.element, 1}), array.elements);
}

std::string Wgsl::loop_head(const ir::For& loop) const {
  const std::string name = ir::print(loop.variable);
  return fmt::format("for (var {0}: i32 = {1}; {0} < {2}; {0} += {3}) {{", name, expression(loop.begin).text,
                     at_least(expression(loop.end), Precedence::additive), loop.step);
}

Text Wgsl::arithmetic(Expr value, int lane) const {
  const auto text = [&](std::size_t number) { return operand(value->args[number], lane); };
  if (value->op == Op::cast) {
    const std::string type = type_name(value->type.scalar());
    if (type == type_name(value->args[0]->type.scalar())) return text(0);
    return {fmt::format("{}({})", type, text(0).text)};
  }
  if (value->op == Op::select)
    return {fmt::format("select({}, {}, {})", text(2).text, text(1).text, expression(value->args[0]).text)};
  return Renderer::arithmetic(value, lane);
}

/// Divides where the division is seen to be exact; shifts elsewhere.
Text Wgsl::quotient(Expr value, std::int64_t divisor, std::int64_t offset) const {
  std::int64_t number = 0;
  if (ir::is_constant(value, &number)) return {fmt::format("{}", number / divisor + offset)};
  if (value->op == Op::cast) return quotient(value->args[0], divisor, offset);
  if (value->op == Op::add && ir::is_constant(value->args[1], &number) && number % divisor == 0)
    return quotient(value->args[0], divisor, offset + number / divisor);
  const auto is_exact = [&](Expr term) { return constant_factor(term).value_or(1) % divisor == 0; };
  Text whole;
  if (is_exact(value)) {
    const std::int64_t factor = *constant_factor(value) / divisor;
    whole = expression(value->args[0]);
    if (factor > 1)
      whole = {fmt::format("{} * {}", at_least(whole, Precedence::multiplicative), factor), Precedence::multiplicative};
  } else if (value->op == Op::add && is_exact(value->args[1])) {  // then the other term is a multiple, too
    whole = {fmt::format("{} + {}", at_least(quotient(value->args[0], divisor, 0), Precedence::additive),
                         at_least(quotient(value->args[1], divisor, 0), Precedence::multiplicative)),
             Precedence::additive};
  } else {
    whole = {fmt::format("{} >> {}", at_least(expression(value), Precedence::unary),
                         std::countr_zero(static_cast<std::uint64_t>(divisor))),
             Precedence::shift};
  }
  if (offset == 0) return whole;
  return {fmt::format("{} {} {}", at_least(whole, Precedence::additive), offset < 0 ? '-' : '+',
                      offset < 0 ? -offset : offset),
          Precedence::additive};
}

std::string Wgsl::vector_at(const ir::Buffer& buffer, Expr index, int offset) const {
  const int width = width_of(buffer);
  const Text at = width == 1 ? position(index, offset) : quotient(index, width, offset / width);
  return fmt::format("{}[{}]", name_of(buffer), at.text);
}

Text Wgsl::element(const ir::Buffer& buffer, Expr index, int offset) const {
  const int width = width_of(buffer);
  return {vector_at(buffer, index, offset) + (width > 1 ? component(offset % width) : "")};
}

Text Wgsl::converted(const ir::Buffer& buffer, Expr index, int offset, int) const {
  if (is_packed(buffer)) {
    define({word_function(buffer, name_of(buffer))});
    return {fmt::format("load_{}({})", name_of(buffer), position(index, offset).text)};
  }
  return {fmt::format("f32({})", element(buffer, index, offset).text)};
}

Text Wgsl::vector(Expr value) const {
  std::vector<std::string> parts;
  const ir::Buffer* const loaded = value->op == Op::load ? value->buffer : nullptr;
  const int lanes = value->type.lanes;
  if (loaded != nullptr && width_of(*loaded) == lanes) {
    const std::string text = vector_at(*loaded, value->args[0], 0);
    return {converts(*loaded) ? fmt::format("{}({})", type_name(value->type), text) : text};
  }
  const int step = loaded != nullptr && !converts(*loaded) ? width_of(*loaded) : 1;
  for (int l = 0; l < lanes; l += step)
    parts.push_back(step > 1 ? vector_at(*loaded, value->args[0], l) : lane(value, l).text);
  return {fmt::format("{}({})", type_name(value->type), fmt::join(parts, ", "))};
}

void Wgsl::store_vector(const ir::Store& store) {
  const int width = width_of(*store.buffer);
  const int lanes = store.value->type.lanes;
  for (int first = 0; first < lanes; first += width) {
    if (width == 1) {
      const std::string value = lane(store.value, first).text;
      line(fmt::format("{} = {};", element(*store.buffer, store.index, first).text,
                       converts(*store.buffer) ? fmt::format("f16({})", value) : value));
      continue;
    }
    std::vector<std::string> parts;
    if (width == lanes) parts.push_back(expression(store.value).text);
    for (int l = first; width < lanes && l < first + width; ++l) parts.push_back(lane(store.value, l).text);
    const bool is_whole = width == lanes && !converts(*store.buffer);
    line(fmt::format("{} = {};", vector_at(*store.buffer, store.index, first),
                     is_whole ? parts[0] : fmt::format("{}({})", element_type(*store.buffer), fmt::join(parts, ", "))));
  }
}

void Wgsl::store_converted(const ir::Store& store, int, int) {
  line(fmt::format("{} = f16({});", element(*store.buffer, store.index, 0).text, lane(store.value, 0).text));
}

}  // namespace papilio::emit
