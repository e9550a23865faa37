// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <papilio/error.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/binary.hpp"

namespace papilio::backend::cuda {
namespace {

/// --fmad=false: the IR states explicitly where it uses fma (src/emit/README.md). No fast-math: twiddles and
/// butterflies rely on IEEE arithmetic.
constexpr std::array basic_options = {"--fmad=false", "--std=c++17", "-default-device"};

/// -minimal omits textures and the run-time API, which Papilio's kernels never use; it saves 10 to 20 ms of the first
/// compilation. Available since NVRTC 12.4.
std::vector<const char*> options_of(const NvrtcLibrary& nvrtc) {
  std::vector<const char*> options(basic_options.begin(), basic_options.end());
  int major = 0;
  int minor = 0;
  const bool known = std::sscanf(nvrtc.version().c_str(), "%d.%d", &major, &minor) == 2;
  if (known && std::pair(major, minor) >= std::pair(12, 4)) options.push_back("-minimal");
  return options;
}

/// Owns an nvrtcProgram.
class NvrtcProgram {
 public:
  NvrtcProgram(const NvrtcSymbols& nvrtc, const std::string& source, const std::string& name) : nvrtc_(nvrtc) {
    check(nvrtc_.nvrtcCreateProgram(&program_, source.c_str(), name.c_str(), 0, nullptr, nullptr), "starting NVRTC");
  }
  ~NvrtcProgram() { nvrtc_.nvrtcDestroyProgram(&program_); }
  NvrtcProgram(const NvrtcProgram&) = delete;
  NvrtcProgram& operator=(const NvrtcProgram&) = delete;

  [[nodiscard]] nvrtcResult compile(const NvrtcTarget& target, std::vector<const char*> options) const {
    const std::string architecture = "--gpu-architecture=" + target.name();
    options.push_back(architecture.c_str());
    return nvrtc_.nvrtcCompileProgram(program_, static_cast<int>(options.size()), options.data());
  }

  [[nodiscard]] std::string log() const {
    std::size_t size = 0;
    if (nvrtc_.nvrtcGetProgramLogSize(program_, &size) != NVRTC_SUCCESS) return {};
    std::string text(size, '\0');
    if (nvrtc_.nvrtcGetProgramLog(program_, text.data()) != NVRTC_SUCCESS) return {};
    text.resize(std::min(text.find('\0'), size));
    return text;
  }

  [[nodiscard]] std::vector<std::byte> image(ImageKind kind) const {
    const bool ptx = kind == ImageKind::ptx;
    std::size_t size = 0;
    check((ptx ? nvrtc_.nvrtcGetPTXSize : nvrtc_.nvrtcGetCUBINSize)(program_, &size), "the size of NVRTC's result");
    std::vector<std::byte> bytes(size);
    auto* data = reinterpret_cast<char*>(bytes.data());
    check((ptx ? nvrtc_.nvrtcGetPTX : nvrtc_.nvrtcGetCUBIN)(program_, data), "NVRTC's result");
    return bytes;
  }

 private:
  void check(nvrtcResult status, const char* what) const {
    if (status != NVRTC_SUCCESS) throw Error::build_failed(what, nvrtc_.nvrtcGetErrorString(status));
  }

  const NvrtcSymbols& nvrtc_;
  nvrtcProgram program_ = nullptr;
};

}  // namespace

std::string NvrtcTarget::name() const {
  return fmt::format("{}_{}", kind == ImageKind::cubin ? "sm" : "compute", architecture);
}

bool has_entry(std::span<const std::byte> image, ImageKind kind, const std::string& entry) {
  const std::string_view text(reinterpret_cast<const char*>(image.data()), image.size());
  if (kind == ImageKind::ptx) return text.find(".entry " + entry + "(") != std::string_view::npos;
  return text.find(".text." + entry + '\0') != std::string_view::npos;
}

std::optional<NvrtcTarget> target_for(const std::vector<int>& known, int architecture) {
  const auto above = std::upper_bound(known.begin(), known.end(), architecture);
  if (above == known.begin()) return std::nullopt;
  const int best = *(above - 1);
  return NvrtcTarget{best, best == architecture ? ImageKind::cubin : ImageKind::ptx};
}

std::string compiler_identity(const NvrtcLibrary& nvrtc, int architecture, int driver_version) {
  const std::optional<NvrtcTarget> target = target_for(nvrtc.architectures(), architecture);
  std::string identity = fmt::format("cuda|{}|nvrtc {}|{}", target ? target->name() : "none", nvrtc.version(),
                                     fmt::join(options_of(nvrtc), " "));
  if (target && target->kind == ImageKind::ptx) identity += fmt::format("|driver {}", driver_version);
  return identity;
}

std::vector<std::byte> compile_image(const NvrtcLibrary& nvrtc, const DeviceInfo& device, int architecture,
                                     const std::string& source, const std::string& entry) {
  const auto no_compiler = [&](const std::string& why, const char* remedy) {
    return Error::build_failed(fmt::format("compiling kernel '{}' for {} ({})", entry, device.id, device.name), why,
                               remedy);
  };
  if (!nvrtc) {
    throw no_compiler(nvrtc.problem(),
                      "install NVRTC (cuda-nvrtc, libnvrtc12) or set PAPILIO_NVRTC_LIBRARY; kernels in the compile "
                      "cache run without it");
  }
  const std::optional<NvrtcTarget> target = target_for(nvrtc.architectures(), architecture);
  if (!target) {
    throw no_compiler(fmt::format("NVRTC {} makes nothing older than sm_{} and the device is sm_{}", nvrtc.version(),
                                  nvrtc.architectures().front(), architecture),
                      "install an older NVRTC or set PAPILIO_NVRTC_LIBRARY to it");
  }
  const NvrtcProgram program(nvrtc.symbols(), source, entry + ".cu");
  const nvrtcResult status = program.compile(*target, options_of(nvrtc));
  if (status != NVRTC_SUCCESS) {
    const std::string log = program.log();
    const char* name = nvrtc.symbols().nvrtcGetErrorString(status);
    const bool in_source = status == NVRTC_ERROR_COMPILATION;
    runtime::throw_build_failed(device, entry, in_source ? runtime::first_message(log) : name, log);
  }
  std::vector<std::byte> image = program.image(target->kind);
  if (!has_entry(image, target->kind, entry)) {
    runtime::throw_build_failed(device, entry, "the source has no kernel of this name", {});
  }
  return image;
}

}  // namespace papilio::backend::cuda
