// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace papilio::backend::opencl {
namespace {

constexpr std::array widths = {1, 2, 4, 8, 16};
constexpr std::array spaces = {"__global", "__local", "__private"};
constexpr std::array elements = {"int", "long", "float", "double"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The names that a parenthesis follows, outside comments: calls, attributes and statements.
std::set<std::string_view> called(std::string_view source) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < source.size();) {
    if (source.substr(i, 2) == "//") {
      i = std::min(source.find('\n', i), source.size());
    } else if (is_word(source[i])) {
      const std::size_t begin = i;
      while (i < source.size() && is_word(source[i])) ++i;
      const std::size_t end = i;
      while (i < source.size() && source[i] == ' ') ++i;
      const bool is_name = std::isdigit(static_cast<unsigned char>(source[begin])) == 0;
      if (is_name && i < source.size() && source[i] == '(') names.insert(source.substr(begin, end - begin));
    } else {
      ++i;
    }
  }
  return names;
}

bool is_language(std::string_view name) {
  constexpr std::array<std::string_view, 10> words = {"if",
                                                      "for",
                                                      "while",
                                                      "switch",
                                                      "return",
                                                      "__attribute__",
                                                      "__builtin_prefetch",
                                                      "aligned",
                                                      "reqd_work_group_size",
                                                      "opencl_unroll_hint"};
  return std::find(words.begin(), words.end(), name) != words.end();
}

std::string vector(std::string_view element, int width) {
  return width == 1 ? std::string(element) : fmt::format("{}{}", element, width);
}

/// `form` for every number type, for every width of at least `least` lanes and, if `in_space`, for every address space:
/// {0} is the vector, {1} its element, {2} its width, {3} the space. Without `doubles`, double is left out.
std::string for_types(std::string_view form, bool doubles, int least, bool in_space) {
  std::string text;
  for (const std::string_view element : elements) {
    if (element == "double" && !doubles) continue;
    for (const int width : widths) {
      if (width < least) continue;
      for (const std::string_view space : spaces) {
        text += fmt::format(fmt::runtime(form), vector(element, width), element, width, space);
        if (!in_space) break;
      }
    }
  }
  return text;
}

/// True for `function` with the width of a vector behind it, as in "vload4".
bool is_vector_access(std::string_view name, std::string_view function) {
  if (!name.starts_with(function)) return false;
  name.remove_prefix(function.size());
  return std::any_of(widths.begin() + 1, widths.end(), [&](int width) { return name == std::to_string(width); });
}

/// As opencl-c.h declares it, for the types that kernels use; empty if it is not in this list.
std::string declaration(std::string_view name, bool doubles) {
#define PAPILIO_CONST "__attribute__((overloadable, const)) "
  if (name == "get_group_id" || name == "get_local_id") return fmt::format("size_t " PAPILIO_CONST "{}(uint);", name);
  if (name == "barrier") return "void __attribute__((overloadable, convergent)) barrier(cl_mem_fence_flags);";
  if (name == "fma") return for_types("{0} " PAPILIO_CONST "fma({0}, {0}, {0});", doubles, 1, false);
  if (name == "min") return for_types("{0} " PAPILIO_CONST "min({0}, {0});", doubles, 1, false);
  if (name == "max") return for_types("{0} " PAPILIO_CONST "max({0}, {0});", doubles, 1, false);
#undef PAPILIO_CONST
  if (name == "prefetch") {
    return for_types("void __attribute__((overloadable)) prefetch(const __global {0}*, size_t);", doubles, 1, false);
  }
  if (is_vector_access(name, "vload")) {
    return for_types("{0} __attribute__((overloadable, pure)) vload{2}(size_t, const {3} {1}*);", doubles, 2, true);
  }
  if (is_vector_access(name, "vstore")) {
    return for_types("void __attribute__((overloadable)) vstore{2}({0}, size_t, {3} {1}*);", doubles, 2, true);
  }
  return {};
}

}  // namespace

std::optional<std::string> declarations_for(std::string_view source, std::string_view entry) {
  // The emitter defines this macro for the user's functions (src/emit/c/opencl.cpp).
  if (source.find("PAPILIO_FUNCTION") != std::string_view::npos) return std::nullopt;
  const bool doubles = source.find("double") != std::string_view::npos;
  std::set<std::string> lines;  // one for all widths of vload
  for (const std::string_view name : called(source)) {
    if (name == entry || is_language(name)) continue;
    std::string line = declaration(name, doubles);
    if (line.empty()) return std::nullopt;
    lines.insert(std::move(line));
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  // The pragma takes a line of its own, and the source's first line is line 1 again.
  return (doubles ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "") + text + "\n#line 1\n";
}

}  // namespace papilio::backend::opencl
