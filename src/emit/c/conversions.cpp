// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/c/conversions.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/storage.hpp"

namespace papilio::emit {
namespace {

using ir::Buffer;

std::string_view storage_name(const Buffer& buffer) {
  return papilio::to_string(buffer.storage, ir::precision_of(buffer));
}

std::string suffix(int lanes) { return lanes == 1 ? "" : fmt::format("{}", lanes); }

std::string name(const char* verb, const Conversion& conversion) {
  const std::string lanes = conversion.lanes == 1 ? "" : "x" + suffix(conversion.lanes);
  return fmt::format("{}_{}{}", verb, storage_name(*conversion.buffer), lanes);
}

std::string_view value_type(const Buffer& buffer) { return buffer.element == ir::ScalarKind::f64 ? "double" : "float"; }

/// "float4", or "double".
std::string value_of(const Conversion& conversion) {
  return std::string(value_type(*conversion.buffer)) + suffix(conversion.lanes);
}

/// The types of numbers in memory. CUDA names vectors after the word type: ushort2.
struct StorageNames {
  const char* opencl;
  const char* cuda;
  const char* cuda_vector;
};

StorageNames names_of(const Buffer& buffer) {
  switch (buffer.storage) {
    case Storage::f16:
      return {"half", "unsigned short", "ushort"};
    case Storage::bf16:
      return {"ushort", "unsigned short", "ushort"};
    case Storage::i8:
      return {"char", "signed char", "char"};
    case Storage::u8:
      return {"uchar", "unsigned char", "uchar"};
    case Storage::i16:
      return {"short", "short", "short"};
    case Storage::u16:
      return {"ushort", "unsigned short", "ushort"};
    case Storage::f32:
      return {"float", "float", "float"};
    case Storage::f64:
      return {"double", "double", "double"};
    case Storage::native:
    case Storage::shared_exponent:  // integers here
      break;
  }
  return buffer.element == ir::ScalarKind::f64 ? StorageNames{"double", "double", "double"}
                                               : StorageNames{"float", "float", "float"};
}

/// PoCL 3.1 compiles vload_half4 and longer ones, and vstore_half, to accesses that need whole vectors' alignment,
/// where OpenCL asks for that of one number. So such vectors pass through a variable.
bool passes_a_variable(const Conversion& conversion) {
  return conversion.buffer->storage == Storage::f16 && conversion.lanes >= 4;
}

/// "typedef ushort8 f16x8_bits __attribute__((aligned(2)));"
std::string define_f16_bits(int lanes) {
  return fmt::format("typedef ushort{0} f16x{0}_bits __attribute__((aligned(2)));", lanes);
}

/// The bits of a bf16 are the upper half of those of an f32.
constexpr std::string_view opencl_bf16_bits =
    "select((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16, (uint{0})0x7fffu, isnan(single))";

}  // namespace

std::string load_name(const Conversion& conversion) { return name("load", conversion); }
std::string store_name(const Conversion& conversion) { return name("store", conversion); }

std::string opencl_storage(const Buffer& buffer) { return names_of(buffer).opencl; }
std::string cuda_storage(const Buffer& buffer) { return names_of(buffer).cuda; }

Definitions opencl_load(const Conversion& conversion) {
  const Buffer& buffer = *conversion.buffer;
  const std::string lanes = suffix(conversion.lanes);
  const std::string raw = lanes.empty() ? "*p" : fmt::format("vload{}(0, p)", lanes);
  std::string value;
  switch (buffer.storage) {
    case Storage::f16:
      value = fmt::format("vload_half{}(0, p)", lanes);
      break;
    case Storage::bf16:
      value = fmt::format("as_float{0}(convert_uint{0}({1}) << 16)", lanes, raw);
      break;
    default:
      value = raw;
      break;
  }
  const std::string type = value_of(conversion);
  const std::string head =
      fmt::format("{} {}(const __global {}* p) {{", type, load_name(conversion), opencl_storage(buffer));
  if (!passes_a_variable(conversion)) return {fmt::format("{} return convert_{}({}); }}", head, type, value)};
  return {define_f16_bits(conversion.lanes), fmt::format("{0} const ushort{1} bits = *(const __global f16x{1}_bits*)p; "
                                                         "return convert_{2}(vload_half{1}(0, (const half*)&bits)); }}",
                                                         head, conversion.lanes, type)};
}

Definitions opencl_store(const Conversion& conversion) {
  const Buffer& buffer = *conversion.buffer;
  const std::string lanes = suffix(conversion.lanes);
  const auto put = [&](const std::string& value) {
    return lanes.empty() ? fmt::format("*p = {};", value) : fmt::format("vstore{}({}, 0, p);", lanes, value);
  };
  std::string body;
  Definitions functions;
  switch (buffer.storage) {
    case Storage::f16:
      body = fmt::format("vstore_half{0}_rte(convert_float{0}(v), 0, p);", lanes);
      if (passes_a_variable(conversion)) {
        functions.push_back(define_f16_bits(conversion.lanes));
        body = fmt::format(
            "ushort{0} bits; vstore_half{0}_rte(convert_float{0}(v), 0, (half*)&bits); "
            "*(__global f16x{0}_bits*)p = bits;",
            lanes);
      }
      break;
    case Storage::bf16:
      body =
          fmt::format("const float{0} single = convert_float{0}(v); const uint{0} bits = as_uint{0}(single); ", lanes) +
          put(fmt::format("convert_ushort{}({})", lanes, fmt::format(fmt::runtime(opencl_bf16_bits), lanes)));
      break;
    default:
      body = put(fmt::format("convert_{}{}(v)", opencl_storage(buffer), lanes));
      break;
  }
  functions.push_back(fmt::format("void {}(__global {}* p, {} v) {{ {} }}", store_name(conversion),
                                  opencl_storage(buffer), value_of(conversion), body));
  return functions;
}

namespace {

/// The expression for the number with the bits `raw`.
std::string cuda_value(const Buffer& buffer, const std::string& raw) {
  switch (buffer.storage) {
    case Storage::f16:
      return fmt::format("from_f16({})", raw);
    case Storage::bf16:
      return fmt::format("__uint_as_float((unsigned int){} << 16)", raw);
    default:
      return fmt::format("({}){}", value_type(buffer), raw);
  }
}

std::string cuda_raw(const Buffer& buffer, const std::string& value) {
  switch (buffer.storage) {
    case Storage::f16:
      return fmt::format("to_f16({})", value);
    case Storage::bf16:
      return fmt::format("to_bf16({})", value);
    default:
      return fmt::format("({}){}", cuda_storage(buffer), value);
  }
}

std::string cuda_vector(const Buffer& buffer, int lanes) {
  return fmt::format("{}{}", names_of(buffer).cuda_vector, lanes);
}

// The toolkit's cuda_fp16.h is missing where only NVRTC is installed.
std::string_view cuda_load_prelude(const Buffer& buffer) {
  if (buffer.storage != Storage::f16) return {};
  return "__device__ __forceinline__ float from_f16(unsigned short bits) {\n"
         "  float v;\n"
         "  asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(v) : \"h\"(bits));\n"
         "  return v;\n"
         "}";
}

std::string_view cuda_store_prelude(const Buffer& buffer) {
  if (buffer.storage == Storage::f16) {
    return "__device__ __forceinline__ unsigned short to_f16(float v) {\n"
           "  unsigned short bits;\n"
           "  asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(bits) : \"f\"(v));\n"
           "  return bits;\n"
           "}";
  }
  if (buffer.storage == Storage::bf16) {
    return "__device__ __forceinline__ unsigned short to_bf16(float v) {\n"
           "  const unsigned int bits = __float_as_uint(v);\n"
           "  return v != v ? 0x7fff : (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;\n"
           "}";
  }
  return {};
}

/// True if two 16-bit numbers are accessed as one word: compilers split a pair of halves into two accesses if it is
/// under a condition, and two conversions into two instructions although the device has one for both.
bool is_word(const Conversion& conversion) { return conversion.lanes == 2 && is_half(conversion.buffer->storage); }

std::string_view cuda_word_load_prelude(const Buffer& buffer) {
  if (buffer.storage == Storage::bf16) {
    return "__device__ __forceinline__ float2 from_bf16x2(unsigned int raw) {\n"
           "  return make_float2(__uint_as_float(raw << 16), __uint_as_float(raw & 0xffff0000u));\n"
           "}";
  }
  return "__device__ __forceinline__ float2 from_f16x2(unsigned int raw) {\n"
         "  float2 v;\n"
         "  asm(\"{.reg .b16 lo, hi; mov.b32 {lo, hi}, %2; cvt.f32.f16 %0, lo; cvt.f32.f16 %1, hi;}\"\n"
         "      : \"=f\"(v.x), \"=f\"(v.y) : \"r\"(raw));\n"
         "  return v;\n"
         "}";
}

std::string_view cuda_word_store_prelude(const Buffer& buffer) {
  if (buffer.storage == Storage::bf16) {
    return "__device__ __forceinline__ unsigned int to_bf16x2(float x, float y) {\n"
           "#if __CUDA_ARCH__ >= 800\n"
           "  unsigned int raw;\n"
           "  asm(\"cvt.rn.bf16x2.f32 %0, %2, %1;\" : \"=r\"(raw) : \"f\"(x), \"f\"(y));\n"
           "  return raw;\n"
           "#else\n"
           "  return (unsigned int)to_bf16(x) | (unsigned int)to_bf16(y) << 16;\n"
           "#endif\n"
           "}";
  }
  return "__device__ __forceinline__ unsigned int to_f16x2(float x, float y) {\n"
         "#if __CUDA_ARCH__ >= 800\n"
         "  unsigned int raw;\n"
         "  asm(\"cvt.rn.f16x2.f32 %0, %2, %1;\" : \"=r\"(raw) : \"f\"(x), \"f\"(y));\n"
         "  return raw;\n"
         "#else\n"
         "  return (unsigned int)to_f16(x) | (unsigned int)to_f16(y) << 16;\n"
         "#endif\n"
         "}";
}

std::string cuda_word_load(const Conversion& conversion) {
  return fmt::format("const float2 v = from_{}x2(*reinterpret_cast<const unsigned int*>(p)); return make_{}(v.x, v.y);",
                     storage_name(*conversion.buffer), value_of(conversion));
}

std::string cuda_word_store(const Conversion& conversion) {
  return fmt::format("*reinterpret_cast<unsigned int*>(p) = to_{}x2((float)v.x, (float)v.y);",
                     storage_name(*conversion.buffer));
}

}  // namespace

Definitions cuda_load(const Conversion& conversion) {
  const Buffer& buffer = *conversion.buffer;
  std::string body;
  std::string prelude(cuda_load_prelude(buffer));
  if (conversion.lanes == 1) {
    body = fmt::format("return {};", cuda_value(buffer, "*p"));
  } else if (is_word(conversion)) {
    prelude = cuda_word_load_prelude(buffer);
    body = cuda_word_load(conversion);
  } else {
    std::vector<std::string> lanes;
    for (int l = 0; l < conversion.lanes; ++l) lanes.push_back(cuda_value(buffer, std::string("raw.") + "xyzw"[l]));
    body = fmt::format("const {0} raw = *reinterpret_cast<const {0}*>(p); return make_{1}({2});",
                       cuda_vector(buffer, conversion.lanes), value_of(conversion), fmt::join(lanes, ", "));
  }
  return {prelude, fmt::format("__device__ __forceinline__ {} {}(const {}* p) {{ {} }}", value_of(conversion),
                               load_name(conversion), cuda_storage(buffer), body)};
}

Definitions cuda_store(const Conversion& conversion) {
  const Buffer& buffer = *conversion.buffer;
  std::string body;
  Definitions definitions = {std::string(cuda_store_prelude(buffer))};
  if (conversion.lanes == 1) {
    body = fmt::format("*p = {};", cuda_raw(buffer, "v"));
  } else if (is_word(conversion)) {
    definitions.emplace_back(cuda_word_store_prelude(buffer));
    body = cuda_word_store(conversion);
  } else {
    std::vector<std::string> lanes;
    for (int l = 0; l < conversion.lanes; ++l) lanes.push_back(cuda_raw(buffer, std::string("v.") + "xyzw"[l]));
    const std::string vector = cuda_vector(buffer, conversion.lanes);
    body = fmt::format("*reinterpret_cast<{0}*>(p) = make_{0}({1});", vector, fmt::join(lanes, ", "));
  }
  definitions.push_back(fmt::format("__device__ __forceinline__ void {}({}* p, {} v) {{ {} }}", store_name(conversion),
                                    cuda_storage(buffer), value_of(conversion), body));
  return definitions;
}

}  // namespace papilio::emit
