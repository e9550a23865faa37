// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fortran's names: arguments are addresses, arrays are column-major, and compilers append one underscore or two.
#pragma once

#include "names.hpp"

#ifndef PAPILIO_EXPORT
#define PAPILIO_EXPORT __attribute__((visibility("default")))
#endif

#define PAPILIO_FORTRAN_TEXT(name) PAPILIO_QUOTE(PAPILIO_FORTRAN_PREFIX) "_" #name "_"

/// Begins the definition of dfftw_NAME_, of which dfftw_NAME__ is another name.
#define PAPILIO_FORTRAN_FUNCTION(name, arguments)                                                             \
  PAPILIO_EXPORT void PAPILIO_FORTRAN(name##_) arguments;                                                     \
  PAPILIO_EXPORT void PAPILIO_FORTRAN(name##__) arguments __attribute__((alias(PAPILIO_FORTRAN_TEXT(name)))); \
  PAPILIO_EXPORT void PAPILIO_FORTRAN(name##_) arguments
