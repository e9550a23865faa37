// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OpenCL C whose parameters may be images, and whose f32 may be f16. Papilio's own kernels have neither.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/dialect.hpp"
#include "ir/ir.hpp"
#include "lab/experiments/choices.hpp"

namespace papilio::experiments {

/// A parameter that is a 2-D image of complex numbers, of which row after row has `width` pixels of `channels` real
/// numbers: 2 (CL_RG) or 4 (CL_RGBA). Numbers keep the indices that they have in a buffer. Loads have 2 or 4 lanes and
/// stores as many as a pixel, at indices that are multiples of as many.
struct ImageParameter {
  std::string parameter;
  int channels = 4;
  std::int64_t width = 0;
};

/// Arithmetic::f16 needs cl_khr_fp16, and buffers that do not convert: what the IR has as a buffer of f32 is one of f16
/// then.
struct OpenClForm {
  std::vector<ImageParameter> images;
  Arithmetic arithmetic = Arithmetic::native;
  [[nodiscard]] bool usual() const { return images.empty() && arithmetic == Arithmetic::native; }
};

/// emit::emit() for OpenCL C of this form. Throws Error(internal) for accesses that its images do not have.
Source opencl_text(const ir::Module& module, const OpenClForm& form);

}  // namespace papilio::experiments
