// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/linker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>

#include "backend/cuda/compiler.hpp"
#include "backend/cuda/status.hpp"
#include "runtime/binary.hpp"

namespace papilio::backend::cuda {
namespace {

/// Owns a CUlinkState; the image belongs to it.
class JitLink {
 public:
  explicit JitLink(const CuSymbols& cuda) : cuda_(cuda) {
    const auto count = static_cast<unsigned>(options_.size());
    check(cuda_, cuda_.cuLinkCreate_v2(count, options_.data(), values_.data(), &state_),
          "starting the driver's compiler");
  }
  ~JitLink() { cuda_.cuLinkDestroy(state_); }
  JitLink(const JitLink&) = delete;
  JitLink& operator=(const JitLink&) = delete;

  CUresult add(std::string source, const std::string& name) {
    // The size includes the terminating 0.
    return cuda_.cuLinkAddData_v2(state_, CU_JIT_INPUT_PTX, source.data(), source.size() + 1, name.c_str(), 0, nullptr,
                                  nullptr);
  }
  CUresult complete(std::vector<std::byte>& image) {
    void* data = nullptr;
    std::size_t bytes = 0;
    const CUresult status = cuda_.cuLinkComplete(state_, &data, &bytes);
    if (status == CUDA_SUCCESS) image.assign(static_cast<std::byte*>(data), static_cast<std::byte*>(data) + bytes);
    return status;
  }
  [[nodiscard]] std::string log() const { return {log_.begin(), std::find(log_.begin(), log_.end(), '\0')}; }

 private:
  const CuSymbols& cuda_;
  std::array<char, 4096> log_{};
  // The driver takes numbers as pointers, and writes the length of the log to this slot as long as the link lives.
  std::array<CUjit_option, 2> options_ = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void*, 2> values_ = {log_.data(), reinterpret_cast<void*>(log_.size())};
  CUlinkState state_ = nullptr;
};

}  // namespace

std::string linker_identity(int architecture, int driver_version) {
  return fmt::format("cuda|sm_{}|driver {}", architecture, driver_version);
}

std::vector<std::byte> link_image(const Context& context, const DeviceInfo& device, const std::string& source,
                                  const std::string& entry) {
  const ContextGuard guard(context);
  JitLink link(context.cuda());
  std::vector<std::byte> image;
  CUresult status = link.add(source, entry + ".ptx");
  if (status == CUDA_SUCCESS) status = link.complete(image);
  if (status == CUDA_ERROR_JIT_COMPILER_NOT_FOUND) {
    throw Error::build_failed(
        fmt::format("compiling kernel '{}' for {} ({})", entry, device.id, device.name),
        "the driver does not find its compiler of PTX",
        "install the driver's libnvidia-ptxjitcompiler; kernels in the compile cache run without it");
  }
  if (status != CUDA_SUCCESS) {
    const std::string log = link.log();
    if (log.empty()) check(context.cuda(), status, fmt::format("compiling kernel '{}'", entry));
    runtime::throw_build_failed(device, entry, runtime::first_message(log), log);
  }
  if (!has_entry(image, ImageKind::cubin, entry)) {
    runtime::throw_build_failed(device, entry, "the source has no kernel of this name", {});
  }
  return image;
}

}  // namespace papilio::backend::cuda
