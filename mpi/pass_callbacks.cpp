// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pass_callbacks.hpp"

#include <fmt/format.h>

#include "twiddles.hpp"

namespace papilio::mpi {
namespace {

/// The index of element i of the strips in the whole matrix.
std::string index_text(const Conjugates& strip) {
  return fmt::format("i / {0} % {1} * {2} + i % {0} + {3}", strip.columns, strip.rows, strip.width, strip.first_column);
}

std::string text_of(const Conjugates& strip, const char* function) {
  return fmt::format(
      "PAPILIO_FUNCTION papilio_complex {}(papilio_complex x, papilio_index i, papilio_data unused) {{\n"
      "  papilio_index index = {};\n"
      "  return PAPILIO_COMPLEX(x.x, index > {} ? -x.y : x.y);\n"
      "}}\n",
      function, index_text(strip), strip.last);
}

}  // namespace

Callbacks callbacks_of(const Pass& pass) {
  Callbacks callbacks = pass.twiddles ? callbacks_of(*pass.twiddles) : Callbacks{};
  if (!pass.conjugates) return callbacks;
  if (pass.conjugates->when == Conjugates::When::read) {
    callbacks.load = text_of(*pass.conjugates, "papilio_load");
  } else {
    callbacks.store = text_of(*pass.conjugates, "papilio_store");
  }
  return callbacks;
}

}  // namespace papilio::mpi
