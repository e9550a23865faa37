// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which of the libraries this is: the row of CMakeLists.txt that it is compiled for.
#pragma once

#include <papilio/problem.hpp>

namespace papilio::fftw3 {

struct Library {
  Precision precision;
  const char* prefix;         ///< "fftw_"
  const char* marker;         ///< a name that only our library exports
  const char* path_variable;  ///< the environment variable that names the genuine library
  const char* genuine_path;   ///< where it was when this library was built; empty if it was not found
  const char* version;        ///< fftw_version
};

const Library& library();

}  // namespace papilio::fftw3
