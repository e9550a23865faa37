// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compiles CUDA C++ to an image that the driver loads: machine code if NVRTC knows the device's architecture, otherwise
// PTX for the newest older architecture that NVRTC knows, which the driver compiles when it loads it.
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

/// True if the image has a kernel of this name: a section of the cubin, an .entry of the PTX. Loading would also find
/// out, but compiling with NVRTC must not need a context.
bool has_entry(std::span<const std::byte> image, ImageKind kind, const std::string& entry);

/// What NVRTC generates for a device.
struct NvrtcTarget {
  int architecture = 0;
  ImageKind kind = ImageKind::cubin;
  /// "sm_90" or "compute_90": the value of --gpu-architecture.
  [[nodiscard]] std::string name() const;
};

/// Empty if NVRTC knows only architectures newer than `architecture` (90 is 9.0).
std::optional<NvrtcTarget> target_for(const std::vector<int>& known, int architecture);

/// Everything that an image depends on apart from its source. For PTX that includes the driver, which compiles it.
std::string compiler_identity(const NvrtcLibrary& nvrtc, int architecture, int driver_version);

/// Throws Error(build_failed) without NVRTC, without support for this architecture, or for an error in the source. PTX
/// is null-terminated.
std::vector<std::byte> compile_image(const NvrtcLibrary& nvrtc, const DeviceInfo& device, int architecture,
                                     const std::string& source, const std::string& entry);

}  // namespace papilio::backend::cuda
