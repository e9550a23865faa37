// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The parts of a program that its dialect decides.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/device_caps.hpp"
#include "core/dialect.hpp"
#include "core/embedded_text.hpp"
#include "tools/c_source/program.hpp"

namespace papilio::tool {

/// A kernel.
struct NamedText {
  std::string_view name;
  std::string_view text;
};

/// Heading of the program: its problem, how it is compiled, and its includes.
std::string heading_text(const ProgramRequest& request);
/// The kernels: as strings (OpenCL C, PTX), or as functions (CUDA C++), and how they are found.
std::string kernels_text(Dialect dialect, std::span<const NamedText> kernels);
/// OpenCL: the kind of device to look for first.
std::string planned_for_text(DeviceClass device_class);

/// A file of this folder: the part of a program that is the same for all problems.
std::string_view host_text(std::string_view name);
/// All of them, as they were when the command was built.
std::span<const EmbeddedText> embedded_host_texts();

}  // namespace papilio::tool
