// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Functions in the OpenCL text that load and store complex numbers of an image (emit.hpp).
#pragma once

#include <string>

#include "emit/emit.hpp"

namespace papilio::emit {

/// One access to `lanes` neighbouring real numbers.
struct ImageAccess {
  const Image& image;
  int lanes = 2;
  SingleAs single = SingleAs::f32;
};

/// "load_in_x2": takes the image and the index of the first number.
std::string image_load_name(const ImageAccess& access);
/// "store_out_x4": takes the image, the index and the value.
std::string image_store_name(const ImageAccess& access);

/// The text of the function. Throws Error(internal) for an access that is described in emit.hpp as none.
std::string image_load(const ImageAccess& access);
std::string image_store(const ImageAccess& access);

}  // namespace papilio::emit
