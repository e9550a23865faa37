// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The user's callbacks as a compute shader in GLSL, whose functions are spliced into the kernel. The shader's entry
// point calls, in the order of ir::Callback, one function for each callback:
//
//   papilio_complex papilio_call_load(const papilio_complex x, const uint i)        and the address of the data
//
// Constant parameters are passed by value, so the function's type is known. GLSL has no pointers: the data is a buffer,
// and a macro with the name of the callback's last parameter stands for the array in it.
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <regex>

#include "emit/emit.hpp"

namespace papilio::emit {
namespace {

/// Types, literals, and the functions that GLSL calls otherwise than C.
constexpr const char* prelude = R"(#define papilio_real {real}
#define papilio_complex {complex}
#define papilio_index int
#define PAPILIO_FUNCTION
#define PAPILIO_COMPLEX(re, im) papilio_complex((re), (im))
#define PAPILIO_PARAMETER(in_c, in_glsl) papilio_real(in_glsl)
#define fabs abs
#define fmin min
#define fmax max
#define atan2 atan
#define rsqrt inversesqrt
#define log10(x) (log(x) * 0.4342944819032518)
)";

/// One of the module's callbacks; `name` is "load" or "store".
struct GlslCallback {
  const char* name;
  std::string text;
  std::string number;   ///< papilio_real or papilio_complex
  std::size_t binding;  ///< of its data
};

std::vector<GlslCallback> callbacks_of(const ir::Module& module) {
  std::vector<GlslCallback> result;
  for (const ir::Callback which : {ir::Callback::load, ir::Callback::store}) {
    const auto number = static_cast<std::size_t>(which);
    if (number >= module.callbacks.size() || module.callbacks[number].empty()) continue;
    const auto call = std::ranges::find_if(module.nodes, [&](const ir::Node& node) {
      return node.op == ir::Op::call && node.integer == static_cast<std::int64_t>(which);
    });
    if (call == module.nodes.end()) throw Error::internal("a callback", "it is never called");
    const auto buffer = std::ranges::find(module.buffers, call->buffer);
    result.push_back({which == ir::Callback::load ? "load" : "store", module.callbacks[number],
                      call->type.lanes == 1 ? "papilio_real" : "papilio_complex",
                      static_cast<std::size_t>(buffer - module.buffers.begin())});
  }
  return result;
}

/// Name of the callback's data in its definition; empty where it has another form, which is the compiler's matter.
std::string name_of_data(const GlslCallback& callback) {
  const std::regex definition(
      fmt::format(R"(\bpapilio_{}\s*\([^()]*\bpapilio_data\s+(\w+)\s*\)\s*\{{)", callback.name));
  std::smatch found;
  return std::regex_search(callback.text, found, definition) ? found[1].str() : std::string();
}

std::string buffer_of(const GlslCallback& callback, bool by_address) {
  if (by_address) {
    return fmt::format(
        "layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer papilio_{0}_block {{ "
        "papilio_real at[]; "
        "}};\npapilio_{0}_block papilio_{0}_numbers;\n",
        callback.name);
  }
  return fmt::format(
      "layout(set = 0, binding = {1}, std430) readonly buffer papilio_{0}_block {{ papilio_real at[]; }} "
      "papilio_{0}_numbers;\n",
      callback.name, callback.binding);
}

/// The user's function without its last parameter, and the function that the kernel calls.
std::string function_of(const GlslCallback& callback, bool by_address) {
  const std::string data = name_of_data(callback);
  std::string text = buffer_of(callback, by_address);
  text += fmt::format("#define papilio_{0}(x, i, data) papilio_user_{0}(x, i)\n", callback.name);
  if (!data.empty()) text += fmt::format("#define {} papilio_{}_numbers.at\n", data, callback.name);
  text += callback.text + '\n';
  if (!data.empty()) text += fmt::format("#undef {}\n", data);
  text += fmt::format("#undef papilio_{}\n#line 1 \"papilio\"\n", callback.name);
  text += fmt::format("{0} papilio_call_{1}(const {0} papilio_x, const uint papilio_i{2}) {{\n", callback.number,
                      callback.name, by_address ? ", const uvec2 papilio_address" : "");
  if (by_address) text += fmt::format("  papilio_{0}_numbers = papilio_{0}_block(papilio_address);\n", callback.name);
  return text + fmt::format("  return papilio_user_{}(papilio_x, int(papilio_i));\n}}\n", callback.name);
}

}  // namespace

std::string callbacks_in_glsl(const ir::Module& module, const Target& target) {
  const bool by_address = target.shader.addresses;
  const std::vector<GlslCallback> callbacks = callbacks_of(module);
  if (callbacks.empty()) throw Error::internal(fmt::format("kernel '{}'", module.name), "it has no callbacks");
  const bool is_double = module.buffers.at(callbacks.front().binding)->element == ir::ScalarKind::f64;
  std::string text = "#version 450\n#extension GL_GOOGLE_cpp_style_line_directive : require\n";
  if (by_address) text += "#extension GL_EXT_buffer_reference_uvec2 : require\n";
  text += fmt::format("layout(local_size_x = {}) in;\n", module.threads);
  text += fmt::format(fmt::runtime(prelude), fmt::arg("real", is_double ? "double" : "float"),
                      fmt::arg("complex", is_double ? "dvec2" : "vec2"));
  for (const GlslCallback& callback : callbacks) text += function_of(callback, by_address);
  text += "void main() {\n";
  for (const GlslCallback& callback : callbacks) {
    text += fmt::format("  papilio_call_{}({}(0), 0u{});\n", callback.name, callback.number,
                        by_address ? ", uvec2(0)" : "");
  }
  return text + "}\n";
}

}  // namespace papilio::emit
