// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Features that OpenCL devices alone have, and no plan uses: images, and arithmetic in f16 (docs/adr/0049-study2d.md).
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/problem.hpp>

#include "runtime/device.hpp"

namespace papilio::backend::opencl {
class ClDevice;
}

namespace papilio::experiments {

/// Rows of pixels of 2 (CL_RG) or 4 (CL_RGBA) numbers: f32 (Storage::native) or f16.
struct ImageShape {
  int channels = 4;
  Storage storage = Storage::native;
  std::int64_t width = 0;  ///< pixels
  std::int64_t height = 0;
};

class OpenClFeatures {
 public:
  explicit OpenClFeatures(runtime::Device& device);
  /// False for devices of other backends; they have none of the features.
  [[nodiscard]] explicit operator bool() const { return device_ != nullptr; }
  /// cl_khr_fp16
  [[nodiscard]] bool computes_f16() const;
  /// cl_khr_image2d_from_buffer
  [[nodiscard]] bool views_buffers() const;
  /// An image for arguments of kernels; streams do not copy it. Over `buffer`, unless that is null: several images may
  /// show the same bytes. Throws Error(unsupported) with the reason if the device has no such image, and
  /// Error(out_of_memory).
  [[nodiscard]] std::shared_ptr<runtime::Memory> make_image(const ImageShape& shape,
                                                            const std::shared_ptr<runtime::Memory>& buffer) const;

 private:
  backend::opencl::ClDevice* device_;
};

}  // namespace papilio::experiments
