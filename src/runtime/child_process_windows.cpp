// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Not there yet: glslang, for callbacks on Vulkan, is the only program that the library runs.
#include <papilio/error.hpp>

#include "runtime/child_process.hpp"

namespace papilio::runtime {

const char* const result_path = "";

std::string find_program(const std::string& name) { return name; }

ChildOutput run_child(const std::vector<std::string>& arguments, std::string_view) {
  throw Error::unsupported("running " + arguments.at(0), "Papilio does not run other programs on Windows");
}

}  // namespace papilio::runtime
