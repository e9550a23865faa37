// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Features that OpenCL devices alone have, and no plan uses: images, and arithmetic in f16. For experiments
// (docs/adr/0049-study2d.md). A device that has them derives from this class too.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/problem.hpp>

namespace papilio::runtime {

class Memory;

/// Rows of pixels of 2 (CL_RG) or 4 (CL_RGBA) numbers: f32 (Storage::native) or f16.
struct ImageShape {
  int channels = 4;
  Storage storage = Storage::native;
  std::int64_t width = 0;  ///< pixels
  std::int64_t height = 0;
};

class OpenClFeatures {
 public:
  virtual ~OpenClFeatures() = default;
  /// cl_khr_fp16
  [[nodiscard]] virtual bool computes_f16() const = 0;
  /// cl_khr_image2d_from_buffer
  [[nodiscard]] virtual bool views_buffers() const = 0;
  /// An image for arguments of kernels; streams do not copy it. Over `buffer`, unless that is null: several images may
  /// show the same bytes. Throws Error(unsupported) with the reason if the device has no such image, and
  /// Error(out_of_memory).
  virtual std::shared_ptr<Memory> make_image(const ImageShape& shape, const std::shared_ptr<Memory>& buffer) = 0;
};

}  // namespace papilio::runtime
