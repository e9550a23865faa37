// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pass_callbacks.hpp"

#include <fmt/format.h>

#include "twiddles.hpp"

namespace papilio::mpi {
namespace {

/// Where a callback is called, and the name of the constant that it multiplies by.
struct Side {
  const char* function;
  const char* weight;
};
constexpr Side load_side = {"papilio_load", "PAPILIO_READ_WEIGHT"};
constexpr Side store_side = {"papilio_store", "PAPILIO_WRITTEN_WEIGHT"};

/// The index of element i of the strip in the whole matrix.
std::string index_text(const Strip& strip) {
  return fmt::format("i / {0} % {1} * {2} + i % {0} + {3}", strip.columns, strip.rows, strip.width, strip.first_column);
}

bool is_real(Edit::Rule rule) {
  return rule == Edit::Rule::negate || rule == Edit::Rule::odd || rule == Edit::Rule::weigh;
}

bool weighs(Edit::Rule rule) { return rule == Edit::Rule::weigh || rule == Edit::Rule::weigh_real_part; }

/// Statements that change y, a real number, of an index.
std::string real_statements(const Edit& edit, const Side& side) {
  const std::string ends = fmt::format("  if (index == 0 || index == {}) ", edit.last);
  if (edit.rule == Edit::Rule::weigh) return ends + fmt::format("y = y * {};\n", side.weight);
  const std::string negated = fmt::format("  if (index > {}) y = -y;\n", edit.last);
  return edit.rule == Edit::Rule::odd ? negated + ends + "y = 0;\n" : negated;
}

/// y * phase, as re and im.
std::string product_statements(const Strip& strip) {
  const std::string element = strip.batch == 1 ? "i" : fmt::format("(i % {})", strip.rows * strip.columns);
  return fmt::format(
      "  papilio_real c = table[2 * {0}];\n"
      "  papilio_real s = table[2 * {0} + 1];\n"
      "  papilio_real re = x.x * c - y * s;\n"
      "  papilio_real im = x.x * s + y * c;\n",
      element);
}

/// y * chirp of elements that have one, as re and im.
std::string chirp_statements(const Edit& edit) {
  const Strip& strip = edit.strip;
  const std::string element = strip.batch == 1 ? "i" : fmt::format("i % {}", strip.rows * strip.columns);
  const bool real = edit.rule == Edit::Rule::chirp_real;
  return fmt::format(
      "  papilio_index element = {};\n"
      "  papilio_real re = 0;\n"
      "  papilio_real im = 0;\n"
      "  if (element < {}) {{\n"
      "    papilio_real c = table[2 * element];\n"
      "    papilio_real s = table[2 * element + 1];\n"
      "    re = {};\n"
      "    im = {};\n"
      "  }}\n",
      element, edit.last, real ? "x.x * c" : "x.x * c - y * s", real ? "x.x * s" : "x.x * s + y * c");
}

/// Statements that make re and im of x, a complex number, of an index; y is its imaginary part.
std::string complex_statements(const Edit& edit, const Side& side) {
  const std::string plain = "  papilio_real re = x.x;\n  papilio_real im = y;\n";
  switch (edit.rule) {
    case Edit::Rule::conjugate:
      return plain + fmt::format("  if (index > {}) im = -im;\n", edit.last);
    case Edit::Rule::weigh_real_part:
      return plain + fmt::format("  if (index == 0 || index == {}) re = re * {};\n", edit.last, side.weight);
    case Edit::Rule::hartley:
      return "  papilio_real re = x.x - y;\n  papilio_real im = x.x + y;\n";
    case Edit::Rule::sine:
      return "  papilio_real re = -y;\n  papilio_real im = y;\n";
    case Edit::Rule::chirp:
    case Edit::Rule::chirp_real:
      return chirp_statements(edit);
    case Edit::Rule::turn:
    case Edit::Rule::filter:
      return product_statements(edit.strip);
    case Edit::Rule::turn_halves:
      return "  if (index == 0) y = 0;\n" + product_statements(edit.strip) + "  im = -im;\n";
    default:
      return product_statements(edit.strip) + "  im = -im;\n";
  }
}

std::string text_of(const Edit& edit, const Side& side) {
  const bool real = is_real(edit.rule);
  return fmt::format(
      "PAPILIO_FUNCTION {0} {1}({0} x, papilio_index i, papilio_data table) {{\n"
      "  papilio_index index = {2};\n"
      "  papilio_real y = {3};\n"
      "{4}"
      "  return {5};\n"
      "}}\n",
      real ? "papilio_real" : "papilio_complex", side.function, index_text(edit.strip), real ? "x" : "x.y",
      real ? real_statements(edit, side) : complex_statements(edit, side), real ? "y" : "PAPILIO_COMPLEX(re, im)");
}

}  // namespace

Callbacks callbacks_of(const Pass& pass) {
  Callbacks callbacks;
  if (pass.read_twiddles) callbacks.load = callback_of(*pass.read_twiddles, load_side.function);
  if (pass.twiddles) callbacks.store = callback_of(*pass.twiddles, store_side.function);
  if (pass.read) callbacks.load = text_of(*pass.read, load_side);
  if (pass.written) callbacks.store = text_of(*pass.written, store_side);
  if (pass.read && weighs(pass.read->rule)) callbacks.parameters.emplace_back(load_side.weight, pass.read->weight);
  if (pass.written && weighs(pass.written->rule)) {
    callbacks.parameters.emplace_back(store_side.weight, pass.written->weight);
  }
  return callbacks;
}

}  // namespace papilio::mpi
