// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "functions/chain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/function.hpp"

namespace papilio::test {
namespace {

/// The languages' own forms. {0}: the type of real numbers, {1} that of complex ones, {2} the
/// work-items, {3} the numbers of the scratch, {4} those of the array between the functions.
struct LanguageForm {
  const char* head;
  const char* begin;
  const char* call;  ///< {0}: the function
};

constexpr LanguageForm opencl_form = {
    R"(
#define COMPLEX(re, im) (({1})((re), (im)))
__kernel __attribute__((reqd_work_group_size({2}, 1, 1)))
void chain(__global const {0}* in, __global const {0}* factors, __global {0}* spectra, __global {0}* out,
           __global int* places) {{
  __local {0} scratch[{3}] __attribute__((aligned(16)));
  __local {1} between[{4}];
)",
    "const int t = (int)get_local_id(0);\nconst {0} nan = ({0})NAN;\n#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)",
    "{0}(x, scratch, t);"};

constexpr LanguageForm cuda_form = {
    R"(
#define COMPLEX(re, im) make_{1}((re), (im))
extern "C" __global__ void __launch_bounds__({2})
chain(const {0}* in, const {0}* factors, {0}* spectra, {0}* out, int* places) {{
  __shared__ __align__(16) {0} scratch[{3}];
  __shared__ {1} between[{4}];
)",
    "const int t = (int)threadIdx.x;\nconst {0} nan = ({0})__int_as_float(0x7fc00000);\n#define BARRIER "
    "__syncthreads()",
    "{0}(x, scratch, t);"};

constexpr LanguageForm glsl_form = {
    R"(
#define COMPLEX(re, im) {1}(re, im)
shared {1} between[{4}];
layout(local_size_x = {2}) in;
layout(std430, binding = 0) readonly buffer In {{ {0} in_[]; }};
#define in in_
layout(std430, binding = 1) readonly buffer Factors {{ {0} factors[]; }};
layout(std430, binding = 2) buffer Spectra {{ {0} spectra[]; }};
layout(std430, binding = 3) buffer Out {{ {0} out_[]; }};
#define out out_
layout(std430, binding = 4) buffer Places {{ int places[]; }};
void main() {{
)",
    "const int t = int(gl_LocalInvocationID.x);\nconst {0} nan = {0}(uintBitsToFloat(0x7fc00000u));\n"
    "#define BARRIER barrier()",
    "{0}(x, t);"};

const LanguageForm& form_of(FunctionLanguage language) {
  if (language == FunctionLanguage::opencl) return opencl_form;
  return language == FunctionLanguage::cuda ? cuda_form : glsl_form;
}

std::string loop(const std::string& body, int registers) {
  return fmt::format("  for (int r = 0; r < {}; ++r) {{ {} }}\n", registers, body);
}

/// Calls of a function's index, and a statement if there is an element.
std::string each(const DeviceFunction& function, bool input, const std::string& statement) {
  return loop(fmt::format("const int i = {}_{}_index(t, r); if (i >= 0) {{ {} }}", function.name,
                          input ? "input" : "output", statement),
              function.registers);
}

std::string places_of(const DeviceFunction& function, bool input, std::int64_t first) {
  const FunctionSide& side = input ? function.input : function.output;
  return loop(fmt::format("places[{} + t * {} + r] = {}_{}_index(t, r);", first, side.registers, function.name,
                          input ? "input" : "output"),
              side.registers);
}

}  // namespace

DeviceCaps caps_of_functions() {
  DeviceCaps caps = caps_preset("gpu");
  caps.local_memory = caps.unit_local_memory = std::int64_t{64} * 1024;
  return caps;
}

FunctionPair function_pair(const std::string& token, FunctionLanguage language) {
  const std::size_t space = token.find(' ');
  const FunctionOptions options{space == std::string::npos ? "" : token.substr(space + 1)};
  const Problem there = Problem::parse(token.substr(0, space));
  Problem back = there;
  back.direction = Direction::inverse;
  if (there.kind == Kind::r2c) back = Problem::c2r(there.precision, there.lengths, there.batch);
  const DeviceCaps caps = caps_of_functions();
  return {api::function_for(there, caps, language, options), api::function_for(back, caps, language, options),
          there.precision, there.lengths.front()};
}

std::string chain_kernel(const FunctionPair& pair) {
  const DeviceFunction& there = pair.there;
  const DeviceFunction& back = pair.back;
  const bool glsl = there.language == FunctionLanguage::glsl;
  const bool f64 = pair.precision == Precision::f64;
  const std::string real = f64 ? "double" : "float";
  const std::string complex = glsl ? (f64 ? "dvec2" : "vec2") : real + "2";
  const LanguageForm& form = form_of(there.language);
  const std::int64_t scratch =
      std::max<std::int64_t>(1, std::max(there.scratch_bytes, back.scratch_bytes) / (f64 ? 8 : 4));
  const auto written = [&](const char* text) {
    return fmt::format(fmt::runtime(text), real, complex, there.work_items, scratch,
                       there.output.elements * there.transforms);
  };
  std::string text;
  if (glsl) {
    text = fmt::format("#version 450\nshared {} PAPILIO_SCRATCH[{}];\n#define {}_BINDING 5\n#define {}_BINDING 6\n",
                       real, scratch, there.name, back.name);
  }
  if (there.language == FunctionLanguage::opencl && f64) text = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  text += there.text + back.text + written(form.head) + written(form.begin);
  text += fmt::format("\n  {} x[{}];\n", complex, std::max(there.registers, back.registers));
  text += loop("x[r] = COMPLEX(nan, nan);", std::max(there.registers, back.registers));
  const bool single = there.input.element == FunctionElement::real;
  text += each(there, true, single ? "x[r] = COMPLEX(in[i], nan);" : "x[r] = COMPLEX(in[2 * i], in[2 * i + 1]);");
  text += fmt::format("  {}\n", fmt::format(fmt::runtime(form.call), there.name));
  text += each(there, false,
               fmt::format("spectra[2 * i] = x[r].x; spectra[2 * i + 1] = x[r].y; const int k = i % {}; "
                           "const {} re = factors[2 * k]; const {} im = factors[2 * k + 1]; "
                           "x[r] = COMPLEX(x[r].x * re - x[r].y * im, x[r].x * im + x[r].y * re);",
                           there.output.elements, real, real));
  if (!there.chains) {
    text += each(there, false, "between[i] = x[r];");
    text += "  BARRIER;\n";
    text += each(back, true, "x[r] = between[i];");
  }
  text += fmt::format("  {}\n", fmt::format(fmt::runtime(form.call), back.name));
  text += each(back, false, single ? "out[i] = x[r].x;" : "out[2 * i] = x[r].x; out[2 * i + 1] = x[r].y;");
  text += places_of(there, true, 0);
  text += places_of(there, false, std::int64_t{there.work_items} * there.input.registers);
  return text + "}\n";
}

}  // namespace papilio::test
