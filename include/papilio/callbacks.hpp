// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Callbacks: what happens to every number between memory and the transform, as source text. It becomes part of the
// kernels, so nothing more is read or written.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace papilio {

/// Texts in what OpenCL C and CUDA C++ have in common, or in the language of the one device that a plan is for. `load`
/// defines the function papilio_load, `store` papilio_store; on a complex side
///
///   PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) { ... }
///
/// and on a real side the same with papilio_real. x is the number as it is read (converted from its storage), or about
/// to be written (scaled already, not yet converted); the result takes its place. i counts elements from the beginning
/// of the buffer. user is load_data or store_data of Operands, or CallbackData; it is not to be used where none is
/// given.
///
/// There are: papilio_real, float or double as the precision says; papilio_complex with members x and y, made by
/// PAPILIO_COMPLEX(re, im); papilio_index, an integer of 64 bits; papilio_data, a pointer to constant papilio_reals;
/// and the functions that both languages have (sqrt, log10, cos, fabs, ...).
///
/// A number may be asked for more than once, in any order, so results must depend on the arguments alone. Both texts
/// may be in one kernel: helper functions of theirs need different names. Zeros of Problem::zero pass by the callback,
/// and so do skipped elements. Errors name lines of the text: "load callback:2:10: ...".
struct Callbacks {
  std::string load;
  std::string store;
  /// Constants, macros while the texts are read: {"GAIN", 0.5}. Macros of a text's own stay defined, and must not be
  /// names that the rest of a kernel may use: capitals will do.
  std::vector<std::pair<std::string, double>> parameters;
};

}  // namespace papilio
