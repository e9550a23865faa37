// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/library.hpp"

#include <vector>

#include "runtime/driver_names.hpp"
#include "runtime/environment.hpp"

namespace papilio::backend::opencl {
namespace {

std::vector<std::string> names_to_try() {
  const char* chosen = runtime::environment_variable("PAPILIO_OPENCL_LIBRARY");
  if (chosen != nullptr && *chosen != '\0') return {chosen};
  return runtime::opencl_names();
}

}  // namespace

const ClLibrary& default_library() { return runtime::process_library<ClLibrary>(names_to_try); }

}  // namespace papilio::backend::opencl
