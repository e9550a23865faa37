// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/c/images.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

namespace papilio::emit {
namespace {

std::string type_of(const ImageAccess& access, int lanes) {
  return fmt::format("{}{}", access.single == SingleAs::f16 ? "half" : "float", lanes);
}

/// "read_imagef", or "read_imageh" of f16.
std::string function_of(const char* verb, const ImageAccess& access) {
  return fmt::format("{}_image{}", verb, access.single == SingleAs::f16 ? "h" : "f");
}

std::string coordinates(const ImageAccess& access, const char* pixel) {
  return fmt::format("(int2)({0} % {1}, {0} / {1})", pixel, access.image.width);
}

std::string read_pixel(const ImageAccess& access, const char* pixel) {
  return fmt::format("{}(image, {})", function_of("read", access), coordinates(access, pixel));
}

[[noreturn]] void throw_no_access(const ImageAccess& access) {
  throw Error::internal(fmt::format("an access to {} numbers of an image", access.lanes),
                        fmt::format("its pixels have {}", access.image.channels));
}

}  // namespace

std::string image_load_name(const ImageAccess& access) {
  return fmt::format("load_{}_x{}", access.image.parameter, access.lanes);
}

std::string image_store_name(const ImageAccess& access) {
  return fmt::format("store_{}_x{}", access.image.parameter, access.lanes);
}

std::string image_load(const ImageAccess& access) {
  std::string body;
  if (access.image.channels == 4 && access.lanes == 4) {
    body = fmt::format("return {};", read_pixel(access, "(index / 4)"));
  } else if (access.image.channels == 4 && access.lanes == 2) {
    body = fmt::format("const {} pixel = {}; return (index & 2) != 0 ? pixel.zw : pixel.xy;", type_of(access, 4),
                       read_pixel(access, "(index / 4)"));
  } else if (access.image.channels == 2 && access.lanes == 2) {
    body = fmt::format("return {}.xy;", read_pixel(access, "(index / 2)"));
  } else if (access.image.channels == 2 && access.lanes == 4) {
    body = fmt::format("return ({})({}.xy, {}.xy);", type_of(access, 4), read_pixel(access, "(index / 2)"),
                       read_pixel(access, "(index / 2 + 1)"));
  } else {
    throw_no_access(access);
  }
  return fmt::format("{} {}(read_only image2d_t image, int index) {{ {} }}", type_of(access, access.lanes),
                     image_load_name(access), body);
}

std::string image_store(const ImageAccess& access) {
  if (access.image.channels != access.lanes) throw_no_access(access);
  const std::string pixel = fmt::format("(index / {})", access.lanes);
  const std::string value = access.lanes == 4 ? "value" : fmt::format("({})(value, 0, 0)", type_of(access, 4));
  return fmt::format("void {}(write_only image2d_t image, int index, {} value) {{ {}(image, {}, {}); }}",
                     image_store_name(access), type_of(access, access.lanes), function_of("write", access),
                     coordinates(access, pixel.c_str()), value);
}

}  // namespace papilio::emit
