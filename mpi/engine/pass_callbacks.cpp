// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pass_callbacks.hpp"

#include <fmt/format.h>

#include "twiddles.hpp"

namespace papilio::mpi {
namespace {

/// The index of element i of the strip in the whole matrix.
std::string index_text(const ColumnBlock& strip) {
  return fmt::format("i / {0} % {1} * {2} + i % {0} + {3}", strip.columns, strip.rows, strip.width, strip.first_column);
}

std::string callback_of(const Conjugation& conjugation, const char* function) {
  return fmt::format(
      "PAPILIO_FUNCTION papilio_complex {}(papilio_complex x, papilio_index i, papilio_data unused) {{\n"
      "  papilio_index index = {};\n"
      "  papilio_real im = x.y;\n"
      "  if (index > {}) im = -im;\n"
      "  return PAPILIO_COMPLEX(x.x, im);\n"
      "}}\n",
      function, index_text(conjugation.strip), conjugation.last);
}

}  // namespace

Callbacks callbacks_of(const Pass& pass) {
  Callbacks callbacks;
  if (pass.twiddles) callbacks.store = callback_of(*pass.twiddles);
  if (pass.read) callbacks.load = callback_of(*pass.read, "papilio_load");
  if (pass.written) callbacks.store = callback_of(*pass.written, "papilio_store");
  return callbacks;
}

}  // namespace papilio::mpi
