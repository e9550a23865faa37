// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/glslang.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstring>
#include <papilio/error.hpp>
#include <spirv/unified1/spirv.hpp11>

#include "runtime/binary.hpp"
#include "runtime/child_process.hpp"
#include "runtime/environment.hpp"

namespace papilio::backend::vulkan {
namespace {

constexpr std::array options = {"--stdin", "-S", "comp", "-V", "--target-env", "vulkan1.1"};

std::vector<std::string> names_to_try() {
  const char* chosen = runtime::environment_variable("PAPILIO_GLSLANG");
  if (chosen != nullptr && *chosen != '\0') return {chosen};
  return {"glslangValidator", "glslang"};
}

/// What follows `begin` in its line, without blanks at the end; empty where there is no such line.
std::string line_after(const std::string& text, std::string_view begin) {
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return {};
  const std::size_t from = at + begin.size();
  const std::string line = text.substr(from, text.find('\n', from) - from);
  return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

}  // namespace

Glslang::Glslang(std::span<const std::string> names) {
  for (const std::string& name : names) {
    path_ = runtime::find_program(name);
    if (!path_.empty()) break;
  }
  if (path_.empty()) {
    problem_ = fmt::format("glslang, the compiler of GLSL, was not found, tried {}", fmt::join(names, ", "));
    return;
  }
  try {
    const std::string version = line_after(runtime::run_child({path_, "--version"}, {}).log, "Glslang Version: ");
    if (version.empty()) problem_ = fmt::format("{} is no glslang, it states no version", path_);
    identity_ = fmt::format("glslang {}|{}", version, fmt::join(options, " "));
  } catch (const Error& error) {
    problem_ = error.what();
  }
}

std::vector<std::uint32_t> Glslang::compile(const std::string& glsl, const DeviceInfo& device,
                                            const std::string& entry) const {
  if (!problem_.empty()) {
    throw Error::unsupported(fmt::format("callbacks on {} ({})", device.id, device.name), problem_,
                             "install glslang-tools, or set PAPILIO_GLSLANG to the program; kernels in the compile "
                             "cache run without it");
  }
  std::vector<std::string> arguments = {path_};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"-o", runtime::result_path});
  const runtime::ChildOutput output = runtime::run_child(arguments, glsl);
  if (output.result.empty()) {
    const std::string message = line_after(output.log, "ERROR: ");
    runtime::throw_build_failed(device, entry, message.empty() ? runtime::first_message(output.log) : message,
                                output.log);
  }
  std::vector<std::uint32_t> words(output.result.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), output.result.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

void require_capabilities(std::span<const std::uint32_t> module, const DeviceCaps& caps, const DeviceInfo& device) {
  constexpr std::size_t header_words = 5;
  for (std::size_t i = header_words; i + 1 < module.size(); i += module[i] >> 16) {
    if (static_cast<spv::Op>(module[i] & 0xffff) != spv::Op::OpCapability) return;  // they come first
    if (module[i] >> 16 == 0) return;  // truncated, which readers of the module report
    const auto capability = static_cast<spv::Capability>(module[i + 1]);
    const bool known = capability == spv::Capability::Shader || capability == spv::Capability::Matrix ||
                       (capability == spv::Capability::Float64 && caps.f64) ||
                       (capability == spv::Capability::Int64 && caps.shader.int64) ||
                       (capability == spv::Capability::PhysicalStorageBufferAddresses && caps.addresses);
    if (known) continue;
    throw Error::unsupported(
        fmt::format("callbacks on {} ({})", device.id, device.name),
        fmt::format("their GLSL needs {}, which the device lacks or Papilio does not enable",
                    capability == spv::Capability::Float64 ? "double precision"
                    : capability == spv::Capability::Int64 ? "integers of 64 bits"
                                                           : fmt::format("the capability {} of SPIR-V", module[i + 1])),
        "write them without");
  }
}

const Glslang& default_glslang() {
  static const Glslang* const glslang = new Glslang(names_to_try());
  return *glslang;
}

}  // namespace papilio::backend::vulkan
