// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CUDA C++ to an image that the driver loads: machine code of the very architecture where NVRTC knows it, else PTX of
// the newest one below it that NVRTC knows, which the driver finishes.
#pragma once

#include <cstddef>
#include <optional>
#include <papilio/device.hpp>
#include <span>
#include <string>
#include <vector>

#include "backend/cuda/library.hpp"

namespace papilio::backend::cuda {

enum class ImageKind { cubin, ptx };

/// Whether the image has a kernel of this name: a section of the cubin, an .entry of the PTX. Loading would tell, but
/// compiling with NVRTC must not need a context.
bool has_entry(std::span<const std::byte> image, ImageKind kind, const std::string& entry);

/// What NVRTC makes for a device.
struct Target {
  int architecture = 0;
  ImageKind kind = ImageKind::cubin;
  /// "sm_90" or "compute_90": the value of --gpu-architecture.
  [[nodiscard]] std::string name() const;
};

/// Nothing where NVRTC knows only newer architectures than `architecture` (90 is 9.0).
std::optional<Target> target_for(const std::vector<int>& known, int architecture);

/// All that an image depends on besides the source. With PTX also the driver, which compiles the rest.
std::string compiler_identity(const NvrtcLibrary& nvrtc, int architecture, int driver_version);

/// Throws Error(build_failed): no NVRTC, none for this architecture, or an error in the source. PTX ends with a 0.
std::vector<std::byte> compile_image(const NvrtcLibrary& nvrtc, const DeviceInfo& device, int architecture,
                                     const std::string& source, const std::string& entry);

/// The identity of the compiler that last filled the compile cache for this architecture. It is kept in that cache, so
/// that a machine without NVRTC finds the kernels in a cache that was copied to it (PAPILIO_CACHE_READONLY).
std::optional<std::string> remembered_identity(int architecture);
void remember_identity(int architecture, const std::string& identity);

}  // namespace papilio::backend::cuda
