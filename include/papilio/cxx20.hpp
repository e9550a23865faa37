// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Stops a compiler that is told to compile an older C++, instead of letting it list what that lacks.
#pragma once

#if defined(_MSVC_LANG)
#define PAPILIO_CXX _MSVC_LANG
#else
#define PAPILIO_CXX __cplusplus
#endif
#if PAPILIO_CXX < 201709L  // what GCC 10 has for C++20
#error "Papilio's C++ headers need C++20: compile with -std=c++20, or include <papilio/papilio.h>, which is C"
#include <papilio/needs-c++20>  // there is no such file: nothing after an #error stops compilers
#endif
#undef PAPILIO_CXX
