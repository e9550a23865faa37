// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/library.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

namespace papilio::backend::opencl {
namespace {

std::vector<std::string> names_to_try() {
  const char* chosen = std::getenv("PAPILIO_OPENCL_LIBRARY");
  if (chosen != nullptr && *chosen != '\0') return {chosen};
  // The second name is there only where development packages are installed.
  return {"libOpenCL.so.1", "libOpenCL.so"};
}

}  // namespace

Library::Library(std::span<const std::string> names) : library_(names) {
  if (!library_) {
    problem_ = fmt::format("the OpenCL library was not found, tried {}", library_.tried());
    return;
  }
  std::string missing;
#define PAPILIO_OPENCL_LOOK_UP(name)                                 \
  symbols_.name = library_.function<decltype(Symbols::name)>(#name); \
  if (symbols_.name == nullptr) missing += missing.empty() ? #name : ", " #name;
  PAPILIO_OPENCL_SYMBOLS(PAPILIO_OPENCL_LOOK_UP)
#undef PAPILIO_OPENCL_LOOK_UP
  if (!missing.empty()) {
    problem_ = fmt::format("{} is no OpenCL 1.2 library, it lacks {}", library_.name(), missing);
  }
}

const Library& default_library() {
  static const Library* const library = new Library(names_to_try());
  return *library;
}

}  // namespace papilio::backend::opencl
