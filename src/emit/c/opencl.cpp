// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/c/opencl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <papilio/error.hpp>
#include <set>

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;
using ir::ScalarKind;

std::string_view space_of(const ir::Buffer& buffer) {
  constexpr std::string_view names[] = {"__global", "__local", "__private"};
  return names[static_cast<int>(buffer.space)];
}

constexpr std::string_view unaligned = "_unaligned";

/// True if the type is wider than any GPU's access; only CPUs have such vectors.
bool is_wide(ir::Type type) { return type.lanes * ir::size_of(type.kind) > 16; }

/// Up to 16 bytes, a pointer cast lets a GPU use one wide access if the alignment is known; otherwise vloadn needs no
/// more than a scalar's alignment from the caller's memory. Wider vectors use a type of their own with that alignment,
/// because PoCL 3.1 implements vload8 as eight scalar loads, which LLVM has to recombine; that takes 6 ms of compile
/// time each.
bool by_pointer(ir::Type type, std::int64_t alignment) { return is_wide(type) || is_aligned(alignment, type.lanes); }

}  // namespace

std::string OpenCl::type_name(ir::Type type) const {
  constexpr std::string_view names[] = {"bool", "int", "long", "float", "double"};
  const std::string_view name = names[static_cast<int>(type.kind)];
  if (type.lanes == 1) return std::string(name);
  const bool exists = type.lanes == 2 || type.lanes == 4 || type.lanes == 8 || type.lanes == 16;
  if (!exists || type.kind == ScalarKind::boolean) {
    throw Error::internal(fmt::format("kernel '{}'", module_.name),
                          fmt::format("OpenCL C has no vector of {} {}", type.lanes, name));
  }
  return fmt::format("{}{}", name, type.lanes);
}

std::string OpenCl::parameter(const ir::Buffer& buffer) const {
  return fmt::format("__global {}{}*{} {}", buffer.access == ir::Access::read ? "const " : "",
                     converts(buffer) ? opencl_storage(buffer) : type_name({buffer.element, 1}),
                     buffer.restrict_ ? " restrict" : "", buffer.name);
}

void OpenCl::begin_kernel() {
  const auto stores_f64 = [](const ir::Buffer* buffer) { return buffer->storage == Storage::f64; };
  const bool stored = std::any_of(module_.buffers.begin(), module_.buffers.end(), stores_f64);
  if (stored || uses(ScalarKind::f64)) line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
  // The IR contains fma explicitly.
  line("#pragma OPENCL FP_CONTRACT OFF");
  std::set<std::string> wide;
  for (const ir::Node& node : module_.nodes) {
    if (!is_wide(node.type)) continue;
    const std::string name = type_name(node.type);
    if (!wide.insert(name).second) continue;
    line(fmt::format("typedef {} {}{} __attribute__((aligned({})));", name, name, unaligned,
                     ir::size_of(node.type.kind)));
  }
  place_functions();
  const std::string real = uses(ScalarKind::f64) ? "double" : "float";
  define_callbacks({fmt::format("typedef {} papilio_real;", real), fmt::format("typedef {}2 papilio_complex;", real),
                    "typedef long papilio_index;", fmt::format("typedef const __global {}* papilio_data;", real),
                    "#define PAPILIO_FUNCTION",
                    fmt::format("#define PAPILIO_COMPLEX(re, im) (({}2)((re), (im)))", real),
                    "#define PAPILIO_PARAMETER(in_c, in_glsl) ((papilio_real)in_c)"});
  line(fmt::format("__kernel __attribute__((reqd_work_group_size({}, 1, 1)))", module_.threads));
  if (required_warp_ > 0) line(fmt::format("__attribute__((intel_reqd_sub_group_size({})))", required_warp_));
  std::vector<std::string> parameters;
  for (const ir::Buffer* buffer : module_.buffers) parameters.push_back(parameter(*buffer));
  for (const ir::Scalar scalar : module_.scalars) parameters.push_back(fmt::format("long {}", to_string(scalar)));
  line(fmt::format("void {}({}) {{", module_.name, fmt::join(parameters, ", ")));
  indent();
  for (const ir::Buffer* array : module_.shared) {
    line(fmt::format("__local {} {}[{}] __attribute__((aligned(64)));", type_name({array->element, 1}), array->name,
                     array->elements));
  }
  register_arrays();
  if (uses(Op::thread_id)) line("const int thread_id = (int)get_local_id(0);");
  if (uses(Op::group_id)) line("const int group_id = (int)get_group_id(0);");
}

std::string_view OpenCl::unroll(ir::Unroll unroll) const {
  switch (unroll) {
    case ir::Unroll::automatic:
      return {};
    case ir::Unroll::full:
      return "__attribute__((opencl_unroll_hint))";
    case ir::Unroll::none:
      return "__attribute__((opencl_unroll_hint(1)))";
  }
  return {};
}

std::string OpenCl::component(int lane) const { return fmt::format(".s{:x}", lane); }

Text OpenCl::vector(Expr value) const {
  switch (value->op) {
    case Op::int_constant:
    case Op::float_constant:
    case Op::broadcast:
      return splat(value);
    case Op::load:
      return load(value);
    case Op::shuffle:
      return shuffle(value);
    case Op::cast:
      return {fmt::format("convert_{}({})", type_name(value->type), expression(value->args[0]).text)};
    default:
      return arithmetic(value, whole);
  }
}

std::string OpenCl::bits_name(ir::Type type) const { return "as_" + type_name(type); }

Text OpenCl::splat(Expr value) const {
  return {fmt::format("({})({})", type_name(value->type), lane(value, 0).text), Precedence::unary};
}

std::string OpenCl::pointer(const ir::Buffer& buffer, ir::Type type) const {
  const bool table = buffer.space == ir::Space::global && buffer.role == ir::Role::table;
  return fmt::format("({} {}{}{}*)", table ? tables_space_ : space_of(buffer),
                     buffer.access == ir::Access::read ? "const " : "", type_name(type),
                     is_wide(type) ? unaligned : "");
}

Text OpenCl::load(Expr value) const {
  if (converts(*value->buffer)) return converted(*value->buffer, value->args[0], 0, value->type.lanes);
  const std::string from = address(*value->buffer, value->args[0]);
  if (!by_pointer(value->type, value->integer)) return {fmt::format("vload{}(0, {})", value->type.lanes, from)};
  return {fmt::format("*{}({})", pointer(*value->buffer, value->type), from), Precedence::unary};
}

std::string OpenCl::prefetch(const std::string& address, ir::Access access) const {
  if (module_.threads > 1) return fmt::format("prefetch({}, 1);", address);
  // On CPUs. PoCL's prefetch() does nothing; this is clang's, which takes no address space: 0 to read, 1 to
  // write, into the second-level cache.
  return fmt::format("__builtin_prefetch((const void*)(size_t)({}), {}, 2);", address,
                     access == ir::Access::write ? 1 : 0);
}

void OpenCl::store_vector(const ir::Store& store) {
  if (converts(*store.buffer)) return store_converted(store, 0, store.value->type.lanes);
  const ir::Type type = store.value->type;
  const std::string to = address(*store.buffer, store.index);
  const std::string value = expression(store.value).text;
  if (by_pointer(type, store.alignment)) {
    line(fmt::format("*{}({}) = {};", pointer(*store.buffer, type), to, value));
  } else {
    line(fmt::format("vstore{}({}, 0, {});", type.lanes, value, to));
  }
}

Text OpenCl::concatenation(ir::Type type, const std::vector<Expr>& parts) const {
  std::vector<std::string> texts;
  for (const Expr part : parts) texts.push_back(expression(part).text);
  return {fmt::format("({})({})", type_name(type), fmt::join(texts, ", ")), Precedence::unary};
}

/// Uses three forms that clang 14 folds to a single shufflevector: a swizzle of one vector, a swizzle of two
/// concatenated vectors, and a literal built lane by lane. It does not fold a literal of short pieces, (float8)(a.s01,
/// b.s01, …): selecting 16 lanes from 16 and 16 then takes eight instructions instead of one vpermi2ps.
Text OpenCl::shuffle(Expr value) const {
  const std::vector<Expr>& parts = value->args;
  int total = 0;
  for (const Expr part : parts) total += part->type.lanes;
  std::vector<int> identity(total);
  std::iota(identity.begin(), identity.end(), 0);
  if (value->mask == identity) return concatenation(value->type, parts);

  const bool vectors = std::all_of(parts.begin(), parts.end(), [](Expr part) { return part->type.lanes > 1; });
  const bool exists = total == 2 || total == 4 || total == 8 || total == 16;
  if (vectors && exists && parts.size() <= 2) {
    const Text source = parts.size() == 1 ? expression(parts[0]) : concatenation(value->type.with_lanes(total), parts);
    std::string swizzle;
    for (const int m : value->mask) swizzle += fmt::format("{:x}", m);
    return {fmt::format("{}.s{}", at_least(source, Precedence::primary), swizzle)};
  }
  std::vector<std::string> lanes;
  for (int l = 0; l < value->type.lanes; ++l) lanes.push_back(lane(value, l).text);
  return {fmt::format("({})({})", type_name(value->type), fmt::join(lanes, ", ")), Precedence::unary};
}

}  // namespace papilio::emit
