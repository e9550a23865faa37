// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/c/cuda.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "ir/builder.hpp"
#include "ir/semantics.hpp"

namespace papilio::emit {
namespace {

using ir::Expr;
using ir::Op;
using ir::ScalarKind;

/// True if a buffer that converts may be accessed with one instruction.
bool at_once(const ir::Buffer& buffer, ir::Type type, std::int64_t alignment) {
  return is_aligned(alignment, type.lanes) && type.lanes * ir::size_of(buffer) <= 16;
}

}  // namespace

std::string Cuda::type_name(ir::Type type) const {
  constexpr std::string_view scalars[] = {"bool", "int", "long long", "float", "double"};
  constexpr std::string_view vectors[] = {"", "int", "longlong", "float", "double"};
  const auto kind = static_cast<int>(type.kind);
  if (type.lanes == 1) return std::string(scalars[kind]);
  if (type.kind == ScalarKind::boolean || type.lanes * ir::size_of(type.kind) > 16 || type.lanes % 2 != 0) {
    throw Error::internal(fmt::format("kernel '{}'", module_.name),
                          fmt::format("CUDA accesses no vector of {} {} at once", type.lanes, scalars[kind]));
  }
  return fmt::format("{}{}", vectors[kind], type.lanes);
}

std::string Cuda::parameter(const ir::Buffer& buffer) const {
  return fmt::format("{}{}*{} {}", buffer.access == ir::Access::read ? "const " : "",
                     converts(buffer) ? cuda_storage(buffer) : type_name({buffer.element, 1}),
                     buffer.restrict_ ? " __restrict__" : "", buffer.name);
}

void Cuda::begin_kernel() {
  // The IR contains fma explicitly, and CUDA C++ has no pragma that disables contraction.
  line("// Compile with --fmad=false.");
  place_functions();
  const std::string real = uses(ScalarKind::f64) ? "double" : "float";
  define_callbacks({fmt::format("typedef {} papilio_real;", real), fmt::format("typedef {}2 papilio_complex;", real),
                    "typedef long long papilio_index;", fmt::format("typedef const {}* papilio_data;", real),
                    "#define PAPILIO_FUNCTION __device__ __forceinline__",
                    fmt::format("#define PAPILIO_COMPLEX(re, im) make_{}2((re), (im))", real),
                    "#define PAPILIO_PARAMETER(in_c, in_glsl) ((papilio_real)in_c)"});
  // A minimum of 1 block differs from giving none: nvcc 13 then chooses the number of registers freely (4096 points: 77
  // instead of 64, 8 % faster).
  const std::string resident = module_.resident > 0 ? fmt::format(", {}", module_.resident) : "";
  const std::string cluster = module_.cluster > 1 ? fmt::format(" __cluster_dims__({}, 1, 1)", module_.cluster) : "";
  if (!cluster.empty()) {
    line("// Where another work-group of the cluster has what this one has at `own`.");
    line("__device__ __forceinline__ void* papilio_away(void* own, int rank) {");
    line("  void* away;");
    line("  asm volatile(\"mapa.u64 %0, %1, %2;\" : \"=l\"(away) : \"l\"(own), \"r\"(rank));");
    line("  return away;");
    line("}");
  }
  line(fmt::format("extern \"C\" __global__{} __launch_bounds__({}{})", cluster, module_.threads, resident));
  std::vector<std::string> parameters;
  for (const ir::Buffer* buffer : module_.buffers) parameters.push_back(parameter(*buffer));
  for (const ir::Scalar scalar : module_.scalars) parameters.push_back(fmt::format("long long {}", to_string(scalar)));
  line(fmt::format("void {}({}) {{", module_.name, fmt::join(parameters, ", ")));
  indent();
  shared_arrays();
  register_arrays();
  // Launches may overlap with the end of the previous kernel (src/backend/cuda/program.cpp), so no memory may be
  // accessed before that kernel has finished.
  line("#if __CUDA_ARCH__ >= 900");
  line("asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");");
  line("#endif");
  if (uses(Op::thread_id)) line("const int thread_id = (int)threadIdx.x;");
  if (uses(Op::group_id)) line("const int group_id = (int)blockIdx.x;");
}

void Cuda::shared_arrays() {
  if (module_.shared_bytes() <= ir::static_local_limit) {
    for (const ir::Buffer* array : module_.shared) {
      line(fmt::format("__shared__ __align__(16) {} {}[{}];", type_name({array->element, 1}), array->name,
                       array->elements));
    }
    return;
  }
  line("extern __shared__ __align__(128) unsigned char papilio_shared[];");
  const std::vector<std::int64_t> offsets = ir::shared_offsets(module_);
  auto begin = offsets.begin();
  for (const ir::Buffer* array : module_.shared) {
    const std::string type = type_name({array->element, 1});
    line(fmt::format("{0}* const {1} = reinterpret_cast<{0}*>(papilio_shared + {2});", type, array->name, *begin++));
  }
}

std::string_view Cuda::fma_name(ScalarKind kind) const { return kind == ScalarKind::f32 ? "fmaf" : "fma"; }

std::string Cuda::bits_name(ir::Type type) const {
  if (type.is_float()) return type.kind == ScalarKind::f32 ? "__int_as_float" : "__longlong_as_double";
  return type.kind == ScalarKind::i32 ? "__float_as_int" : "__double_as_longlong";
}

std::string_view Cuda::cluster_barrier(ir::BarrierScope scope) const {
  return scope == ir::BarrierScope::cluster_arrive ? "asm volatile(\"barrier.cluster.arrive.aligned;\" ::: \"memory\");"
                                                   : "asm volatile(\"barrier.cluster.wait.aligned;\" ::: \"memory\");";
}

void Cuda::signal(const ir::Signal& signal) {
  line("__syncthreads();");
  line(fmt::format(
      "if (threadIdx.x == 0) asm volatile(\"red.release.gpu.global.add.s32 [%0], 1;\" :: \"l\"({}) : \"memory\");",
      address(*signal.buffer, signal.index)));
}

void Cuda::await(const ir::Await& await) {
  line("if (threadIdx.x == 0) {");
  line("  unsigned seen;");
  line("  do {");
  line(fmt::format("    asm volatile(\"ld.acquire.gpu.global.b32 %0, [%1];\" : \"=r\"(seen) : \"l\"({}) : \"memory\");",
                   address(*await.buffer, await.index)));
  line(fmt::format("  }} while (seen < {}u);", await.count));
  line("}");
  line("__syncthreads();");
}

void Cuda::store_away(const ir::Store& store) {
  const ir::Type type = store.value->type;
  const int width = is_aligned(store.alignment, type.lanes) ? type.lanes : 1;
  for (int l = 0; l < type.lanes; l += width) {
    line(fmt::format("*static_cast<{}*>(papilio_away({}, {})) = {};", type_name(type.with_lanes(width)),
                     address(*store.buffer, store.index, l), expression(store.rank).text,
                     width > 1 ? expression(store.value).text : lane(store.value, l).text));
  }
}

std::string_view Cuda::unroll(ir::Unroll unroll) const {
  switch (unroll) {
    case ir::Unroll::automatic:
      return {};
    case ir::Unroll::full:
      return "#pragma unroll";
    case ir::Unroll::none:
      return "#pragma unroll 1";
  }
  return {};
}

std::string Cuda::component(int lane) const { return std::string(".") + "xyzw"[lane]; }

Text Cuda::vector(Expr value) const {
  const std::string type = type_name(value->type);
  if (value->op == Op::load && converts(*value->buffer) && at_once(*value->buffer, value->type, value->integer)) {
    return converted(*value->buffer, value->args[0], 0, value->type.lanes);
  }
  if (value->op == Op::load && !converts(*value->buffer) && is_aligned(value->integer, value->type.lanes)) {
    return {fmt::format("*reinterpret_cast<const {}*>({})", type, address(*value->buffer, value->args[0])),
            Precedence::unary};
  }
  std::vector<std::string> lanes;
  for (int l = 0; l < value->type.lanes; ++l) lanes.push_back(lane(value, l).text);
  return {fmt::format("make_{}({})", type, fmt::join(lanes, ", "))};
}

std::string Cuda::prefetch(const std::string& address, ir::Access) const {
  return fmt::format("asm volatile(\"prefetch.global.L2 [%0];\" ::\"l\"({}));", address);
}

/// An address is a sum of a pointer and terms, constants last: NVVM then finds common subexpressions of addresses
/// sooner (5 % of its time). Terms that could overflow, or leave the array in an intermediate sum, are not split.
std::string Cuda::address(const ir::Buffer& buffer, Expr index, int offset) const {
  std::string text = buffer.name;
  std::int64_t constant = offset;
  add_terms(index, 1, text, constant);
  if (constant < 0) return Renderer::address(buffer, index, offset);
  return constant == 0 ? text : fmt::format("{} + {}", text, constant);
}

void Cuda::add_terms(Expr value, std::int64_t factor, std::string& text, std::int64_t& constant) const {
  std::int64_t number = 0;
  if (ir::is_constant(value, &number)) {
    constant += factor * number;
    return;
  }
  const bool add = value->op == Op::add;
  if (add && ir::is_constant(value->args[1], &number) && number >= 0) {
    constant += factor * number;
    return add_terms(value->args[0], factor, text, constant);
  }
  if (add && factor == 1) {
    for (const Expr term : value->args) add_terms(term, 1, text, constant);
    return;
  }
  if (value->op == Op::mul && ir::is_constant(value->args[1], &number) && number > 0) {
    return add_terms(value->args[0], factor * number, text, constant);
  }
  if (value->op == Op::cast && value->args[0]->type == ir::i32 && factor == 1) {
    return add_terms(value->args[0], 1, text, constant);
  }
  text += " + " + at_least(expression(value), Precedence::multiplicative);
  if (factor != 1) text += fmt::format(" * {}", factor);
}

void Cuda::store_vector(const ir::Store& store) {
  const ir::Type type = store.value->type;
  if (converts(*store.buffer)) {
    const bool vector = at_once(*store.buffer, type, store.alignment);
    const int step = vector ? type.lanes : 1;
    for (int l = 0; l < type.lanes; l += step) store_converted(store, l, step);
    return;
  }
  if (is_aligned(store.alignment, type.lanes)) {
    line(fmt::format("*reinterpret_cast<{}*>({}) = {};", type_name(type), address(*store.buffer, store.index),
                     expression(store.value).text));
    return;
  }
  for (int l = 0; l < type.lanes; ++l) {
    line(fmt::format("{} = {};", element(*store.buffer, store.index, l).text, lane(store.value, l).text));
  }
}

}  // namespace papilio::emit
